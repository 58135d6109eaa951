import type { DatabaseSync, SQLInputValue } from 'node:sqlite';
import type { Choices } from '../core/choices.mts';
import { ServiceError } from '../core/errors.mts';
import { momentOf } from '../core/moments.mts';
import { selectAll, type Row, type Where } from './query.mts';

/** The service never says how many rows a page may hold; the sandbox serves at most this many (assumed). */
// Assumed, Pages: lists are ordered by ID unless an anchor asks for another sort order (an empty text anchor starts it from the
//   beginning). How the last page is marked, the largest page and the contents of a cursor are choices.
const maxLimit = 500;

/** The limit when larger pages are refused. */
const largestRefused = 200;

// Assumed, Pages: `count` and `recordCount` are the number of rows on the page; what `totalRecordCount` counts is a choice.
export type Direction = 'next' | 'prev';

/** A sort by one column, then by id, and the query parameter of its anchor. */
export interface Sort {
	parameter: string;
	column: string;
	/** The anchor in the query's format; numbers are epoch milliseconds. */
	toText: (value: SQLInputValue) => string;
	toValue: (text: string) => SQLInputValue;
}

export const textSort = (parameter: string, column: string): Sort => ({
	parameter,
	column: `${column} COLLATE NOCASE`,
	toText: String,
	toValue: (text) => text,
});

export const timeSort = (parameter: string, column: string): Sort => ({
	parameter,
	column,
	toText: (value) => new Date(Number(value)).toISOString(),
	toValue: (text) => momentOf(text),
});

interface PageRequest {
	choices: Choices;
	/** `SELECT … FROM …` without WHERE; must select the id as `id`. */
	select: string;
	where: Where;
	idColumn: string;
	sorts: readonly Sort[];
	/** The sort when no anchor is given; by id only if absent. */
	defaultSort?: Sort;
	/** Writes a cursor; by default as a query string. */
	cursor?: (direction: Direction, id: number, anchors: readonly Anchor[]) => string;
	/** The envelope has no cursor: clients build it from the last row's id. */
	withoutCursor?: boolean;
	/** The validated query of the request. */
	query: Record<string, unknown>;
	limit: number;
}

/** A parameter of a cursor besides the id. */
export interface Anchor {
	parameter: string;
	value: string;
}

export interface Page {
	rows: Row[];
	/** Undefined if the response has no place for it. */
	next: string | null | undefined;
	prev: string | null | undefined;
}

/**
 * A page by keyset pagination. The list is ordered by ID unless the request has the anchor of another sort. An empty
 * text anchor starts that sort from its beginning. Rows are compared with the anchor by value, so that a deleted row
 * doesn't break a walk.
 */
export function keysetPage(db: DatabaseSync, request: PageRequest): Page {
	const { query, idColumn } = request;
	const direction: Direction = query.direction === 'prev' ? 'prev' : 'next';
	const known = knownSorts(request);
	const sort = sortOf(request, known);
	const limit = pageSize(request);
	const where = request.where.copy();
	const place = placeOf(query, sort);
	if (place !== null) {
		checkPlace(request, known, place);
		beyond(where, idColumn, sort, place, direction);
	}
	const order = direction === 'next' ? 'ASC' : 'DESC';
	const sortBy = `${sort === null ? '' : `${sort.column} ${order}, `}${idColumn} ${order}`;
	const anchors = known.map(({ column }, index) => `${column} AS anchor_${index}, `).join('');
	const select = request.select.replace(/^SELECT /, `SELECT ${anchors}`);
	const found = selectAll(db, `${select} WHERE ${where.sql} ORDER BY ${sortBy} LIMIT ?`, [...where.values, limit + 1]);
	const isCutOff = found.length > limit;
	const rows = found.slice(0, limit);
	if (direction === 'prev') rows.reverse();
	const first = rows[0];
	const last = rows.at(-1);
	const valueOf = (row: Row, of: Sort): SQLInputValue => row[`anchor_${known.indexOf(of)}`] ?? null;
	const placeAt = (row: Row): Place => ({ id: Number(row.id), value: sort === null ? null : valueOf(row, sort) });
	const cursorAt = (way: Direction, row: Row): string =>
		(request.cursor ?? queryCursor)(
			way,
			Number(row.id),
			cursorSorts(request, known, sort).map((of) => ({ parameter: of.parameter, value: of.toText(valueOf(row, of)) })),
		);
	const linkTo = (way: Direction, row: Row | undefined): Page['next'] => {
		const more = way === direction ? isCutOff : row !== undefined && exists(db, request, sort, placeAt(row), way);
		return row !== undefined && more ? cursorAt(way, row) : endOf(request, way, row && cursorAt(way, row), sort, place);
	};
	return { rows, next: linkTo('next', last), prev: linkTo('prev', first) };
}

