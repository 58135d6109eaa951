import { settle } from '../../transport';

/** Web streams require a buffer that doesn't share its memory. */
export type Bytes = Buffer<ArrayBuffer>;

type Through = CompressionStream | DecompressionStream;

async function feed(into: Through['writable'], source: AsyncIterable<Bytes>): Promise<void> {
	const writer = into.getWriter();
	const tried = await settle(
		(async () => {
			for await (const chunk of source) await writer.write(chunk);
			await writer.close();
		})(),
	);
	if (!('error' in tried)) return;
	// Otherwise the reading side would wait for ever.
	await writer.abort(tried.error).catch(() => undefined);
	throw tried.error;
}

/** The output of a web (de)compression stream; ends with an error of the source. */
async function* sent(source: AsyncIterable<Bytes>, through: Through): AsyncGenerator<Bytes> {
	const feeding = settle(feed(through.writable, source));
	const output: ReadableStream<Uint8Array<ArrayBuffer>> = through.readable;
	const reader = output.getReader();
	let isWhole = false;
	try {
		for (;;) {
			const read = await settle(reader.read());
			if ('error' in read) {
				const fed = await feeding;
				throw 'error' in fed ? fed.error : read.error;
			}
			if (read.result.done) break;
			const { buffer, byteOffset, byteLength } = read.result.value;
			// A copy would lie in a pool of Node.js and keep the whole pool alive.
			yield Buffer.from(buffer, byteOffset, byteLength);
		}
		const fed = await feeding;
		if ('error' in fed) throw fed.error;
		isWhole = true;
	} finally {
		// The consumer stopped early; the source notices on its next write.
		if (!isWhole) reader.cancel().catch(() => undefined);
	}
}

export const deflated = (source: AsyncIterable<Bytes>): AsyncGenerator<Bytes> =>
	sent(source, new CompressionStream('deflate-raw'));

export const inflated = (source: AsyncIterable<Bytes>): AsyncGenerator<Bytes> =>
	sent(source, new DecompressionStream('deflate-raw'));
