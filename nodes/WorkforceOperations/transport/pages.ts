import { type Endpoint, type JsonObject, type Page, readCursor } from '../contract';
import type { Connection } from './connection';
import { nodeError } from './errors';
import { byPageNumber } from './pageNumbers';
import { type Call, send } from './request';

/** Rows asked for at once when the user names no page size: few requests, since those are limited. */
export const DEFAULT_PAGE_SIZE = 100;

export interface Walk {
	/** The most records that are wanted; all of them when absent. */
	limit?: number;
	pageSize?: number;
	/** Where an earlier walk stopped: the cursor that it reported. */
	startCursor?: string;
	direction?: 'next' | 'prev';
}

/** The page size that asks for as few pages as possible. */
function sizeFor({ pageSize }: Endpoint, walk: Walk): number | undefined {
	if (pageSize === undefined) return undefined;
	const wanted = walk.pageSize ?? pageSize.maximum ?? DEFAULT_PAGE_SIZE;
	return Math.max(1, Math.min(wanted, walk.limit ?? Infinity, pageSize.maximum ?? Infinity));
}

type Step = (cursor: string | undefined, recordsRead: number) => Promise<Page>;

const limitOf = (walk: Walk): number => walk.limit ?? Infinity;

/** Follows the cursor of the envelope, whatever it holds. */
async function* byCursor(connection: Connection, call: Call, walk: Walk, step: Step): AsyncGenerator<Page> {
	const onwards = walk.direction === 'prev' ? 'previous' : 'next';
	let cursor = readCursor(walk.startCursor, walk.direction ?? 'next');
	const seen = new Set([cursor]);
	for (let read = 0; ;) {
		const page = await step(cursor, read);
		const records = page.records.slice(0, limitOf(walk) - read);
		read += records.length;
		cursor = page[onwards];
		// Where the service sent more rows than were asked for, its cursor points beyond rows that nobody has seen.
		yield records.length < page.records.length ? { ...page, records, [onwards]: undefined } : page;
		if (cursor === undefined || read >= limitOf(walk)) return;
		if (seen.has(cursor)) {
			const explanation = {
				message: 'The service sends the same page again and again',
				description: 'Its cursor came back a second time, so the list can’t be read to its end.',
			};
			throw nodeError(connection, explanation, {
				endpoint: call.endpoint,
				itemIndex: call.itemIndex,
				recordsRead: read,
			});
		}
		seen.add(cursor);
	}
}

const firstValue = (record: JsonObject | undefined, names: readonly string[]): unknown =>
	names.map((name) => record?.[name]).find((value) => value !== undefined && value !== null && value !== '');

/** The id of a row: under one of the names that are assumed, else the first number whose name ends like that of an id. */
function rowId(record: JsonObject | undefined, names: readonly string[]): unknown {
	const shaped = Object.entries(record ?? {}).find(([name, value]) => /id$/i.test(name) && /^\d+$/.test(String(value)));
	return firstValue(record, names) ?? shaped?.[1];
}

/** Makes the cursor from the last row, since the envelope holds none, and goes on until a page brings nothing new. */
async function* byLastRow(connection: Connection, call: Call, walk: Walk, step: Step): AsyncGenerator<Page> {
	const { paging } = call.endpoint;
	if (paging.kind !== 'lastRow') return;
	const direction = walk.direction ?? 'next';
	const seen = new Set<unknown>();
	let cursor = readCursor(walk.startCursor, direction);
	// A name as anchor asks for a list that is sorted by name, so that it goes with the id only where one began like that.
	const byName = [cursor ?? '', ...Object.keys({ ...call.query, ...call.additionalQuery })].some((text) =>
		text.includes('referenceName'),
	);
	for (let read = 0; ;) {
		const page = await step(cursor, read);
		const fresh = page.records.filter((record) => {
			const id = rowId(record, paging.idFields);
			if (id === undefined) return read === 0;
			return seen.size < seen.add(id).size;
		});
		const records = fresh.slice(0, limitOf(walk) - read);
		read += records.length;
		const edge = direction === 'prev' ? records[0] : records[records.length - 1];
		const id = rowId(edge, paging.idFields);
		const name = byName ? firstValue(edge, paging.nameFields) : undefined;
		const anchors = new URLSearchParams({
			direction,
			referenceId: String(id),
			...(name === undefined ? {} : { referenceName: String(name) }),
		});
		cursor = id === undefined ? undefined : anchors.toString();
		yield { ...page, records, [direction === 'prev' ? 'previous' : 'next']: cursor };
		if (read >= limitOf(walk) || records.length === 0) return;
		// Without an id there is no way on: fine after a page that was not full, else rows would be missing without a word.
		if (cursor === undefined && page.records.length < (sizeFor(call.endpoint, walk) ?? 0)) return;
		if (cursor === undefined) {
			const explanation = {
				message: 'The list can’t be read to its end',
				description: 'Its rows hold no id to go on from. Switch off Return All and raise the limit and the page size.',
			};
			throw nodeError(connection, explanation, {
				endpoint: call.endpoint,
				itemIndex: call.itemIndex,
				recordsRead: read,
			});
		}
	}
}

/** The pages of any list, whatever way the service has of going on. Together they hold no more records than the limit. */
export async function* pages(connection: Connection, call: Call, walk: Walk = {}): AsyncGenerator<Page> {
	const { endpoint } = call;
	const size = sizeFor(endpoint, walk);
	const step: Step = async (cursor, read) => {
		const query = { ...call.query };
		// The last page asks for no more rows than are still wanted, so that its cursor points right behind them.
		if (size !== undefined && endpoint.pageSize)
			query[endpoint.pageSize.parameter] = Math.min(size, limitOf(walk) - read);
		if (walk.direction === 'prev') query.direction = 'prev';
		return await send(connection, { ...call, query }, cursor, read);
	};
	switch (endpoint.paging.kind) {
		case 'cursor':
			yield* byCursor(connection, call, walk, step);
			break;
		case 'lastRow':
			yield* byLastRow(connection, call, walk, step);
			break;
		case 'pageNumber':
			yield* byPageNumber(connection, call, { size: size ?? 1, limit: limitOf(walk), startCursor: walk.startCursor });
			break;
		case 'none': {
			const page = await step(undefined, 0);
			yield { ...page, records: page.records.slice(0, walk.limit) };
			break;
		}
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
