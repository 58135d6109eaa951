import type { IDataObject } from 'n8n-workflow';
import { BYTE_ORDER_MARK } from '../../contract';
import type { Bytes } from './zip';
import { type Cell, cellsOf } from './fileColumns';

/**
 * Text that a spreadsheet would run as a formula, even after white space or with East Asian full-width characters (CSV
 * injection).
 */
const FORMULA = /^[\s\p{Cc}]*[=+\-@＝＋－＠]|^[\t\r\n]/u;

/**
 * Same after a separator of other CSV dialects, which would start a new cell. Plus and minus are text there. The
 * apostrophe already protects text that begins with white space.
 */
const INNER_FORMULA = /^[\s\p{Cc}]+[=@＝＠]|([;\t][\s\p{Cc}]*)(?=[=@＝＠])/gu;

/** Signed numbers and telephone numbers are harmless. */
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

/** RFC 4180. Quotes a single empty cell, because readers skip blank lines. */
function line(cells: readonly Cell[]): string {
	const fields = cells.map(field);
	return `${fields.length === 1 && fields[0] === '' ? '""' : fields.join(',')}\r\n`;
}

/** UTF-8 with a byte order mark, by which Excel recognises it. */
export async function* csvFile(
	columns: readonly string[],
	pages: AsyncIterable<IDataObject[]>,
	headings = columns,
): AsyncGenerator<Bytes> {
	yield Buffer.from(BYTE_ORDER_MARK + (columns.length === 0 ? '' : line(headings)), 'utf8');
	for await (const rows of pages) yield Buffer.from(rows.map((row) => line(cellsOf(row, columns))).join(''), 'utf8');
}
