import type { IDataObject } from 'n8n-workflow';
import { type Bytes, deflated, inflated } from './deflate';

const LINE_FEED = 0x0a;

/** One page per line: JSON escapes the line feeds inside of it. */
async function* asLines(pages: AsyncIterable<IDataObject[]>): AsyncGenerator<Bytes> {
	for await (const rows of pages) if (rows.length > 0) yield Buffer.from(`${JSON.stringify(rows)}\n`, 'utf8');
}

async function* splitLines(chunks: AsyncIterable<Bytes>): AsyncGenerator<string> {
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
 * Buffers pages of rows, compressed, until the last one has shown which columns there are. One compressor serves all pages.
 */
export class KeptPages {
	private readonly chunks: Bytes[] = [];

	async fill(pages: AsyncIterable<IDataObject[]>): Promise<this> {
		for await (const chunk of deflated(asLines(pages))) this.chunks.push(chunk);
		return this;
	}

	/** The pages in order, once; compressed chunks are released as they are read. */
	async *drain(): AsyncGenerator<IDataObject[]> {
		for await (const line of splitLines(inflated(this.release()))) yield JSON.parse(line) as IDataObject[];
	}

	private async *release(): AsyncGenerator<Bytes> {
		for (let chunk = this.chunks.shift(); chunk !== undefined; chunk = this.chunks.shift()) yield chunk;
	}
}
