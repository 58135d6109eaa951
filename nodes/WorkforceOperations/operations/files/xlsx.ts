import type { IDataObject } from 'n8n-workflow';
import { clockIn, DAY_MS } from '../../contract';
import { Problem } from '../../transport';
import { type Bytes, type ZipEntry, zipFile } from './zip';
import { type Cell, cellsOf } from './fileColumns';

/** Excel's maximum, without the header. */
export const MOST_SHEET_ROWS = 1_048_575;

const LONGEST_TEXT = 32_767;

/** Excel keeps fifteen digits and replaces the others with zeros. */
const FIRST_INEXACT = 1e15;

const NAMESPACE = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const RELATIONS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const KIND = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';

/** The parts besides the sheet. The second cell style is the header's, the others are for times and days. */
const PARTS: Readonly<Record<string, string>> = {
	'[Content_Types].xml': `<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${KIND}.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${KIND}.worksheet+xml"/><Override PartName="/xl/styles.xml" ContentType="${KIND}.styles+xml"/></Types>`,
	'_rels/.rels': `<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${RELATIONS}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
	'xl/_rels/workbook.xml.rels': `<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${RELATIONS}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="${RELATIONS}/styles" Target="styles.xml"/></Relationships>`,
	'xl/styles.xml': `<styleSheet xmlns="${NAMESPACE}"><numFmts count="2"><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd\\ hh:mm"/><numFmt numFmtId="165" formatCode="yyyy\\-mm\\-dd"/></numFmts><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="4"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/><xf numFmtId="0" fontId="1" fillId="0" borderId="0" xfId="0" applyFont="1"/><xf numFmtId="164" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/><xf numFmtId="165" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/></cellXfs><cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>`,
};

const workbook = (sheet: string): string =>
	`<workbook xmlns="${NAMESPACE}" xmlns:r="${RELATIONS}"><sheets><sheet name="${escapeXml(sheet)}" sheetId="1" r:id="rId1"/></sheets></workbook>`;

/** Freezes the header row. */
const SHEET_BEGIN = `<worksheet xmlns="${NAMESPACE}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews>`;

const SHEET_END = '</sheetData></worksheet>';

/** XML can't hold these characters or changes them on parsing; also text that looks like their escape. */
const XML_UNSAFE = /(?![\t\n])[\p{Cc}\ufffe\uffff]|_(?=x[\da-fA-F]{4}_)/gu;

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

const escapeXml = (text: string): string =>
	text
		.replace(XML_UNSAFE, (sign) => `_x${sign.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`)
		.replace(/[&<>]/g, (sign) => ENTITIES[sign] ?? sign);

/** “A”, “B”, … “Z”, “AA”, … */
function columnLetters(index: number): string {
	const rest = Math.floor(index / 26);
	return (rest === 0 ? '' : columnLetters(rest - 1)) + String.fromCharCode(65 + (index % 26));
}

const tooLong = (column: string, length: number): Problem =>
	new Problem(
		`A value in “${column.slice(0, 80)}” is too long for Excel`,
		`It has ${length.toLocaleString('en')} characters, but a cell can hold only ${LONGEST_TEXT.toLocaleString('en')}. Choose CSV in “Output As”, or choose other fields in “Output Fields”.`,
	);

/** Excel would round longer whole numbers, so they are written as text. */
const isExact = (value: number): boolean =>
	Number.isFinite(value) && (!Number.isInteger(value) || Math.abs(value) < FIRST_INEXACT);

/** Excel's day number of 1 January 1970, and the first one not affected by its leap-year error of 1900. */
const DAYS_TO_1970 = 25_569;
const FIRST_RIGHT = 61;

const DAY = /^\d{4}-\d{2}-\d{2}$/;

/** The cell's local time or day, as if UTC. */
function clockOf(text: string): number | undefined {
	if (!DAY.test(text)) return clockIn(text);
	const ms = Date.parse(text);
	// Impossible dates, such as 30 February, stay text.
	return !Number.isNaN(ms) && new Date(ms).toISOString().startsWith(text) ? ms : undefined;
}

/** Days since 1900, as Excel counts them; undefined if the cell isn't a time or a day. */
function excelDate(cell: Cell): number | undefined {
	const days = ((typeof cell === 'string' ? clockOf(cell) : undefined) ?? NaN) / DAY_MS + DAYS_TO_1970;
	return days >= FIRST_RIGHT ? Math.round(days * 1e10) / 1e10 : undefined;
}

/** Columns are as wide as their longest text plus the margin, within these bounds. */
const [LEAST_WIDTH, MOST_WIDTH, MARGIN] = [8, 60, 2];

