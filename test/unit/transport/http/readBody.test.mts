// Files as they arrive: counted as they come, ended where they are too large or nothing comes any more.
import { Readable } from 'node:stream';
import { describe, expect, test } from '@jest/globals';
import {
	type ReadBody,
	bytesOfMb,
	jsonOrText,
	readFile,
	readTextBody,
} from '../../../../nodes/WorkforceOperations/transport/http/readBody.ts';
import { FileMemory } from '../../../../nodes/WorkforceOperations/transport/fileMemory.ts';
import { useVirtualTime } from '../support.mts';

const time = useVirtualTime();

const never = new AbortController().signal;
const patience = { idleMs: 1000, deadline: never };

interface Feed {
	body: Readable;
	/** Pieces that were asked for. */
	given: number;
}

/** A stream that gives so many pieces, without end where there is none. */
function feed(piece: Buffer, count = Infinity): Feed {
	const state: Feed = {
		given: 0,
		body: new Readable({
			highWaterMark: 1,
			read() {
				this.push(state.given++ < count ? piece : null);
			},
		}),
	};
	return state;
}

const taken = async (body: unknown, most: number, waits = patience): Promise<ReadBody> =>
	await time.until(new FileMemory().enter(most, async (intake) => await readFile(body, intake, waits)));

describe('a file that arrives in pieces', () => {
	test('comes together as it was', async () => {
		const pieces = Array.from({ length: 3000 }, (_, at) => Buffer.from(`${at},`));
		expect(await taken(Readable.from(pieces), 100_000)).toEqual({ content: Buffer.concat(pieces) });
	});

	test('is taken to the last byte that is allowed', async () =>
		expect(await taken(feed(Buffer.alloc(10), 10).body, 100)).toEqual({ content: Buffer.alloc(100) }));

	test('and not one byte further: the stream is ended, and the error names the option', async () => {
		const endless = feed(Buffer.alloc(1000));
		const arrived = await taken(endless.body, bytesOfMb(1));
		expect('failure' in arrived && arrived.failure.problem?.message).toBe(
			'The file is larger than the 1 MB set in “Largest File (MB)”',
		);
		expect(endless.body.destroyed).toBe(true);
		expect(endless.given).toBeLessThan(1100);
	});

	test('claims its memory bit by bit, or as one whole, and anew each time it is fetched', async () => {
		const claims: number[] = [];
		const take = async (bytes: number): Promise<void> => await Promise.resolve(void claims.push(bytes));
		const intake = { most: 100, take, restart: () => void claims.push(0) };
		await time.until(readFile(feed(Buffer.alloc(10), 2).body, intake, patience));
		await time.until(readFile(Buffer.alloc(20), intake, patience));
		expect(claims).toEqual([0, 10, 10, 0, 20]);
	});

	test('as one whole is measured as well', async () => {
		expect(await taken(Buffer.alloc(10), 10)).toEqual({ content: Buffer.alloc(10) });
		expect(await taken('é'.repeat(6), 11)).toMatchObject({ failure: { answered: true } });
	});

	test('takes little more memory than it has bytes, in however small pieces it comes', async () => {
		const arrived = await taken(Readable.from(Array.from({ length: 200_000 }, () => Buffer.from('a'))), 1_000_000);
		expect('content' in arrived && [arrived.content.length, arrived.content.buffer.byteLength]).toEqual([
			200_000, 262_144,
		]);
	});

	test.each([
		['a connection that breaks', Object.assign(new Error('aborted'), { code: 'ECONNRESET' }), 'ECONNRESET'],
		['what can’t be unpacked', Object.assign(new Error('header'), { code: 'Z_DATA_ERROR' }), 'ERR_BAD_RESPONSE'],
	])('and breaks off is a broken connection: %s', async (_, error, network) => {
		const body = new Readable({
			read() {
				this.destroy(error);
			},
		});
		expect(await taken(body, 10)).toMatchObject({ failure: { network } });
	});
});

describe('a file that comes no further', () => {
	const silent = (first: Buffer): Readable => {
		const body = new Readable({ read: () => undefined });
		body.push(first);
		return body;
	};

	test('is given up after the silence that is borne', async () => {
		const body = silent(Buffer.from('a'));
		const before = time.now;
		expect(await taken(body, 10)).toEqual({ failure: { network: 'ETIMEDOUT' } });
		expect([time.now - before, body.destroyed]).toEqual([1000, true]);
	});

	test('is given up at once where all patience is over or nobody wants it any more', async () => {
		const over = AbortSignal.abort();
		for (const waits of [
			{ ...patience, deadline: over },
			{ ...patience, signal: over },
		]) {
			const body = silent(Buffer.from('a'));
			const before = time.now;
			expect(await taken(body, 10, waits)).toMatchObject({ failure: {} });
			expect([time.now - before, body.destroyed]).toEqual([0, true]);
		}
	});
});

