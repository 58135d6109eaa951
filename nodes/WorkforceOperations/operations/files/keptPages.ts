import type { IDataObject } from 'n8n-workflow';
import type { Bytes } from './bytes';
import { deflated, inflated } from './deflate';

const LINE_FEED = 0x0a;

/** A page a line: JSON escapes the line feeds inside of it. */
async function* asLines(pages: AsyncIterable<IDataObject[]>): AsyncGenerator<Bytes> {
	for await (const rows of pages) if (rows.length > 0) yield Buffer.from(`${JSON.stringify(rows)}\n`, 'utf8');
}

async function* linesOf(chunks: AsyncIterable<Bytes>): AsyncGenerator<string> {
	let begun: Bytes[] = [];
	for await (const chunk of chunks) {
		let start = 0;
		for (let end = chunk.indexOf(LINE_FEED); end >= 0; end = chunk.indexOf(LINE_FEED, start)) {
			yield Buffer.concat([...begun, chunk.subarray(start, end)]).toString('utf8');
			[begun, start] = [[], end + 1];
		}
		begun.push(chunk.subarray(start));
	}
}

/**
 * Pages of rows that wait, compressed, until the last one has told its columns. One compressor serves them all: what a
 * compressor of Node’s leads to is kept by V8 until its next full collection, so that one for each page would keep them all.
 */
export class KeptPages {
	private readonly chunks: Bytes[] = [];

	async fill(pages: AsyncIterable<IDataObject[]>): Promise<void> {
		for await (const chunk of deflated(asLines(pages))) this.chunks.push(chunk);
	}

	/** The pages in their order, once: what is compressed is let go as it is read. */
	async *take(): AsyncGenerator<IDataObject[]> {
		for await (const line of linesOf(inflated(this.letGo()))) yield JSON.parse(line) as IDataObject[];
	}

	private async *letGo(): AsyncGenerator<Bytes> {
		for (let chunk = this.chunks.shift(); chunk !== undefined; chunk = this.chunks.shift()) yield chunk;
	}
}
