import { getEventListeners } from 'node:events';
import { describe, expect, test } from '@jest/globals';
import { clock, pause, unlessAborted } from '../../../nodes/WorkforceOperations/transport/clock.ts';
import { useVirtualTime } from './support.mts';

const real = { ...clock };
const time = useVirtualTime();

const never = new Promise<string>(() => undefined);

test.each([
	['the first', [AbortSignal.abort(), new AbortController().signal]],
	['the last', [new AbortController().signal, undefined, AbortSignal.abort()]],
])('nobody waits for an answer where %s of several signals is aborted already', async (_, signals) => {
	expect(await unlessAborted(never, ...signals)).toBeUndefined();
});

test('nobody waits any more once one of several signals is aborted', async () => {
	const controller = new AbortController();
	const waiting = unlessAborted(never, new AbortController().signal, controller.signal);
	controller.abort();
	expect(await waiting).toBeUndefined();
});

test('what comes in time is handed on, and what fails is thrown', async () => {
	const { signal } = new AbortController();
	expect(await unlessAborted(Promise.resolve('here'), signal)).toBe('here');
	await expect(unlessAborted(Promise.reject(new Error('broken')), signal)).rejects.toThrow('broken');
});

test('no listener stays with a signal whose wait is over: a long download waits thousands of times', async () => {
	const { signal } = new AbortController();
	await unlessAborted(Promise.resolve('here'), signal);
	expect(getEventListeners(signal, 'abort')).toEqual([]);
});

describe('a pause', () => {
	test('is slept in slices, the last of them as short as needed', async () => {
		const slices: number[] = [];
		clock.sleep = async (ms) => {
			slices.push(ms);
			await time.wait(ms);
		};
		await time.until(pause(1000));
		await time.until(pause(0));
		expect(slices).toEqual([400, 400, 200]);
	});

	test('ends with the slice in which the signal is aborted, and does not begin behind it', async () => {
		const stop = new AbortController();
		const start = time.now;
		void time.wait(500).then(() => stop.abort());
		await time.until(pause(10_000, stop.signal));
		await time.until(pause(10_000, stop.signal));
		expect(time.now - start).toBe(800);
	});
});

test('chance is spread evenly around 1 for waits, and from 0 to 1 elsewhere', () => {
	const jitters = Array.from({ length: 1000 }, () => real.jitter());
	const randoms = Array.from({ length: 1000 }, () => real.random());
	for (const [values, low, high] of [
		[jitters, 0.5, 1.5],
		[randoms, 0, 1],
	] as const) {
		expect(Math.min(...values)).toBeGreaterThanOrEqual(low);
		expect(Math.max(...values)).toBeLessThan(high);
		expect(Math.max(...values) - Math.min(...values)).toBeGreaterThan(0.8);
	}
});
