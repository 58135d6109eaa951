import { activeOf, heedsTotals, isBlank, type JsonObject, toMoment, yesOrNo } from '../contract';
import { inputError } from '../form/item';
import {
	beginsBehind,
	type Call,
	type CheckedPage,
	collect,
	type Collection,
	type Connection,
	drain,
	graver,
	type Incomplete,
	isPartOf,
	pages,
	type PageWalk,
} from '../transport';
import { type HalfPage, halves, type ListFlag } from './halves';
import type { OperationItem } from './types';

/**
 * A flag for approved records. It is undocumented whether `false`, its default, returns all records or only the
 * unapproved.
 */
interface Approval {
	parameter: string;
	/** The date field by which the records of two readings are merged. */
	date: string;
}

/** Records that are selected here, because the service has no filter for them. */
export interface Selected {
	keeps: (record: JsonObject) => boolean;
	/** The requested period, if a different one is read. */
	period?: { startDate: string; endDate: string };
	/** Why selected records may be missing from what was read so far. */
	doubt?: () => Incomplete | undefined;
	/** Called after the last record; throws if none of them may be returned. */
	end?: () => void;
}

/** The first and last moment of the requested period; undefined if there is none. */
export const periodOf = ({ query = {} }: Call, selected: Selected | undefined): [unknown, unknown] => [
	selected?.period?.startDate ?? query.startDate ?? query.from,
	selected?.period?.endDate ?? query.endDate ?? query.to,
];

/** The flags that decide how a list is read. */
export interface Reading {
	/** Keeps only these records of the list. */
	selected?: Selected;
	/** The flag that, when off, includes inactive records. */
	activeOnly?: string;
	/** The flag that, when on, returns approved records only. */
	approval?: Approval;
}

/** Size of the first page when more records than the limit may have to be read. */
const FIRST = 100;

/**
 * How a list is read: as it is, only some of its records, or in two halves. A list is read as it is if the user has set
 * the flag, or if only a part is read.
 */
type Wanted = 'asIs' | Selected | ListFlag;

function wantedOf(call: Call, walk: PageWalk, { activeOnly, approval, selected }: Reading): Wanted {
	const { query = {}, additionalQuery = {} } = call;
	if (selected !== undefined) return selected;
	if (activeOnly !== undefined) {
		const isOff = query[activeOnly] === 'false' && !(activeOnly in additionalQuery);
		const isSet = (record: JsonObject): boolean => activeOf(record) === true;
		return isOff ? { parameter: activeOnly, name: 'active', isSet } : 'asIs';
	}
	if (approval === undefined || approval.parameter in additionalQuery) return 'asIs';
	const { parameter } = approval;
	const isSet = (record: JsonObject): boolean => yesOrNo(record[parameter]) === true;
	if (query[parameter] === 'false') return { keeps: (record) => !isSet(record) };
	return isBlank(query[parameter]) && !beginsBehind(call, walk) ? { parameter, name: 'approved', isSet } : 'asIs';
}

/** Throws for a start cursor: a list that is read in two halves can't be continued from a single position. */
export function refuseStartCursor(item: OperationItem, call: Call, walk: PageWalk, reading: Reading): void {
	if (isBlank(walk.startCursor) || reading.activeOnly === undefined || wantedOf(call, walk, reading) === 'asIs') return;
	throw inputError(
		item,
		'“Start Cursor” can’t be used with “Active and Inactive”',
		'This list is read in two halves, active and inactive, and a cursor works in only one of them. Use Return All, or set the service’s active/inactive parameter under Additional Query Parameters.',
	);
}

/**
 * Pages with only the selected records, up to the limit. The service's cursor would skip the records after the limit on
 * its page. For a caller that continues from it (`resumable`), one more request gets a cursor that points right after
 * the last record. The service's counts are kept only if no record was left out.
 */
