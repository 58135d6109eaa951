import { isBlank, isSameText, type JsonObject, usableId } from '../../contract';
import { inputError } from '../../form/item';
import { READS_AT_ONCE, runItems } from '../../operations/concurrency';
import { notSentError } from '../../operations/runReport';
import { incompleteWords, OutageDetector, settle } from '../../transport';
import {
	distinct,
	emailWords,
	isOwn,
	type MatchBy,
	numberKey,
	onlyOne,
	queryKey,
	saysInactive,
	searchByEmail,
	type StaffList,
	type StaffLists,
} from './people';
import { givesNumber, matchKey, type StaffRow, type StaffRows, stepFor } from './plan';
import { personWords } from './rows';

/*
 * Matches rows to employees. The whole list is read first, and every row is matched by it. A list may lack somebody,
 * who would then be created twice. So new people are also searched by e-mail: all of a few, or five of many. If one of
 * the five is found, all are searched.
 */

/** Refuses rows for the same person, as far as the rows say so. */
export function refuseDoubles(rows: StaffRows): void {
	rows.refuseRepeats(({ id }) => id, 'The ID');
	rows.refuseRepeats(({ body }) => body.employeeId, 'The employee number', numberKey);
	rows.refuseRepeats(({ body }) => body.email, 'The e-mail address');
}

/**
 * Up to this many people are searched one by one without a list. It is also the sample size for people missing from the
 * list.
 */
const FEW = 5;

/** A sample from all over the sheet; all rows if there are few. */
export const sampleOf = <Row>(rows: readonly Row[], count: number): Row[] =>
	rows.filter((_, index) =>
		Array.from({ length: count }, (_each, part) => Math.floor((part * rows.length) / count)).includes(index),
	);

/** Searches by e-mail for the rows that haven't been searched yet. In an outage, the rest are skipped. */
async function searchRows(rows: readonly StaffRow[]): Promise<void> {
	const outage = new OutageDetector();
	const open = rows.filter(({ searched, body }) => searched === undefined && !isBlank(body.email));
	await runItems(open, READS_AT_ONCE, async (row): Promise<void> => {
		row.searched = await outage.unlessOutage(
			async () => await searchByEmail(row.item, String(row.body.email)),
			() => notSentError(row.item),
		);
	});
}

const foundBySearch = ({ searched }: StaffRow): readonly JsonObject[] =>
	searched !== undefined && 'result' in searched ? searched.result : [];

/**
 * Whether the search alone identifies the employee. It found one own account, and the row gives no number that somebody
 * else may have.
 */
function needsNoList(row: StaffRow): boolean {
	const [record, ...others] = foundBySearch(row);
	if (record === undefined || others.length > 0) return false;
	if (!isOwn(record) || saysInactive(record) || usableId(record.id) === undefined) return false;
	return !givesNumber({ body: row.body, step: stepFor(record, row.body) });
}

/** All accounts with the address of a row. */
const accountsOf = (row: StaffRow, list?: StaffList): JsonObject[] =>
	distinct([...foundBySearch(row), ...(list?.withEmail(row.body.email) ?? [])]);

/** Searches for people whom the list may lack. */
async function searchUnlisted(group: readonly StaffRow[], list: StaffList, by: MatchBy): Promise<void> {
	if (by === 'id') return;
	const isNumbered = (row: StaffRow): boolean => by === 'employeeId' && list.withNumber(matchKey(row, by)).length > 0;
	const byAddress = group.filter((row) => !isNumbered(row));
	if (list.incomplete !== undefined) return await searchRows(byAddress);
	const unlisted = byAddress.filter((row) => list.withEmail(row.body.email).length === 0);
	const isSample = unlisted.length > FEW;
	const searched = sampleOf(unlisted, FEW);
	await searchRows(searched);
	if (!isSample) return;
	// If every search fails, nothing confirms that the list is complete.
	const [first] = searched;
	if (first && searched.every((row) => row.searched !== undefined && 'error' in row.searched))
		for (const row of unlisted) row.searched ??= first.searched;
	if (!searched.some((row) => foundBySearch(row).length > 0)) return;
	group[0]?.item.hints.say(
		'The search by e-mail found people who are missing from the staff list, so every new row was looked up.',
		'warning',
	);
	await searchRows(unlisted);
}

