// What is read from an answer that may be a refusal, whole, with every place in which the service may write its words.
import { describe, expect, test } from '@jest/globals';
import {
	readRefusal,
	refuses,
	saysSuccess,
	traceIdOf,
	wordsOfError,
	type JsonObject,
} from '../../../nodes/WorkforceOperations/contract/index.ts';

const EVERYWHERE = {
	status: { errorMessage: 'status' },
	errors: ['errors'],
	errorMessages: ['errorMessages'],
	errorMessagesAsString: 'errorMessagesAsString',
	errorMessage: 'errorMessage',
	error: { message: 'error' },
	message: 'message',
	statusMessage: 'statusMessage',
	detail: 'detail',
	title: 'title',
};
const PLACES = Object.keys(EVERYWHERE) as Array<keyof typeof EVERYWHERE>;

/** A body that has words in some places only. */
const wordsIn = (places: readonly string[]): JsonObject =>
	Object.fromEntries(Object.entries(EVERYWHERE).filter(([place]) => places.includes(place)));

describe('A refusal', () => {
	test.each(PLACES)('is read from %s alone', (place) =>
		expect(readRefusal(wordsIn([place]))).toEqual({ message: place }),
	);

	test('is told in the order in which its words say most, five of them', () => {
		expect(readRefusal(EVERYWHERE)?.message).toBe(PLACES.slice(0, 5).join('; '));
		expect(readRefusal(wordsIn(PLACES.slice(5)))?.message).toBe(PLACES.slice(5).join('; '));
		expect(readRefusal({ errors: Array.from({ length: 50 }, (_, index) => index) })?.message).toBe('0; 1; 2; 3; 4');
	});

	test.each<[unknown, object | undefined]>([
		...[undefined, null, 'text', [], {}, { data: {} }].map((none): [unknown, undefined] => [none, undefined]),
		[{ status: { code: 0, errorMessage: '' } }, undefined],
		[
			{ status: { code: 400, errorMessage: 'a' }, errors: [{ message: 'a' }], message: 'a' },
			{ message: 'a', code: '400' },
		],
		[{ error: ' plain words ' }, { message: 'plain words' }],
		[{ errors: ' plain words ' }, { message: 'plain words' }],
		[{ errors: ['one', '', ' ', null, true, 5, 'one'] }, { message: 'one; 5' }],
		[{ errors: [{ message: 'm', errorMessage: 'e', description: 'd' }] }, { message: 'm' }],
		[{ errors: [{ message: '', errorMessage: 'e', description: 'd' }] }, { message: 'e' }],
		[{ errors: [{ description: 'd', other: 1 }] }, { message: 'd' }],
		[{ errors: [{ other: 1 }] }, { message: '{"other":1}' }],
		[
			{ errors: { start: 'late', end: ['early', { message: 'odd', field: 'own' }] } },
			{ message: 'start: late; end: early; own: odd', field: 'start' },
		],
		[
			{ errorMessages: [{ message: 'm', code: 3, field: ' site ' }], errors: [] },
			{ message: 'site: m', code: '3', field: 'site' },
		],
		[{ errors: [{ message: 'first' }, { message: 'second', code: 'B', field: 'b' }] }, { message: 'first; b: second' }],
		// The code: of the status, of the first error, of the body, of `error`.
		[
			{ status: { code: 4 }, errors: [{ message: 'm', code: 'E' }], code: 5, error: { code: 6 } },
			{ message: 'm', code: '4' },
		],
		[
			{ errors: [{ message: 'm', code: 'E' }], code: 5, error: { code: 6 } },
			{ message: 'm', code: 'E' },
		],
		[
			{ code: 5, error: { code: 6, message: 'm' } },
			{ message: 'm', code: '5' },
		],
		[{ error: { code: 6, message: 'm' } }, { message: 'm', code: '6' }],
		[
			{ status: { code: 0 }, errors: [{ message: 'm', code: 'E' }] },
			{ message: 'm', code: 'E' },
		],
		[{ status: { code: 0 }, code: 5, title: 'm' }, { message: 'm' }],
		// What has no words.
		[{ code: 3 }, { message: '', code: '3' }],
		[{ code: 0 }, undefined],
		[{ traceId: 't' }, { message: '', traceId: 't' }],
		[
			{ code: '0', meta: { traceId: 't' } },
			{ message: '', traceId: 't' },
		],
		[{ message: ' ', detail: null, title: false, code: '' }, undefined],
	])('of %j is %j', (body, refusal) => expect(readRefusal(body)).toEqual(refusal));

	test.each<[JsonObject, string | undefined]>([
		[{ meta: { traceId: ' a ' }, traceId: 'b' }, 'a'],
		[{ meta: { traceId: '' }, traceId: 5 }, '5'],
		[{ meta: 'odd', traceId: 'b' }, 'b'],
		[{ meta: {} }, undefined],
	])('of %j has the trace %j', (body, traceId) => expect(traceIdOf(body)).toBe(traceId));
});

