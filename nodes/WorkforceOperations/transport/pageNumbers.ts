import type { JsonObject, Page } from '../contract';
import type { Connection } from './connection';
import { nodeError } from './errors';
import { type Call, send } from './request';

interface NumberedWalk {
	/** Rows of one page. */
	size: number;
	limit: number;
	startCursor?: string;
}

const positive = (value: unknown): number | undefined => {
	const number = Number(value ?? 0);
	return Number.isInteger(number) && number > 0 ? number : undefined;
};

/** How many rows lie before the place that a cursor names: one of ours holds `offset`, one of the service a page number. */
function offsetOf(cursor: URLSearchParams, size: number): number {
	const offset = positive(cursor.get('offset'));
	if (offset !== undefined) return offset;
	return ((positive(cursor.get('page')) ?? 1) - 1) * (positive(cursor.get('pageSize')) ?? size);
}

/**
 * Counts pages. New rows push older ones to later pages, so the upper bound in time is pinned and ids are compared.
 * The reported cursor counts rows and not pages, so that the next walk may have another page size.
 */
export async function* byPageNumber(connection: Connection, call: Call, walk: NumberedWalk): AsyncGenerator<Page> {
	const { paging } = call.endpoint;
	if (paging.kind !== 'pageNumber') return;
	// The walk counts by these three, so that what the user adds under their names becomes part of it.
	const {
		page: addedPage,
		pageSize: addedSize,
		[paging.pinned]: addedBound,
		...additionalQuery
	} = call.additionalQuery ?? {};
	let size = positive(addedSize) ?? walk.size;
	const start = new URLSearchParams(walk.startCursor ?? { page: String(addedPage ?? 1) });
	let bound: unknown = start.get(paging.pinned) ?? addedBound ?? call.query?.[paging.pinned];
	const seen = new Set<unknown>();
	for (let read = 0, offset = offsetOf(start, size); ;) {
		const number = Math.floor(offset / size) + 1;
		const query = { ...call.query, page: number, pageSize: size, [paging.pinned]: bound };
		const page = await send(connection, { ...call, query, additionalQuery }, undefined, read);
		const rows = page.records;
		// Only the newest row of all bounds the list without leaving any out.
		if (number === 1 && (bound === undefined || bound === '')) bound = rows[0]?.[paging.timeField];
		const records: JsonObject[] = [];
		const skipped = offset % size;
		let row = skipped;
		for (; row < rows.length && read + records.length < walk.limit; row++) {
			const record = rows[row];
			const id = record?.[paging.idField];
			if (record === undefined || (id !== undefined && seen.has(id))) continue;
			seen.add(id);
			records.push(record);
		}
		read += records.length;
		offset = (number - 1) * size + row;
		// Fewer rows than asked for are the end (documented), unless the service names a next page all the same.
		const short = rows.length < size;
		const ended = row >= rows.length && short && (page.next === undefined || rows.length === 0);
		const cursor = new URLSearchParams({
			offset: String(offset),
			...(bound ? { [paging.pinned]: String(bound) } : {}),
		});
		yield { ...page, records, next: ended ? undefined : cursor.toString() };
		if (ended || read >= walk.limit) return;
		if (records.length === 0 && row > skipped) {
			const explanation = {
				message: 'The service sends the same page again and again',
				description: 'A page brought nothing but records that were there before, so the list can’t be read to its end.',
			};
			throw nodeError(connection, explanation, {
				endpoint: call.endpoint,
				itemIndex: call.itemIndex,
				recordsRead: read,
			});
		}
		if (short) size = rows.length;
	}
}
