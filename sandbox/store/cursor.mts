import type { DatabaseSync, SQLInputValue } from 'node:sqlite';
import { selectAll, type Row, type Where } from './query.mts';

/** The service never says how many rows a page may hold; the sandbox serves at most this many (assumed). */
export const maxLimit = 500;

export type Direction = 'next' | 'prev';

/** A sort by one column before the id, and the query parameter that carries its anchor. */
export interface Sort {
	parameter: string;
	column: string;
	/** The anchor as the query wants it; numbers are times in milliseconds. */
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
	toValue: (text) => Date.parse(text),
});

export interface PageRequest {
	/** `SELECT … FROM …` without WHERE; must select the id as `id`. */
	select: string;
	where: Where;
	idColumn: string;
	sorts: readonly Sort[];
	/** The sort when no anchor is given; by id alone when absent. */
	defaultSort?: Sort;
	/** Writes a cursor; as a query string when absent. */
	cursor?: (direction: Direction, id: number, sort: Sort | null, anchor: string) => string;
	/** The validated query of the request. */
	query: Record<string, unknown>;
	limit: number;
}

export interface Page {
	rows: Row[];
	next: string | null;
	prev: string | null;
}

/**
 * One page of a keyset walk. The list is ordered by id unless the request carries the anchor of another sort (an empty text anchor
 * starts that sort from its beginning). Rows beyond the anchor are compared by value, so a row that has gone does not break a walk.
 */
export function keysetPage(db: DatabaseSync, request: PageRequest): Page {
	const { query, idColumn } = request;
	const direction: Direction = query.direction === 'prev' ? 'prev' : 'next';
	const sort =
		request.sorts.find(({ parameter }) => typeof query[parameter] === 'string') ?? request.defaultSort ?? null;
	const write = request.cursor ?? queryCursor;
	const cursorAt = (way: Direction, row: Row): string =>
		write(way, Number(row.id), sort, sort === null ? '' : sort.toText(row.anchor_value ?? null));
	const limit = Math.min(request.limit, maxLimit);
	const where = request.where.copy();
	const anchor = anchorOf(query, sort);
	if (anchor !== null) beyond(where, idColumn, sort, anchor, direction);
	const order = direction === 'next' ? 'ASC' : 'DESC';
	const sortBy = `${sort === null ? '' : `${sort.column} ${order}, `}${idColumn} ${order}`;
	const select =
		sort === null ? request.select : request.select.replace(/^SELECT /, `SELECT ${sort.column} AS anchor_value, `);
	const found = selectAll(db, `${select} WHERE ${where.sql} ORDER BY ${sortBy} LIMIT ?`, [...where.values, limit + 1]);
	const more = found.length > limit;
	const rows = found.slice(0, limit);
	if (direction === 'prev') rows.reverse();
	const first = rows[0];
	const last = rows.at(-1);
	if (first === undefined || last === undefined) return { rows, next: null, prev: null };
	const hasNext = direction === 'next' ? more : exists(db, request, sort, last, 'next');
	const hasPrev = direction === 'prev' ? more : exists(db, request, sort, first, 'prev');
	return {
		rows,
		next: hasNext ? cursorAt('next', last) : null,
		prev: hasPrev ? cursorAt('prev', first) : null,
	};
}

interface Anchor {
	id: number | null;
	value: SQLInputValue;
}

function anchorOf(query: Record<string, unknown>, sort: Sort | null): Anchor | null {
	const id = typeof query.referenceId === 'number' ? query.referenceId : null;
	if (sort === null) return id === null ? null : { id, value: null };
	const given = query[sort.parameter];
	const text = typeof given === 'string' ? given : '';
	return text === '' && id === null ? null : { id, value: sort.toValue(text) };
}

function beyond(where: Where, idColumn: string, sort: Sort | null, anchor: Anchor, direction: Direction): void {
	const sign = direction === 'next' ? '>' : '<';
	if (sort === null) where.and(`${idColumn} ${sign} ?`, anchor.id);
	else if (anchor.id === null) where.and(`${sort.column} ${sign} ?`, anchor.value);
	else
		where.and(
			`${sort.column} ${sign} ? OR (${sort.column} = ? AND ${idColumn} ${sign} ?)`,
			anchor.value,
			anchor.value,
			anchor.id,
		);
}

function exists(db: DatabaseSync, request: PageRequest, sort: Sort | null, row: Row, direction: Direction): boolean {
	const where = request.where.copy();
	beyond(where, request.idColumn, sort, { id: Number(row.id), value: row.anchor_value ?? null }, direction);
	return selectAll(db, `${request.select} WHERE ${where.sql} LIMIT 1`, where.values).length > 0;
}

function queryCursor(direction: Direction, id: number, sort: Sort | null, anchor: string): string {
	const start = `direction=${direction}&referenceId=${id}`;
	return sort === null ? start : `${start}&${sort.parameter}=${encodeURIComponent(anchor)}`;
}
