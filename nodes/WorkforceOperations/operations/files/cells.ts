import type { IDataObject } from 'n8n-workflow';

/** What a cell of a sheet holds. */
export type Cell = string | number | boolean | undefined;

/** A value as a cell: what is nested as JSON, which can be read back; undefined for an empty one. */
export function cellOf(value: unknown): Cell {
	if (value === null || value === undefined) return undefined;
	if (typeof value === 'object') return JSON.stringify(value);
	return typeof value === 'number' || typeof value === 'boolean' ? value : String(value);
}

/** The cells of a row, in the order of the columns. */
export const cellsOf = (row: IDataObject, columns: readonly string[]): Cell[] =>
	columns.map((column) => (Object.hasOwn(row, column) ? cellOf(row[column]) : undefined));