/**
 * The employee that an address means. An employee who is also supplied by a subcontractor has two accounts with one
 * address (said by the operator's help centre). The own account is meant, unless it has ended while the other is
 * active.
 */
function employeeOf(row: StaffRow, accounts: readonly JsonObject[], list?: StaffList): JsonObject | undefined {
	const { item, body } = row;
	const own = accounts.filter(isOwn);
	const [employee] = own;
	const isActive = (account: JsonObject): boolean => list?.isInactive(account) !== true;
	const isMeant = own.length === 1 && (own.some(isActive) || !accounts.some(isActive));
	if (accounts.length < 2 || employee === undefined || !isMeant || usableId(employee.id) === undefined)
		return onlyOne(item, emailWords(body.email), accounts, list);
	row.otherAccounts = accounts.filter((account) => account !== employee).map(({ id }) => usableId(id) ?? null);
	return employee;
}

/** The employee of a row, and the field that matched; undefined if there is none yet. */
function identify(row: StaffRow, by: MatchBy, list?: StaffList): StaffRow['found'] {
	const { item, body, searched } = row;
	const key = matchKey(row, by);
	if (by === 'id') {
		const record = list?.withId(key);
		if (record !== undefined) return { record, by };
		throw inputError(
			item,
			`Nobody has the ID ${String(key)}`,
			'The API key can’t see an employee with this ID. Nobody was created: to create employees, match by e-mail or employee number.',
		);
	}
	if (by === 'employeeId') {
		const record = onlyOne(item, numberWords(key), list?.withNumber(key) ?? [], list);
		if (record !== undefined) return { record, by };
		if (isBlank(body.email)) {
			throw inputError(
				item,
				`Nobody has the employee number “${String(key)}”, and the row has no usable e-mail address`,
				'Without one, the employee can’t be found or created.',
			);
		}
	}
	const accounts = accountsOf(row, list);
	const isAsked = accounts.length === 0 || list?.incomplete !== undefined;
	if (isAsked && searched !== undefined && 'error' in searched) throw searched.error;
	const record = employeeOf(row, accounts, list);
	if (record === undefined) return undefined;
	if (by === 'employeeId') requireSamePerson(row, record);
	return { record, by: 'email' };
}

async function matchGroup(rows: StaffRows, group: StaffRow[], by: MatchBy, lists: StaffLists): Promise<void> {
	const [first] = group;
	if (first === undefined) return;
	const isFew = by === 'email' && group.length <= FEW;
	if (isFew) await searchRows(group);
	const read = isFew && group.every(needsNoList) ? undefined : await settle(lists.read(first));
	const list = read !== undefined && 'result' in read ? read.result : undefined;
	if (list !== undefined) await searchUnlisted(group, list, by);
	await rows.refuseWhere(group, (row) => {
		if (read !== undefined && 'error' in read && !needsNoList(row)) throw read.error;
		row.list = list;
		row.found = identify(row, by, list);
		if (by !== 'id') requireOwnId(row, by, row.found?.record);
	});
}

/** Finds the employees of the rows. Rows with different additional query parameters are looked up separately. */
export async function matchRows(rows: StaffRows, by: MatchBy, lists: StaffLists): Promise<void> {
	for (const key of new Set(rows.open.map(queryKey))) {
		const group = rows.open.filter((row) => queryKey(row) === key);
		await matchGroup(rows, group, by, lists);
	}
	const shared = rows.open.filter(({ otherAccounts }) => otherAccounts !== undefined);
	if (shared.length === 0) return;
	shared[0]?.item.hints.say(
		`In ${shared.length} ${shared.length === 1 ? 'row' : 'rows'} the e-mail address also belongs to a subcontractor’s account. Your own employee’s record was used; “otherAccounts” lists the other IDs.`,
	);
}