const TIME_LENGTH = 'yyyy-mm-dd hh:mm'.length;

/** `dates`: local times and days become date cells. */
export class Widths {
	readonly dates: boolean;

	private readonly longest = new Map<string, number>();

	constructor(dates: boolean) {
		this.dates = dates;
	}

	add(rows: readonly IDataObject[]): void {
		for (const row of rows) {
			for (const name of Object.keys(row)) {
				const known = this.longest.get(name) ?? 0;
				if (known < MOST_WIDTH) this.longest.set(name, Math.max(known, this.lengthOf(cellsOf(row, [name])[0])));
			}
		}
	}

	private lengthOf(cell: Cell): number {
		if (cell === undefined) return 0;
		const text = String(cell);
		if (this.dates && excelDate(cell) !== undefined) return Math.min(text.length, TIME_LENGTH);
		return Math.max(
			...text
				.slice(0, 10 * MOST_WIDTH)
				.split('\n')
				.map(({ length }) => length),
		);
	}

	of(columns: readonly string[], headings = columns): string {
		const widths = columns.map((name, index) => {
			const length = Math.max(headings[index]?.length ?? 0, this.longest.get(name) ?? 0) + MARGIN;
			return Math.min(Math.max(length, LEAST_WIDTH), MOST_WIDTH);
		});
		const each = widths.map((width, index) => {
			const place = index + 1;
			return `<col min="${place}" max="${place}" width="${width}" customWidth="1"/>`;
		});
		return each.length === 0 ? '' : `<cols>${each.join('')}</cols>`;
	}
}

/** Columns are known; rows are written page by page. */
class Sheet {
	private readonly columns: ReadonlyArray<{ name: string; letters: string }>;

	private count = 0;

	private readonly dates: boolean;

	constructor(names: readonly string[], dates: boolean) {
		this.dates = dates;
		this.columns = names.map((name, index) => ({ name, letters: columnLetters(index) }));
	}

	row(cells: readonly Cell[], style = ''): string {
		this.count++;
		return `<row r="${this.count}">${cells.map((cell, index) => this.cell(cell, index, style)).join('')}</row>`;
	}

	private cell(cell: Cell, index: number, style: string): string {
		const column = this.columns[index];
		if (cell === undefined || column === undefined) return '';
		const date = this.dates ? excelDate(cell) : undefined;
		if (date !== undefined) {
			const form = DAY.test(String(cell)) ? 3 : 2;
			return `<c r="${column.letters}${this.count}" s="${form}"><v>${date}</v></c>`;
		}
		const begin = `<c r="${column.letters}${this.count}"${style}`;
		if (typeof cell === 'boolean') return `${begin} t="b"><v>${cell ? 1 : 0}</v></c>`;
		if (typeof cell === 'number' && isExact(cell)) return `${begin}><v>${cell}</v></c>`;
		const text = typeof cell === 'number' && Number.isInteger(cell) ? BigInt(cell).toString() : String(cell);
		if (text.length > LONGEST_TEXT) throw tooLong(column.name, text.length);
		return `${begin} t="inlineStr"><is><t xml:space="preserve">${escapeXml(text)}</t></is></c>`;
	}
}

async function* sheet(
	columns: readonly string[],
	pages: AsyncIterable<IDataObject[]>,
	widths: Widths,
	headings: readonly string[],
): AsyncGenerator<Bytes> {
	const table = new Sheet(columns, widths.dates);
	const header = columns.length === 0 ? '' : table.row(headings, ' s="1"');
	yield Buffer.from(`${HEAD}${SHEET_BEGIN}${widths.of(columns, headings)}<sheetData>${header}`, 'utf8');
	for await (const rows of pages)
		yield Buffer.from(rows.map((row) => table.row(cellsOf(row, columns))).join(''), 'utf8');
	yield Buffer.from(SHEET_END, 'utf8');
}

async function* text(content: string): AsyncGenerator<Bytes> {
	yield Buffer.from(HEAD + content, 'utf8');
}

/** A workbook with one sheet (ECMA-376), written page by page. */
export function xlsxFile(
	columns: readonly string[],
	pages: AsyncIterable<IDataObject[]>,
	widths: Widths,
	name: string,
	headings = columns,
): AsyncGenerator<Bytes> {
	const parts = Object.entries({ ...PARTS, 'xl/workbook.xml': workbook(name) });
	const entries = parts.map(([path, content]): ZipEntry => ({ name: path, content: text(content) }));
	return zipFile([...entries, { name: 'xl/worksheets/sheet1.xml', content: sheet(columns, pages, widths, headings) }]);
}
