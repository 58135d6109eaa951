import { type Cures, forPerson } from '../failures/cure';
import {
	Cursor,
	type Endpoint,
	idNamesOf,
	isBlank,
	isKnown,
	type JsonObject,
	type Page,
	type Paging,
	pick,
	readCursor,
	type ServiceDetails,
} from '../../contract';
import type { Call } from '../request';
import { positive } from './pageSize';
import type { PageRequest, PageWalk } from './walk';

export interface Stuck {
	message: string;
	description: Cures;
}

interface PageRead {
	page: Page;
	asked: PageRequest;
	/** Rows after the requested position; `fresh`: how many of them appeared on no earlier page. */
	rows: JsonObject[];
	fresh: number;
	full: boolean;
	/** `edge`: the last row returned; `isCut`: a limit holds back rows after it. */
	edge: JsonObject | undefined;
	isCut: boolean;
}

/** One of the service's ways of paging. */
export interface Pager {
	start?: Cursor;
	request(asked: PageRequest): { call: Call; cursor?: Cursor };
	/** Keeps the rows after the requested position; all rows if absent. */
	rows?(page: Page, asked: PageRequest): JsonObject[];
	/** The next position, that there is none, or that the page doesn't say. */
	next(read: PageRead): Cursor | 'none' | 'unsaid' | Stuck;
}

const SHOWN = 200;

const unreadable = (said: unknown): Stuck => ({
	message: 'The service sends a next-page reference that can’t be read',
	description: [
		`The list can’t be read to the end. Expected a query such as direction=next&referenceId=7, but received: ${JSON.stringify(said)?.slice(0, SHOWN)}.`,
		forPerson('Ask the service’s support team.'),
	],
});

const withoutId = (row: JsonObject = {}, names: readonly string[]): Stuck => ({
	message: 'The list can’t be read to the end',
	description: [
		`Its last row has no ${names.join(' or ')} to continue from. Its fields: ${Object.keys(row).join(', ').slice(0, SHOWN)}.`,
		forPerson(
			'Enter the name of the ID field in the credential’s Service Details. Or switch off Return All, and raise the limit and the page size.',
		),
	],
});

/** Requests no more rows than wanted, so that the service's cursor points right after them. */
function sized(call: Call, { size, wanted }: PageRequest, direction: PageWalk['direction']): Call {
	const query = { ...call.query };
	const parameter = isKnown(call.endpoint) ? call.endpoint.pageSize?.parameter : undefined;
	if (parameter !== undefined && size !== undefined) query[parameter] = Math.min(size, wanted);
	if (direction === 'prev') query.direction = 'prev';
	return { ...call, query };
}

/** The document's second rule: the list continues after its last row, until a page has no new one. */
function behindRow(endpoint: Endpoint, details: ServiceDetails, direction: string): Pager['next'] {
	const ids = idNamesOf(endpoint.ids ?? [], details);
	const moment = endpoint.paging.kind === 'cursor' ? endpoint.paging.moment : undefined;
	return ({ edge = {}, fresh, full }) => {
		if (fresh === 0) return 'none';
		const [id, date] = [pick(edge, ids), moment && edge[moment]];
		if (isBlank(id) || (moment !== undefined && isBlank(date))) return full ? withoutId(edge, ids) : 'none';
		return new Cursor({
			direction,
			referenceId: String(id),
			...(moment === undefined ? {} : { referenceDateTime: String(date) }),
		});
	};
}

/** Follows the envelope's cursor or, if the list has none, its last row. */
export function cursorPager(call: Call, walk: PageWalk, details: ServiceDetails): Pager {
	const { endpoint } = call;
	const { direction = 'next' } = walk;
	const onwards = direction === 'prev' ? 'previous' : 'next';
	const isAnchored = isKnown(endpoint) && endpoint.query.some(({ name }) => name === 'referenceId');
	const behind = isAnchored ? behindRow(endpoint, details, direction) : undefined;
	const byRow = isKnown(endpoint) && endpoint.paging.kind === 'lastRow' ? behind : undefined;
	const unsaid = details.listEnd === 'lastRow' ? behind : undefined;
	return {
		start: readCursor(walk.startCursor, direction),
		request: (asked) => ({ call: sized(call, asked, direction), cursor: asked.at }),
		next(read) {
			if (byRow !== undefined) return byRow(read);
			const said = read.page.said?.[onwards];
			if (said === undefined) return unsaid?.(read) ?? (details.listEnd === 'unsaid' ? 'none' : 'unsaid');
			// If a limit holds rows back, the cursor points beyond them.
			if (isBlank(said) || read.isCut) return 'none';
			return read.page[onwards] ?? unreadable(said);
		},
	};
}

export const onePage = (call: Call): Pager => ({
	request: (asked) => ({ call: sized(call, asked, 'next') }),
	next: () => 'none',
});

/**
 * Counts pages. New rows push older ones to later pages, so the upper bound in time is fixed. Our own cursor counts
 * rows instead of pages, so that the page size may change during a walk and between walks.
 */
export function numberPager(call: Call, walk: PageWalk, paging: Extract<Paging, { kind: 'pageNumber' }>): Pager {
	// The walk sets these three parameters, so the user's values for them become part of it.
	const additionalQuery = { ...call.additionalQuery };
	const { page: addedPage = 1, [paging.pinned]: addedBound } = additionalQuery;
	for (const name of ['page', 'pageSize', paging.pinned]) delete additionalQuery[name];
	const start = readCursor(walk.startCursor, 'next') ?? new Cursor({ page: String(addedPage) });
	let bound: unknown = start.get(paging.pinned) ?? addedBound ?? call.query?.[paging.pinned];
	const placeOf = ({ at = start, size = 1 }: PageRequest): { page: number; skipped: number } => {
		const before = ((positive(at.get('page')) ?? 1) - 1) * (positive(at.get('pageSize')) ?? size);
		const offset = positive(at.get('offset')) ?? before;
		return { page: Math.floor(offset / size) + 1, skipped: offset % size };
	};
	return {
		start,
		request(asked) {
			const query = { ...call.query, page: placeOf(asked).page, pageSize: asked.size, [paging.pinned]: bound };
			return { call: { ...call, query, additionalQuery } };
		},
		rows: ({ records }, asked) => records.slice(placeOf(asked).skipped),
		next({ page: { records }, asked, edge, isCut }) {
			const { size = 1 } = asked;
			const { page } = placeOf(asked);
			// Only the newest row of all is an upper bound that excludes nothing.
			if (page === 1 && isBlank(bound)) bound = records[0]?.[paging.timeField];
			// Fewer rows than requested mean the end (documented).
			if (!isCut && records.length < size) return 'none';
			const offset = isCut && edge ? (page - 1) * size + records.indexOf(edge) + 1 : page * size;
			return new Cursor({ offset: String(offset), ...(isBlank(bound) ? {} : { [paging.pinned]: String(bound) }) });
		},
	};
}
