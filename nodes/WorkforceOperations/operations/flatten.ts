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

/** More columns than a sheet for people has; each row of the run would hold all of them. */
export const MOST_COLUMNS = 2000;

/** The columns of all rows together, those of one object side by side. */
export class Columns {
	private readonly groups = new Map<string, Set<string>>();

	private readonly filled = new Set<string>();

	private count = 0;

	add(row: IDataObject): void {
		for (const [column, value] of Object.entries(row)) {
			const [head = column] = column.split('.');
			const group = this.groups.get(head) ?? new Set<string>();
			const before = group.size;
			this.groups.set(head, group.add(column));
			this.count += group.size - before;
			if (!isNull(value)) this.filled.add(column);
			if (this.surelyTooMany) return;
		}
	}

	/** Whether there are too many, whatever is still to come: every other one may be left out in the end, and no more. */
	get surelyTooMany(): boolean {
		return this.count > 2 * MOST_COLUMNS;
	}

	/**
	 * The column of an object that no row has as a whole, but some in parts, is left out: where it is null, its parts are.
	 */
	get names(): string[] {
		return [...this.groups].flatMap(([head, columns]) =>
			[...columns].filter((column) => column !== head || columns.size === 1 || this.filled.has(column)),
		);
	}
}

/** A row with all of the columns, in their order; null where it has no value. */
export const arranged = (row: IDataObject, columns: readonly string[]): IDataObject =>
	Object.fromEntries(
		columns.map((column) => [column, Object.hasOwn(row, column) ? (row[column] ?? null) : null]),
	) as IDataObject;
