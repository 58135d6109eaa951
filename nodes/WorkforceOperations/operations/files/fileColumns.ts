import type { IDataObject } from 'n8n-workflow';
import { Problem } from '../../transport';
import { Columns, MOST_COLUMNS } from '../output';

const tooManyFileColumns = (): Problem =>
	new Problem(
		`The file would have more than ${MOST_COLUMNS.toLocaleString('en')} columns`,
		'Each field of these records would become a column. Choose the fields you want in “Output Fields”, or choose JSON Lines in “Output As”.',
	);

/**
 * Collects the columns of a file: the known ones first, then those that rows add. Flat rows keep the order of Flatten.
 * `most`: the maximum for the file.
 */
export class FileColumns {
	private readonly flat: Columns | undefined;

	private readonly plain = new Set<string>();

	private readonly most: number;

	constructor(known: readonly string[], isFlat: boolean, most = MOST_COLUMNS) {
		this.most = most;
		this.flat = isFlat ? new Columns() : undefined;
		this.add([Object.fromEntries(known.map((name) => [name, null]))]);
	}

	add(rows: readonly IDataObject[]): void {
		for (const row of rows) {
			if (this.flat) this.flat.add(row);
			else for (const name of Object.keys(row)) this.plain.add(name);
			if (this.plain.size > this.most || this.flat?.surelyTooMany) throw tooManyFileColumns();
		}
	}

	get names(): string[] {
		const names = this.flat?.names ?? [...this.plain];
		if (names.length > this.most) throw tooManyFileColumns();
		return names;
	}
}

/**
 * The headings in the first row. Columns with the same heading have the column's name after it, so that readers find
 * both.
 */
export function headingsOf(columns: readonly string[], headingOf: (column: string) => string): string[] {
	const headings = columns.map(headingOf);
	const isUnique = (heading: string): boolean => headings.indexOf(heading) === headings.lastIndexOf(heading);
	return headings.map((heading, index) => (isUnique(heading) ? heading : `${heading} (${columns[index]})`));
}

export type Cell = string | number | boolean | undefined;

/** Half of a character, which UTF-8 can't hold. Text that the service has truncated may end in one. */
const HALF = /\p{Surrogate}/gu;

/** Nested values become JSON text, which can be parsed again; undefined if empty. */
function cellOf(value: unknown): Cell {
	if (value === null || value === undefined) return undefined;
	if (typeof value === 'object') return JSON.stringify(value);
	return typeof value === 'number' || typeof value === 'boolean' ? value : String(value).replace(HALF, '');
}

export const cellsOf = (row: IDataObject, columns: readonly string[]): Cell[] =>
	columns.map((column) => (Object.hasOwn(row, column) ? cellOf(row[column]) : undefined));
