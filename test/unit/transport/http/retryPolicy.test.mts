// What a failure says of a request: whether it arrived, when to ask again, and what follows. All of it pure.
import { describe, expect, test } from '@jest/globals';
import type { Failure } from '../../../../nodes/WorkforceOperations/transport/failures/failure.ts';
import { Problem } from '../../../../nodes/WorkforceOperations/transport/failures/problem.ts';
import {
	decideRetry,
	isRepeatable,
	mayHaveArrived,
	NO_HISTORY,
	type RetryCircumstances,
	type RetryHistory,
	retryAfterMs,
	retryDelay,
	TRIES,
} from '../../../../nodes/WorkforceOperations/transport/http/retryPolicy.ts';
import { useVirtualTime } from '../support.mts';

const time = useVirtualTime();

const problem = new Problem('p');

test.each<[Failure, boolean]>([
	[{ status: 302 }, false],
	[{ status: 400 }, false],
	[{ status: 407 }, false],
	[{ status: 408 }, true],
	[{ status: 409 }, false],
	[{ status: 429 }, false],
	[{ status: 498 }, false],
	[{ status: 499 }, true],
	[{ status: 500 }, true],
	[{ status: 400, earlier: true }, true],
	[{ unsent: true, earlier: true }, true],
	[{ unsent: true, status: 500 }, false],
	[{ unsent: true, stopped: true }, false],
	[{ problem, network: 'ECONNRESET' }, false],
	[{ budgetMs: 0 }, false],
	[{ stopped: true, network: 'ERR_CANCELED' }, true],
	[{ stopped: false, network: 'ERR_CANCELED' }, false],
	[{}, true],
	[{ network: 'ECONNRESET' }, true],
	[{ network: 'ETIMEDOUT' }, true],
	...['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH', 'CERT_HAS_EXPIRED'].map(
		(network): [Failure, boolean] => [{ network }, false],
	),
])('%j may have arrived: %p', (failure, expected) => expect(mayHaveArrived(failure)).toBe(expected));

describe('Retry-After', () => {
	const date = 'Wed, 21 Oct 2015 07:28:00 GMT';
	test.each<[Record<string, unknown> | undefined, number | undefined]>([
		[undefined, undefined],
		[{}, undefined],
		[{ 'retry-after': ' 7 ' }, 7000],
		[{ 'retry-after': 0 }, 0],
		[{ 'retry-after': '7.25' }, 7250],
		[{ 'retry-after': '' }, undefined],
		[{ 'retry-after': '-5' }, undefined],
		[{ 'retry-after': '7.' }, undefined],
		[{ 'retry-after': 'x7' }, undefined],
		[{ 'retry-after': '7s' }, undefined],
		[{ 'retry-after': '2015-10-21' }, undefined],
		[{ 'retry-after': ['7'] }, undefined],
		[{ 'retry-after': '9'.repeat(400) }, Number.MAX_SAFE_INTEGER],
		[{ 'retry-after': date, date: 'Wed, 21 Oct 2015 07:27:50 GMT' }, 10_000],
		[{ 'retry-after': date, date }, 0],
		[{ 'retry-after': date, date: 'Wed, 21 Oct 2015 07:28:50 GMT' }, 0],
	])('of %j is %p ms', (headers, expected) => expect(retryAfterMs({ headers })).toBe(expected));

	test('goes by the own clock where the service doesn’t tell the time', () => {
		time.putDate(Date.parse(date) - 4321);
		expect(retryAfterMs({ headers: { 'retry-after': date } })).toBe(4321);
		expect(retryAfterMs({ headers: { 'retry-after': date, date: 'soon' } })).toBe(4321);
	});
});

test.each([
	[{ method: 'GET' }, true],
	[{ method: 'PUT' }, true],
	[{ method: 'PATCH' }, true],
	[{ method: 'POST' }, false],
	[{ method: 'DELETE' }, false],
	[{ method: 'PUT', body: { rotateSecretToken: true } }, false],
	[{ method: 'PUT', body: { rotateSecretToken: false } }, true],
	[{ method: 'PUT', body: { other: true } }, true],
	[{ method: 'PUT', body: [] }, true],
	[{ method: 'POST', body: {} }, false],
] as const)('%j may be sent twice: %p', (request, expected) => expect(isRepeatable(request)).toBe(expected));

