// How long a key is held back, in words; and for how long its refusals count as one standstill.
import { describe, expect, test } from '@jest/globals';
import { CircuitBreakers } from '../../../../nodes/WorkforceOperations/transport/circuitBreaker.ts';
import { clock, pause } from '../../../../nodes/WorkforceOperations/transport/clock.ts';
import { explain } from '../../../../nodes/WorkforceOperations/transport/errors/explain.ts';
import { inEditor } from './inEditor.mts';
import { useVirtualTime } from '../support.mts';

const real = { ...clock };
const time = useVirtualTime();

const minute = 60_000;
const hour = 60 * minute;

describe('a wait in words', () => {
	const settings = { origin: 'https://service.test' };
	const waiting = (ms: number | string, timeZone?: string) =>
		inEditor(explain({ status: 429, headers: { 'retry-after': Number(ms) / 1000 } }, { settings, timeZone }));

	test.each([
		[0, '1 s'],
		[1000, '1 s'],
		[1001, '2 s'],
		[15 * minute, '900 s'],
	])('%i ms: %s', (ms, span) => {
		expect(waiting(ms)).toMatchObject({
			message: 'The API key has used up its requests for this minute',
			description: expect.stringContaining(`Try again in ${span},`),
		});
	});

	test.each([
		[15 * minute + 1, 'UTC', '10:15'],
		[2 * hour, 'Australia/Brisbane', '22:00'],
		[4 * hour, 'Australia/Brisbane', '2026-11-17 00:00'],
		[16 * hour, 'UTC', '2026-11-17 02:00'],
		[Number.MAX_SAFE_INTEGER * 1000, 'UTC', '+138865-05-08 00:00'],
	])('%i ms in %s: %s', (ms, timeZone, time) => {
		clock.date = () => Date.UTC(2026, 10, 16, 10);
		expect(waiting(ms, timeZone)).toMatchObject({
			message: `The service says to wait until ${time} (${timeZone})`,
			description: expect.stringContaining('Retry-After'),
		});
	});

	test('a standstill is told in minutes', () =>
		expect(explain({ status: 429, stalledMs: 30 * minute }, { settings }).message).toBe(
			'The service has refused every request for 30 minutes',
		));
});

describe('the breaker of a key', () => {
	const refusal = { status: 429, body: 'first' };

	test('ends half an hour after the first of several refusals, with the last of them', () => {
		const breaker = new CircuitBreakers().of('key');
		expect(breaker.giveUpAt).toBe(Infinity);
		breaker.onTooMany(refusal);
		const end = time.now + 30 * minute;
		time.now += minute;
		breaker.onTooMany({ ...refusal, body: 'second' });
		expect(breaker.giveUpAt).toBe(end);
		expect(breaker.stalled).toEqual({ status: 429, body: 'second', stalledMs: 30 * minute });
		breaker.onAnswer();
		expect(breaker.giveUpAt).toBe(Infinity);
		breaker.onTooMany(refusal);
		expect(breaker.giveUpAt).toBe(time.now + 30 * minute);
	});

	test('is closed by the third new token in succession that is refused', () => {
		const breaker = new CircuitBreakers().of('key');
		const unauthorized = { status: 401, body: 'no' };
		for (let count = 0; count < 2; count++) breaker.onUnauthorized(unauthorized);
		breaker.onAnswer();
		for (let count = 0; count < 2; count++) breaker.onUnauthorized(unauthorized);
		expect(breaker.openFailure).toBeUndefined();
		breaker.onUnauthorized(unauthorized);
		expect(breaker.openFailure).toEqual({ ...unauthorized, unsent: true });
	});
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
