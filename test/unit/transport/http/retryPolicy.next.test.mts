// What follows a failed request, as a table: the function is pure.
import { describe, expect, test } from '@jest/globals';
import type { Failure } from '../../../../nodes/WorkforceOperations/transport/failures/failure.ts';
import {
	type RetryCircumstances,
	type RetryHistory,
	decideRetry,
	NO_HISTORY,
	TRIES,
} from '../../../../nodes/WorkforceOperations/transport/http/retryPolicy.ts';

const circumstances: RetryCircumstances = {
	slowTries: TRIES,
	repeatable: true,
	leftMs: Infinity,
	stalledLeftMs: Infinity,
	refusedMs: 40_000,
	jitter: 1,
};

const after = (failure: Failure, history: Partial<RetryHistory> = {}, changes: Partial<RetryCircumstances> = {}) =>
	decideRetry({ failure, sent: true, token: 'old' }, { ...NO_HISTORY, ...history }, { ...circumstances, ...changes });

const tooMany = (seconds?: number | string): Failure => ({
	status: 429,
	headers: seconds === undefined ? {} : { 'retry-after': seconds },
});

describe('401', () => {
	const refused: Failure = { status: 401 };

	test('is sent once more, with the token that was refused', () =>
		expect(after(refused)).toEqual({ afterMs: 0, history: { tries: 0, refusedToken: 'old' } }));
	test('is the end with a new token', () =>
		expect(after(refused, { refusedToken: 'older' })).toEqual({ end: refused }));
	test('is the end where nothing was sent, or without a token', () => {
		expect(decideRetry({ failure: refused, sent: false, token: 'old' }, NO_HISTORY, circumstances)).toEqual({
			end: refused,
		});
		expect(decideRetry({ failure: refused, sent: true }, NO_HISTORY, circumstances)).toEqual({ end: refused });
	});
	test('costs no try', () => expect(after({ status: 503 }, { refusedToken: 'old' })).toMatchObject({ afterMs: 500 }));
});

describe('429', () => {
	test('is sent again, also what may not be sent twice: the budget holds it back, and it costs no try', () =>
		expect(after(tooMany(17), { tries: 1 }, { repeatable: false })).toEqual({ afterMs: 0, history: { tries: 1 } }));

	test('is the end where more than a quarter of an hour is asked for', () =>
		expect(after(tooMany(86_400), {}, { refusedMs: 86_400_000 })).toEqual({
			end: { status: 429, headers: { 'retry-after': 86_400 } },
		}));

	test('is the end where a person would not wait so long, and says how long it would be', () =>
		expect(after(tooMany(), {}, { leftMs: 10_000 })).toEqual({ end: { status: 429, headers: { 'retry-after': 40 } } }));

	test('is the end where nothing succeeded for too long', () =>
		expect(after(tooMany(20), {}, { stalledLeftMs: 10_000 })).toMatchObject({ end: 'stalled' }));
});

describe('what passes', () => {
	test('is tried again after longer and longer waits, and then no more', () => {
		expect(after({ status: 503 })).toEqual({ afterMs: 500, history: { ...NO_HISTORY, tries: 1 } });
		expect(after({ status: 503 }, { tries: 1 })).toEqual({ afterMs: 1000, history: { ...NO_HISTORY, tries: 2 } });
		expect(after({ status: 503 }, { tries: 2 })).toEqual({ end: { status: 503 } });
	});
	test('is not tried again where there is no time for it', () =>
		expect(after({ status: 503, headers: { 'retry-after': 20 } }, {}, { leftMs: 10_000 })).toHaveProperty('end'));
	test('is not tried again where it may not be sent twice', () => {
		expect(after({ network: 'ECONNRESET' }, {}, { repeatable: false })).toHaveProperty('end');
		expect(after({ network: 'ECONNREFUSED' }, {}, { repeatable: false })).toHaveProperty('afterMs');
	});
	test.each<Failure>([{ status: 504 }, { network: 'ETIMEDOUT', late: true }, { network: 'ECONNABORTED' }])(
		'and was too slow (%j) is tried as often as the circumstances say',
		(failure) => {
			expect(after(failure, { tries: 1 }, { slowTries: 2 })).toEqual({ end: failure });
			expect(after({ status: 503 }, { tries: 1 }, { slowTries: 2 })).toHaveProperty('afterMs');
		},
	);
});

test.each<Failure>([{ status: 400 }, { status: 500 }, { stopped: true }, { network: 'CERT_HAS_EXPIRED' }, {}])(
	'%j is the end',
	(failure) => expect(after(failure)).toEqual({ end: failure }),
);

test('the history that it was given is left as it was', () => {
	const history = Object.freeze({ ...NO_HISTORY });
	decideRetry({ failure: tooMany(1), sent: true }, history, circumstances);
	decideRetry({ failure: { status: 503 }, sent: true }, history, circumstances);
	expect(history).toEqual(NO_HISTORY);
});
