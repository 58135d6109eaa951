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

/** Why the rest of a list can't be reached. */
export interface Stuck {
	message: string;
	description: Cures;
}

/** A page, and what was found about it. */
interface PageRead {
	page: Page;
	asked: PageRequest;
	/** Its rows behind the position that was asked for, and how many of them stood on no page before. */
	rows: JsonObject[];
	fresh: number;
	full: boolean;
	/** The last row that is handed on, and whether a limit keeps back others behind it. */
	edge: JsonObject | undefined;
	isCut: boolean;
}

/** One of the service's ways to page. */
export interface Pager {
	start?: Cursor;
	request(asked: PageRequest): { call: Call; cursor?: Cursor };
	/** The rows of a page behind the position that was asked for; all where it isn't given. */
	rows?(page: Page, asked: PageRequest): JsonObject[];
	/** What a page says of the next: its position, that there is none, or nothing. */
	next(read: PageRead): Cursor | 'none' | 'unsaid' | Stuck;
}

/** How many characters of what can't be read are shown. */
const SHOWN = 200;

const unreadable = (said: unknown): Stuck => ({
	message: 'The service announces a next page in an unreadable form',
	description: [
		`So the list can’t be read to its end. Expected a query such as direction=next&referenceId=7, but received: ${JSON.stringify(said)?.slice(0, SHOWN)}.`,
		forPerson('Ask the support of the service.'),
	],
});

const withoutId = (row: JsonObject = {}, names: readonly string[]): Stuck => ({
	message: 'The list can’t be read to its end',
	description: [
		`Its last row has no ID to go on from, under ${names.join(' or ')}. Its fields: ${Object.keys(row).join(', ').slice(0, SHOWN)}.`,
		forPerson(
			'Name the one with the ID in Service Details of the credential, or switch off Return All and raise the limit and the page size.',
		),
	],
});

/** Asks for at most as many rows as wanted, so that the service's cursor points right behind them. */
function sized(call: Call, { size, wanted }: PageRequest, direction: PageWalk['direction']): Call {
	const query = { ...call.query };
	const parameter = isKnown(call.endpoint) ? call.endpoint.pageSize?.parameter : undefined;
	if (parameter !== undefined && size !== undefined) query[parameter] = Math.min(size, wanted);
	if (direction === 'prev') query.direction = 'prev';
	return { ...call, query };
}

/** The document's second rule: the list goes on behind its last row, until a page has no new one. */
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

/** Follows the envelope's cursor or, where the list has none, its last row. */
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
			// Where a limit keeps rows back, the cursor points beyond them.
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
 * Counts pages. New rows push older ones to later pages, so the upper bound in time is fixed. Our own cursor counts rows
 * instead of pages, so that the page size may change during a walk and between walks.
 */
export function numberPager(call: Call, walk: PageWalk, paging: Extract<Paging, { kind: 'pageNumber' }>): Pager {
	// The walk counts by these three parameters, so the user's values for them become part of it.
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
			// Only the newest row of all is an upper bound that excludes none.
			if (page === 1 && isBlank(bound)) bound = records[0]?.[paging.timeField];
			// Fewer rows than requested are the end (documented).
			if (!isCut && records.length < size) return 'none';
			const offset = isCut && edge ? (page - 1) * size + records.indexOf(edge) + 1 : page * size;
			return new Cursor({ offset: String(offset), ...(isBlank(bound) ? {} : { [paging.pinned]: String(bound) }) });
		},
	};
}