describe('the words of a refusal', () => {
	test('are read to their end, and no further than words go', async () => {
		expect(String(await readTextBody(Readable.from([Buffer.from('no'), Buffer.from('pe')]), patience))).toBe('nope');
		const endless = feed(Buffer.alloc(1000));
		expect((await readTextBody(endless.body, patience)) as Buffer).toHaveLength(65_536);
		expect(endless.body.destroyed).toBe(true);
	});

	test('that break off are those that had come, and others come as they are', async () => {
		const broken = Readable.from(
			(function* () {
				yield Buffer.from('half');
				throw new Error('broken');
			})(),
		);
		expect(String(await readTextBody(broken, patience))).toBe('half');
		expect(await readTextBody({ a: 1 }, patience)).toEqual({ a: 1 });
	});
});

describe('the files of a run share their memory', () => {
	/** Files that take their place bit by bit, and what each has taken. */
	async function fill(sizes: number[], most: number): Promise<{ highest: number; order: number[] }> {
		const room = new FileMemory();
		let held = 0;
		let highest = 0;
		const order: number[] = [];
		await Promise.all(
			sizes.map(async (size, index) => {
				let own = 0;
				await room.enter(most, async (intake) => {
					for (; own < size; own++) {
						await intake.take(1);
						held++;
						highest = Math.max(highest, held);
						await Promise.resolve();
					}
					order.push(index);
				});
				held -= own;
			}),
		);
		return { highest, order };
	}

	test('small ones are fetched side by side', async () => expect((await fill([3, 3, 3], 10)).highest).toBe(9));

	test('large ones take what two may take, however many they are, and each comes to its end', async () => {
		const { highest, order } = await fill(
			Array.from({ length: 25 }, () => 100),
			100,
		);
		expect(highest).toBeLessThanOrEqual(200);
		expect([...order].sort((a, b) => a - b)).toEqual(Array.from({ length: 25 }, (_, index) => index));
	});

	test('one that begins anew or fails gives its place back', async () => {
		const room = new FileMemory();
		await room.enter(10, async (intake) => {
			await intake.take(10);
			intake.restart();
			await room.enter(10, async (other) => await other.take(10));
			await intake.take(10);
		});
		await expect(
			room.enter(10, async (intake) => {
				await intake.take(10);
				throw new Error('no');
			}),
		).rejects.toThrow('no');
		let passed = false;
		await room.enter(10, async (intake) => {
			await intake.take(10);
			passed = true;
		});
		expect(passed).toBe(true);
	});

	test('one that has given up while it waited takes no place any more', async () => {
		const room = new FileMemory();
		let release = (): void => undefined;
		const first = room.enter(10, async (intake) => {
			await intake.take(10);
			await intake.take(5);
			await new Promise<void>((resolve) => (release = resolve));
		});
		let waiting: Promise<void> | undefined;
		await room.enter(10, async (intake) => {
			waiting = intake.take(5);
		});
		await waiting;
		release();
		await first;
		const others = room.enter(10, async (one) => {
			await one.take(10);
			await room.enter(10, async (other) => await other.take(10));
		});
		await expect(others).resolves.toBeUndefined();
	});
});

describe('An answer that isn’t a file', () => {
	const bytes = (text: string): Buffer => Buffer.from(text, 'utf8');
	test.each<[string, unknown, unknown]>([
		['JSON', bytes('{"a":[1,"ü"]}'), { a: [1, 'ü'] }],
		['JSON behind a byte order mark', bytes('\ufeff{"a":1}'), { a: 1 }],
		['a plain value', bytes('17'), 17],
		['null', bytes('null'), null],
		['a web page', bytes('<html>no</html>'), '<html>no</html>'],
		['JSON that breaks off', bytes('{"a":[1,'), '{"a":[1,'],
		['nothing', bytes(''), ''],
		['blanks', bytes(' \n'), ' \n'],
		['bytes in the form of other versions', new Uint8Array(bytes('{"a":1}')).buffer, { a: 1 }],
		['what n8n has read itself', { a: 1 }, { a: 1 }],
		['no body at all', undefined, undefined],
	])('%s', (_, body, expected) => expect(jsonOrText(body)).toEqual({ value: expected }));

	test.each([
		['application/json; charset=utf-8', '{"name":"Café"}', 'utf8'],
		['application/json; charset=ISO-8859-1', '{"name":"Café"}', 'latin1'],
		['text/json;charset="windows-1252"', '{"name":"Café"}', 'latin1'],
		['application/json; charset=utf-16le', '{"name":"Café"}', 'utf16le'],
		['application/json; charset=unheard-of', '{"name":"Café"}', 'utf8'],
		['application/json', '{"name":"Café"}', 'utf8'],
	] as const)('is read as %s', (contentType, text, encoding) => {
		expect(jsonOrText(Buffer.from(text, encoding), contentType)).toEqual({ value: { name: 'Café' } });
	});

	test.each([
		['without a character set', undefined],
		['as UTF-8', 'application/json; charset=utf-8'],
		['as what nobody knows', 'application/json; charset=unheard-of'],
	])('is none where its bytes can’t be read %s', (_, contentType) => {
		expect(jsonOrText(Buffer.from('{"name":"Café"}', 'latin1'), contentType)).toBeUndefined();
	});
});
