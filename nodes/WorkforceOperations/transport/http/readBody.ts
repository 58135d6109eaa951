import { forPerson } from '../failures/cure';
import { type Failure, readFailure } from '../failures/failure';
import { Problem } from '../failures/problem';
import type { MemoryClaim } from '../fileMemory';
import { clock, unlessAborted } from '../clock';
import { parseExact } from './exactNumbers';

export type ReadBody = { content: Buffer } | { failure: Failure };

/** n8n passes on a Node stream, which can be destroyed. */
type Incoming = AsyncIterable<unknown> & { destroy?: () => void };

const isIncoming = (body: unknown): body is Incoming =>
	typeof body === 'object' && body !== null && Symbol.asyncIterator in body;

/** Stops receiving. A stalled stream ends only by its request's signal, which follows. */
export function discard(body: unknown): void {
	if (isIncoming(body)) body.destroy?.();
}

export function toBuffer(body: unknown): Buffer {
	if (Buffer.isBuffer(body)) return body;
	if (body instanceof ArrayBuffer || body instanceof Uint8Array) return Buffer.from(body as Uint8Array);
	return Buffer.from(typeof body === 'string' ? body : JSON.stringify(body ?? ''), 'utf8');
}

/** Falls back to UTF-8 for an unknown name, which says nothing about the bytes. */
function decoderOf(charset: string): InstanceType<typeof TextDecoder> {
	try {
		return new TextDecoder(charset, { fatal: true });
	} catch {
		return new TextDecoder('utf-8', { fatal: true });
	}
}

/**
 * Decodes by the character set of the content type, else as UTF-8, without the byte order mark; undefined if the
 * bytes don't fit.
 */
export function decodedText(bytes: Buffer, contentType = ''): string | undefined {
	const [, charset = 'utf-8'] = /;\s*charset\s*=\s*"?([^\s;"]+)/i.exec(contentType) ?? [];
	try {
		return decoderOf(charset).decode(bytes);
	} catch {
		return undefined;
	}
}

/** `long`: fields whose numbers were kept as text. */
interface JsonBody {
	value: unknown;
	long?: readonly string[];
}

/**
 * The body as JSON, else as text; undefined if it isn't text. Not parsed by n8n, whose HTTP client keeps parsed
 * responses in memory until V8's next full collection: measured in 2.41.1, a file of 100,000 records took 360 MB.
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

export const bytesOfMb = (megabytes: number): number => megabytes * MB;

const fileTooLarge = (most: number): Failure => ({
	answered: true,
	problem: new Problem(
		`The file is larger than the ${most / MB} MB set in “Largest File (MB)”`,
		forPerson('To download such files, raise “Largest File (MB)” in the options.'),
	),
});

/** One growing buffer: many small chunks would take many times the memory. */
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

/** Gives up after inactivity, or at the deadline. */
export interface ReadTimeouts {
	idleMs: number;
	deadline: AbortSignal;
	signal?: AbortSignal;
}

/**
 * Returns undefined when it gives up. n8n's own timeout ends with the headers. One timer serves many chunks, because a
 * timer for each would take more memory than some chunks.
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

/** For a body that broke off or can't be decompressed; Node's code for the latter isn't a network error. */
function brokenOffFailure(error: unknown): Failure {
	const failure = readFailure(error);
	return failure.stopped || failure.network !== undefined ? failure : { network: 'ERR_BAD_RESPONSE' };
}

/** Counts bytes after decompression, and stops at the first byte over the limit. */
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

/** Enough for a refusal's message. It counts as a refusal even if it breaks off. */
const MOST_WORDS = 64 * 1024;

/** For responses without a success status. */
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
		// Uses what has been received so far.
	} finally {
		discard(body);
	}
	return pile.content;
}