const MISTAKEN =
	'The column seems to hold internal IDs, not employee numbers: rename it “ID”, and match by “ID”. Nothing was written for this row.';

/**
 * Checks an employee found by e-mail because nobody has the row's number. Throws unless the numbers are the same, or
 * the employee has no number and the same names. The address may have been passed on to somebody else, whose data would
 * be overwritten.
 */
function requireSamePerson({ item, body }: StaffRow, record: JsonObject): void {
	if (numberKey(record.employeeId) === numberKey(body.employeeId)) return;
	const [email, number] = [String(body.email), String(body.employeeId)];
	if (isBlank(record.employeeId)) {
		const isSame = (field: string): boolean => !isBlank(body[field]) && isSameText(record[field], body[field]);
		if (isSame('firstName') && isSame('lastName')) return;
		throw inputError(
			item,
			`Nobody has the employee number “${number}”, and “${email}” belongs to an employee without a number (ID ${String(record.id)}), whose name differs from the row’s`,
			'This may be a different person, so nothing was written for this row. Correct the row. If it is the same person, match by “ID”.',
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
			: 'Correct the row, or match by e-mail, which gives that employee the new number. Nothing was written for this row.',
	);
}

const numberWords = (employeeId: unknown): string => `the employee number “${String(employeeId)}”`;

/** Throws if the row's internal ID isn't that of the employee found. */
function requireOwnId({ item, id, body }: StaffRow, by: 'email' | 'employeeId', record?: JsonObject): void {
	if (id === undefined || isSameText(record?.id, id)) return;
	throw inputError(
		item,
		record === undefined
			? `The row has the ID ${id}, but nobody has ${by === 'email' ? emailWords(body.email) : numberWords(body.employeeId)}`
			: `The row has the ID ${id}, but “${String(body[by])}” belongs to the employee with the ID ${String(record.id)}`,
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

/**
 * Throws if somebody else has, or may have, the employee number that the row would give. The service has no search by
 * number.
 */
export function requireFreeNumber({ item, body, step, list }: StaffRow): void {
	if (list === undefined || !givesNumber({ body, step })) return;
	const own = step.action === 'create' ? undefined : usableId(step.record.id);
	const number = numberWords(body.employeeId);
	const holders = list.holders(body.employeeId).filter(({ id }) => own === undefined || usableId(id) !== own);
	const [holder] = holders;
	if (holder !== undefined) {
		throw inputError(
			item,
			`${own === undefined ? `“${String(body.email)}” would be a new employee` : `The row is for ID ${own}`}, but ${number} is already taken: “${String(holder.employeeId)}” belongs to ${holders.map(holderWords).join(' and ')}`,
			[
				'Nothing was written for this row.',
				list.isInactive(holder) ? 'The employee with that number is inactive: reactivate them in the service.' : '',
				'If it is the same person, correct the address in the service, or match by “Employee Number”. If it is somebody else, correct the number.',
			]
				.filter(Boolean)
				.join(' '),
		);
	}
	if (list.incomplete === undefined) return;
	throw inputError(
		item,
		`Nobody on the staff list has ${number}, but the list may be incomplete`,
		`Nothing was written for this row, because somebody may already have the number. ${incompleteWords(list.incomplete)} Match by “ID” if you know it, or leave the number out.`,
	);
}

/** Counts the rows with the employee's internal ID in place of the employee number. */
export const mistakenIds = (rows: StaffRow[]): number =>
	rows.filter(
		({ body: { employeeId }, found }) =>
			isSameText(employeeId, found?.record.id) && !isSameText(employeeId, found?.record.employeeId),
	).length;
