import { forEditor } from '../failures/cure';
import { Cursor, heedsTotals, isKnown, type JsonObject, type Page, readCursor } from '../../contract';
import { type Connection, withKnownTimes } from '../connection';
import { nodeError, ServiceError } from '../errors/serviceError';
import { type Call, errorContext, sendCall } from '../request';
import { settle } from '../settle';
import { ending, type Incomplete, isFull, type Named } from './ending';
import { cursorPager, numberPager, onePage, type Pager, type Stuck } from './pagers';
import { PageSizes } from './pageSize';
import { isPartOf, type PageRequest, type PageWalk, type Place, positionsOf, SeenRows } from './walk';

export { graver, gravest, type Incomplete, incompleteParts, incompleteWords, type Reason } from './ending';
export { beginsBehind, goesOn, isPartOf, type PageWalk, type Place, SeenRows } from './walk';

export interface CheckedPage extends Page {
	/** Set on the last page. */
	incomplete?: Incomplete;
	/** The ids of records that appeared on several pages so far; each is returned once. */
	moved?: string[];
	/** Where the list continues, or may continue, after its records. */
	behind?: Place;
	/** How many more requests were sent for the cursor after its records. */
	again?: number;
}

function pagerOf({ settings: { details } }: Connection, call: Call, walk: PageWalk): Pager {
	const { endpoint } = call;
	if (!isKnown(endpoint)) return endpoint.method === 'GET' ? cursorPager(call, walk, details) : onePage(call);
	const { paging } = endpoint;
	if (paging.kind === 'pageNumber') return numberPager(call, walk, paging);
	return paging.kind === 'none' ? onePage(call) : cursorPager(call, walk, details);
}

const NO_START: Stuck = {
	message: 'The start cursor can’t be read',
	description: 'Use the next or previous cursor from an earlier “pageInfo”, unchanged.',
};

const REPEATED: Stuck = {
	message: 'The service keeps sending the same page',
	description: 'A page had nothing new, or pointed back to an earlier page, so the list can’t be read to the end.',
};

/** This many pages without ids are a loop: nothing shows whether their rows are new. */
const MOST_WITHOUT_ID = 1000;

const ENDLESS: Stuck = {
	message: 'The service keeps sending pages, and no row has an ID',
	description: [
		`After ${MOST_WITHOUT_ID} pages, it isn’t clear whether the rows are new.`,
		forEditor(
			'Request fewer records, or enter the name of the ID field in the credential’s Service Details.',
			'Ask for fewer records, or ask a person to enter the name of the ID field in the credential’s Service Details.',
		),
	],
};

interface Found {
	read: number;
	/** Includes the rows of other readings. */
	came: number;
	/** The service's count. */
	total: number | undefined;
	/** An id that one page had twice. */
	shared: string | undefined;
	named: Named;
}

/** Why the list may be incomplete or have duplicates, given how it continues after a page. */
function incompleteOf(what: ReturnType<typeof ending>, found: Found): Incomplete | undefined {
	const { read, came, total, shared, named } = found;
	const counts = { read, ...(total === undefined ? {} : { total }) };
	if (shared !== undefined) return { reason: 'moved', ...counts, id: shared };
	if (what === 'undecided') return { reason: what, ...counts, ...(named === 'unsaid' ? { unsaid: true } : {}) };
	return what === 'end' && (total ?? 0) > came ? { reason: 'total', ...counts } : undefined;
}

/** The largest page of a list with only one page, which a limit may have cut; 0 for any other list. */
const sizeOfOnly = ({ endpoint }: Call): number =>
	isKnown(endpoint) && endpoint.paging.kind === 'none' ? (endpoint.pageSize?.maximum ?? Infinity) : 0;

// Guess: pages.total
/** The service's count, for a walk forwards from the start; pages may state different ones. */
function countOf(counted: number | undefined, { total, count }: Page, isOnly: boolean): number | undefined {
	const said = total ?? (isOnly ? count : undefined);
	return said === undefined ? counted : Math.min(said, counted ?? said);
}

/**
 * Yields the pages of any list, by its endpoint's way of paging. Together they have at most `limit` records; no page
 * is requested without need.
 */
