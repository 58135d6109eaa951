import { isBlank, type JsonObject, usableId } from '../../contract';
import { inputError } from '../../form/item';
import { isSameText } from '../../operations/compareValues';
import { type Creation, type CreationLock, incompleteWords, settle } from '../../transport';
import { clock } from '../../transport/clock';
import { sharedAddressErrors, type EmailMatch, sharedError } from './addresses';
import { type Directory, type MatchBy, numberKey, searchByEmail, type StaffList, type StaffLists } from './directory';
import { givesNumber, planStep, type StaffRow, type StaffRows } from './plan';
import { personWords } from './rows';

const MISTAKEN =
	'The column seems to hold internal IDs, where the employee number belongs: match by “ID”, and name the column “ID”. Nothing was written for this row.';

/**
 * Throws unless somebody found by e-mail, where nobody has the number of the row, has that number, or has none and the names
 * of the row: an address may have been passed on, and their data would be overwritten.
 */
function requireSamePerson({ item, body }: StaffRow, record: JsonObject): void {
	if (isSameText(record.employeeId, body.employeeId)) return;
	const [email, number] = [String(body.email), String(body.employeeId)];
	if (isBlank(record.employeeId)) {
		const isSame = (field: string): boolean => !isBlank(body[field]) && isSameText(record[field], body[field]);
		if (isSame('firstName') && isSame('lastName')) return;
		throw inputError(
			item,
			`Nobody has the employee number “${number}”, and “${email}” belongs to an employee without a number (ID ${String(record.id)}), whose first and last name are not those of the row`,
			'It may be somebody else, whose data would be overwritten. Nothing was written for this row. Correct the row; or, if it is that person, match by “ID”.',
		);
	}
	const isMistaken = isSameText(record.id, body.employeeId);
	throw inputError(
		item,
		isMistaken
			? `“${number}” is the internal ID of “${email}”, not the employee number, which is “${String(record.employeeId)}”`
			: `Nobody has the employee number “${number}”, and “${email}” belongs to the employee with the number “${String(record.employeeId)}” (ID ${String(record.id)})`,
		isMistaken
			? MISTAKEN
			: 'Correct the row; or match by e-mail, which gives that employee the new number. Nothing was written for this row.',
	);
}

/** Throws unless somebody found by e-mail may be taken for the person of the row. */
export function requireOwnAddress(row: StaffRow, by: MatchBy, record: JsonObject, directory: Directory): void {
	const error = sharedError({ item: row.item, email: String(row.body.email), record }, directory);
	if (error !== undefined) throw error;
	if (by === 'employeeId') requireSamePerson(row, record);
}

const KEY_WORDS: Record<MatchBy, string> = { email: 'e-mail address', employeeId: 'employee number', id: 'ID' };

export const keyWords = (by: MatchBy, key: unknown): string => `the ${KEY_WORDS[by]} “${String(key)}”`;

/** Throws if the row names another internal id than that of the employee who was found. */
export function requireOwnId({ item, id, body }: StaffRow, by: MatchBy, record: JsonObject | undefined): void {
	if (id === undefined || isSameText(record?.id, id)) return;
	const key = by === 'id' ? id : body[by];
	throw inputError(
		item,
		record === undefined
			? `The row names the ID ${id}, but nobody has ${keyWords(by, key)}`
			: `The row names the ID ${id}, but “${String(key)}” belongs to the employee with the ID ${String(record.id)}`,
		'Nothing was written for this row. Correct the row, or match by “ID”.',
	);
}

function holderWords({ id, firstName, lastName, email }: JsonObject): string {
	const [name, number] = [
		personWords({ firstName, lastName, email }),
		usableId(id) === undefined ? 'an ID that can’t be used' : `ID ${String(id)}`,
	];
	return name === '' ? number : `${name} (${number})`;
}

/** Throws if somebody else has the employee number that the row would give, or may have it. */
function requireFreeNumber(row: StaffRow, { directory }: StaffList): void {
	if (!givesNumber(row)) return;
	const { item, body, step } = row;
	const own = step.action === 'create' ? undefined : usableId(step.record.id);
	const number = `the employee number “${String(body.employeeId)}”`;
	const holders = directory.holders(body.employeeId).filter(({ id }) => own === undefined || usableId(id) !== own);
	const [holder] = holders;
	if (holder !== undefined) {
		throw inputError(
			item,
			`${own === undefined ? `“${String(body.email)}” would be a new employee` : `The row is about the ID ${own}`}, but ${number} is there already: “${String(holder.employeeId)}” of ${holders.map(holderWords).join(' and ')}`,
			[
				'Nothing was written for this row.',
				directory.isInactive(holder) ? 'Who has the number is inactive: reactivate them in the service.' : '',
				'If it is the same person, correct the address in the service, or match by “Employee Number”. If it is somebody else, correct the number.',
			]
				.filter(Boolean)
				.join(' '),
		);
	}
	if (directory.incomplete === undefined) return;
	throw inputError(
		item,
		`Nobody has ${number} on the staff list, but the list may be incomplete`,
		`Nothing was written for this row, because somebody may have the number already. ${incompleteWords(directory.incomplete)} Match by “ID” where it is known, or leave the number out.`,
	);
}

