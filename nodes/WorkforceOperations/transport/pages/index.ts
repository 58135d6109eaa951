import { type Endpoint, isKnown, type JsonObject, type Page, readCursor, type UnknownEndpoint } from '../../contract';
import { attempt } from '../attempt';
import type { Connection } from '../connection';
import { nodeError, ServiceError } from '../errors';
import { type Call, errorContext, send } from '../request';
import { byCursor, onePage } from './byCursor';
import { byLastRow } from './byLastRow';
import { byPageNumber } from './byPageNumber';
import { type Asked, type Incomplete, listName, type Pager, type Step, type Walk } from './pager';
import { placeIn, withoutEnds, type PlaceIn } from './place';
import { PageSizes } from './sizes';
import { Trail } from './trail';

export { incompleteWords } from './tally';
export type { Incomplete, Walk };

/** A page of a walk. The last one says where the list may lack records all the same. */
interface ListPage extends Page {
	incomplete?: Incomplete;
}

const pagingOf = (endpoint: Endpoint | UnknownEndpoint): Endpoint['paging'] =>
	isKnown(endpoint) ? endpoint.paging : { kind: endpoint.method === 'GET' ? 'cursor' : 'none' };

function pagerOf({ settings }: Connection, call: Call, walk: Walk, place: PlaceIn): Pager {
	const paging = pagingOf(call.endpoint);
	const parameter = isKnown(call.endpoint) ? call.endpoint.pageSize?.parameter : undefined;
	switch (paging.kind) {
		case 'cursor':
			return byCursor({ call, walk, sizeParameter: parameter, place, name: listName(settings.baseUrl, call) });
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
export async function* pages(connection: Connection, call: Call, walk: Walk = {}): AsyncGenerator<ListPage> {
	const { limit = Infinity, direction = 'next', startCursor } = walk;
	const onwards = direction === 'prev' ? 'previous' : 'next';
	const stop = (why: Step['stuck'], read: number): void => {
		if (why) throw nodeError(connection, { kind: 'incomplete', ...why }, errorContext(call, read));
	};
	if (startCursor !== undefined && readCursor(startCursor, direction) === undefined) stop(NO_START, 0);
	const places = placeIn(call);
	const pager = pagerOf(connection, call, walk, places);
	const sizes = new PageSizes(call, walk, connection.settings.baseUrl);
	const trail = new Trail();
	let [at, isQuestion] = [pager.start, false];
	let known: Page = { data: undefined, records: [] };
	let most = walk.first;
	for (let read = 0; ; most = undefined) {
		const place = { at, wanted: limit - read, most };
		const { page = known, step } = await take(connection, pager, sizes, place, { read, places });
		if (step.next !== undefined || step.records.length > 0) stop(trail.follow(step.records), read);
		read += step.records.length;
		const isLast = read >= limit;
		// What the answer to a question that brought nothing says of itself isn’t about the list.
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

const NO_START: Step['stuck'] = {
	message: 'The start cursor can’t be read',
	description: 'Give the next or previous cursor of an earlier page info, as it stands there.',
};

/** One page, in the largest size that the service takes, and what it brings; none where a refusal is an answer too. */
async function take(
	connection: Connection,
	pager: Pager,
	sizes: PageSizes,
	{ most = Infinity, ...place }: Pick<Asked, 'at' | 'wanted'> & { most?: number },
	{ read, places }: { read: number; places: PlaceIn },
): Promise<{ page?: Page; step: Step }> {
	for (;;) {
		const size = sizes.current && Math.min(sizes.current, most);
		const asked: Asked = { ...place, size, shrunk: sizes.shrunk };
		const request = pager.call(asked);
		const sent = await attempt(send(connection, { ...request.call, large: sizes.canShrink }, request.cursor, read));
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
	/** The last page that was read. Its cursors tell where to go on from what was read, in both directions. */
	last?: Page;
	pages: number;
	/** Why records may be missing though the list was read to its end. */
	incomplete?: Incomplete;
}

/** Reads a list to its end or to the limit, never a page more than that takes. */
export async function collect(connection: Connection, call: Call, walk: Walk = {}): Promise<Collection> {
	const records: JsonObject[] = [];
	const back = walk.direction === 'prev' ? 'next' : 'previous';
	let last: ListPage | undefined;
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
