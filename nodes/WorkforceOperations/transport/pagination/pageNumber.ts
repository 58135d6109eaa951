import { Cursor, isKnown, type JsonObject, type Paging, readCursor } from '../../contract';
import type { PaginationStrategy, PageStep } from './strategy';
import type { ListWalk } from './totals';
import { positive } from './pageSize';

const REPEATED_NUMBERED_PAGE: PageStep['stuck'] = {
	message: 'The service sends the same page again and again',
	description: 'A page brought nothing but records that were there before, so the list can’t be read to its end.',
};

/** The page number in a cursor of the service; without one, it may be any page. */
const pageNumberOf = (cursor: Cursor): number => positive(cursor.get('page')) ?? Infinity;

/** The number of rows before a cursor's position: our own cursors hold `offset`, the service's a page number. */
function offsetOf(cursor: Cursor, size: number): number {
	const offset = positive(cursor.get('offset'));
	if (offset !== undefined) return offset;
	return ((positive(cursor.get('page')) ?? 1) - 1) * (positive(cursor.get('pageSize')) ?? size);
}

/**
 * Counts pages. New rows push older ones to later pages, so the upper bound in time is fixed and ids are compared. Our own
 * cursor counts rows instead of pages, so that the page size may change during a walk and between walks.
 */
export function pageNumberPagination(
	{ call, walk, rows: known, tally }: ListWalk,
	paging: Extract<Paging, { kind: 'pageNumber' }>,
): PaginationStrategy {
	// The walk counts by these three parameters, so the user's values for them become part of it.
	const additionalQuery = { ...call.additionalQuery };
	const { page: addedPage, [paging.pinned]: addedBound } = additionalQuery;
	for (const name of ['page', 'pageSize', paging.pinned]) delete additionalQuery[name];
	const start = readCursor(walk.startCursor, 'next') ?? new Cursor({ page: String(addedPage ?? 1) });
	let bound: unknown = start.get(paging.pinned) ?? addedBound ?? call.query?.[paging.pinned];
	// What the service does with a larger size is undocumented: if it caps the pages, one of this many rows is full.
	const { maximum = Infinity } = (isKnown(call.endpoint) && call.endpoint.pageSize) || {};
	let pagesRead = 0;
	const placeOf = (at = start, size = 1): { number: number; skipped: number } => {
		const offset = offsetOf(at, size);
		return { number: Math.floor(offset / size) + 1, skipped: offset % size };
	};
	return {
		start,
		call({ at, size }) {
			const query = { ...call.query, page: placeOf(at, size).number, pageSize: size, [paging.pinned]: bound };
			return { call: { ...call, query, additionalQuery } };
		},
		step(page, { at, size = 1, wanted }) {
			const { number, skipped } = placeOf(at, size);
			const rows = page.records;
			const cursorAt = (offset: number): Cursor =>
				new Cursor({ offset: String(offset), ...(bound ? { [paging.pinned]: String(bound) } : {}) });
			// A service with larger pages than requested counts in those, so this page begins elsewhere, unless it is the first: the
			// same position is requested again in pages of that size.
			const larger = rows.length > size ? rows.length : undefined;
			if (larger !== undefined && number > 1) {
				return { records: [], next: cursorAt((number - 1) * size + skipped), size: larger };
			}
			// Only the newest row of all is an upper bound that excludes none.
			if (number === 1 && (bound === undefined || bound === '')) bound = rows[0]?.[paging.timeField];
			const isFirst = pagesRead++ === 0;
			const compared = known.compare(rows.slice(skipped));
			const fresh = new Set(known.add(compared));
			const records: JsonObject[] = [];
			let row = skipped;
			for (; row < rows.length && records.length < wanted; row++) {
				const record = rows[row];
				if (record !== undefined && fresh.has(record)) records.push(record);
			}
			// Fewer rows than requested are the end (documented), unless the service names a further page nevertheless.
			const short = rows.length < size;
			const isCapped = short && rows.length >= maximum;
			const named = page.unreadable?.next === true || (page.next !== undefined && pageNumberOf(page.next) > number);
			const ended = row >= rows.length && short && !isCapped && (!named || rows.length === 0);
			// The first page shows whether pages are smaller than requested; after a later short page nothing follows except a page
			// that is named.
			const isSmaller = short && rows.length > 0 && isFirst;
			const behind = short && !isFirst && row >= rows.length ? number * size : (number - 1) * size + row;
			const next = ended ? undefined : cursorAt(behind);
			tally.add(records.length, page);
			const repeated = !ended && records.length === 0 && row > skipped;
			return {
				records,
				next,
				resume: next,
				size: isSmaller ? rows.length : larger,
				stuck: repeated ? REPEATED_NUMBERED_PAGE : undefined,
			};
		},
	};
}
