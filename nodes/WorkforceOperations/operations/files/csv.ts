import type { IDataObject } from 'n8n-workflow';
import { BYTE_ORDER_MARK } from '../../contract';
import type { Bytes } from './deflate';
import { type Cell, cellsOf } from './fileColumns';

/**
 * What a spreadsheet would run as a formula, also behind white space and as East Asian full-width characters (CSV
 * injection).
 */
const FORMULA = /^[\s\p{Cc}]*[=+\-@＝＋－＠]|^[\t\r\n]/u;

/**
 * The same behind a separator of other kinds of CSV, where the rest of a cell would be a cell of its own; signs are text
 * there. What blanks begin is left to the apostrophe before them.
 */
const INNER_FORMULA = /^[\s\p{Cc}]+[=@＝＠]|([;\t][\s\p{Cc}]*)(?=[=@＝＠])/gu;

/** Signed numbers and telephone numbers, which are harmless. */
const SIGNED_FIGURES = /^[+-][\d\s.,()]*$/;

const NEEDS_QUOTES = /[",;\r\n\t]|^\s|\s$/;

/** Escapes text that a spreadsheet would run as a formula. */
function harmless(text: string): string {
	const inside = text.replace(INNER_FORMULA, (found, before?: string) => (before === undefined ? found : `${before}'`));
	return FORMULA.test(text) && !SIGNED_FIGURES.test(text) ? `'${inside}` : inside;
}

function field(cell: Cell): string {
	if (cell === undefined) return '';
	const text = typeof cell === 'string' ? harmless(cell) : String(cell);
	return NEEDS_QUOTES.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** A line by RFC 4180. A single empty cell is quoted, because readers skip blank lines. */
function line(cells: readonly Cell[]): string {
	const fields = cells.map(field);
	return `${fields.length === 1 && fields[0] === '' ? '""' : fields.join(',')}\r\n`;
}

/** A CSV file, UTF-8, with the byte order mark by which Excel knows that it is; the rows come in pages. */
export async function* csvFile(
	columns: readonly string[],
	pages: AsyncIterable<IDataObject[]>,
	headings = columns,
): AsyncGenerator<Bytes> {
	yield Buffer.from(BYTE_ORDER_MARK + (columns.length === 0 ? '' : line(headings)), 'utf8');
	for await (const rows of pages) yield Buffer.from(rows.map((row) => line(cellsOf(row, columns))).join(''), 'utf8');
}
