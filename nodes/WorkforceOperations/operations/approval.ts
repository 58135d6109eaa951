import { type Endpoint, isBlank, isKnown, type JsonObject, type Page, toMoment } from '../contract';
import { type Call, collect, type Collection, type Connection, pages, type PageWalk } from '../transport';
import { type ListFlag, readOtherHalf } from './otherHalf';

/** A flag that asks for approved records. The service doesn’t say whether `false`, its default, brings all or the others alone. */
export interface Approval extends ListFlag {
	/** The date by which records of two readings are put in order. */
	date: string;
	/** Filters that name one record: it is asked for once. */
	single: readonly string[];
}

/** Rows of the first page where more than a limit may have to be read for it. */
export const FIRST = 100;

/** Whether a record says of itself that it is approved. */
export const saysApproved = (record: JsonObject, field: string): boolean =>
	['true', '1'].includes(String(record[field]).trim().toLowerCase());

/**
 * Reads a list by whether its records are approved.
 * - With the flag: approved ones, as the service documents it.
 * - Off: without those that say that they are approved.
 * - Not asked for: all. See `collectAll`.
 * What the user adds to the query has the last word, and is read as it is.
 */
export async function collectByApproval(
	connection: Connection,
	call: Call,
	walk: PageWalk,
	approval: Approval,
	resumable: boolean,
): Promise<Collection> {
	const asked = approval.parameter in (call.additionalQuery ?? {}) ? 'true' : call.query?.[approval.parameter];
	if (asked === 'true') return await collect(connection, call, walk);
	if (asked === 'false') return await collectUnapproved(connection, call, walk, approval.parameter, resumable);
	return await collectAll(connection, call, walk, approval);
}

/** Whether a reading begins behind another, by a cursor or by what cursors are made of. */
export function beginsBehind({ endpoint, query, additionalQuery }: Call, { startCursor }: PageWalk): boolean {
	const parameters: Endpoint['query'] = isKnown(endpoint) ? endpoint.query : [];
	const anchors = parameters.filter(({ name, type }) => type === 'cursor' && name !== 'direction');
	const values = { ...query, ...additionalQuery };
	return !isBlank(startCursor) || anchors.some(({ name }) => !isBlank(values[name]));
}

/** Whether a reading begins behind another, or names its one record. */
export const isPart = (call: Call, walk: PageWalk, { single }: Approval): boolean =>
	beginsBehind(call, walk) || single.some((name) => !isBlank({ ...call.query, ...call.additionalQuery }[name]));

/**
 * All records, whatever the service lists by default: where that list shows no approved one, those are read as well and put
 * among the others by their date. A limit counts in the service's own order: what it leaves room for is filled up. No cursor
 * and no count of the service is about both readings: none is told.
 */
async function collectAll(connection: Connection, call: Call, walk: PageWalk, approval: Approval): Promise<Collection> {
	const first = await collect(connection, call, walk);
	const { records, pages: count } = first;
	const isFull = records.length >= (walk.limit ?? Infinity);
	if (isFull || isPart(call, walk, approval) || records.some((record) => saysApproved(record, approval.parameter))) {
		return first;
	}
	const others = await readOtherHalf(connection, call, walk, approval, first);
	// A total of one of the lists may be of both.
	const isMissing = ({ incomplete }: Collection): boolean =>
		incomplete !== undefined &&
		!(incomplete.total !== undefined && incomplete.total <= records.length + others.records.length);
	const incomplete = [first, others].find(isMissing)?.incomplete;
	const read = { pages: count + others.pages, incomplete };
	if (others.records.length === 0) return { ...first, ...read };
	return { ...read, records: merged(records, others.records, approval.date) };
}

/** Two lists as one, by a date, in the direction in which the longer one runs. Records without the date come last. */
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

/**
 * Records that don't say that they are approved, until there are as many as are wanted. Where the limit cuts a page, the
 * cursor of that page leads behind records that nobody has seen: who is to go on from there (`resumable`) gets one that
 * leads right behind the last record, by one more request. Counts of the service are told where nothing was left out.
 */
async function collectUnapproved(
	connection: Connection,
	call: Call,
	walk: PageWalk,
	field: string,
	resumable: boolean,
): Promise<Collection> {
	const { limit = Infinity, direction = 'next' } = walk;
	const [onwards, back] = direction === 'prev' ? (['previous', 'next'] as const) : (['next', 'previous'] as const);
	const records: JsonObject[] = [];
	let [first, last]: Array<Page | undefined> = [];
	let begin = walk.startCursor;
	let isWhole = true;
	let count = 0;
	let incomplete: Collection['incomplete'];
	for await (const page of pages(connection, call, { ...walk, limit: undefined, first: Math.min(limit, FIRST) })) {
		count++;
		first ??= page;
		last = page;
		const room = limit - records.length;
		const open = page.records.filter((record) => !saysApproved(record, field));
		isWhole &&= open.length === page.records.length;
		records.push(...open.slice(0, room));
		const surplus = open[room];
		if (surplus !== undefined) {
			const rows = page.records.indexOf(surplus);
			const again = { ...walk, limit: rows, pageSize: rows, startCursor: begin };
			const part = resumable ? await collect(connection, call, again) : undefined;
			count += part?.pages ?? 0;
			last = { ...page, [onwards]: part?.last?.[onwards] };
		}
		if (open.length >= room) break;
		begin = page[onwards];
		({ incomplete } = page);
	}
	const counts = isWhole ? {} : { count: undefined, total: undefined };
	return { records, last: last && { ...last, ...counts, [back]: first?.[back] }, pages: count, incomplete };
}