/**
 * Before anybody gets an employee number, both halves of the list have been read to their end: the service has no search by
 * number. The rows for which that says that somebody has it, or can't say it, are refused.
 */
export async function refuseTakenNumbers(rows: StaffRows, lists: StaffLists): Promise<void> {
	for (const [list, group] of lists.group(rows.open.filter(givesNumber))) {
		const read = await settle(list.readToEnd());
		await rows.refuseWhere(group, (row) => {
			if ('error' in read) throw read.error;
			requireFreeNumber(row, list);
		});
	}
}

/**
 * Refuses the rows whose employee isn't the only one with the address, or for which that can't be determined. Rows that
 * change nothing are judged by what is read for the others.
 */
export async function proveAddresses(rows: StaffRows, lists: StaffLists, by: MatchBy): Promise<void> {
	const found = rows.open.filter((row) => row.found?.by === 'email');
	for (const [list, group] of lists.group(found)) {
		const matches = new Map<StaffRow, EmailMatch>();
		for (const row of group)
			if (row.found) matches.set(row, { item: row.item, email: String(row.body.email), record: row.found.record });
		const claimed = group.filter(({ step, licence }) => step.action !== 'unchanged' || licence !== undefined);
		const others = group.filter((row) => !claimed.includes(row));
		const claims = by === 'email' ? [...claimed, ...(others.length <= claimed.length ? others : [])] : [];
		const errors = await sharedAddressErrors(
			claims.flatMap((row) => matches.get(row) ?? []),
			list,
		);
		await rows.refuseWhere(group, (row) => {
			const match = matches.get(row);
			if (match === undefined) return;
			const error = errors.get(match) ?? sharedError(match, list.directory);
			if (error !== undefined) throw error;
		});
	}
}

/** How long a search that found nobody counts. */
const FRESH_MS = 30_000;

const numberNames = ({ employeeId }: JsonObject): string[] =>
	isBlank(employeeId) ? [] : [`number ${numberKey(employeeId)}`];

/** The names under which a creation is noted for other runs. */
export const creationNames = (body: JsonObject): string[] => [
	`email ${String(body.email).toLowerCase()}`,
	...numberNames(body),
];

/** Searches for somebody new, and notes when it found nobody. */
export async function searchNew(row: StaffRow, lock: CreationLock): Promise<JsonObject | undefined> {
	const { turnsOfOthers } = lock;
	const record = await searchByEmail(row.item, String(row.body.email));
	row.searched = record === undefined ? { at: clock.now(), turnsOfOthers } : undefined;
	return record;
}

const didCreate = ({ email, isSure }: Creation): string =>
	`Another execution of this n8n ${isSure ? 'has just created' : 'may just have created'} “${String(email)}”`;

const takenError = ({ item }: StaffRow, creation: Creation, number: unknown, id = ''): Error =>
	inputError(
		item,
		`${didCreate(creation)}${id} with the employee number “${String(number)}”`,
		'Nothing was written for this row. If it is the same person, correct the address; else correct the number.',
	);

/** Somebody whom another run has created with the number of this row, under another address. */
async function createdWithNumber(row: StaffRow, by: MatchBy, lock: CreationLock): Promise<JsonObject | undefined> {
	const { item, body } = row;
	const creation = lock.known(creationNames(body));
	if (creation === undefined) return undefined;
	const { email } = creation;
	const other = isSameText(email, body.email) ? undefined : await searchByEmail(item, String(email));
	if (other === undefined) {
		throw inputError(
			item,
			`${didCreate(creation)}, but the search doesn’t find anybody yet`,
			'Nothing was sent for this row, which might have made a second person. Run it again in a minute.',
		);
	}
	if (by === 'employeeId' && isSameText(other.employeeId, body.employeeId)) return other;
	throw takenError(row, { email, isSure: true }, other.employeeId, ` (ID ${String(other.id)})`);
}

/** Throws if the row would give its employee the number of somebody else, whom another run has created since the list was read. */
function requireNumberOfNobodyNew(row: StaffRow, employee: JsonObject, lock: CreationLock): void {
	const creation = givesNumber(row) ? lock.known(numberNames(row.body)) : undefined;
	if (creation !== undefined && !isSameText(creation.email, employee.email))
		throw takenError(row, creation, row.body.employeeId);
}

/**
 * Proves right before the creation that a row is about somebody new; one whose employee is there by now gets another step.
 * Throws where it can't be told, or where the row may not be written to that employee.
 */
export async function proveNew(row: StaffRow, by: MatchBy, lists: StaffLists, lock: CreationLock): Promise<void> {
	const { searched } = row;
	const isFresh =
		searched !== undefined && searched.turnsOfOthers === lock.turnsOfOthers && clock.now() - searched.at < FRESH_MS;
	if (isFresh) return;
	const record = await searchNew(row, lock);
	if (record !== undefined) requireOwnAddress(row, by, record, lists.of(row).directory);
	const found = record ?? (await createdWithNumber(row, by, lock));
	if (found === undefined) return;
	planStep(row, { record: found, by: record === undefined ? 'employeeId' : 'email' });
	requireNumberOfNobodyNew(row, found, lock);
}
