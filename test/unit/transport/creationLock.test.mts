// The lock that the runs of one API key hold while they prove and send a batch, and what they note for each other.
import { beforeEach, describe, expect, test } from '@jest/globals';
import {
	type Creation,
	type CreationLock,
	withCreationLock,
} from '../../../nodes/WorkforceOperations/transport/creationLock.ts';
import { fakeConnection, useVirtualTime } from './support.mts';

const lines: string[] = [];
const connectionOf = (apiKey: string, signal?: AbortSignal): ReturnType<typeof fakeConnection>['connection'] => {
	const { connection } = fakeConnection(() => ({}), signal === undefined ? {} : { signal }, { apiKey });
	Object.assign(connection.context, { logger: { warn: (line: string) => void lines.push(line) } });
	return connection;
};
beforeEach(() => void (lines.length = 0));

/** A promise that somebody else settles. */
function held(): { until: Promise<void>; end(): void } {
	let end = (): void => undefined;
	const until = new Promise<void>((resolve) => {
		end = resolve;
	});
	return { until, end };
}

/** Lets all go on that can. */
const settle = async (): Promise<void> => await new Promise((resolve) => setImmediate(resolve));

/** A run that begins and stays, until it is ended. */
async function begin(apiKey: string, signal?: AbortSignal): Promise<{ lock: CreationLock; end(): Promise<void> }> {
	const stay = held();
	let lock: CreationLock | undefined;
	const run = withCreationLock(connectionOf(apiKey, signal), async (own) => {
		lock = own;
		await stay.until;
	});
	await settle();
	if (lock === undefined) throw new Error('it has not begun');
	return {
		lock,
		async end() {
			stay.end();
			await run;
		},
	};
}

const ann: Creation = { email: 'ann@x.au', isSure: true };

describe('A turn', () => {
	test('is given back where its work fails', async () => {
		const run = await begin('k2');
		await expect(run.lock.inTurn(0, async () => await Promise.reject(new Error('no')))).rejects.toThrow('no');
		expect(await run.lock.inTurn(0, async () => await Promise.resolve('next'))).toBe('next');
		await run.end();
	});

	test('is no longer waited for once the execution is stopped, and those behind still wait for those before', async () => {
		const stop = new AbortController();
		const [first, stopped, last] = await Promise.all([begin('k5'), begin('k5', stop.signal), begin('k5')]);
		const work = held();
		const done: string[] = [];
		const before = first.lock.inTurn(0, async () => {
			await work.until;
			done.push('first');
		});
		const waiting = stopped.lock.inTurn(7, async () => await Promise.resolve(done.push('stopped')));
		const behind = last.lock.inTurn(0, async () => await Promise.resolve(done.push('last')));
		stop.abort();
		await expect(waiting).rejects.toMatchObject({ kind: 'stopped', mayHaveArrived: false, context: { itemIndex: 7 } });
		expect(done).toEqual([]);
		work.end();
		await Promise.all([before, behind]);
		expect(done).toEqual(['first', 'last']);
		await Promise.all([first.end(), stopped.end(), last.end()]);
	});

	test('doesn’t come for an execution that is stopped already, though nobody else stands in line', async () => {
		const run = await begin('k6', AbortSignal.abort());
		let isDone = false;
		await expect(
			run.lock.inTurn(0, async () => {
				isDone = true;
				await Promise.resolve();
			}),
		).rejects.toMatchObject({ kind: 'stopped' });
		expect({ isDone, lines }).toEqual({ isDone: false, lines: [] });
		await run.end();
	});

	describe('that doesn’t come for half a minute', () => {
		const time = useVirtualTime();

		test('is said once in the log, and then comes all the same', async () => {
			const [first, second] = await Promise.all([begin('k10'), begin('k10')]);
			const work = held();
			const before = first.lock.inTurn(0, async () => await work.until);
			const turn = second.lock.inTurn(0, async () => await Promise.resolve('done'));
			await settle();
			expect(lines).toEqual([]);
			await time.runUntil(time.now + 29_999);
			await settle();
			expect(lines).toEqual([]);
			await time.runUntil(time.now + 1);
			await settle();
			expect(lines).toEqual([expect.stringContaining('“n” is waiting, because another execution')]);
			work.end();
			await before;
			expect(await turn).toBe('done');
			expect(lines).toHaveLength(1);
			await Promise.all([first.end(), second.end()]);
		});
	});
});

describe('A run knows', () => {
	test('whom another run of its key has created since it began, under each of the names', async () => {
		const early = await begin('k7');
		const other = await begin('k8');
		const teller = await begin('k7');
		teller.lock.note(['email ann@x.au', 'number 7'], ann);
		const late = await begin('k7');
		const names = ['email ann@x.au'];
		expect([early, teller, other, late].map(({ lock }) => lock.known(names)?.email)).toEqual([
			'ann@x.au',
			undefined,
			undefined,
			undefined,
		]);
		expect(early.lock.known(['email b@x.au', 'number 7'])).toMatchObject(ann);
		expect(early.lock.known(['email b@x.au'])).toBeUndefined();
		await Promise.all([early, teller, other, late].map(async ({ end }) => await end()));
	});

	test('nothing of runs that have all ended', async () => {
		const first = await begin('k11');
		first.lock.note(['a'], ann);
		await first.end();
		const next = await begin('k11');
		expect(next.lock.known(['a'])).toBeUndefined();
		expect(next.lock['lock'].notes.size).toBe(0);
		await next.end();
	});
});
