import {
	Cursor,
	type Direction,
	idNamesOf,
	isBlank,
	isKnown,
	type JsonObject,
	realIdOf,
	type ServiceDetails,
} from '../../contract';
import type { Call } from '../request';

/** Empty for no id. A number that JavaScript rounded lost its other digits, so it counts as none. */
const idPart = (value: unknown): string =>
	typeof value === 'number' && !Number.isSafeInteger(value) ? '' : (realIdOf(value) ?? '');

/** The first part of an id, for people. */
const shownId = (id: string): string => id.trim().replace(/\n.*/s, '').slice(0, 80);

interface Compared {
	/** The rows to return. */
	given: JsonObject[];
	/** Rows that appeared on no earlier page of this reading; rows without an id count as such. */
	fresh: number;
	/** Rows that another reading has returned. */
	known: number;
}

/**
 * Tells the rows of a list apart by their ids. A row that appears on a second page has moved during the read: the
 * first one is kept. Once a page has shown an id twice, ids prove nothing, and all rows are returned. Rows without an
 * id pass.
 */
export class SeenRows {
	/** An id that one page had twice. */
	shared: string | undefined;

	pagesWithoutId = 0;

	/** Readings that had rows without an id. */
	readonly withoutId = new Set<number>();

	/** Id → the reading that had it last. */
	private readonly ids = new Map<string, number>();

	/** Rows left out as moved. */
	private held: Array<readonly [id: string, record: JsonObject]> = [];

	private reading = 0;

	private readonly fields: readonly string[];

	private readonly besides: readonly string[];

	constructor({ endpoint }: Pick<Call, 'endpoint'>, details: ServiceDetails = {}) {
		const { ids = [], idsWith = [] } = isKnown(endpoint) ? endpoint : {};
		this.fields = idNamesOf(ids, details);
		this.besides = idsWith;
	}

	get moved(): string[] {
		return [...new Set(this.held.map(([id]) => shownId(id)))];
	}

	/** Starts another reading of the list with a different filter: known records haven't moved. */
	begin(): void {
		this.reading++;
	}

	take(records: JsonObject[]): Compared {
		const ids = records.map((record) => this.idOf(record));
		const onPage = new Set<string>();
		for (const id of ids) {
			if (id !== undefined && onPage.has(id)) this.shared ??= shownId(id);
			if (id !== undefined) onPage.add(id);
		}
		if (onPage.size === 0) this.pagesWithoutId++;
		const compared: Compared = { given: [], fresh: 0, known: 0 };
		if (this.shared !== undefined) compared.given = this.held.splice(0).map(([, record]) => record);
		records.forEach((record, index) => this.compare(record, ids[index], compared));
		for (const id of onPage) this.ids.set(id, this.reading);
		return compared;
	}

	private compare(record: JsonObject, id: string | undefined, compared: Compared): void {
		if (id === undefined) this.withoutId.add(this.reading);
		const seen = id === undefined ? undefined : this.ids.get(id);
		if (seen !== this.reading) compared.fresh++;
		if (id === undefined || seen === undefined || this.shared !== undefined) compared.given.push(record);
		else if (seen === this.reading) this.held.push([id, record]);
		else compared.known++;
	}

	/** All ids of a record together, because a single one may belong to something else. */
	private idOf(record: JsonObject): string | undefined {
		const parts = (fields: readonly string[]): string => fields.map((field) => idPart(record[field])).join('\n');
		const id = parts(this.fields);
		if (id.trim() === '') return undefined;
		return this.besides.length === 0 ? id : `${id}\n${parts(this.besides)}`;
	}
}

/** A place to continue a list: after this many rows of the page at a position, in the first or second of two halves. */
export interface Place {
	at?: Cursor;
	row: number;
	isSecond?: boolean;
}

export interface PageWalk {
	/** All records if absent. */
	limit?: number;
	pageSize?: number;
	/** The maximum number of rows on the first page, for callers that rarely need more. */
	first?: number;
	/** Maximum page size if the user chose none; reduced if the service accepts only smaller pages. */
	largest?: number;
	/** Continues an earlier walk, at its cursor or one of the service. */
	startCursor?: Cursor | string;
	direction?: Direction;
	/** The place after which to continue an earlier walk. */
	from?: Place;
	/** Filled with the place of each record, so that a later walk can continue after it. */
	places?: WeakMap<JsonObject, Place>;
	/** Shared with another reading of the same list. */
	rows?: SeenRows;
	/** The second of two halves is read. */
	isSecond?: boolean;
}

export interface PageRequest {
	at: Cursor | undefined;
	/** Rows per page; undefined if the endpoint doesn't let the caller choose. */
	size: number | undefined;
	/** The maximum number of records still wanted. */
	wanted: number;
}

function ownEntries({ query, additionalQuery, writtenPath = '' }: Call): Array<readonly [string, string]> {
	const given = Object.entries({ ...query, ...additionalQuery });
	const written = new Cursor(writtenPath.split('?')[1] ?? '').entries;
	return [...written, ...given.map(([name, value]) => [name, String(value ?? '')] as const)];
}

/** These parameters say how a page is read, not where it begins. */
const ABOUT_THE_PAGE = new Set(['direction', 'limit', 'pageSize']);

/** A position in comparable form: the cursor's parameters that don't repeat the call. Empty at the start. */
export function positionsOf(call: Call): (cursor: Cursor | undefined) => string {
	const sent = new Set(ownEntries(call).map((pair) => pair.join('=')));
	return (cursor) =>
		(cursor?.entries ?? [])
			.filter(([name, value]) => !ABOUT_THE_PAGE.has(name) && !sent.has(`${name}=${value}`))
			.map((pair) => pair.join('='))
			.sort()
			.join('&');
}

/** Whether a walk continues an earlier one, without its records. */
export const goesOn = ({ from }: PageWalk): boolean =>
	from !== undefined && (from.at !== undefined || from.row > 0 || from.isSecond === true);

const POSITION = /^(?:reference\w+|page|offset)$/i;

/** Whether a parameter's value means the start of the list. */
const isStart = (name: string, value: string): boolean =>
	isBlank(value) || Number(value) === 0 || (name.toLowerCase() === 'page' && Number(value) === 1);

/**
 * Whether a reading begins after the list's start: at a cursor, at the parameters that a cursor consists of, or at a
 * later page. Also if the user's own parameter sets the number of rows of a list with a single page.
 */
export function beginsBehind(call: Call, { startCursor }: PageWalk): boolean {
	const { endpoint, additionalQuery = {} } = call;
	const isPosition = ([name, value]: readonly [string, string]): boolean =>
		POSITION.test(name) && !isStart(name, value);
	if (!isBlank(startCursor) || ownEntries(call).some(isPosition)) return true;
	const size = isKnown(endpoint) && endpoint.paging.kind === 'none' ? endpoint.pageSize?.parameter : undefined;
	return size !== undefined && !isBlank(additionalQuery[size]);
}

/** Whether only part of a list is read: it begins after the start, or runs backwards. */
export const isPartOf = (call: Call, walk: PageWalk): boolean =>
	walk.direction === 'prev' ||
	goesOn(walk) ||
	ownEntries(call).some(([name, value]) => name === 'direction' && value === 'prev') ||
	beginsBehind(call, walk);
