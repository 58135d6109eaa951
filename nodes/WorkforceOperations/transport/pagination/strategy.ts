import { type Cursor, type Direction, isKnown, type JsonObject, type Page } from '../../contract';
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

/**
 * Why a list or its file may not be what it should, the gravest first: ids that can't be told apart, an unclear end, a larger
 * count of the service, lines that lack an amount, and a part that was asked for.
 */
const REASONS = ['moved', 'undecided', 'total', 'lines', 'limit'] as const;

export type Reason = (typeof REASONS)[number];

export const gravest = (reasons: ReadonlyArray<Reason | undefined>): Reason | undefined =>
	REASONS.find((reason) => reasons.includes(reason));

/** Why a list that was read to its end may be incomplete or hold records twice, with the known numbers. */
export interface Incomplete {
	reason: Extract<Reason, 'moved' | 'undecided' | 'total'>;
	read: number;
	/** The service's own count, if it is about this walk. */
	total?: number;
	/** With `moved`: an id that a page has shown twice. */
	id?: string;
}

/** The graver of two; of equal ones the later, which has the numbers of more pages. */
export const graver = (one: Incomplete | undefined, other: Incomplete | undefined): Incomplete | undefined =>
	other === undefined || (one && one.reason !== other.reason && gravest([one.reason, other.reason]) === one.reason)
		? one
		: other;

export interface PageRequest {
	at: Cursor | undefined;
	/** Rows per page; undefined if the endpoint doesn't let the caller choose. */
	size: number | undefined;
	/** How many more records are wanted at most. */
	wanted: number;
	/** The service has refused larger pages during this walk, whatever its own cursor says. */
	shrunk?: boolean;
}

export interface PageStep {
	/** The records to return, at most as many as wanted. */
	records: JsonObject[];
	/** Where the walk continues; undefined at the end. */
	next?: Cursor;
	/** The next request is a second opinion: its response may not be a page. */
	isQuestion?: boolean;
	/** Where another walk continues after the last of these records. */
	resume?: Cursor;
	/** Why the walk can't continue, if more records are wanted. */
	stuck?: { message: string; description: string };
	/** At the end of the list: whether it is the end is unclear. */
	isUndecided?: boolean;
	/** The service's own page size, if it isn't the requested one. */
	size?: number;
}

/** One of the service's ways to page: reads a page's records and determines the next request. */
export interface PaginationStrategy {
	start: Cursor | undefined;
	call(asked: PageRequest): { call: Call; cursor?: Cursor };
	step(page: Page, asked: PageRequest): PageStep;
	/** The result of a failed request, if the failure is an answer, too. */
	refused?(error: unknown): PageStep | undefined;
}

/** The cursor of a page; if the service writes the page size into it, with the smaller size that it accepts. */
export function fitted({ at, size, shrunk }: PageRequest, parameter: string | undefined): Cursor | undefined {
	if (!shrunk || at === undefined || parameter === undefined || size === undefined) return at;
	return Number(at.get(parameter)) > size ? at.with(parameter, String(size)) : at;
}

/** The query of a page: at most as many rows as wanted, so that its cursor points right behind them. */
export function sized(
	call: Call,
	parameter: string | undefined,
	{ size, wanted }: PageRequest,
	direction?: Direction,
): Call {
	const query = { ...call.query };
	if (parameter !== undefined && size !== undefined) query[parameter] = Math.min(size, wanted);
	if (direction === 'prev') query.direction = 'prev';
	return { ...call, query };
}

/** The name of a list of a base address, under which facts about it are remembered. */
export const listName = (baseUrl: string, { endpoint }: Call): string =>
	`${baseUrl} ${isKnown(endpoint) ? endpoint.id : ''}`;