/** The value in place of a cursor at the end of the list; `behind` is the cursor after the last row. */
function endOf(
	request: PageRequest,
	way: Direction,
	behind: string | undefined,
	sort: Sort | null,
	place: Place | null,
): Page['next'] {
	const { query, choices } = request;
	const isAsked = place !== null && place.id !== null && way === (query.direction === 'prev' ? 'prev' : 'next');
	const own = (): string => {
		if (!isAsked) return behind ?? `direction=${way}`;
		const names = cursorSorts(request, knownSorts(request), sort).map(({ parameter }) => parameter);
		const anchors = names.map((parameter) => ({ parameter, value: String(query[parameter] ?? '') }));
		return (request.cursor ?? queryCursor)(way, Number(place.id), anchors);
	};
	switch (choices.end) {
		case 'null':
			return null;
		case 'absent':
			return undefined;
		case 'echo':
			return own();
		case 'always':
			return behind ?? own();
	}
}

const allAnchors = ({ choices, withoutCursor }: PageRequest): boolean =>
	choices.cursor === 'anchors' && withoutCursor !== true;

/** The sorts of the list, the default first. */
const knownSorts = ({ sorts, defaultSort }: PageRequest): Sort[] => [...(defaultSort ? [defaultSort] : []), ...sorts];

/**
 * The sort of this page: the first one with an anchor in the request. If it has all of them, the one that it names
 * first.
 */
function sortOf(request: PageRequest, known: readonly Sort[]): Sort | null {
	const named = Object.keys(request.query).filter((name) => typeof request.query[name] === 'string');
	if (allAnchors(request)) {
		const first = named.find((name) => known.some(({ parameter }) => parameter === name));
		return known.find(({ parameter }) => parameter === first) ?? known[0] ?? null;
	}
	const asked = request.sorts.find(({ parameter }) => named.includes(parameter));
	return asked ?? request.defaultSort ?? null;
}

/** The sorts with an anchor in a cursor, that of the page first. */
function cursorSorts(request: PageRequest, known: readonly Sort[], sort: Sort | null): readonly Sort[] {
	if (sort === null) return [];
	return allAnchors(request) ? [sort, ...known.filter((other) => other !== sort)] : [sort];
}

function pageSize({ choices, limit }: PageRequest): number {
	if (choices.largestPage === 'refused' && limit > largestRefused)
		throw new ServiceError(400, `limit must be at most ${largestRefused}.`, { field: 'limit' });
	return Math.min(limit, maxLimit);
}

/** Where a page begins: after a row, or at a value of the sort. */
interface Place {
	id: number | null;
	value: SQLInputValue;
}

function placeOf(query: Record<string, unknown>, sort: Sort | null): Place | null {
	const id = typeof query.referenceId === 'number' ? query.referenceId : null;
	if (sort === null) return id === null ? null : { id, value: null };
	const given = query[sort.parameter];
	const text = typeof given === 'string' ? given : '';
	return text === '' && id === null ? null : { id, value: sort.toValue(text) };
}

function checkPlace(request: PageRequest, known: readonly Sort[], { id }: Place): void {
	const { query } = request;
	const missing = known.map(({ parameter }) => parameter).filter((name) => typeof query[name] !== 'string');
	if (allAnchors(request) && (id === null || missing.length > 0))
		throw new ServiceError(
			400,
			`The cursor is not complete: ${[...(id === null ? ['referenceId'] : []), ...missing].join(', ')}.`,
			{
				field: 'referenceId',
			},
		);
}

function beyond(where: Where, idColumn: string, sort: Sort | null, place: Place, direction: Direction): void {
	const sign = direction === 'next' ? '>' : '<';
	if (sort === null) where.and(`${idColumn} ${sign} ?`, place.id);
	else if (place.id === null) where.and(`${sort.column} ${sign} ?`, place.value);
	else
		where.and(
			`${sort.column} ${sign} ? OR (${sort.column} = ? AND ${idColumn} ${sign} ?)`,
			place.value,
			place.value,
			place.id,
		);
}

function exists(
	db: DatabaseSync,
	request: PageRequest,
	sort: Sort | null,
	place: Place,
	direction: Direction,
): boolean {
	const where = request.where.copy();
	beyond(where, request.idColumn, sort, place, direction);
	return selectAll(db, `${request.select} WHERE ${where.sql} LIMIT 1`, where.values).length > 0;
}

function queryCursor(direction: Direction, id: number, anchors: readonly Anchor[]): string {
	return [
		`direction=${direction}&referenceId=${id}`,
		...anchors.map(({ parameter, value }) => `${parameter}=${encodeURIComponent(value)}`),
	].join('&');
}
