import { forPerson } from '../failures/cure';
import { type Failure, readFailure } from '../failures/failure';
import { Problem } from '../failures/problem';
import type { MemoryClaim } from '../fileMemory';
import { clock, unlessAborted } from '../clock';
import { parseExact } from './exactNumbers';

/** The content of a response, or why it could not be read. */
export type ReadBody = { content: Buffer } | { failure: Failure };

/** A response that n8n passes on as a Node stream, which can be destroyed. */
type Incoming = AsyncIterable<unknown> & { destroy?: () => void };

const isIncoming = (body: unknown): body is Incoming =>
	typeof body === 'object' && body !== null && Symbol.asyncIterator in body;

/** Ends a response that is being received. A stalled stream ends only by its request's signal, which follows. */
export function discard(body: unknown): void {
	if (isIncoming(body)) body.destroy?.();
}

export function toBuffer(body: unknown): Buffer {
	if (Buffer.isBuffer(body)) return body;
	if (body instanceof ArrayBuffer || body instanceof Uint8Array) return Buffer.from(body as Uint8Array);
	return Buffer.from(typeof body === 'string' ? body : JSON.stringify(body ?? ''), 'utf8');
}

/** The reader of a character set. A name that nobody knows says nothing of the bytes. */
function decoderOf(charset: string): InstanceType<typeof TextDecoder> {
	try {
		return new TextDecoder(charset, { fatal: true });
	} catch {
		return new TextDecoder('utf-8', { fatal: true });
	}
}

/**
 * Bytes as text, in the character set that their content type names, else UTF-8; undefined if they aren't. A byte order mark
 * is no part of it.
 */
export function decodedText(bytes: Buffer, contentType = ''): string | undefined {
	const [, charset = 'utf-8'] = /;\s*charset\s*=\s*"?([^\s;"]+)/i.exec(contentType) ?? [];
	try {
		return decoderOf(charset).decode(bytes);
	} catch {
		return undefined;
	}
}

/** What a body holds; `long`: the fields whose numbers came as texts. */
interface JsonBody {
	value: unknown;
	long?: readonly string[];
}

/**
 * The bytes of a response as JSON, as text if they aren't JSON, and undefined where they aren't text. Parsed here and not by
 * n8n: what its HTTP client has parsed stays in memory until V8's next full collection. Measured in 2.41.1: a file of 100,000
 * records took 360 MB that way.
 */
export function jsonOrText(body: unknown, contentType?: string): JsonBody | undefined {
	if (!Buffer.isBuffer(body) && !(body instanceof ArrayBuffer)) return { value: body };
	const text = decodedText(toBuffer(body), contentType);
	if (text === undefined) return undefined;
	try {
		return parseExact(text);
	} catch {
		return { value: text };
	}
}

const MB = 1024 * 1024;

/** The largest file in bytes, from the form's megabytes. */
export const bytesOfMb = (megabytes: number): number => megabytes * MB;

const fileTooLarge = (most: number): Failure => ({
	answered: true,
	problem: new Problem(
		`The file is larger than the ${most / MB} MB of “Largest File (MB)”`,
		forPerson('Raise “Largest File (MB)” in the options if files of this size are wanted.'),
	),
});

/** Collects bytes in one growing buffer: many small chunks would take many times their content. */
class ChunkBuffer {
	private memory = Buffer.allocUnsafe(64 * 1024);

	private readonly most: number;

	size = 0;

	constructor(most: number) {
		this.most = most;
	}

	add(bytes: Buffer): void {
		const needed = this.size + bytes.length;
		if (needed > this.memory.length) {
			const larger = Buffer.allocUnsafe(Math.max(needed, Math.min(this.memory.length * 2, this.most)));
			this.memory.copy(larger, 0, 0, this.size);
			this.memory = larger;
		}
		bytes.copy(this.memory, this.size);
		this.size = needed;
	}

	get content(): Buffer {
		return this.memory.subarray(0, this.size);
	}
}

/** When reading is given up: after inactivity, or at the deadline. */
export interface ReadTimeouts {
	idleMs: number;
	deadline: AbortSignal;
	signal?: AbortSignal;
}

/**
 * Waits for chunk after chunk; undefined when the wait is given up. n8n's own timeout ends with the headers. One timer
 * serves many chunks: one for each would take more memory than some of them.
 */
function idleTimer({ idleMs, deadline, signal }: ReadTimeouts) {
	let watch = clock.deadline(idleMs);
	return async <Result>(pending: Promise<Result>): Promise<Result | undefined> => {
		const since = clock.now();
		for (;;) {
			const piece = await unlessAborted(pending, deadline, signal, watch);
			if (piece !== undefined || deadline.aborted || signal?.aborted) return piece;
			const left = Math.ceil(since + idleMs - clock.now());
			if (left <= 0) return undefined;
			watch = clock.deadline(left);
		}
	};
}

const SILENT: Failure = { network: 'ETIMEDOUT' };

/** The failure of a body that broke off or can't be decompressed; Node's code for the latter isn't a network error. */
function brokenOffFailure(error: unknown): Failure {
	const failure = readFailure(error);
	return failure.stopped || failure.network !== undefined ? failure : { network: 'ERR_BAD_RESPONSE' };
}

/**
 * Reads a response as it is received. Bytes are counted after decompression, and reading ends with the first byte over the
 * limit.
 */
export async function readFile(body: unknown, intake: MemoryClaim, patience: ReadTimeouts): Promise<ReadBody> {
	const { most } = intake;
	const room = async (bytes: number): Promise<unknown> =>
		await unlessAborted(intake.take(bytes), patience.deadline, patience.signal);
	intake.restart();
	if (!isIncoming(body)) {
		const content = toBuffer(body);
		if (content.length > most) return { failure: fileTooLarge(most) };
		await room(content.length);
		return { content };
	}
	const pile = new ChunkBuffer(most);
	const next = idleTimer(patience);
	const pieces = body[Symbol.asyncIterator]();
	try {
		for (;;) {
			const piece = await next(pieces.next());
			if (piece === undefined) return { failure: SILENT };
			if (piece.done === true) return { content: pile.content };
			const bytes = toBuffer(piece.value);
			if (pile.size + bytes.length > most) return { failure: fileTooLarge(most) };
			await room(bytes.length);
			pile.add(bytes);
		}
	} catch (error) {
		return { failure: brokenOffFailure(error) };
	} finally {
		discard(body);
	}
}

/** As much of a refusal as its message needs; it counts as a refusal even if it breaks off. */
const MOST_WORDS = 64 * 1024;

/** Reads the body of a response without a success status. */
export async function readTextBody(body: unknown, patience: ReadTimeouts): Promise<unknown> {
	if (!isIncoming(body)) return body;
	const pile = new ChunkBuffer(MOST_WORDS);
	const next = idleTimer(patience);
	const pieces = body[Symbol.asyncIterator]();
	try {
		while (pile.size < MOST_WORDS) {
			const piece = await next(pieces.next());
			if (piece === undefined || piece.done === true) break;
			pile.add(toBuffer(piece.value).subarray(0, MOST_WORDS - pile.size));
		}
	} catch {
		// What has been received until then is used.
	} finally {
		discard(body);
	}
	return pile.content;
}
