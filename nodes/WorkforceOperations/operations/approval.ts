import { type Endpoint, isBlank, isKnown, type JsonObject, type Page, toMoment } from '../contract';
import { type Call, collect, type Collection, type Connection, pages, type PageWalk } from '../transport';
import { type ListFlag, readOtherHalf } from './otherHalf';

// Guess: list.isApproved

/** A flag for approved records. It is undocumented whether `false`, its default, returns all records or only the unapproved. */
export interface Approval extends ListFlag {
	/** The date field by which the records of two readings are merged. */
	date: string;
	/** Filters that identify a single record; the list is then read once. */
	single: readonly string[];
}

/** Size of the first page when more records than the limit may have to be read. */
export const FIRST = 100;

/** Whether a record's own field says that it is approved. */
export const saysApproved = (record: JsonObject, field: string): boolean =>
	['true', '1'].includes(String(record[field]).trim().toLowerCase());

/**
 * Reads a list by approval.
 * - Flag on: approved records, as the service documents it.
 * - Off: without those whose own field says that they are approved.
 * - Not set: all; see `collectAll`.
 * The user's additional query parameters override all of this and are read as they are.
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

/** Whether a reading starts after the first page: at a cursor, or at the parameters that a cursor is made of. */
export function beginsBehind({ endpoint, query, additionalQuery }: Call, { startCursor }: PageWalk): boolean {
	const parameters: Endpoint['query'] = isKnown(endpoint) ? endpoint.query : [];
	const anchors = parameters.filter(({ name, type }) => type === 'cursor' && name !== 'direction');
	const values = { ...query, ...additionalQuery };
	return !isBlank(startCursor) || anchors.some(({ name }) => !isBlank(values[name]));
}

/** Whether a reading starts after the first page or is filtered to a single record. */
export const isPart = (call: Call, walk: PageWalk, { single }: Approval): boolean =>
	beginsBehind(call, walk) || single.some((name) => !isBlank({ ...call.query, ...call.additionalQuery }[name]));

/**
 * All records, whatever the service lists by default: if that list has no approved record, the approved ones are read as
 * well and merged by date. A limit applies in the service's own order; the second reading only fills what is left of it.
 * No cursor and no count is returned: the service's are about one of the readings.
 */
async function collectAll(connection: Connection, call: Call, walk: PageWalk, approval: Approval): Promise<Collection> {
	const first = await collect(connection, call, walk);
	const { records, pages: count } = first;
	const isFull = records.length >= (walk.limit ?? Infinity);
	if (isFull || isPart(call, walk, approval) || records.some((record) => saysApproved(record, approval.parameter))) {
		return first;
	}
	const others = await readOtherHalf(connection, call, walk, approval, first);
	// A total of one of the lists may cover both.
	const isMissing = ({ incomplete }: Collection): boolean =>
		incomplete !== undefined &&
		!(incomplete.total !== undefined && incomplete.total <= records.length + others.records.length);
	const incomplete = [first, others].find(isMissing)?.incomplete;
	const read = { pages: count + others.pages, incomplete };
	if (others.records.length === 0) return { ...first, ...read };
	return { ...read, records: merged(records, others.records, approval.date) };
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

/**
 * Unapproved records, up to the limit. When the limit cuts a page, that page's cursor would skip the records behind the
 * cut; for a caller that continues from it (`resumable`) one more request gets a cursor that points right after the last
 * record. The service's counts are returned only if no record was left out.
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
