// The line in which the runs of one API key stand for a creation, and what they hear of each other.
import { describe, expect, test } from '@jest/globals';
import {
	type CreationLock,
	type KnownCreation,
	withCreationLocks,
} from '../../../nodes/WorkforceOperations/transport/creationLock.ts';
import { fakeConnection } from './support.mts';

const connectionOf = (apiKey: string, signal?: AbortSignal): ReturnType<typeof fakeConnection>['connection'] =>
	fakeConnection(() => ({}), signal === undefined ? {} : { signal }, { apiKey }).connection;

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
async function begin(apiKey: string, signal?: AbortSignal): Promise<{ creations: CreationLock; end(): Promise<void> }> {
	const stay = held();
	let creations: CreationLock | undefined;
	const run = withCreationLocks(connectionOf(apiKey, signal), async (own) => {
		creations = own;
		await stay.until;
	});
	await settle();
	if (creations === undefined) throw new Error('it has not begun');
	return {
		creations,
		async end() {
			stay.end();
			await run;
		},
	};
}

const ann: KnownCreation = { body: { email: 'ann@x.au' }, isSure: true };

describe('A turn', () => {
	test('is one run’s at a time, in the order in which they came', async () => {
		const [one, two, three] = await Promise.all([begin('k1'), begin('k1'), begin('k1')]);
		const steps: string[] = [];
		const works = [held(), held(), held()];
		const turns = [one, two, three].map(async ({ creations }, index) => {
			await creations.inTurn(0, async () => {
				steps.push(`begin ${index}`);
				await works[index]?.until;
				steps.push(`end ${index}`);
			});
		});
		for (const work of [works[2], works[0], works[1]]) {
			await settle();
			work?.end();
		}
		await Promise.all(turns);
		expect(steps).toEqual(['begin 0', 'end 0', 'begin 1', 'end 1', 'begin 2', 'end 2']);
		await Promise.all([one.end(), two.end(), three.end()]);
	});

	test('is given back where its work fails', async () => {
		const run = await begin('k2');
		await expect(run.creations.inTurn(0, async () => await Promise.reject(new Error('no')))).rejects.toThrow('no');
		expect(await run.creations.inTurn(0, async () => await Promise.resolve('next'))).toBe('next');
		await run.end();
	});

	test('is not waited for by runs of another key', async () => {
		const [one, other] = await Promise.all([begin('k3'), begin('k4')]);
		const work = held();
		const turn = one.creations.inTurn(0, async () => await work.until);
		expect(await other.creations.inTurn(0, async () => await Promise.resolve('at once'))).toBe('at once');
		work.end();
		await turn;
		await Promise.all([one.end(), other.end()]);
	});

	test('is no longer waited for once the execution is stopped, and those behind still wait for those before', async () => {
		const stop = new AbortController();
		const [first, stopped, last] = await Promise.all([begin('k5'), begin('k5', stop.signal), begin('k5')]);
		const work = held();
		const done: string[] = [];
		const before = first.creations.inTurn(0, async () => {
			await work.until;
			done.push('first');
		});
		const waiting = stopped.creations.inTurn(7, async () => await Promise.resolve(done.push('stopped')));
		const behind = last.creations.inTurn(0, async () => await Promise.resolve(done.push('last')));
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
			run.creations.inTurn(0, async () => {
				isDone = true;
				await Promise.resolve();
			}),
		).rejects.toMatchObject({ kind: 'stopped' });
		expect(isDone).toBe(false);
		await run.end();
	});
});

describe('A run hears of a creation', () => {
	test('of another run of its key, under each of its names, from its begin on', async () => {
		const early = await begin('k7');
		const other = await begin('k8');
		const teller = await begin('k7');
		teller.creations.record(['email ann@x.au', 'employeeId 7'], ann);
		const late = await begin('k7');
		const names = ['email ann@x.au'];
		expect([early, teller, other, late].map(({ creations }) => creations.known(names))).toEqual([
			ann,
			undefined,
			undefined,
			undefined,
		]);
		expect(early.creations.known(['email b@x.au', 'employeeId 7'])).toEqual(ann);
		expect(early.creations.known(['email b@x.au'])).toBeUndefined();
		await Promise.all([early, teller, other, late].map(async ({ end }) => await end()));
	});

	test('no more once it has ended, also where it failed', async () => {
		let ended: CreationLock | undefined;
		const failing = withCreationLocks(connectionOf('k9'), async (creations) => {
			ended = creations;
			await Promise.reject(new Error('no'));
		});
		await expect(failing).rejects.toThrow('no');
		const teller = await begin('k9');
		teller.creations.record(['a'], ann);
		expect(ended?.known(['a'])).toBeUndefined();
		await teller.end();
	});
});
