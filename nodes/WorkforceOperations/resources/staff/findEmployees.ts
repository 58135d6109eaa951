import { isBlank, type JsonObject, usableId } from '../../contract';
import { inputError } from '../../form/item';
import { notSentError } from '../../operations/runReport';
import { READS_AT_ONCE, runItems } from '../../operations/concurrency';
import { isSameText } from '../../operations/compareValues';
import type { OperationItem } from '../../operations/types';
import { settle, type Incomplete, incompleteWords, OutageDetector } from '../../transport';
import type { Directory, MatchBy } from './directory';
import { sharedError } from './sharedEmail';
import { searchByEmail, severalError, withoutIdError } from './searchByEmail';
import { StaffList } from './staffList';

/** One row, ready but for whose it is. */
export interface UpsertRow {
	item: OperationItem;
	/** Its fields as the service takes them, without an id. */
	body: JsonObject;
	/** The internal id that the row names. */
	id?: number;
}

/**
 * Who a row is about: a record of the service, or nobody yet. `unproven`: the list as far as it was read, where somebody on
 * the rest of it may have the same address.
 */
export type LookUpResult = { record: JsonObject | undefined; unproven?: StaffList } | { error: unknown };

export const matchKey = ({ body, id }: UpsertRow, by: MatchBy): unknown => (by === 'id' ? id : body[by]);

/**
 * Reads as much of the list as is cheaper than searching one by one. How long it is can't be known beforehand: another
 * page is asked for as long as the pages, with it, are fewer than half of the people that would have to be searched.
 * Who isn't on them is searched before anything is written, and who is on them proven.
 */
async function readWhileCheaper(list: StaffList, people: UpsertRow[]): Promise<void> {
	const missing = (): number =>
		people.filter(({ body }) => list.directory.find('email', body.email).length === 0).length;
	while ((list.read + 1) * 2 < missing()) if (!(await list.readOn())) return;
}

/** Reads the list until every id is found, or to its end: a number that two people have shows only there. */
async function readStaffList(list: StaffList, people: UpsertRow[], by: MatchBy): Promise<void> {
	const isDone = (): boolean => by === 'id' && people.every(({ id }) => list.directory.find('id', id).length > 0);
	while (!isDone()) if (!(await list.readOn())) return;
}

const MISTAKEN =
	'The column seems to hold internal IDs, where the employee number belongs: match by “ID”, and name the column “ID”. Nothing was written for this item.';

/** Who isn't found by number may be there without it, or with another one. */
async function byNumber({ item, body }: UpsertRow): Promise<JsonObject | undefined> {
	if (isBlank(body.email)) {
		throw inputError(
			item,
			`Nobody has the employee number “${String(body.employeeId)}”, and the row has no e-mail address`,
			'Without one nobody can be looked for further, or created.',
		);
	}
	const record = await searchByEmail(item, String(body.email));
	if (record === undefined || isBlank(record.employeeId)) return record;
	if (isSameText(record.employeeId, body.employeeId)) return record;
	const mistaken = isSameText(record.id, body.employeeId);
	throw inputError(
		item,
		mistaken
			? `“${String(body.employeeId)}” is the internal ID of “${String(body.email)}”, not the employee number, which is “${String(record.employeeId)}”`
			: `Nobody has the employee number “${String(body.employeeId)}”, and “${String(body.email)}” belongs to the employee with the number “${String(record.employeeId)}” (ID ${String(record.id)})`,
		mistaken
			? MISTAKEN
			: 'Correct the row; or match by e-mail, which gives that employee the new number. Nothing was written for this item.',
	);
}

/** Looks once more for somebody whom another run has created meanwhile, with this e-mail address. */
export async function findEmployeeAgain(
	person: UpsertRow,
	by: MatchBy,
	email: string,
): Promise<JsonObject | undefined> {
	const { item, body } = person;
	if (by !== 'employeeId') return await searchByEmail(item, String(body.email));
	const record = isSameText(email, body.email) ? undefined : await searchByEmail(item, email);
	return record !== undefined && isSameText(record.employeeId, body.employeeId) ? record : await byNumber(person);
}

/** For somebody whom a list that may lack people doesn’t show: created, there might be two of them. */
const shortListError = ({ item, body }: UpsertRow, incomplete: Incomplete): Error =>
	inputError(
		item,
		`Nobody has the employee number “${String(body.employeeId)}” on the staff list, but the list may be incomplete`,
		`Nobody was created, because the employee may be there already. ${incompleteWords(incomplete)} Match by “Email”, which searches for each employee, or by “ID”.`,
	);

const LABELS: Record<MatchBy, string> = { email: 'e-mail address', employeeId: 'employee number', id: 'ID' };

async function identify(directory: Directory, person: UpsertRow, by: MatchBy): Promise<JsonObject | undefined> {
	const { item, body, id } = person;
	const key = matchKey(person, by);
	const listed = directory.find(by, key);
	if (listed.length > 1)
		throw severalError(
			item,
			`the ${LABELS[by]} “${String(key)}”`,
			listed.map((record) => usableId(record.id)),
		);
	if (listed.length === 0 && by === 'id') {
		throw inputError(
			item,
			`Nobody has the ID ${String(id)}`,
			'Nobody that the API key may see, at least. Nobody was created: match by e-mail or employee number for that.',
		);
	}
	if (listed.length === 0 && by === 'employeeId' && directory.lacksId(key)) throw withoutIdError(item, String(key));
	const found =
		listed[0] ?? (by === 'employeeId' ? await byNumber(person) : await searchByEmail(item, String(body.email)));
	const shared =
		by === 'employeeId' && found !== undefined && listed.length === 0
			? sharedError({ item, email: String(body.email), record: found }, directory)
			: undefined;
	if (shared !== undefined) throw shared;
	if (found === undefined && by === 'employeeId' && directory.incomplete !== undefined)
		throw shortListError(person, directory.incomplete);
	if (id === undefined || isSameText(found?.id, id)) return found;
	throw inputError(
		item,
		found === undefined
			? `The row names the ID ${id}, but nobody has the ${LABELS[by]} “${String(key)}”`
			: `The row names the ID ${id}, but “${String(key)}” belongs to the employee with the ID ${String(found.id)}`,
		'Nothing was written for this item. Correct the row, or match by “ID”.',
	);
}

/**
 * Finds out who the rows are about; they share what they add to the query. Nothing is written. Without Continue On Fail
 * the first failure ends it.
 */
export async function findEmployee(people: UpsertRow[], by: MatchBy, keepGoing: boolean): Promise<LookUpResult[]> {
	const [first] = people;
	if (first === undefined) return [];
	const list = new StaffList(first.item);
	const { directory } = list;
	const read = await settle(by === 'email' ? readWhileCheaper(list, people) : readStaffList(list, people, by));
	if ('error' in read) {
		if (!keepGoing) throw read.error;
		return people.map(() => read);
	}
	const silence = new OutageDetector();
	return await runItems(people.length, READS_AT_ONCE, async (index): Promise<LookUpResult> => {
		const person = people[index];
		if (person === undefined) return { record: undefined };
		const isListed = directory.find(by, matchKey(person, by)).length > 0;
		if (silence.lasts && !isListed) return { error: notSentError(person.item) };
		const found = await settle(identify(directory, person, by));
		if (!isListed) silence.note(found);
		if ('error' in found) {
			if (!keepGoing) throw found.error;
			return found;
		}
		const isOpen = found.result !== undefined && by === 'email' && !list.isWhole;
		return { record: found.result, ...(isOpen ? { unproven: list } : {}) };
	});
}
