import { isBlank, type JsonObject, usableId } from '../../contract';
import { inputError } from '../../form/item';
import { notSentError } from '../../operations/runReport';
import { READS_AT_ONCE, runItems } from '../../operations/concurrency';
import { isSameText } from '../../operations/compareValues';
import type { OperationItem } from '../../operations/types';
import { settle, type Incomplete, incompleteWords, OutageDetector } from '../../transport';
import { type Directory, type MatchBy, StaffList } from './staffList';
import { sharedError } from './sharedEmail';
import { searchByEmail, severalError, withoutIdError } from './searchByEmail';

/** A row that is ready except for whose it is. */
export interface UpsertRow {
	item: OperationItem;
	/** Its fields in the API's types, without an id. */
	body: JsonObject;
	/** The internal id in the row. */
	id?: number;
}

/**
 * The employee of a row; undefined if there is none yet. `unproven`: the list was read in part, and somebody on the rest
 * of it may have the same address.
 */
export type LookUpResult = { record: JsonObject | undefined; unproven?: StaffList } | { error: unknown };

export const matchKey = ({ body, id }: UpsertRow, by: MatchBy): unknown => (by === 'id' ? id : body[by]);

/**
 * Reads as much of the list as is cheaper than single searches. The list's length isn't known in advance: a further page
 * is read while the number of pages, with it, stays below half of the number of people still to be searched for. Those who
 * aren't found are searched for before anything is written; those who are found are still checked for a shared address.
 */
async function readWhileCheaper(list: StaffList, people: UpsertRow[]): Promise<void> {
	const missing = (): number =>
		people.filter(({ body }) => list.directory.find('email', body.email).length === 0).length;
	while ((list.read + 1) * 2 < missing()) if (!(await list.readOn())) return;
}

/** Reads the list until every id is found, else to its end: only there a number that two people share is noticed. */
async function readStaffList(list: StaffList, people: UpsertRow[], by: MatchBy): Promise<void> {
	const isDone = (): boolean => by === 'id' && people.every(({ id }) => list.directory.find('id', id).length > 0);
	while (!isDone()) if (!(await list.readOn())) return;
}

const MISTAKEN =
	'The column seems to hold internal IDs, where the employee number belongs: match by “ID”, and name the column “ID”. Nothing was written for this item.';

/** An employee who isn't found by number may exist without one, or with another one: searches by e-mail. */
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

/** Searches again for somebody with this e-mail address whom another run has created since. */
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

/** The error for somebody who isn't on an incomplete list: creating them might duplicate them. */
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
 * Looks up the employees of rows that have the same additional query. Writes nothing. Without Continue On Fail the first
 * failure ends it.
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
	const outage = new OutageDetector();
	return await runItems(people.length, READS_AT_ONCE, async (index): Promise<LookUpResult> => {
		const person = people[index];
		if (person === undefined) return { record: undefined };
		const isListed = directory.find(by, matchKey(person, by)).length > 0;
		if (outage.lasts && !isListed) return { error: notSentError(person.item) };
		const found = await settle(identify(directory, person, by));
		if (!isListed) outage.note(found);
		if ('error' in found) {
			if (!keepGoing) throw found.error;
			return found;
		}
		const isOpen = found.result !== undefined && by === 'email' && !list.isWhole;
		return { record: found.result, ...(isOpen ? { unproven: list } : {}) };
	});
}
