// Files as their readers get them.
import XLSX from '@e965/xlsx';
import type { IDataObject } from 'n8n-workflow';

export async function* inPages(...pages: IDataObject[][]): AsyncGenerator<IDataObject[]> {
	yield* pages;
}

export async function whole(chunks: AsyncIterable<Buffer>): Promise<Buffer> {
	const all: Buffer[] = [];
	for await (const chunk of chunks) all.push(chunk);
	return Buffer.concat(all);
}

/** The first sheet of a workbook, its cells as the library reads them. */
export function sheetOf(file: Buffer): XLSX.WorkSheet {
	const book = XLSX.read(file, { type: 'buffer', cellFormula: true, WTF: true });
	const sheet = book.Sheets[book.SheetNames[0] ?? ''];
	if (sheet === undefined) throw new Error('There is no sheet.');
	return sheet;
}

/** The rows of the first sheet, the header first; an empty cell is null. */
export const rowsOf = (file: Buffer): unknown[][] =>
	XLSX.utils.sheet_to_json<unknown[]>(sheetOf(file), { header: 1, defval: null, raw: true, blankrows: true });
