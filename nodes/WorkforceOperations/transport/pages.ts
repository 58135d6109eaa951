import { type Endpoint, type JsonObject, type Page } from '../contract';
import type { Connection } from './connection';
import { nodeError } from './errors';
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
	const wanted = walk.pageSize ?? (pageSize.maximum ?? DEFAULT_PAGE_SIZE);
	return Math.max(1, Math.min(wanted, walk.limit ?? Infinity, pageSize.maximum ?? Infinity));
}

type Step = (cursor: string | undefined, recordsRead: number) => Promise<Page>;

/** Follows the cursor of the envelope, whatever it holds. */
async function* byCursor(connection: Connection, call: Call, walk: Walk, step: Step): AsyncGenerator<Page> {
	const seen = new Set<string>();
	let cursor = walk.startCursor;
	for (let read = 0; ; ) {
		const page = await step(cursor, read);
		yield page;
		read += page.records.length;
		cursor = walk.direction === 'prev' ? page.previous : page.next;
		if (cursor === undefined) return;
		if (seen.has(cursor)) {
			const explanation = {
				message: 'The service sends the same page again and again',
				description: `Its cursor came back a second time, so the list can't be read to its end.`,
			};
			throw nodeError(connection, explanation, { endpoint: call.endpoint, itemIndex: call.itemIndex, recordsRead: read });
		}
		seen.add(cursor);
	}
}

const firstValue = (record: JsonObject | undefined, names: readonly string[]): unknown =>
	names.map((name) => record?.[name]).find((value) => value !== undefined && value !== null && value !== '');

/** Makes the cursor from the last row, since the envelope holds none, and goes on until a page brings nothing new. */
async function* byLastRow(call: Call, walk: Walk, step: Step): AsyncGenerator<Page> {
	const { paging } = call.endpoint;
	if (paging.kind !== 'lastRow') return;
	const seen = new Set<unknown>();
	let cursor = walk.startCursor;
	for (let read = 0; ; ) {
		const page = await step(cursor, read);
		const fresh = page.records.filter((record) => !seen.has(firstValue(record, paging.idFields) ?? record));
		for (const record of fresh) seen.add(firstValue(record, paging.idFields) ?? record);
		const last = fresh[fresh.length - 1];
		const id = firstValue(last, paging.idFields);
		if (id === undefined) {
			yield { ...page, records: fresh };
			return;
		}
		const name = firstValue(last, paging.nameFields);
		const anchors = new URLSearchParams({ direction: walk.direction ?? 'next', referenceId: String(id) });
		if (name !== undefined) anchors.set('referenceName', String(name));
		cursor = anchors.toString();
		read += fresh.length;
		yield { ...page, records: fresh, next: cursor };
	}
}

/** Counts pages from 1. Newer events push older ones to later pages, so the upper bound is pinned and ids are compared. */
async function* byPageNumber(connection: Connection, call: Call, walk: Walk, size: number): AsyncGenerator<Page> {
	const { paging } = call.endpoint;
	if (paging.kind !== 'pageNumber') return;
	const start = new URLSearchParams(walk.startCursor);
	let pinned = start.get(paging.pinned) ?? call.query?.[paging.pinned];
	const seen = new Set<unknown>();
	for (let number = Number(start.get('page') ?? 1), read = 0; ; number++) {
		const query = { ...call.query, page: number, pageSize: size, [paging.pinned]: pinned };
		const page = await send(connection, { ...call, query }, undefined, read);
		if (pinned === undefined || pinned === '') pinned = page.records[0]?.[paging.timeField];
		const fresh = page.records.filter((record) => {
			const id = record[paging.idField];
			if (id !== undefined && seen.has(id)) return false;
			seen.add(id);
			return true;
		});
		read += fresh.length;
		const ended = page.records.length < size;
		const next = new URLSearchParams({ page: String(number + 1), ...(pinned ? { [paging.pinned]: String(pinned) } : {}) });
		yield { ...page, records: fresh, next: ended ? undefined : next.toString() };
		if (ended) return;
	}
}

/** The pages of any list, whatever way the service has of going on. */
export async function* pages(connection: Connection, call: Call, walk: Walk = {}): AsyncGenerator<Page> {
	const { endpoint } = call;
	const size = sizeFor(endpoint, walk);
	const step: Step = async (cursor, read) => {
		const query = { ...call.query };
		// The last page asks for no more rows than are still wanted, so that its cursor points right behind them.
		if (size !== undefined && endpoint.pageSize) query[endpoint.pageSize.parameter] = Math.min(size, (walk.limit ?? Infinity) - read);
		if (walk.direction === 'prev') query.direction = 'prev';
		return await send(connection, { ...call, query }, cursor, read);
	};
	switch (endpoint.paging.kind) {
		case 'cursor':
			yield* byCursor(connection, call, walk, step);
			break;
		case 'lastRow':
			yield* byLastRow(call, walk, step);
			break;
		case 'pageNumber':
			yield* byPageNumber(connection, call, walk, size ?? 1);
			break;
		case 'none':
			yield await step(undefined, 0);
			break;
	}
}

export interface Collection {
	records: JsonObject[];
	/** The last page that was read: its cursors tell where to go on. */
	last?: Page;
	pages: number;
}

/** Reads a list to its end or to the limit, never a page more than that takes. */
export async function collect(connection: Connection, call: Call, walk: Walk = {}): Promise<Collection> {
	const records: JsonObject[] = [];
	let last: Page | undefined;
	let count = 0;
	for await (const page of pages(connection, call, walk)) {
		for (const record of page.records) records.push(record);
		last = page;
		count++;
		if (walk.limit !== undefined && records.length >= walk.limit) break;
	}
	return { records: walk.limit === undefined ? records : records.slice(0, walk.limit), last, pages: count };
}