describe('the wait before the next try', () => {
	const ill: Failure = { status: 503 };
	test.each<[Failure, number, boolean, number, number | undefined]>([
		[ill, 1, true, 1, 500],
		[ill, 1, true, 1.5, 750],
		[ill, 2, true, 1, 1000],
		[ill, 2, true, 0.5, 500],
		[ill, 3, true, 1, undefined],
		[ill, 1, false, 1, undefined],
		[{ status: 502 }, 1, true, 1, 500],
		[{ status: 504 }, 1, true, 1, 500],
		[{ status: 501 }, 1, true, 1, undefined],
		[{ status: 505 }, 1, true, 1, undefined],
		[{ status: 502, network: 'ECONNREFUSED' }, 1, false, 1, 500],
		[{ network: 'ECONNRESET' }, 1, true, 1, 500],
		[{ network: 'ECONNRESET' }, 1, false, 1, undefined],
		[{ network: 'ECONNREFUSED' }, 2, false, 1, 1000],
		[{ network: 'ERR_CANCELED' }, 1, true, 1, undefined],
		[{ network: 'ERR_INVALID_CHAR' }, 1, true, 1, undefined],
		[{ network: 'ECONNRESET', stopped: true }, 1, true, 1, undefined],
		[{ network: 'ECONNRESET', problem }, 1, true, 1, undefined],
		[{}, 1, true, 1, undefined],
		[{ ...ill, headers: { 'retry-after': '0.4' } }, 1, true, 1, 500],
		[{ ...ill, headers: { 'retry-after': '7' } }, 1, true, 1, 7000],
		[{ ...ill, headers: { 'retry-after': '30.001' } }, 1, true, 1, 30_001],
		[{ ...ill, headers: { 'retry-after': '900' } }, 2, true, 1, 900_000],
	])('%j at try %i (repeatable: %p, jitter %d): %p', (failure, attempt, repeatable, jitter, expected) =>
		expect(retryDelay(failure, attempt, repeatable, jitter)).toBe(expected),
	);
});

