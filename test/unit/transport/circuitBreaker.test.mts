// What the requests of a run learn from each other: a key that isn’t accepted any more, one that is held back, and the service’s date.
import { describe, expect, test } from '@jest/globals';
import { endpoints } from '../../../nodes/WorkforceOperations/contract/index.ts';
import { CircuitBreakers } from '../../../nodes/WorkforceOperations/transport/circuitBreaker.ts';
import { clock } from '../../../nodes/WorkforceOperations/transport/clock.ts';
import { sendCall } from '../../../nodes/WorkforceOperations/transport/request.ts';
import { type Answer, fakeConnection, useVirtualTime } from './support.mts';

const HALF_AN_HOUR = 30 * 60_000;
const time = useVirtualTime();

const fine: Answer = { status: 200, body: { status: { code: 0 }, data: { timesheetId: 1 } } };
const refused: Answer = { status: 401, body: {} };
const missing: Answer = { status: 404, body: {} };

test.each<{ name: string; other: Answer; sentAfterEach: number[]; ends: string[] }>([
	{
		name: 'of several requests three that are refused with a new token each are enough: nothing more is sent',
		other: refused,
		sentAfterEach: [2, 4, 6, 6, 6],
		ends: ['unauthorized', 'unauthorized', 'unauthorized', 'unauthorized', 'unauthorized'],
	},
	{
		name: 'one between them that is answered begins the count anew',
		other: fine,
		sentAfterEach: [2, 4, 5, 7, 9, 11, 11],
		ends: ['unauthorized', 'unauthorized', 'done', 'unauthorized', 'unauthorized', 'unauthorized', 'unauthorized'],
	},
	{
		name: 'one between them that is refused for another reason begins the count anew',
		other: missing,
		sentAfterEach: [2, 4, 5, 7, 9, 11, 11],
		ends: ['unauthorized', 'unauthorized', 'notFound', 'unauthorized', 'unauthorized', 'unauthorized', 'unauthorized'],
	},
])('$name', async ({ other, sentAfterEach, ends }) => {
	const { connection, sent } = fakeConnection((_, number) => (number === 5 ? other : refused));
	const came: { sentAfterEach: number[]; ends: unknown[] } = { sentAfterEach: [], ends: [] };
	for (const itemIndex of ends.keys()) {
		const call = { endpoint: endpoints['timesheet.get'], path: { id: itemIndex + 1 }, itemIndex };
		const sending = sendCall(connection, call).then(() => 'done');
		came.ends.push(await time.until(sending.catch((error: { kind?: unknown }) => error.kind)));
		came.sentAfterEach.push(sent.length);
	}
	expect(came).toEqual({ sentAfterEach, ends });
});

describe('the breaker of a key', () => {
	const refusal = { status: 429, body: 'first' };

	test('ends half an hour after the first of several refusals, with the last of them', () => {
		const breaker = new CircuitBreakers().of('key');
		expect(breaker.giveUpAt).toBe(Infinity);
		breaker.onTooMany(refusal);
		const end = time.now + HALF_AN_HOUR;
		time.now += 60_000;
		breaker.onTooMany({ ...refusal, body: 'second' });
		expect(breaker.giveUpAt).toBe(end);
		expect(breaker.stalled).toEqual({ status: 429, body: 'second', stalledMs: HALF_AN_HOUR });
		breaker.onAnswer();
		expect(breaker.giveUpAt).toBe(Infinity);
		breaker.onTooMany(refusal);
		expect(breaker.giveUpAt).toBe(time.now + HALF_AN_HOUR);
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

test('the service’s date is known once an answer tells it, and is the latest that any answer allows', async () => {
	const breakers = new CircuitBreakers();
	const second = Math.floor(clock.date() / 1000) * 1000;
	const hear = (date: number): void => breakers.noteDate({ date: new Date(date).toUTCString() });
	for (const headers of [undefined, {}, { date: 'soon' }]) breakers.noteDate(headers);
	expect(breakers.serviceDate).toBeUndefined();
	hear(second);
	await time.until(time.wait(900));
	expect(breakers.serviceDate).toBe(second + 900);
	// Told half a second late, or in whole seconds.
	hear(second);
	expect(breakers.serviceDate).toBe(second + 900);
	hear(second + 2000);
	expect(breakers.serviceDate).toBe(second + 2000);
});
