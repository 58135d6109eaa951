// What confirms a write: its record, no data, or as many ids as were sent. Everything else isn't known.
import { describe, expect, test } from '@jest/globals';
import type { Page } from '../../../nodes/WorkforceOperations/contract/index.ts';
import {
	confirmsAll,
	confirmsWrite,
	plainAnswer,
} from '../../../nodes/WorkforceOperations/contract/writeConfirmation.ts';

describe('Two rows whose records don’t come back', () => {
	test.each<[Partial<Page>]>([
		[{}],
		[{ data: undefined }],
		[{ data: null }],
		[{ data: '' }],
		[{ data: {} }],
		[{ data: [8, 9] }],
		[{ data: ['8', 9] }],
		[{ data: null, words: ['Success'] }],
		[{ data: null, words: ['OK.'] }],
		[{ data: null, count: 2 }],
	])('are confirmed by %j', (page) => expect(confirmsAll(page, 2)).toBe(true));

	test.each<[Partial<Page>]>([
		[{ data: true }],
		[{ data: 2 }],
		[{ data: 'Saved' }],
		[{ data: [] }],
		[{ data: [8] }],
		[{ data: [8, 9, 10] }],
		[{ data: [8, 0] }],
		[{ data: [8, null] }],
		[{ data: [8, 'not found'] }],
		[{ data: [{ id: 8 }, { id: 9 }] }],
		[{ data: { updatedCount: 2 } }],
		[{ data: null, count: 1 }],
		[{ data: null, count: 3 }],
		[{ data: null, inPart: true }],
		[{ data: null, words: ['2 of 2 created'] }],
		[{ data: null, words: ['Success', 'one was there already'] }],
		[{ data: null, words: ['Not a success'] }],
	])('are not known with %j', (page) => expect(confirmsAll(page, 2)).toBe(false));
});

describe('A write of one record', () => {
	const answered = (data: unknown, more: Partial<Page> = {}): boolean => {
		const entries = Array.isArray(data) ? data : [data];
		return confirmsWrite({ data, records: entries.filter((one) => typeof one === 'object' && one !== null), ...more });
	};

	test.each<[unknown]>([
		[null],
		[7],
		[[7]],
		[{ id: 7 }],
		[[{ id: 7, name: 'Failed' }]],
		[{ securityLicenseId: 7, errors: [], error: null, isInvalid: true }],
		[{ id: 7, message: '', days: [false], lock: false, status: 201 }],
		[[{ id: 7 }, { id: 0, name: '' }]],
	])('is confirmed by %j', (data) => expect(answered(data)).toBe(true));

	test('is confirmed by its record, whatever the envelope says in words', () => {
		expect(answered({ id: 7 }, { words: ['1 saved'] })).toBe(true);
	});

	test.each<[unknown]>([
		[false],
		[0],
		['Saved'],
		[[]],
		[[null]],
		[{ id: 0, name: '' }],
		[{ ok: true }],
		[{ staffId: 7 }],
		[{ saved: [7] }],
		[{ id: 7, success: false }],
		[{ id: 7, isSuccess: 'no' }],
		[{ id: 7, error: 'locked' }],
		[{ id: 7, errorMessage: 'locked' }],
		[{ id: 7, isSuccess: true, errorMessages: ['locked'] }],
		[{ id: 7, message: 'Saved' }],
		[{ id: 7, messages: ['Taken'] }],
		[{ id: 7, status: 409 }],
		[{ id: 7, statusCode: '400' }],
		[{ id: 7, errors: [{ message: 'locked' }] }],
		[{ id: 7, errors: true }],
		[{ id: 7, status: { code: 9 } }],
		[[{ id: 7 }, { id: 8, error: 'locked' }]],
	])('is not known with %j', (data) => expect(answered(data)).toBe(false));

	test('is not known where the answer holds no records', () =>
		expect([confirmsWrite({}), confirmsWrite({ data: 'Saved' })]).toEqual([true, false]));

	test('is not known where only parts succeeded', () => {
		expect(answered({ id: 7 }, { inPart: true })).toBe(false);
	});
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
