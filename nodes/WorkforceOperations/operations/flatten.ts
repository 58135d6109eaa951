import type { IDataObject } from 'n8n-workflow';
import { isJsonObject } from '../contract';

/** Nested values as JSON, which can be read back; anything else as it is. An object without fields leaves its cell empty. */
function cell(value: unknown): unknown {
	if (typeof value !== 'object' || value === null) return value;
	return isJsonObject(value) && Object.keys(value).length === 0 ? null : JSON.stringify(value);
}

/**
 * A record as one row of a sheet: the fields of an object become columns such as `payRate.amount`, what is nested more
 * deeply and lists become JSON text. An object whose columns would meet others of the record stays together, as JSON.
 */
export function flatRow(record: IDataObject): IDataObject {
	const cells = new Map<string, unknown>();
	for (const [name, value] of Object.entries(record)) {
		const parts = isJsonObject(value) ? Object.entries(value) : [];
		const free = parts.every(([part]) => !Object.hasOwn(record, `${name}.${part}`) && !cells.has(`${name}.${part}`));
		if (parts.length === 0 || !free) cells.set(name, cell(value));
		else for (const [part, inner] of parts) cells.set(`${name}.${part}`, cell(inner));
	}
	return Object.fromEntries(cells) as IDataObject;
}

const isNull = (value: unknown): boolean => value === null || value === undefined;

/**
 * The columns of all rows together, those of one object side by side. The column of an object that no row has as a
 * whole, but some in parts, is left out: where it is null, its parts are.
 */
export function columnsOf(rows: readonly IDataObject[]): string[] {
	const groups = new Map<string, Set<string>>();
	const filled = new Set<string>();
	for (const row of rows) {
		for (const [column, value] of Object.entries(row)) {
			const [head = column] = column.split('.');
			const group = groups.get(head) ?? new Set<string>();
			groups.set(head, group.add(column));
			if (!isNull(value)) filled.add(column);
		}
	}
	return [...groups].flatMap(([head, columns]) =>
		[...columns].filter((column) => column !== head || columns.size === 1 || filled.has(column)),
	);
}

/** A row with all of the columns, in their order; null where it has no value. */
export const arranged = (row: IDataObject, columns: readonly string[]): IDataObject =>
	Object.fromEntries(
		columns.map((column) => [column, Object.hasOwn(row, column) ? (row[column] ?? null) : null]),
	) as IDataObject;
