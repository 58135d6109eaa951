import { Cursor, type Direction, isBlank, isKnown } from '../../contract';
import type { Call } from '../request';
import type { SeenRows } from './seenRows';

export interface PageWalk {
	/** The maximum of records; all if absent. */
	limit?: number;
	pageSize?: number;
	/** Maximum of rows on the first page, for callers that probably need no more. */
	first?: number;
	/** Maximum page size if the user chose none; reduced if the service accepts only smaller pages. */
	largest?: number;
	/** Where to continue an earlier walk: its cursor, or one of the service. */
	startCursor?: Cursor | string;
	direction?: Direction;
	/** What its rows are noted in, for another reading of the same list. */
	rows?: SeenRows;
}

/** What is asked for with the next request. */
export interface PageRequest {
	at: Cursor | undefined;
	/** Rows per page; undefined if the endpoint doesn't let the caller choose. */
	size: number | undefined;
	/** How many more records are wanted at most. */
	wanted: number;
}

/** The parameters of a call. */
function ownEntries({ query, additionalQuery, writtenPath = '' }: Call): Array<readonly [string, string]> {
	const given = Object.entries({ ...query, ...additionalQuery });
	const written = new Cursor(writtenPath.split('?')[1] ?? '').entries;
	return [...written, ...given.map(([name, value]) => [name, String(value ?? '')] as const)];
}

/** They say how a page is read, and not where it begins. */
const ABOUT_THE_PAGE = new Set(['direction', 'limit', 'pageSize']);

/** A position in comparable form: the parameters of its cursor that don't repeat the call. The list's start has none. */
export function positionsOf(call: Call): (cursor: Cursor | undefined) => string {
	const sent = new Set(ownEntries(call).map((pair) => pair.join('=')));
	return (cursor) =>
		(cursor?.entries ?? [])
			.filter(([name, value]) => !ABOUT_THE_PAGE.has(name) && !sent.has(`${name}=${value}`))
			.map((pair) => pair.join('='))
			.sort()
			.join('&');
}

const POSITION = /^(?:reference\w+|page|offset)$/i;

/** Values of parameters that mark a position, which is the start of the list. */
const isStart = (name: string, value: string): boolean =>
	isBlank(value) || Number(value) === 0 || (name.toLowerCase() === 'page' && Number(value) === 1);

/**
 * Whether a reading is but a part of its list: it starts at a cursor, at the parameters that a cursor is made of or at a
 * later page, or the user's own parameter is the number of rows of a list that has only one page.
 */
export function beginsBehind(call: Call, { startCursor }: PageWalk): boolean {
	const { endpoint, additionalQuery = {} } = call;
	const isPosition = ([name, value]: readonly [string, string]): boolean =>
		POSITION.test(name) && !isStart(name, value);
	if (!isBlank(startCursor) || ownEntries(call).some(isPosition)) return true;
	const size = isKnown(endpoint) && endpoint.paging.kind === 'none' ? endpoint.pageSize?.parameter : undefined;
	return size !== undefined && !isBlank(additionalQuery[size]);
}

/** Whether a reading can't be of the whole list: it begins behind the start, or goes backwards. */
export const isPartOf = (call: Call, walk: PageWalk): boolean =>
	walk.direction === 'prev' ||
	ownEntries(call).some(([name, value]) => name === 'direction' && value === 'prev') ||
	beginsBehind(call, walk);
