import {
	type Endpoint,
	heedsTotals,
	idNamesOf,
	isKnown,
	type JsonObject,
	type Page,
	readCursor,
	type UnknownEndpoint,
} from '../../contract';
import { settle } from '../settle';
import { type Connection, withKnownTimes } from '../connection';
import { nodeError, ServiceError } from '../errors/serviceError';
import { type Call, errorContext, sendCall } from '../request';
import { cursorPagination, onePage } from './cursor';
import { keysetPagination } from './keyset';
import { pageNumberPagination } from './pageNumber';
import {
	type Incomplete,
	listName,
	type PageRequest,
	type PaginationStrategy,
	type PageStep,
	type PageWalk,
} from './strategy';
import { cursorPosition, withoutEnds, type CursorPosition } from './ownCursor';
import { PageSizes } from './pageSize';
import { LoopGuard } from './loopGuard';
import { SeenRows } from './seenRows';
import { type ListWalk, TotalCheck } from './totals';

export { beginsBehind, isPartOf } from './ownCursor';
export { SeenRows } from './seenRows';
export { graver, gravest, type Reason } from './strategy';
export { incompleteParts, incompleteWords } from './totals';
export type { Incomplete, PageWalk };

export interface CheckedPage extends Page {
	/** Why the list may be incomplete, on its last page, or hold records twice. */
	incomplete?: Incomplete;
	/** The ids of records that stood on several pages up to this one, and come once. */
	moved?: string[];
}

const pagingOf = (endpoint: Endpoint | UnknownEndpoint): Endpoint['paging'] =>
	isKnown(endpoint) ? endpoint.paging : { kind: endpoint.method === 'GET' ? 'cursor' : 'none' };

/** For the rows of a list. Form templates, whose fields are all assumed, don't merge what their pages share. */
export const seenRows = ({ endpoint }: Call): SeenRows =>
	new SeenRows(isKnown(endpoint) ? endpoint.ids : [], pagingOf(endpoint).kind !== 'lastRow');

function strategyOf({ settings }: Connection, list: ListWalk, place: CursorPosition): PaginationStrategy {
	const paging = pagingOf(list.call.endpoint);
	switch (paging.kind) {
		case 'cursor':
			return cursorPagination({ ...list, place, name: listName(settings.baseUrl, list.call) });
		case 'lastRow':
			return keysetPagination(list, idNamesOf(paging.idFields, settings.details), paging.nameFields);
		case 'pageNumber':
			return pageNumberPagination(list, paging);
		case 'none':
			return onePage(list);
	}
}

/**
 * Yields the pages of any list, by whichever strategy its endpoint needs. In total they have at most `limit` records, and
 * no page is requested that isn't needed for them.
 */
export async function* pages(connection: Connection, call: Call, walk: PageWalk = {}): AsyncGenerator<CheckedPage> {
	const { limit = Infinity, direction = 'next', startCursor } = walk;
	const onwards = direction === 'prev' ? 'previous' : 'next';
	const stop = (why: PageStep['stuck'], read: number): void => {
		if (why) throw nodeError(connection, { kind: 'incomplete', ...why }, errorContext(call, read));
	};
	if (startCursor !== undefined && readCursor(startCursor, direction) === undefined) stop(NO_START, 0);
	const places = cursorPosition(call);
	const { rows = seenRows(call) } = walk;
	const tally = new TotalCheck(call, walk, heedsTotals(connection.settings.details));
	const sizeParameter = isKnown(call.endpoint) ? call.endpoint.pageSize?.parameter : undefined;
	const pager = strategyOf(connection, { call, walk, sizeParameter, rows, tally }, places);
	const sizes = new PageSizes(call, walk, connection.settings.baseUrl);
	const loopGuard = new LoopGuard(rows);
	let [at, isQuestion] = [pager.start, false];
	let known: Page = { data: undefined, records: [] };
	let most = walk.first;
	for (let read = 0; ; most = undefined) {
		const place = { at, wanted: limit - read, most };
		const { page = known, step } = await readPage(connection, pager, sizes, place, { read, places });
		if (step.next !== undefined || step.records.length > 0) stop(loopGuard.follow(step.records), read);
		read += step.records.length;
		const isLast = read >= limit;
		// An empty second opinion says nothing about the list.
		if (!isQuestion || step.records.length > 0) known = page;
		const behind = step.isQuestion === true && !isLast ? step.next : step.resume;
		const { shared, moved } = rows;
		const isCut = isLast || step.next !== undefined;
		const isUndecided = step.isUndecided === true || sizes.isOver;
		const incomplete = tally.incomplete({ shared, isUndecided, isCut });
		yield { ...known, records: withKnownTimes(connection, step.records), [onwards]: behind, incomplete, moved };
		if (isLast) return;
		stop(step.stuck, read);
		if (step.next === undefined) return;
		[at, isQuestion] = [step.next, step.isQuestion === true];
		sizes.adopt(step.size);
	}
}

const NO_START: PageStep['stuck'] = {
	message: 'The start cursor can’t be read',
	description: 'Give the next or previous cursor of an earlier page info, as it stands there.',
};

/** Reads one page in the largest size that the service accepts; no step if a refusal is an answer, too. */
async function readPage(
	connection: Connection,
	pager: PaginationStrategy,
	sizes: PageSizes,
	{ most = Infinity, ...place }: Pick<PageRequest, 'at' | 'wanted'> & { most?: number },
	{ read, places }: { read: number; places: CursorPosition },
): Promise<{ page?: Page; step: PageStep }> {
	for (;;) {
		const size = sizes.current && Math.min(sizes.current, most);
		const asked: PageRequest = { ...place, size, shrunk: sizes.shrunk };
		const request = pager.call(asked);
		const sent = await settle(sendCall(connection, { ...request.call, large: sizes.canShrink }, request.cursor, read));
		if ('result' in sent) {
			sizes.accept();
			const page = withoutEnds(sent.result, places);
			return { page, step: pager.step(page, asked) };
		}
		const refused = pager.refused?.(sent.error);
		if (refused !== undefined) return { step: refused };
		if (!(sent.error instanceof ServiceError) || !sizes.shrink(sent.error.kind)) throw sent.error;
	}
}

export interface Collection {
	records: JsonObject[];
	/** The last page read; its cursors are where to continue, in both directions. */
	last?: Page;
	pages: number;
	/** Why records may be missing though the list was read to its end, or come twice. */
	incomplete?: Incomplete;
	/** The ids of records that have moved from page to page while the list was read. */
	moved?: string[];
}

export async function drain(
	pages: AsyncIterable<CheckedPage>,
	{ direction }: Pick<PageWalk, 'direction'> = {},
): Promise<Collection> {
	const records: JsonObject[] = [];
	const back = direction === 'prev' ? 'next' : 'previous';
	let last: CheckedPage | undefined;
	let first: Page | undefined;
	let count = 0;
	for await (const page of pages) {
		for (const record of page.records) records.push(record);
		first ??= page;
		last = page;
		count++;
	}
	const { incomplete, moved } = last ?? {};
	return { records, last: last && { ...last, [back]: first?.[back] }, pages: count, incomplete, moved };
}

/** Reads a list to its end or to the limit, with no page more than needed. */
export const collect = async (connection: Connection, call: Call, walk: PageWalk = {}): Promise<Collection> =>
	await drain(pages(connection, call, walk), walk);
