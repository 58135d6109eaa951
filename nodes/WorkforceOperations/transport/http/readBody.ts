import { type Failure, readFailure } from '../failures/failure';
import { Problem } from '../failures/problem';
import type { MemoryClaim } from '../fileMemory';
import { clock, unlessAborted } from '../clock';

/** How an answer arrived: whole, or why not. */
export type ReadBody = { content: Buffer } | { failure: Failure };

/** What n8n hands over for an answer that is read bit by bit: a stream of Node's, which can be ended. */
type Incoming = AsyncIterable<unknown> & { destroy?: () => void };

const isIncoming = (body: unknown): body is Incoming =>
	typeof body === 'object' && body !== null && Symbol.asyncIterator in body;

/** Ends what is under way. A stream that hangs is ended by the signal of its request only, which comes behind this. */
export function discard(body: unknown): void {
	if (isIncoming(body)) body.destroy?.();
}

/** Anything but a stream, in bytes. */
export function toBuffer(body: unknown): Buffer {
	if (Buffer.isBuffer(body)) return body;
	if (body instanceof ArrayBuffer || body instanceof Uint8Array) return Buffer.from(body as Uint8Array);
	return Buffer.from(typeof body === 'string' ? body : JSON.stringify(body ?? ''), 'utf8');
}

const MB = 1024 * 1024;

/** The largest file in bytes, from what people enter. */
export const bytesOfMb = (megabytes: number): number => megabytes * MB;

const fileTooLarge = (most: number): Failure => ({
	answered: true,
	problem: new Problem(
		`The file is larger than the ${most / MB} MB of “Largest File (MB)”`,
		'Raise “Largest File (MB)” in the options if files of this size are wanted.',
	),
});

/** Bytes one behind another, in one piece of memory: many small pieces would take many times what they hold. */
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

/** Silence on the connection and the end of all patience, by which reading is given up. */
export interface ReadTimeouts {
	idleMs: number;
	deadline: AbortSignal;
	signal?: AbortSignal;
}

/**
 * Waits for one piece after another; undefined where one is waited for no longer. n8n's own time limit ends with the
 * headers. One watch serves many pieces: a timer for each would take more memory than some of them.
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

/** A body that broke off or can't be unpacked; what Node says of the latter is no code of a connection. */
function brokenOffFailure(error: unknown): Failure {
	const failure = readFailure(error);
	return failure.stopped || failure.network !== undefined ? failure : { network: 'ERR_BAD_RESPONSE' };
}

/**
 * Reads an answer as it comes. The bytes are counted as n8n hands them over, after unpacking, and one that is larger than
 * wanted ends with the first byte too many.
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

/** As much of a refusal as holds its words; it is a refusal also where it breaks off. */
const MOST_WORDS = 64 * 1024;

/** What comes with a status that is none of success. */
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
		// What has come until then is all there is to say.
	} finally {
		discard(body);
	}
	return pile.content;
}
