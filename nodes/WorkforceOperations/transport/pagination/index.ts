import {
	type Endpoint,
	idNamesOf,
	isKnown,
	type JsonObject,
	type Page,
	readCursor,
	type UnknownEndpoint,
} from '../../contract';
import { settle } from '../settle';
import type { Connection } from '../connection';
import { nodeError, ServiceError } from '../errors/serviceError';
import { type Call, errorContext, sendCall } from '../request';
import { cursorPagination, onePage } from './cursor';
import { keysetPagination } from './keyset';
import { pageNumberPagination } from './pageNumber';
import {
	type PageRequest,
	type Incomplete,
	listName,
	type PaginationStrategy,
	type PageStep,
	type PageWalk,
} from './strategy';
import { cursorPosition, withoutEnds, type CursorPosition } from './ownCursor';
import { PageSizes } from './pageSize';
import { LoopGuard } from './loopGuard';

export { incompleteWords } from './totals';
export type { Incomplete, PageWalk };

/** A page of a walk; the last one says why the list may be incomplete. */
interface CheckedPage extends Page {
	incomplete?: Incomplete;
}

const pagingOf = (endpoint: Endpoint | UnknownEndpoint): Endpoint['paging'] =>
	isKnown(endpoint) ? endpoint.paging : { kind: endpoint.method === 'GET' ? 'cursor' : 'none' };

function strategyOf({ settings }: Connection, call: Call, walk: PageWalk, place: CursorPosition): PaginationStrategy {
	const paging = pagingOf(call.endpoint);
	const parameter = isKnown(call.endpoint) ? call.endpoint.pageSize?.parameter : undefined;
	switch (paging.kind) {
		case 'cursor':
			return cursorPagination({ call, walk, sizeParameter: parameter, place, name: listName(settings.baseUrl, call) });
		case 'lastRow':
			return keysetPagination(call, walk, idNamesOf(paging.idFields, settings.details), paging.nameFields, parameter);
		case 'pageNumber':
			return pageNumberPagination(call, walk, paging);
		case 'none':
			return onePage(call, parameter);
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
	const pager = strategyOf(connection, call, walk, places);
	const sizes = new PageSizes(call, walk, connection.settings.baseUrl);
	const loopGuard = new LoopGuard();
	let [at, isQuestion] = [pager.start, false];
	let known: Page = { data: undefined, records: [] };
	let most = walk.first;
	for (let read = 0; ; most = undefined) {
		const place = { at, wanted: limit - read, most };
		const { page = known, step } = await take(connection, pager, sizes, place, { read, places });
		if (step.next !== undefined || step.records.length > 0) stop(loopGuard.follow(step.records), read);
		read += step.records.length;
		const isLast = read >= limit;
		// An empty second opinion says nothing about the list.
		if (!isQuestion || step.records.length > 0) known = page;
		const behind = step.isQuestion === true && !isLast ? step.next : step.resume;
		const { incomplete } = isLast ? {} : step;
		yield { ...known, records: step.records, [onwards]: behind, incomplete };
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
async function take(
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
	/** Why records may be missing though the list was read to its end. */
	incomplete?: Incomplete;
}

/** Reads a list to its end or to the limit, with no page more than needed. */
export async function collect(connection: Connection, call: Call, walk: PageWalk = {}): Promise<Collection> {
	const records: JsonObject[] = [];
	const back = walk.direction === 'prev' ? 'next' : 'previous';
	let last: CheckedPage | undefined;
	let first: Page | undefined;
	let count = 0;
	for await (const page of pages(connection, call, walk)) {
		for (const record of page.records) records.push(record);
		first ??= page;
		last = page;
		count++;
	}
	return { records, last: last && { ...last, [back]: first?.[back] }, pages: count, incomplete: last?.incomplete };
}
