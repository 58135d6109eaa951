import { type Cursor, type Endpoint, isKnown, type JsonObject, type Page, type UnknownEndpoint } from '../../contract';
import type { Connection } from '../connection';
import { nodeError } from '../errors';
import { type Call, errorContext, send } from '../request';
import { byCursor, onePage } from './byCursor';
import { byLastRow } from './byLastRow';
import { byPageNumber, positive } from './byPageNumber';
import type { Asked, Pager, Walk } from './pager';

export type { Walk };

/** Rows asked for at once when the user names no page size: few requests, since those are limited. */
export const DEFAULT_PAGE_SIZE = 100;

/** The page size that asks for as few pages as possible. */
function sizeFor({ endpoint, additionalQuery }: Call, walk: Walk): number | undefined {
	if (!isKnown(endpoint) || endpoint.pageSize === undefined) return undefined;
	const { maximum = Infinity } = endpoint.pageSize;
	// Where pages are counted, the size that a user adds takes part in the count; elsewhere it only has the last word.
	const added =
		endpoint.paging.kind === 'pageNumber' ? positive(additionalQuery?.[endpoint.pageSize.parameter]) : undefined;
	if (added !== undefined) return added;
	const wanted = walk.pageSize ?? endpoint.pageSize.maximum ?? DEFAULT_PAGE_SIZE;
	return Math.max(1, Math.min(wanted, walk.limit ?? Infinity, maximum));
}

const pagingOf = (endpoint: Endpoint | UnknownEndpoint): Endpoint['paging'] =>
	isKnown(endpoint) ? endpoint.paging : { kind: endpoint.method === 'GET' ? 'cursor' : 'none' };

function pagerOf(call: Call, walk: Walk): Pager {
	const paging = pagingOf(call.endpoint);
	const parameter = isKnown(call.endpoint) ? call.endpoint.pageSize?.parameter : undefined;
	switch (paging.kind) {
		case 'cursor':
			return byCursor(call, walk, parameter);
		case 'lastRow':
			return byLastRow(call, walk, paging, parameter);
		case 'pageNumber':
			return byPageNumber(call, walk, paging);
		case 'none':
			return onePage(call, parameter);
	}
}

/**
 * The pages of any list, handed up as they come, whatever way the service has of going on. Together they hold no more
 * records than the limit, and no page is asked for that isn't needed for them.
 */
export async function* pages(connection: Connection, call: Call, walk: Walk = {}): AsyncGenerator<Page> {
	const { limit = Infinity } = walk;
	const onwards = walk.direction === 'prev' ? 'previous' : 'next';
	const pager = pagerOf(call, walk);
	let size = sizeFor(call, walk);
	let at: Cursor | undefined = pager.start;
	for (let read = 0; ;) {
		const asked: Asked = { at, size, wanted: limit - read };
		const request = pager.call(asked);
		const page = await send(connection, request.call, request.cursor, read);
		const step = pager.step(page, asked);
		read += step.records.length;
		yield { ...page, records: step.records, [onwards]: step.resume };
		if (read >= limit) return;
		if (step.stuck) throw nodeError(connection, { kind: 'incomplete', ...step.stuck }, errorContext(call, read));
		if (step.next === undefined) return;
		at = step.next;
		size = step.size ?? size;
	}
}

export interface Collection {
	records: JsonObject[];
	/** The last page that was read. Its cursors tell where to go on from what was read, in both directions. */
	last?: Page;
	pages: number;
}

/** Reads a list to its end or to the limit, never a page more than that takes. */
export async function collect(connection: Connection, call: Call, walk: Walk = {}): Promise<Collection> {
	const records: JsonObject[] = [];
	const back = walk.direction === 'prev' ? 'next' : 'previous';
	let last: Page | undefined;
	let first: Page | undefined;
	let count = 0;
	for await (const page of pages(connection, call, walk)) {
		for (const record of page.records) records.push(record);
		first ??= page;
		last = page;
		count++;
	}
	return { records, last: last && { ...last, [back]: first?.[back] }, pages: count };
}