describe('what follows a failed request', () => {
	const sent = { sent: true, token: 'old' };
	const usual: RetryCircumstances = {
		slowTries: TRIES,
		repeatable: true,
		leftMs: Infinity,
		stalledLeftMs: Infinity,
		refusedMs: 10_000,
		jitter: 1,
	};
	type Row = [Failure, Partial<RetryCircumstances>, Partial<RetryHistory>, object];

	const decide = (
		failure: Failure,
		changes: object,
		history: object,
		trace: { sent: boolean; token?: string } = sent,
	) => decideRetry({ failure, ...trace }, Object.freeze({ ...NO_HISTORY, ...history }), { ...usual, ...changes });

	const refused: Failure = { status: 401 };
	const tooMany: Failure = { status: 429, headers: { 'retry-after': '1', date: 'x' }, body: 'b' };
	const asked = (seconds: number): object => ({
		end: { ...tooMany, headers: { 'retry-after': seconds, date: 'x' } },
	});
	const again = { afterMs: 0, history: NO_HISTORY };
	const quarter = 15 * 60_000;
	const ill: Failure = { status: 503 };
	const illFor = (seconds: number): Failure => ({ status: 503, headers: { 'retry-after': seconds } });
	const slow: Failure = { status: 504 };
	const quota: Failure = { status: 429, isQuota: true, headers: {} };
	const after = (afterMs: number, tries: number): object => ({ afterMs, history: { tries } });
	const ends: Failure[] = [{ status: 400 }, { status: 500 }, { stopped: true }, { network: 'CERT_HAS_EXPIRED' }, {}];

	test.each<Row>([
		// A token that was refused is replaced once, and costs no try.
		[refused, {}, {}, { afterMs: 0, history: { tries: 0, refusedToken: 'old' } }],
		[refused, {}, { refusedToken: 'older' }, { end: refused }],
		[ill, {}, { refusedToken: 'old' }, { afterMs: 500, history: { tries: 1, refusedToken: 'old' } }],
		// The budget waits after a 429: it costs no try, also of what may not be sent twice.
		[tooMany, {}, {}, again],
		[tooMany, { repeatable: false }, { tries: 1 }, { afterMs: 0, history: { tries: 1 } }],
		[tooMany, { leftMs: 10_000 }, {}, again],
		[tooMany, { leftMs: 9_999 }, {}, asked(10)],
		[{ status: 429 }, { leftMs: 9_999 }, {}, { end: { status: 429, headers: { 'retry-after': 10 } } }],
		[tooMany, { stalledLeftMs: 10_000 }, {}, again],
		[tooMany, { stalledLeftMs: 9_999 }, {}, { end: 'stalled' }],
		[tooMany, { stalledLeftMs: 9_999, leftMs: 1 }, {}, { end: 'stalled' }],
		[tooMany, { refusedMs: quarter }, {}, again],
		[tooMany, { refusedMs: quarter, stalledLeftMs: quarter - 1 }, {}, { end: 'stalled' }],
		[tooMany, { refusedMs: quarter + 1, stalledLeftMs: quarter }, {}, asked(900.001)],
		// What passes is tried again after longer and longer waits, and then no more.
		[ill, { leftMs: 500 }, {}, after(500, 1)],
		[ill, { leftMs: 499 }, {}, { end: ill }],
		[ill, {}, { tries: 1 }, after(1000, 2)],
		[ill, {}, { tries: 2 }, { end: ill }],
		[{ network: 'ECONNRESET' }, { repeatable: false }, {}, { end: { network: 'ECONNRESET' } }],
		[{ network: 'ECONNREFUSED' }, { repeatable: false }, {}, after(500, 1)],
		// A service that is too slow is asked as often as the circumstances say.
		[slow, { slowTries: 1 }, {}, { end: slow }],
		[slow, { slowTries: 2 }, {}, after(500, 1)],
		[slow, { slowTries: 2 }, { tries: 1 }, { end: slow }],
		[{ network: 'ETIMEDOUT', late: true }, { slowTries: 1 }, {}, { end: { network: 'ETIMEDOUT', late: true } }],
		[{ network: 'ECONNABORTED' }, { slowTries: 1 }, {}, { end: { network: 'ECONNABORTED' } }],
		[ill, { slowTries: 1 }, {}, after(500, 1)],
		...ends.map((failure): Row => [failure, {}, {}, { end: failure }]),
		// What is asked for is waited for, and 15 minutes in all.
		[illFor(600), {}, {}, { afterMs: 600_000, history: { tries: 1, waitedMs: 600_000 } }],
		[illFor(901), {}, {}, { end: illFor(901) }],
		[illFor(300), {}, { waitedMs: 600_000 }, { afterMs: 300_000, history: { tries: 1, waitedMs: 900_000 } }],
		[illFor(301), {}, { waitedMs: 600_000 }, { end: illFor(301) }],
		[quota, { refusedMs: 500_000 }, {}, { afterMs: 0, history: { tries: 0, waitedMs: 500_000 } }],
		[quota, { refusedMs: 400_000 }, { waitedMs: 500_000 }, { afterMs: 0, history: { tries: 0, waitedMs: 900_000 } }],
		[quota, { refusedMs: 400_001 }, { waitedMs: 500_000 }, { end: { ...quota, headers: { 'retry-after': 400.001 } } }],
	])('%j where it is %j, after %j: %j', (failure, changes, history, expected) =>
		expect(decide(failure, changes, history)).toEqual(expected),
	);

	test.each([{ sent: false, token: 'old' }, { sent: true }])('a 401 is the end with %j', (trace) =>
		expect(decide(refused, {}, {}, trace)).toEqual({ end: refused }),
	);
});