export async function* pages(connection: Connection, call: Call, given: PageWalk = {}): AsyncGenerator<CheckedPage> {
	const { limit = Infinity, direction = 'next', from, places, isSecond } = given;
	let left = from?.row ?? 0;
	const startCursor = from?.at ?? given.startCursor;
	const walk = { ...given, startCursor, limit: limit + left };
	const { baseUrl, details } = connection.settings;
	const onwards = direction === 'prev' ? 'previous' : 'next';
	const stuck = (why: Stuck, read: number): ServiceError =>
		nodeError(connection, { kind: 'incomplete', ...why }, errorContext(call, read));
	if (startCursor !== undefined && readCursor(startCursor, direction) === undefined) throw stuck(NO_START, 0);
	const { rows: seen = new SeenRows(call, details) } = walk;
	const standard = isKnown(call.endpoint) ? call.endpoint.pageSize?.standard : undefined;
	const isCounted = heedsTotals(details) && !isPartOf(call, walk);
	const largest = sizeOfOnly(call);
	const pager = pagerOf(connection, call, walk);
	const sizes = new PageSizes(call, walk, baseUrl);
	const positionOf = positionsOf(call);
	const positions = new Set([positionOf(pager.start)]);
	const lengths = new Set<number>();
	let [at, read, came, total] = [pager.start, 0, 0, undefined as number | undefined];
	for (let most = walk.first; ; most = undefined) {
		const { page, asked } = await readPage(connection, pager, sizes, { at, wanted: limit - read + left, most }, read);
		const rows = pager.rows?.(page, asked) ?? page.records;
		const { given: unseen, fresh, known } = seen.take(rows);
		const earlier = new Set(rows.slice(0, left));
		left -= earlier.size;
		const due = unseen.filter((row) => !earlier.has(row));
		const records = due.slice(0, limit - read);
		const full = isFull(page.records.length, asked.size && Math.min(asked.size, asked.wanted), standard, lengths);
		const isCut = records.length < due.length;
		const edge = direction === 'prev' ? rows[0] : isCut ? records.at(-1) : rows.at(-1);
		const said = pager.next({ page, asked, rows, fresh, full, edge, isCut });
		const next = said instanceof Cursor ? said : undefined;
		const isNew = next !== undefined && !positions.has(positionOf(next));
		const named = next !== undefined ? (isNew ? 'new' : 'asked') : said === 'unsaid' ? said : 'none';
		const what = ending({ rows: rows.length, fresh, full, named });
		const isLast = (read += records.length) >= limit;
		came += records.length + known;
		const mayGoOn =
			full && (named === 'none' ? rows.length >= (asked.size ?? Infinity) && rows.length < largest : true);
		if (isCounted) total = countOf(total, page, what !== 'on' && lengths.size === 0);
		const shown = withKnownTimes(connection, records);
		if (places !== undefined) {
			const order = new Map(rows.map((row, index) => [row, index]));
			records.forEach((row, index) => {
				const [record, place] = [shown[index], order.get(row)];
				if (record !== undefined && place !== undefined) places.set(record, { at, row: place, isSecond });
			});
		}
		const cutAt = isCut ? rows.indexOf(due[records.length] ?? {}) : mayGoOn ? rows.length : undefined;
		yield {
			...page,
			records: shown,
			behind:
				isNew && !isCut
					? { at: next, row: 0, isSecond }
					: cutAt === undefined
						? undefined
						: { at, row: cutAt, isSecond },
			[onwards]: isNew ? next : undefined,
			incomplete: incompleteOf(isLast ? 'on' : what, { read, came, total, shared: seen.shared, named }),
			moved: seen.moved,
		};
		if (isLast) return;
		if (typeof said === 'object' && 'message' in said) throw stuck(said, read);
		if (what === 'repeated') throw stuck(REPEATED, read);
		if (what !== 'on') return;
		if (seen.pagesWithoutId >= MOST_WITHOUT_ID) throw stuck(ENDLESS, read);
		positions.add(positionOf((at = next)));
		lengths.add(page.records.length);
	}
}

/** Uses the largest size that the service accepts. */
async function readPage(
	connection: Connection,
	pager: Pager,
	sizes: PageSizes,
	{ most = Infinity, ...place }: Pick<PageRequest, 'at' | 'wanted'> & { most?: number },
	read: number,
): Promise<{ page: Page; asked: PageRequest }> {
	for (;;) {
		const asked = { ...place, size: sizes.current && Math.min(sizes.current, most) };
		const { call, cursor } = pager.request(asked);
		const sent = await settle(sendCall(connection, { ...call, large: sizes.canShrink }, cursor, read));
		if ('result' in sent) {
			sizes.accept();
			return { page: sent.result, asked };
		}
		if (!(sent.error instanceof ServiceError) || !sizes.shrink(sent.error.kind)) throw sent.error;
	}
}

export interface Collection {
	records: JsonObject[];
	/** The last page read; its cursors continue the list in both directions. */
	last?: Page;
	pages: number;
	/** Why records may be missing or duplicated although the list was read to the end. */
	incomplete?: Incomplete;
	/** The ids of records that changed pages during the read. */
	moved?: string[];
	/** The half of the list that a limit left unread, as in “approved” or “active”. */
	unread?: string;
	/** Where the list continues, or may continue, after the records. */
	behind?: Place;
}

/**
 * The records of all pages. With `each`, those of a page are passed on before the next one is read, and none are kept.
 */
export async function drain(
	pages: AsyncIterable<CheckedPage> | Iterable<CheckedPage>,
	{ direction }: Pick<PageWalk, 'direction'> = {},
	each?: (records: JsonObject[]) => Promise<void>,
): Promise<Collection> {
	const records: JsonObject[] = [];
	const back = direction === 'prev' ? 'next' : 'previous';
	let last: CheckedPage | undefined;
	let first: Page | undefined;
	let count = 0;
	for await (const page of pages) {
		if (each) await each(page.records);
		else for (const record of page.records) records.push(record);
		first ??= page;
		last = page;
		count += 1 + (page.again ?? 0);
	}
	const { incomplete, moved, behind } = last ?? {};
	return { records, last: last && { ...last, [back]: first?.[back] }, pages: count, incomplete, moved, behind };
}

/** Reads a list to its end or the limit, with as few pages as possible. */
export const collect = async (connection: Connection, call: Call, walk: PageWalk = {}): Promise<Collection> =>
	await drain(pages(connection, call, walk), walk);
