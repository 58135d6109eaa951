import { forPerson, Problem, settle } from '../../transport';

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
	// Otherwise the reading side would wait forever.
	await writer.abort(tried.error).catch(() => undefined);
	throw tried.error;
}

/** The output of a web (de)compression stream; ends with an error of the source. */
async function* sent(source: AsyncIterable<Bytes>, through: Through): AsyncGenerator<Bytes> {
	const feeding = settle(feed(through.writable, source));
	const output: ReadableStream<Uint8Array<ArrayBuffer>> = through.readable;
	const reader = output.getReader();
	try {
		for (;;) {
			const read = await settle(reader.read());
			if ('error' in read) {
				const fed = await feeding;
				throw 'error' in fed ? fed.error : read.error;
			}
			if (read.result.done) break;
			const { buffer, byteOffset, byteLength } = read.result.value;
			// A copy would be in Node.js's buffer pool and keep the whole pool alive.
			yield Buffer.from(buffer, byteOffset, byteLength);
		}
		const fed = await feeding;
		if ('error' in fed) throw fed.error;
	} finally {
		// If the consumer stopped early, the source notices on its next write.
		reader.cancel().catch(() => undefined);
	}
}

export const deflated = (source: AsyncIterable<Bytes>): AsyncGenerator<Bytes> =>
	sent(source, new CompressionStream('deflate-raw'));

export const inflated = (source: AsyncIterable<Bytes>): AsyncGenerator<Bytes> =>
	sent(source, new DecompressionStream('deflate-raw'));

/*
 * The parts of the zip format (PKWARE's APPNOTE) that spreadsheets need. Entries are deflated. Their sizes follow in
 * data descriptors (bit 3), because they aren't known before. The central directory is at the end.
 */

const LOCAL_HEADER = 0x04034b50;
const DATA_DESCRIPTOR = 0x08074b50;
const CENTRAL_HEADER = 0x02014b50;
const END_OF_DIRECTORY = 0x06054b50;

const ZIP_VERSION = 20;
const SIZES_BEHIND = 0x0008;
const DEFLATED = 8;

/** The format's earliest date, so that the same content gives the same file. */
const FIRST_DAY = 0x0021;

/** Without zip64, the format stores sizes in four bytes. */
const LARGEST = 0xffff_ffff;

const CRC_TABLE = Uint32Array.from({ length: 256 }, (_, index) => {
	let value = index;
	for (let bit = 0; bit < 8; bit++) value = value & 1 ? 0xedb88320 ^ (value >>> 1) : value >>> 1;
	return value;
});

function crcOf(bytes: Bytes, before: number): number {
	let crc = before ^ -1;
	for (const byte of bytes) crc = (CRC_TABLE[(crc ^ byte) & 0xff] ?? 0) ^ (crc >>> 8);
	return (crc ^ -1) >>> 0;
}

export interface ZipEntry {
	name: string;
	content: AsyncIterable<Bytes>;
}

interface Written {
	name: Bytes;
	offset: number;
	crc: number;
	packed: number;
	size: number;
}

/** Little-endian numbers of two or four bytes. */
function record(...fields: Array<readonly [bytes: 2 | 4, value: number]>): Bytes {
	const buffer = Buffer.alloc(fields.reduce((sum, [bytes]) => sum + bytes, 0));
	let at = 0;
	for (const [bytes, value] of fields) at = buffer.writeUIntLE(value, at, bytes);
	return buffer;
}

const localHeader = ({ name }: Written): Bytes =>
	Buffer.concat([
		record([4, LOCAL_HEADER], [2, ZIP_VERSION], [2, SIZES_BEHIND], [2, DEFLATED], [2, 0], [2, FIRST_DAY]),
		record([4, 0], [4, 0], [4, 0], [2, name.length], [2, 0]),
		name,
	]);

const descriptor = ({ crc, packed, size }: Written): Bytes =>
	record([4, DATA_DESCRIPTOR], [4, crc], [4, packed], [4, size]);

const centralHeader = ({ name, offset, crc, packed, size }: Written): Bytes =>
	Buffer.concat([
		record(
			[4, CENTRAL_HEADER],
			[2, ZIP_VERSION],
			[2, ZIP_VERSION],
			[2, SIZES_BEHIND],
			[2, DEFLATED],
			[2, 0],
			[2, FIRST_DAY],
		),
		record([4, crc], [4, packed], [4, size], [2, name.length], [2, 0], [2, 0], [2, 0], [2, 0], [4, 0], [4, offset]),
		name,
	]);

const zipTooLarge = (): Problem =>
	new Problem('The list is too large for an Excel file (the limit is 4 GB)', forPerson('Choose CSV in “Output As”.'));

async function* measured(content: AsyncIterable<Bytes>, entry: Written): AsyncGenerator<Bytes> {
	for await (const chunk of content) {
		entry.crc = crcOf(chunk, entry.crc);
		entry.size += chunk.length;
		if (entry.size > LARGEST) throw zipTooLarge();
		yield chunk;
	}
}

export async function* zipFile(entries: Iterable<ZipEntry>): AsyncGenerator<Bytes> {
	const directory: Written[] = [];
	let offset = 0;
	for (const { name, content } of entries) {
		const entry: Written = { name: Buffer.from(name, 'utf8'), offset, crc: 0, packed: 0, size: 0 };
		directory.push(entry);
		const header = localHeader(entry);
		yield header;
		for await (const chunk of deflated(measured(content, entry))) {
			entry.packed += chunk.length;
			yield chunk;
		}
		const end = descriptor(entry);
		yield end;
		offset += header.length + entry.packed + end.length;
		if (offset > LARGEST) throw zipTooLarge();
	}
	const headers = Buffer.concat(directory.map(centralHeader));
	const { length: count } = directory;
	yield headers;
	yield record([4, END_OF_DIRECTORY], [2, 0], [2, 0], [2, count], [2, count], [4, headers.length], [4, offset], [2, 0]);
}
