import { isBlank, type JsonObject, usableId } from '../../contract';
import { inputError } from '../../form/item';
import { isSameText } from '../../operations/compareValues';
import { READS_AT_ONCE, runItems } from '../../operations/concurrency';
import { notSentError } from '../../operations/runReport';
import { type CreationLock, OutageDetector, settle } from '../../transport';
import { type MatchBy, numberKey, severalError, type StaffList, withoutIdError } from './directory';
import { matchKey, type Matching, type StaffRow, type StaffRows } from './plan';
import { keyWords, requireOwnAddress, requireOwnId, searchNew } from './prove';

/** Refuses rows that are about one person, as far as the rows say so. */
export function refuseDoubles(rows: StaffRows): void {
	rows.refuseRepeats(({ id }) => id, 'The ID');
	rows.refuseRepeats(({ body }) => body.employeeId, 'The Employee Number', numberKey);
	rows.refuseRepeats(({ body }) => body.email, 'The Email');
}

/**
 * Reads as much of the list as is cheaper than single searches. The list's length isn't known in advance: a further page
 * is read while the number of pages, with it, stays below half of the number of people still to be searched for.
 */
async function readWhileCheaper(list: StaffList, rows: StaffRow[]): Promise<void> {
	const missing = (): number => rows.filter(({ body }) => list.directory.find('email', body.email).length === 0).length;
	while ((list.read + 1) * 2 < missing()) if (!(await list.readOn())) return;
}

/** Reads the list until every id is found, else to its end: only there a number that two people share is noticed. */
async function readStaffList(list: StaffList, rows: StaffRow[], by: MatchBy): Promise<void> {
	const isDone = (): boolean => by === 'id' && rows.every(({ id }) => list.directory.find('id', id).length > 0);
	while (!isDone()) if (!(await list.readOn())) return;
}

/** So many new people are searched for before anything is written; more of them batch by batch, while they are created. */
const FEW = 25;

/** An employee with the address of the row. `isLater`: a search comes before a creation in any case. */
async function byAddress(
	row: StaffRow,
	{ directory }: StaffList,
	lock: CreationLock,
	isLater: boolean,
): Promise<JsonObject | undefined> {
	const [listed] = directory.find('email', row.body.email);
	return listed ?? (isLater ? undefined : await searchNew(row, lock));
}

/** The employee of a row, and by what they were found; undefined if there is none yet. */
async function identify(
	row: StaffRow,
	list: StaffList,
	{ by, lock }: Matching,
	isLater: boolean,
): Promise<StaffRow['found']> {
	const { item, body } = row;
	const key = matchKey(row, by);
	const [listed, ...others] = list.directory.find(by, key);
	if (listed !== undefined) {
		if (others.length > 0)
			throw severalError(
				item,
				keyWords(by, key),
				[listed, ...others].map(({ id }) => usableId(id)),
			);
		return { record: listed, by };
	}
	if (by === 'id') {
		throw inputError(
			item,
			`Nobody has the ID ${String(key)}`,
			'Nobody that the API key may see, at least. Nobody was created: match by e-mail or employee number for that.',
		);
	}
	if (by === 'employeeId' && list.directory.lacksId(key)) throw withoutIdError(item, String(key));
	if (by === 'employeeId' && isBlank(body.email)) {
		throw inputError(
			item,
			`Nobody has the employee number “${String(key)}”, and the row has no usable e-mail address`,
			'Without one nobody can be looked for further, or created.',
		);
	}
	const record = await byAddress(row, list, lock, isLater);
	if (record === undefined) return undefined;
	if (by === 'employeeId') requireOwnAddress(row, by, record, list.directory);
	return { record, by: 'email' };
}

/** Whether a row can't be matched without the list: with an address and no number a search is enough. */
const needsList = ({ body }: StaffRow, by: MatchBy): boolean => by !== 'email' || !isBlank(body.employeeId);

async function matchGroup(rows: StaffRows, group: StaffRow[], list: StaffList, run: Matching): Promise<void> {
	const { by } = run;
	const read = await settle(by === 'email' ? readWhileCheaper(list, group) : readStaffList(list, group, by));
	if ('error' in read) for (const row of group) if (needsList(row, by)) rows.refuse(row, read.error);
	const open = group.filter((row) => rows.resultOf(row) === undefined);
	const isListed = (row: StaffRow): boolean => list.directory.find(by, matchKey(row, by)).length > 0;
	const isLater = list.isWhole && open.filter((row) => !isListed(row)).length > FEW;
	const outage = new OutageDetector();
	await runItems(open, READS_AT_ONCE, async (row): Promise<void> => {
		const work = async (): Promise<StaffRow['found']> => await identify(row, list, run, isLater);
		// A row that is in the list already is matched without a request.
		const found = await (isListed(row) ? settle(work()) : outage.unlessOutage(work, () => notSentError(row.item)));
		if ('error' in found) return rows.refuse(row, found.error);
		row.found = found.result;
		await rows.refuseWhere([row], () => requireOwnId(row, by, found.result?.record));
	});
}

/** Looks up the employees of the rows. Rows with different additional query parameters are looked up separately. */
export async function matchRows(rows: StaffRows, run: Matching): Promise<void> {
	for (const [list, group] of run.lists.group(rows.open)) await matchGroup(rows, group, list, run);
}

/** How many rows hold the internal id of their employee in place of the employee number. */
export const mistakenIds = (rows: StaffRow[]): number =>
	rows.filter(
		({ body: { employeeId }, found }) =>
			!isBlank(employeeId) &&
			isSameText(employeeId, found?.record.id) &&
			!isSameText(employeeId, found?.record.employeeId),
	).length;
