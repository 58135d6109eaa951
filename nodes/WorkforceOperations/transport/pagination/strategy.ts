import { type Cursor, type Direction, isKnown, type JsonObject, type Page } from '../../contract';
import type { Call } from '../request';

export interface PageWalk {
	/** The most records that are wanted; all of them when absent. */
	limit?: number;
	/** Rows of a page as the user wants them. */
	pageSize?: number;
	/** The most rows of the first page, for who may need more than it but hopes not to. */
	first?: number;
	/** The page size where the user chose none; lowered where the service accepts only smaller pages. */
	largest?: number;
	/** Where an earlier walk stopped: the cursor that it reported, or one as the service writes it. */
	startCursor?: Cursor | string;
	direction?: Direction;
}

/** Why a list that was read to its end may lack records all the same, and what is known of their number. */
export interface Incomplete {
	reason: 'total' | 'undecided';
	/** Records that came. */
	read: number;
	/** Records that the service counts, where it does and its number is about this walk. */
	total?: number;
}

/** What a page was asked for. */
export interface PageRequest {
	at: Cursor | undefined;
	/** Rows of one page; undefined where the endpoint doesn't let the caller choose. */
	size: number | undefined;
	/** The most records that are still wanted. */
	wanted: number;
	/** The service has refused larger pages on this walk, whatever its own cursor says. */
	shrunk?: boolean;
}

/** What a page brings. */
export interface PageStep {
	/** The records that are handed up, never more than are wanted. */
	records: JsonObject[];
	/** Where the walk goes on; undefined at the end of the list. */
	next?: Cursor;
	/** The next request asks whether there is anything further: its answer may be no page at all. */
	isQuestion?: boolean;
	/** Where another walk goes on behind the last of these records. */
	resume?: Cursor;
	/** Why the list can't be read to its end, if more of it is wanted. */
	stuck?: { message: string; description: string };
	/** What is to be said of a list that ends here, and may lack records all the same. */
	incomplete?: Incomplete;
	/** The size of a page as the service counts, where that isn't what was asked for. */
	size?: number;
}

/** One way in which the service goes on from a page to the next: a page knows its records and its next request. */
export interface PaginationStrategy {
	start: Cursor | undefined;
	/** The call that brings a page. */
	call(asked: PageRequest): { call: Call; cursor?: Cursor };
	step(page: Page, asked: PageRequest): PageStep;
	/** What a request that failed comes to, where that is an answer too. */
	refused?(error: unknown): PageStep | undefined;
}

/** The cursor of a page; of a service that writes the size of its pages into it, with the smaller one that it takes. */
export function fitted({ at, size, shrunk }: PageRequest, parameter: string | undefined): Cursor | undefined {
	if (!shrunk || at === undefined || parameter === undefined || size === undefined) return at;
	return Number(at.get(parameter)) > size ? at.with(parameter, String(size)) : at;
}

/** The query of a page: as many rows as fit, but no more than are still wanted, so that its cursor points right behind them. */
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

/** A list of one address, by which is remembered what is learnt of it. */
export const listName = (baseUrl: string, { endpoint }: Call): string =>
	`${baseUrl} ${isKnown(endpoint) ? endpoint.id : ''}`;
