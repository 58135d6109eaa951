import type { IExecuteFunctions } from 'n8n-workflow';
import { MINUTE_MS } from '../../contract';
import { settle } from '../../transport';
import { clock, unlessAborted } from '../../transport/clock';

type Binary = Parameters<IExecuteFunctions['helpers']['prepareBinaryData']>[0];

type Listener = (value?: unknown) => void;

/** n8n's buffering stores time out after five minutes without a chunk; a wait for the rate limit may be longer. */
const SILENT_MS = MINUTE_MS;

const NO_BYTES = Buffer.alloc(0);

/** Adds an empty chunk at intervals while none arrives. */
export async function* keptAwake(chunks: AsyncGenerator<Buffer>): AsyncGenerator<Buffer> {
	let watch = clock.deadline(SILENT_MS);
	try {
		for (;;) {
			const coming = chunks.next();
			let next = await unlessAborted(coming, watch);
			while (next === undefined) {
				yield NO_BYTES;
				watch = clock.deadline(SILENT_MS);
				next = await unlessAborted(coming, watch);
			}
			if (next.done === true) return;
			yield next.value;
		}
	} finally {
		// The consumer may have stopped early, for example on a full disk.
		chunks.return(undefined).catch(() => undefined);
	}
}

/**
 * A stream for n8n's binary store, without `stream`, which community nodes may not import. File stores use the async
 * iterator, buffering stores the events. Checked with n8n 2.8.4, 2.39.10 and 2.41.1.
 */
class BinaryStream implements AsyncIterable<Buffer> {
	private readonly listeners = new Map<string, Set<Listener>>();

	private readonly chunks: AsyncGenerator<Buffer>;

	private isFlowing = false;

	private isDestroyed = false;

	constructor(chunks: AsyncGenerator<Buffer>) {
		this.chunks = chunks;
	}

	[Symbol.asyncIterator](): AsyncGenerator<Buffer> {
		return this.chunks;
	}

	on(event: string, listener: Listener): this {
		const known = this.listeners.get(event) ?? new Set<Listener>();
		this.listeners.set(event, known.add(listener));
		if (event === 'data' && !this.isFlowing) {
			this.isFlowing = true;
			void this.flow();
		}
		return this;
	}

	/** End and error are emitted only once anyway. */
	once(event: string, listener: Listener): this {
		return this.on(event, listener);
	}

	off(event: string, listener: Listener): this {
		this.listeners.get(event)?.delete(listener);
		return this;
	}

	destroy(): this {
		this.isDestroyed = true;
		return this;
	}

	private emit(event: string, value?: unknown): void {
		for (const listener of [...(this.listeners.get(event) ?? [])]) listener(value);
	}

	private async flow(): Promise<void> {
		const tried = await settle(this.pass());
		if ('error' in tried) this.emit('error', tried.error);
		else if (!this.isDestroyed) this.emit('end');
		this.emit('close');
	}

	private async pass(): Promise<void> {
		for await (const chunk of this.chunks) {
			if (this.isDestroyed) return;
			this.emit('data', chunk);
		}
	}
}

/** n8n's type asks for Node's stream, which has far more members than any store uses. */
export const binaryStream = (chunks: AsyncGenerator<Buffer>): Binary =>
	new BinaryStream(keptAwake(chunks)) as unknown as Binary;