async function* selectedPages(
	connection: Connection,
	call: Call,
	walk: PageWalk,
	{ keeps, doubt, end }: Selected,
	resumable: boolean,
): AsyncGenerator<CheckedPage> {
	const onwards = walk.direction === 'prev' ? 'previous' : 'next';
	let [room, isWhole, begin] = [walk.limit ?? Infinity, true, walk.startCursor];
	const upTo = async (rows: number): Promise<Collection> =>
		await collect(connection, call, { ...walk, limit: rows, pageSize: rows, startCursor: begin });
	for await (const page of pages(connection, call, { ...walk, limit: undefined, first: Math.min(room, FIRST) })) {
		const open = page.records.filter(keeps);
		const records = open.slice(0, room);
		const surplus = open[room];
		room -= records.length;
		isWhole &&= open.length === page.records.length;
		const ofPages = room > 0 || page.incomplete?.reason === 'moved' ? page.incomplete : undefined;
		const incomplete = graver(ofPages, doubt?.());
		const isCut = surplus !== undefined;
		const part = isCut && resumable ? await upTo(page.records.indexOf(surplus)) : undefined;
		const next = isCut ? part?.last?.[onwards] : page[onwards];
		// Later pages may also have records that aren't selected.
		const counts = isWhole && !isCut && next === undefined ? {} : { count: undefined, total: undefined };
		const behind = isCut ? walk.places?.get(surplus) : page.behind;
		yield { ...page, ...counts, [onwards]: next, records, incomplete, behind, again: part?.pages };
		begin = next;
		if (room <= 0) break;
	}
	end?.();
}

function pagesOf(
	connection: Connection,
	call: Call,
	walk: PageWalk,
	wanted: Wanted,
	resumable = false,
): AsyncGenerator<HalfPage> {
	if (wanted === 'asIs') return pages(connection, call, walk);
	if ('keeps' in wanted) return selectedPages(connection, call, walk, wanted, resumable);
	return halves(connection, call, walk, wanted);
}

/** Sorts records by date, up or down like those of the longer half. Those without a date come last. */
function byDate(records: JsonObject[], longer: readonly JsonObject[], field: string): JsonObject[] {
	const dateOf = (record: JsonObject): string => toMoment(record[field], 'UTC') ?? '';
	const dates = longer.map(dateOf).filter((date) => date !== '');
	const sign = (dates[0] ?? '') > (dates.at(-1) ?? '') ? -1 : 1;
	return records
		.map((record) => ({ record, date: dateOf(record) }))
		.sort(({ date: a }, { date: b }) => {
			if (a === b) return 0;
			if (a === '' || b === '') return a === '' ? 1 : -1;
			return a < b ? -sign : sign;
		})
		.map(({ record }) => record);
}

/**
 * Both halves as one list. The service's cursors and counts are about one half, so they are dropped. They are kept if
 * the list can be continued and the second half adds nothing.
 */
async function collectHalves(
	pagesRead: AsyncIterable<HalfPage>,
	walk: PageWalk,
	approval: Approval | undefined,
	resumable: boolean,
): Promise<Collection> {
	const read: HalfPage[] = [];
	for await (const page of pagesRead) read.push(page);
	const { incomplete, moved, unread, behind } = read.pop() ?? {};
	const [first = [], second = []] = [false, true].map((which) => read.filter(({ isSecond }) => isSecond === which));
	const { records: ones, last } = await drain(first, walk);
	const { records: others } = await drain(second, walk);
	const all = [...ones, ...others];
	// Continuing after one of the records needs the order in which they were read.
	const isSorted = approval !== undefined && others.length > 0 && !walk.places;
	const records = isSorted ? byDate(all, ones.length < others.length ? others : ones, approval.date) : all;
	const isOne = resumable && approval !== undefined && others.length === 0;
	return { records, last: isOne ? last : undefined, pages: read.length, incomplete, moved, unread, behind };
}

/**
 * The records of a list, for items. With `each`, they are passed on page by page; only those of a list in two halves
 * are returned.
 */
export async function collectList(
	connection: Connection,
	call: Call,
	walk: PageWalk,
	reading: Reading,
	resumable: boolean,
	each?: (records: JsonObject[]) => Promise<void>,
): Promise<Collection> {
	const wanted = wantedOf(call, walk, reading);
	const read = pagesOf(connection, call, walk, wanted, resumable);
	if (wanted === 'asIs' || 'keeps' in wanted) return await drain(read, walk, each);
	return await collectHalves(read, walk, reading.approval, resumable);
}

/**
 * The same records in pages, for files. The second half follows the first unsorted, because neither is kept in memory.
 */
export async function* listPages(
	connection: Connection,
	call: Call,
	walk: PageWalk,
	reading: Reading,
): AsyncGenerator<Omit<HalfPage, 'data'>> {
	const wanted = wantedOf(call, walk, reading);
	// The service's count is for the whole list, not for a half, a selection or a part.
	const isCounted = wanted === 'asIs' && !isPartOf(call, walk) && heedsTotals(connection.settings.details);
	for await (const page of pagesOf(connection, call, walk, wanted))
		yield isCounted ? page : { ...page, total: undefined };
}
