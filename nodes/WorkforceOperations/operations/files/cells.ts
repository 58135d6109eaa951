import type { IDataObject } from 'n8n-workflow';

/** The content of a spreadsheet cell. */
export type Cell = string | number | boolean | undefined;

/** A value as a cell: nested values as JSON text, which can be parsed again; undefined for an empty one. */
function cellOf(value: unknown): Cell {
	if (value === null || value === undefined) return undefined;
	if (typeof value === 'object') return JSON.stringify(value);
	return typeof value === 'number' || typeof value === 'boolean' ? value : String(value);
}

/** The cells of a row, in the order of the columns. */
export const cellsOf = (row: IDataObject, columns: readonly string[]): Cell[] =>
	columns.map((column) => (Object.hasOwn(row, column) ? cellOf(row[column]) : undefined));
