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
import { halves } from './halves';
import type { OperationItem } from './types';
import { advancedOf } from '../form/fields';

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

/** A flag of a list for which it is undocumented whether `false` returns all records or only the others. */
interface ListFlag {
	parameter: string;
	/** What the records are called that have it. */
	name: string;
	isSet: (record: JsonObject) => boolean;
}

/** The flags that decide how a list is read. */
export interface Reading {
	/** Only these of what the list has. */
	selected?: Selected;
	/** The flag that, when off, includes inactive records. */
	activeOnly?: string;
	/** The flag that, when on, returns approved records only. */
	approval?: Approval;
}

/** Takes the records of a page. */
type EachPage = (records: JsonObject[]) => Promise<void>;

/** Size of the first page when more records than the limit may have to be read. */
const FIRST = 100;

/**
 * What is read of a list: its pages as they come, some of its records, or both halves. The user's own value of a flag is
 * read as it is, and so is a part of a list.
 */
function wantedOf(
	call: Call,
	walk: PageWalk,
	{ activeOnly, approval, selected }: Reading,
): 'asIs' | Selected | ListFlag {
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
export function refuseStartCursor(item: OperationItem, call: Call, reading: Reading): void {
	if (reading.activeOnly === undefined || wantedOf(call, {}, reading) === 'asIs') return;
	if (isBlank(advancedOf(item).startCursor)) return;
	throw inputError(
		item,
		'“Start Cursor” can’t be used with “Active and Inactive”',
		'This list is read in two halves, active and inactive, and a cursor belongs to one of them. Use Return All, or set the service’s flag under Additional Query Parameters.',
	);
}

/** Selected records, and of a page that the limit cuts the number of rows up to the cut. */
async function* selectedPages(connection: Connection, call: Call, walk: PageWalk, { keeps, doubt, end }: Selected) {
	let room = walk.limit ?? Infinity;
	for await (const page of pages(connection, call, { ...walk, limit: undefined, first: Math.min(room, FIRST) })) {
		const open = page.records.filter(keeps);
		const records = open.slice(0, room);
		const surplus = open[room];
		room -= records.length;
		const ofPages = room > 0 || page.incomplete?.reason === 'moved' ? page.incomplete : undefined;
		const incomplete = graver(ofPages, doubt?.());
		const cut = surplus === undefined ? undefined : page.records.indexOf(surplus);
		const behind = surplus === undefined ? page.behind : walk.places?.get(surplus);
		yield { ...page, behind, records, incomplete, cut, isWhole: open.length === page.records.length };
		if (room <= 0) break;
	}
	end?.();
}

/**
 * Selected records as items. The cursor of a page that the limit cuts would skip the records behind the cut; for a caller
 * that continues from it (`resumable`) one more request gets a cursor that points right after the last record. The service's
 * counts are returned only if no record was left out.
 */
async function collectSelected(
	connection: Connection,
	call: Call,
	walk: PageWalk,
	selected: Selected,
	resumable: boolean,
	each: EachPage | undefined,
): Promise<Collection> {
	const onwards = walk.direction === 'prev' ? 'previous' : 'next';
	let begin = walk.startCursor;
	let [isWhole, more] = [true, 0];
	async function* resumed(): AsyncGenerator<CheckedPage> {
		for await (const { cut, isWhole: isAll, ...page } of selectedPages(connection, call, walk, selected)) {
			isWhole &&= isAll;
			const again = { ...walk, limit: cut, pageSize: cut, startCursor: begin };
			const part = cut !== undefined && resumable ? await collect(connection, call, again) : undefined;
			more += part?.pages ?? 0;
			begin = page[onwards];
			yield cut === undefined ? page : { ...page, [onwards]: part?.last?.[onwards] };
		}
	}
	const { last, ...read } = await drain(handed(resumed(), each), walk);
	// What follows may hold others as well.
	const counts = isWhole && last?.[onwards] === undefined ? {} : { count: undefined, total: undefined };
	return { ...read, pages: read.pages + more, last: last && { ...last, ...counts } };
}

/** Merges two lists by a date, in the sort direction of the longer one. Records without the date come last. */
function merged(one: JsonObject[], other: JsonObject[], field: string): JsonObject[] {
	const dateOf = (record: JsonObject): string | undefined => toMoment(record[field], 'UTC');
	const dates = (one.length < other.length ? other : one).flatMap((record) => dateOf(record) ?? []);
	const sign = (dates[0] ?? '') > (dates.at(-1) ?? '') ? -1 : 1;
	return [...one, ...other]
		.map((record) => ({ record, date: dateOf(record) }))
		.sort(({ date: a }, { date: b }) => {
			if (a === b) return 0;
			if (a === undefined || b === undefined) return a === undefined ? 1 : -1;
			return a < b ? -sign : sign;
		})
		.map(({ record }) => record);
}

/** A page of either half; the last one says which half a limit left unread, as far as no record of it came. */
interface HalfPage extends CheckedPage {
	isSecond: boolean;
	unread?: string;
}

async function* bothHalves(
	connection: Connection,
	call: Call,
	walk: PageWalk,
	flag: ListFlag,
): AsyncGenerator<HalfPage> {
	let isThere = false;
	for await (const { isHalf, ...page } of halves(connection, call, walk, flag.parameter)) {
		isThere ||= page.records.some(flag.isSet);
		yield isHalf && !isThere ? { ...page, unread: flag.name } : page;
	}
}

/** No cursor and no count is returned of two halves: the service's are about one of them. */
async function collectHalves(
	connection: Connection,
	call: Call,
	walk: PageWalk,
	flag: ListFlag,
	approval: Approval | undefined,
): Promise<Collection> {
	const read: HalfPage[] = [];
	for await (const page of bothHalves(connection, call, walk, flag)) read.push(page);
	const { incomplete, moved, unread, behind } = read.pop() ?? {};
	const both = { pages: read.length, incomplete, moved, unread, behind, isOfHalves: true };
	const half = async (second: boolean): Promise<Collection> =>
		await drain(
			read.filter(({ isSecond }) => isSecond === second),
			walk,
		);
	const [first, second] = [await half(false), await half(true)];
	// Behind the limit the other half may have records that the service's count of this one leaves out.
	const isCut = first.records.length >= (walk.limit ?? Infinity);
	const counts = isCut ? { count: undefined, total: undefined } : {};
	const last = approval && first.last && { ...first.last, ...counts };
	if (second.records.length === 0) return { ...both, records: first.records, last };
	// Whoever goes on behind one of them needs the order in which they were read.
	const isMerged = approval !== undefined && !walk.places;
	const all = [...first.records, ...second.records];
	return { ...both, records: isMerged ? merged(first.records, second.records, approval.date) : all };
}

/** Hands the records of each page over as it comes; none is kept. Without `each` the pages stay as they are. */
async function* handed(pages: AsyncIterable<CheckedPage>, each: EachPage | undefined): AsyncGenerator<CheckedPage> {
	for await (const page of pages) {
		await each?.(page.records);
		yield each === undefined ? page : { ...page, records: [] };
	}
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
	each?: EachPage,
): Promise<Collection> {
	const wanted = wantedOf(call, { startCursor: walk.startCursor }, reading);
	if (wanted === 'asIs') return await drain(handed(pages(connection, call, walk), each), walk);
	if ('keeps' in wanted) return await collectSelected(connection, call, walk, wanted, resumable, each);
	return await collectHalves(connection, call, walk, wanted, reading.approval);
}

/** The same records in pages, for files; only the second half follows the first unsorted, because neither is kept in memory. */
export async function* listPages(
	connection: Connection,
	call: Call,
	walk: PageWalk,
	reading: Reading,
): AsyncGenerator<Omit<CheckedPage, 'data'> & { unread?: string }> {
	const wanted = wantedOf(call, walk, reading);
	// The service's count is of the whole list, and not of a half, a selection or a part.
	const isCounted = wanted === 'asIs' && !isPartOf(call, walk) && heedsTotals(connection.settings.details);
	const read =
		wanted === 'asIs'
			? pages(connection, call, walk)
			: 'keeps' in wanted
				? selectedPages(connection, call, walk, wanted)
				: bothHalves(connection, call, walk, wanted);
	for await (const page of read) yield isCounted ? page : { ...page, total: undefined };
}
