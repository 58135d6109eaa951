import { afterEach, describe, expect, test } from '@jest/globals';
import { binaryStream, keptAwake } from '../../../../nodes/WorkforceOperations/operations/files/binaryStream.ts';
import { clock } from '../../../../nodes/WorkforceOperations/transport/clock.ts';

const real = { ...clock };
afterEach(() => void Object.assign(clock, real));

async function* pieces(...texts: string[]): AsyncGenerator<Buffer> {
	for (const text of texts) yield Buffer.from(text);
}

/** As n8n's stores gather a buffer. */
const gathered = (stream: ReturnType<typeof binaryStream>): Promise<string> =>
	new Promise((resolve, reject) => {
		if (Buffer.isBuffer(stream)) throw new Error('a buffer');
		const chunks: Buffer[] = [];
		stream.on('data', (chunk: Buffer) => chunks.push(chunk));
		stream.once('end', () => resolve(Buffer.concat(chunks).toString()));
		stream.once('error', reject);
		stream.once('close', () => reject(new Error('closed before the end')));
	});

describe('What goes to n8n’s binary store', () => {
	test('tells its failure, and no end', async () => {
		async function* failing(): AsyncGenerator<Buffer> {
			yield Buffer.from('a');
			throw new Error('gone');
		}
		await expect(gathered(binaryStream(failing()))).rejects.toThrow('gone');
	});

	test('tells nothing more to a listener that was taken off, and nothing of what comes after its end was asked for', async () => {
		const stream = binaryStream(pieces('a', 'b', 'c'));
		if (Buffer.isBuffer(stream)) throw new Error('a buffer');
		const seen: string[] = [];
		const others: string[] = [];
		const closed = new Promise<void>((resolve) => void stream.once('close', resolve));
		const listener = (chunk: Buffer): void => void others.push(chunk.toString());
		stream.on('data', (chunk: Buffer) => {
			seen.push(chunk.toString());
			stream.off('data', listener);
			if (seen.length === 2) stream.destroy();
		});
		stream.on('data', listener);
		stream.once('end', () => seen.push('end'));
		await closed;
		expect({ seen, others }).toEqual({ seen: ['a', 'b'], others: ['a'] });
	});

	test('sends an empty piece now and then while nothing comes, and loses nothing by it', async () => {
		let give = (_: Buffer): void => undefined;
		const late = new Promise<Buffer>((resolve) => void (give = resolve));
		async function* slow(): AsyncGenerator<Buffer> {
			yield Buffer.from('a');
			yield await late;
		}
		const waits: number[] = [];
		clock.deadline = (ms) => {
			waits.push(ms);
			return waits.length > 3 ? new AbortController().signal : AbortSignal.abort();
		};
		const awake = keptAwake(slow());
		const sizes: number[] = [];
		for await (const chunk of awake) {
			sizes.push(chunk.length);
			if (sizes.length === 3) give(Buffer.from('bc'));
		}
		expect(sizes.filter((size) => size > 0)).toEqual([1, 2]);
		expect(sizes.filter((size) => size === 0).length).toBeGreaterThanOrEqual(2);
		// Each of them begins another wait.
		expect(waits).toHaveLength(1 + sizes.filter((size) => size === 0).length);
		// Far less than the five minutes after which n8n gives up.
		expect(Math.max(...waits)).toBeLessThanOrEqual(60_000);
	});

	test('lets go of what it comes from when nobody reads on', async () => {
		let ended = false;
		async function* source(): AsyncGenerator<Buffer> {
			try {
				for (;;) yield Buffer.from('a');
			} finally {
				ended = true;
			}
		}
		for await (const _ of keptAwake(source())) break;
		await Promise.resolve();
		expect(ended).toBe(true);
	});
});
