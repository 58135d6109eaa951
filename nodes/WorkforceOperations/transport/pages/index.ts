import {
	type Cursor,
	type Endpoint,
	isKnown,
	type JsonObject,
	type Page,
	readCursor,
	type UnknownEndpoint,
} from '../../contract';
import { attempt } from '../attempt';
import type { Connection } from '../connection';
import { nodeError, ServiceError } from '../errors';
import { type Call, errorContext, send } from '../request';
import { byCursor, onePage } from './byCursor';
import { byLastRow } from './byLastRow';
import { byPageNumber } from './byPageNumber';
import type { Asked, Pager, Step, Walk } from './pager';
import { PageSizes } from './sizes';
import { Trail } from './trail';

export type { Walk };

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
	const { limit = Infinity, direction = 'next', startCursor } = walk;
	const onwards = direction === 'prev' ? 'previous' : 'next';
	const stop = (why: Step['stuck'], read: number): void => {
		if (why) throw nodeError(connection, { kind: 'incomplete', ...why }, errorContext(call, read));
	};
	if (startCursor !== undefined && readCursor(startCursor, direction) === undefined) stop(NO_START, 0);
	const pager = pagerOf(call, walk);
	const sizes = new PageSizes(call, walk, connection.settings.baseUrl);
	const trail = new Trail();
	let at: Cursor | undefined = pager.start;
	let most = walk.first;
	for (let read = 0; ; most = undefined) {
		const { page, asked } = await fetchPage(connection, pager, sizes, { at, wanted: limit - read, most }, read);
		const step = pager.step(page, asked);
		if (step.next !== undefined || step.records.length > 0) stop(trail.follow(step.records), read);
		read += step.records.length;
		yield { ...page, records: step.records, [onwards]: step.resume };
		if (read >= limit) return;
		stop(step.stuck, read);
		if (step.next === undefined) return;
		at = step.next;
		sizes.adopt(step.size);
	}
}

const NO_START: Step['stuck'] = {
	message: 'The start cursor can’t be read',
	description: 'Give the next or previous cursor of an earlier page info, as it stands there.',
};

/** One page, in the largest size that the service takes. */
async function fetchPage(
	connection: Connection,
	pager: Pager,
	sizes: PageSizes,
	{ most = Infinity, ...place }: Pick<Asked, 'at' | 'wanted'> & { most?: number },
	read: number,
): Promise<{ page: Page; asked: Asked }> {
	for (;;) {
		const size = sizes.current && Math.min(sizes.current, most);
		const asked: Asked = { ...place, size, shrunk: sizes.shrunk };
		const request = pager.call(asked);
		const sent = await attempt(send(connection, { ...request.call, large: sizes.canShrink }, request.cursor, read));
		if ('result' in sent) {
			sizes.accept();
			return { page: sent.result, asked };
		}
		if (!(sent.error instanceof ServiceError) || !sizes.shrink(sent.error.kind)) throw sent.error;
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
