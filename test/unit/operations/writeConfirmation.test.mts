// What an answer to a write says of what was done.
import { describe, expect, test } from '@jest/globals';
import {
	confirmsOne,
	hasNoData,
	contradictsSuccess,
	plainAnswer,
} from '../../../nodes/WorkforceOperations/operations/writeConfirmation.ts';

describe('An answer speaks against what was asked for', () => {
	test.each<[unknown]>([
		[false],
		['Failed: locked'],
		['Rejected'],
		[[1, false]],
		[[{ id: 1 }, 'not found: skipped']],
		[{ success: false }],
		[{ isSuccess: 0 }],
		[{ ok: 'false' }],
		[{ ok: 'N' }],
		[{ updated: '0' }],
		['no'],
		[[{ id: 1 }, 'False']],
		[{ outcome: 'N' }],
		[{ updated: [] }],
		[{ IsSaved: false }],
		[{ status: 'Failed' }],
		[{ result: false }],
		[{ outcome: 'invalid' }],
		[{ error: 'locked' }],
		[{ errors: [{ id: 1 }] }],
		[{ failedCount: 1 }],
		[{ isInvalid: true }],
		[{ skipped: { id: 7 } }],
		[[{ id: 1 }, { id: 2, error: 'locked' }]],
		[{ a: { b: { c: { d: { error: 'x' } } } } }],
		[[[[[{ error: 'x' }]]]]],
	])('%j', (answer) => {
		expect([contradictsSuccess(answer), confirmsOne(answer)]).toEqual([true, false]);
	});
});

describe('An answer doesn’t speak against it', () => {
	test.each<[unknown]>([
		[true],
		[1],
		['Saved'],
		[[1, 'Saved', true]],
		[{ success: true }],
		[{ updated: [7] }],
		[{ notUpdated: false, id: 7 }],
		[{ updatedBy: 0, id: 7 }],
		[{ status: 0, id: 7 }],
		[{ status: 'Saved' }],
		[{ jobStatus: 'Failed' }],
		[{ id: 7, error: null }],
		[{ id: 7, error: '' }],
		[{ id: 7, errors: [] }],
		[{ id: 7, errors: {} }],
		[{ id: 7, failed: 0 }],
		[{ id: 7, failed: '0' }],
		[{ id: 7, isInvalid: 'N' }],
		[{ id: 7, result: '0' }],
		[{ id: 7, hasErrors: 'false' }],
		[{ id: 7, hasErrors: false }],
		[{ id: 7, name: 'Failed' }],
		[{ id: 7, days: [false, true] }],
		[{ a: { b: { c: { d: { e: { error: 'x' } } } } }, id: 7 }],
		[{ id: 7, list: [[[[{ error: 'x' }]]]] }],
	])('%j', (answer) => {
		expect([contradictsSuccess(answer), confirmsOne(answer)]).toEqual([false, true]);
	});
});

describe('An answer without data', () => {
	test.each([[undefined], [null], [''], [{}]])('is %j, which confirms', (data) => {
		expect([hasNoData(data), confirmsOne(data)]).toEqual([true, true]);
	});

	test.each<[unknown]>([[[]], [0], [[null]], [[7, {}]], [{ id: 0 }], [' ']])(
		'is not %j, which holds nothing and doesn’t confirm',
		(data) => {
			expect([hasNoData(data), confirmsOne(data)]).toEqual([false, false]);
		},
	);
});

test.each<[unknown, object | undefined]>([
	['x', { data: 'x' }],
	['', undefined],
	[0, { data: 0 }],
	[false, { data: false }],
	[true, undefined],
	[null, undefined],
	[undefined, undefined],
	[{}, undefined],
])('the plain answer %j is %j', (data, json) => expect(plainAnswer(data)).toEqual(json));
