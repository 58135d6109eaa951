import type { IDataObject } from 'n8n-workflow';
import type { Bytes } from './bytes';

/** JSON Lines, UTF-8: one record a line. */
export async function* jsonLinesFile(pages: AsyncIterable<IDataObject[]>): AsyncGenerator<Bytes> {
	for await (const rows of pages) yield Buffer.from(rows.map((row) => `${JSON.stringify(row)}\n`).join(''), 'utf8');
}