describe('A success', () => {
	test.each<JsonObject>([
		...[{ status: { code: 1 } }, { status: { code: -1 } }, { status: { code: 'E7' } }],
		...[false, ' FALSE ', 0, '0', 'N', 'no'].map((isSuccess) => ({ isSuccess })),
		...[
			{ data: {}, success: false },
			{ data: null, success: 'False' },
			{ data: [], success: 'n' },
		],
		...[
			{ data: [], success: 0 },
			{ data: [], status: 400 },
			{ data: [], status: '404' },
		],
		...[['x'], 'x', { field: 'x' }].map((errors) => ({ errors })),
		...[{ isSuccess: true, errors: ['x'] }, { errorMessages: ['x'] }],
	])('with %j refuses', (body) => expect(refuses(body)).toBe(true));

	test.each<JsonObject>([
		...[{}, { status: { code: 0 } }, { status: { code: '0' } }, { status: { code: ' ' } }, { status: 'refused' }],
		...[{ isSuccess: true }, { isSuccess: null }, { success: false }, { status: 400 }, { data: [], status: 399 }],
		...[{ data: [], success: true }, { errors: [] }, { errors: null }, { errors: '' }],
		{ isSuccess: true, errorMessages: ['late'] },
	])('with %j does not', (body) => expect(refuses(body)).toBe(false));

	test.each<JsonObject>([
		...[{ status: { code: 0 } }, { status: { code: '0' } }, { errors: null }, { errors: [] }],
		...[true, ' True ', 1, 'Y'].map((isSuccess) => ({ isSuccess })),
	])('with %j says in so many words that it is one', (body) => expect(saysSuccess(body)).toBe(true));

	test.each<JsonObject>([
		...[{}, { status: {} }, { status: { code: null } }, { status: { code: 1 } }, { status: 'ok' }],
		...['no', 'perhaps', 'false', 0].map((isSuccess) => ({ isSuccess })),
		...[{ count: 0 }, { recordCount: 0 }, { message: 'Retrieved successfully' }],
		...[['x'], {}, ''].map((errors) => ({ errors })),
	])('with %j does not say so', (body) => expect(saysSuccess(body)).toBe(false));
});

describe('The words of an error in an envelope without data', () => {
	const places: Array<keyof typeof EVERYWHERE> = ['status', 'errorMessagesAsString', 'errorMessage', 'error'];

	test('are those of the first place for errors that has any', () => {
		const found = places.map((_, index) => wordsOfError(wordsIn(places.slice(index))));
		expect(found).toEqual(places);
		expect(wordsOfError({ error: 'plain' })).toBe('plain');
		expect(wordsOfError({ status: 'x', error: ' ' })).toBeUndefined();
	});

	test.each(['OK', 'No records found', 'Out of order'])('are not weighed elsewhere: “%s”', (words) =>
		expect(wordsOfError({ message: words, statusMessage: words, detail: words, title: words })).toBeUndefined(),
	);
});
