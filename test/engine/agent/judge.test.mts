// The judge of what agents are told finds each lie, and nothing else.
import { describe, expect, test } from '@jest/globals';
import {
	complaintsOfCounts,
	complaintsOfError,
	complaintsOfList,
	complaintsOfSecrets,
	complaintsOfSum,
} from './judge.mts';

const whole = { records: [{ id: 1 }, { id: 2 }], shown: 2, more: false, next: null, total: 2 };
const list = (changes: object = {}): string =>
	JSON.stringify([{ ...whole, period: null, timeZone: 'UTC', notes: ['Ask for less.'], ...changes }]);
const due = { idField: 'id', ids: [1, 2] };
const counts = [
	{ site: 'A', count: 3 },
	{ site: 'B', count: 1 },
];
const rows = (changes: object = {}): string => list({ records: counts, total: 4, ...changes });
const sites = new Map(counts.map(({ site, count }) => [site, count]));

describe('The judge', () => {
	test('has nothing against the truth, whole or in part', () => {
		expect(complaintsOfList(list(), due)).toEqual([]);
		expect(complaintsOfList(list({ records: [{ id: 1 }], shown: 1, more: true, total: null }), due)).toEqual([]);
		expect(complaintsOfCounts(rows(), ['site'], sites)).toEqual([]);
		expect(complaintsOfSum(rows(), 4)).toEqual([]);
		expect(complaintsOfError('[{"error":"“Site” can’t be read"}]')).toEqual([]);
	});

	test.each<[string, string]>([
		['a part that is told as all', list({ records: [{ id: 1 }], shown: 1, total: null })],
		['a record that nobody asked for', list({ records: [{ id: 1 }, { id: 3 }] })],
		['one record twice', list({ records: [{ id: 1 }, { id: 1 }] })],
		['a number of its own', list({ shown: 3 })],
		['a way on from what is all', list({ next: 'V1sx' })],
		['a total that isn’t', list({ more: true, total: 7 })],
		['a part without a word of it', list({ more: true, notes: [] })],
		['a list without notes', list({ notes: undefined })],
		['two items', list().replace(/\]$/, ',{}]')],
		['an error', '[{"error":"no"}]'],
	])('finds %s', (_, told) => {
		expect(complaintsOfList(told, due)).not.toEqual([]);
	});

	test('finds counts that are too many, too few, or missing', () => {
		for (const changed of [
			{ site: 'A', count: 2 },
			{ site: 'C', count: 3 },
		]) {
			const told = rows({ records: [changed, { site: 'B', count: 1 }] });
			expect(complaintsOfCounts(told, ['site'], sites)).not.toEqual([]);
		}
		expect(complaintsOfSum(rows({ records: [{ site: 'A', count: 3 }], shown: 1 }), 4)).not.toEqual([]);
	});

	test.each([
		'Call +61 490 012 345',
		'Call 0490012345',
		'Write to Mia@Firm.example',
		'-33.8688',
		'a-key-of-somebody',
		'eyJhbGciOiJIUzI1NiJ9',
	])('finds what may not be told: %s', (words) => {
		const secrets = { contacts: ['+61 490012345', '-33.8688'], keys: ['a-key-of-somebody'] };
		expect(complaintsOfSecrets(`{"text":"${words}"}`, secrets)).not.toEqual([]);
		expect(complaintsOfSecrets('2026-11-23T18:00:00+10:00, timesheet 50012, 12345', secrets)).toEqual([]);
	});

	test('takes a list, and several lines, for no error', () => {
		expect(complaintsOfError(list())).not.toEqual([]);
		expect(complaintsOfError('[{"error":"one\\ntwo"}]')).not.toEqual([]);
	});
});
