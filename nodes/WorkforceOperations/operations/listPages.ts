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

/** A flag for approved records. It is undocumented whether `false`, its default, returns all records or only the unapproved. */
interface Approval {
	parameter: string;
	/** The date field by which the records of two readings are merged. */
	date: string;
}

/** Records that are selected here, because the service has no filter for it. */
export interface Selected {
	keeps: (record: JsonObject) => boolean;
	/** The period that was asked for, where another one is read. */
	period?: { startDate: string; endDate: string };
	/** Why what was selected may not be all, as far as was read. */
	doubt?: () => Incomplete | undefined;
	/** Called after the last record; throws if none of them may be returned. */
	end?: () => void;
}

/** The first and last moment of the period that was asked for; undefined where none was. */
export const periodOf = ({ query = {} }: Call, selected: Selected | undefined): [unknown, unknown] => [
	selected?.period?.startDate ?? query.startDate ?? query.from,
	selected?.period?.endDate ?? query.endDate ?? query.to,
];

/** The flags that decide how a list is read. */
export interface Reading {
	/** Only these of what the list has. */
	selected?: Selected;
	/** The flag that, when off, includes inactive records. */
	activeOnly?: string;
	/** The flag that, when on, returns approved records only. */
	approval?: Approval;
}

/** Size of the first page when more records than the limit may have to be read. */
const FIRST = 100;

/**
 * What is read of a list: its pages as they come, some of its records, or both halves. The user's own value of a flag is
 * read as it is, and so is a part of a list.
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
 * Pages with the selected records alone, up to the limit. The service's cursor would skip what stands behind the limit on its
 * page; for a caller that continues from it (`resumable`) one more request gets one that points right after the last record.
 * The service's counts are told only if no record was left out.
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
		// What follows may hold others as well.
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

/** Records in the order of their dates: up or down as those of the longer half go; those without a date come last. */
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
 * Both halves as one list. No cursor and no count is returned of them, because the service's are about one, unless the second
 * adds nothing to one that can be continued.
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
	// Whoever goes on behind one of them needs the order in which they were read.
	const isSorted = approval !== undefined && others.length > 0 && !walk.places;
	const records = isSorted ? byDate(all, ones.length < others.length ? others : ones, approval.date) : all;
	const isOne = resumable && approval !== undefined && others.length === 0;
	return { records, last: isOne ? last : undefined, pages: read.length, incomplete, moved, unread, behind };
}

/**
 * The records of a list, for items; with `each` they are handed over page by page, and only those of a list in two halves
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

/** The same records in pages, for files; only the second half follows the first unsorted, because neither is kept in memory. */
export async function* listPages(
	connection: Connection,
	call: Call,
	walk: PageWalk,
	reading: Reading,
): AsyncGenerator<Omit<HalfPage, 'data'>> {
	const wanted = wantedOf(call, walk, reading);
	// The service's count is of the whole list, and not of a half, a selection or a part.
	const isCounted = wanted === 'asIs' && !isPartOf(call, walk) && heedsTotals(connection.settings.details);
	for await (const page of pagesOf(connection, call, walk, wanted))
		yield isCounted ? page : { ...page, total: undefined };
}
