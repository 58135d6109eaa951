// Counts of records that the test has made: their rows and the order of these, and what is said about them.
import { describe, expect, test } from '@jest/globals';
import type { IDataObject } from 'n8n-workflow';
import type { CountBy } from '../../../nodes/WorkforceOperations/form/countBy.ts';
import {
	countedItems,
	type Counting,
	type Counts,
	countsOf,
	sumsOfAdded,
} from '../../../nodes/WorkforceOperations/operations/counts.ts';
import { Hints, type OperationItem, type Outcome } from '../../../nodes/WorkforceOperations/operations/types.ts';
import { formOf } from '../form/support.mts';

const counting: Counting = {
	by: ['customer', 'day', 'entryType', 'guard', 'site', 'status'],
	guard: { names: ['staffName', 'name'], ids: ['staffId'], unshown: ['email'] },
	status: ({ status }) => status,
	starts: ['startTime', 'payStartTime'],
	sums: sumsOfAdded(['hours', 'amount', 'breaks']),
};

const itemOf = (type = 'test'): OperationItem => {
	const form = formOf({}, { timeZone: 'Australia/Brisbane' });
	form.node.type = type;
	return { ...form, hints: new Hints() } as unknown as OperationItem;
};

const counted = (by: CountBy[], outcomes: Outcome[], item = itemOf()): Counts =>
	countsOf(item, counting, by, outcomes, outcomes.length);

const plain = (records: IDataObject[]): Outcome[] => records.map((json) => ({ json }));

const SAME_NAME = 'Rows with the same name are different records.';

const blank = (field: string, count = 1): string => `Null means the record has no value: ${field} (${count}).`;
const customers = [
	{ customerId: 1, customerApiId: 'A' },
	{ customerId: 1, customerApiId: 'B' },
	{ customerApiId: 'C' },
];
const starts = [
	{ startTime: '2026-07-01T20:00:00Z', payStartTime: '2026-07-04T00:00:00Z' },
	{ startTime: null, payStartTime: '2026-07-02T00:00:00Z' },
];

test.each<[string, CountBy, IDataObject[], IDataObject[], string[]]>([
	[
		'customers of one name, by the ID that each has',
		'customer',
		customers.map((ids) => ({ customerName: 'One', ...ids })),
		[
			{ customerName: 'One', customerId: 1, customerApiId: 'A', count: 2 },
			{ customerName: 'One', customerApiId: 'C', count: 1 },
		],
		[SAME_NAME],
	],
	[
		'guards of one name without an ID, by their numbers, as they came',
		'guard',
		['E2', 'E1'].map((employeeId) => ({ staffName: 'Sam', employeeId })),
		['E2', 'E1'].map((employeeId) => ({ staffName: 'Sam', employeeId, count: 1 })),
		[SAME_NAME],
	],
	[
		'guards by the first name that there is, and one without any',
		'guard',
		[{ staffName: ' ', name: 'Sam' }, { staffName: 'Sam' }, {}],
		[
			{ staffName: 'Sam', count: 2 },
			{ staffName: null, count: 1 },
		],
		[blank('staffName')],
	],
	[
		'the largest first, then by name',
		'site',
		['C', 'B', 'D', 'A', 'C'].map((siteName) => ({ siteName })),
		[{ siteName: 'C', count: 2 }, ...['A', 'B', 'D'].map((siteName) => ({ siteName, count: 1 }))],
		[],
	],
	[
		'entry types',
		'entryType',
		['Leave', 'Leave', ''].map((entryType) => ({ entryType })),
		[
			{ entryType: 'Leave', count: 2 },
			{ entryType: null, count: 1 },
		],
		[blank('entryType')],
	],
	[
		'days, by the first start that there is',
		'day',
		starts,
		[{ day: '2026-07-02', count: 2 }],
		['Each record’s day is the day it started, in the site’s time zone if known, otherwise in Australia/Brisbane.'],
	],
])('%s', (_, by, records, rows, notes) => expect(counted([by], plain(records))).toEqual({ rows, notes, doubts: [] }));

test('two sites of one name beside another show their IDs, and only they', () => {
	const records = [
		{ siteName: 'Gate', siteId: 1, siteApiId: 'A', customerName: 'One' },
		{ siteName: 'Gate', siteId: 2 },
		{ siteName: 'Lobby', siteId: 3 },
	];
	expect(counted(['site', 'status'], plain(records)).rows).toEqual([
		{ siteName: 'Gate', status: null, siteId: 1, siteApiId: 'A', customerName: 'One', count: 1 },
		{ siteName: 'Gate', status: null, siteId: 2, count: 1 },
		{ siteName: 'Lobby', status: null, count: 1 },
	]);
});

describe('Sums', () => {
	const added = [{ hours: 0.1, amount: 1.00004 }, { hours: 0.2 }, { hours: null }, { amount: 2 }];

	test('are of what is known, without noise, and null where nothing is', () => {
		const outcomes: Outcome[] = added.map((each, index) => ({
			json: { siteName: index === 3 ? 'Lobby' : 'Gate' },
			added: each,
		}));
		expect(counted(['site'], outcomes)).toEqual({
			rows: [
				{ siteName: 'Gate', count: 3, hours: 0.3, amount: 1 },
				{ siteName: 'Lobby', count: 1, hours: null, amount: 2 },
			],
			notes: [],
			doubts: ['Unknown values, not included in the totals: hours (1).'],
		});
	});

	test('a field that an option has added may be what is counted by', () =>
		expect(counted(['status'], [{ json: {}, added: { status: 'Late' } }]).rows).toEqual([
			{ status: 'Late', count: 1 },
		]));
});

test('nothing is one row of a step that counts all, and none of a tool', () => {
	expect(counted([], []).rows).toEqual([{ count: 0 }]);
	expect(counted([], plain([{}, {}])).rows).toEqual([{ count: 2 }]);
	expect(counted(['site'], []).rows).toEqual([]);
	expect(counted([], [], itemOf('testTool')).rows).toEqual([]);
});

test('20,000 records are counted, and not one more', () => {
	expect(countsOf(itemOf(), counting, [], [], 20_000).rows).toEqual([{ count: 0 }]);
	expect(() => countsOf(itemOf(), counting, [], [], 20_001)).toThrow('more than 20,000 records');
});

test('a step says all of it above its items, and which zones can’t be read', () => {
	const item = itemOf();
	const records = [{ timeZone: 'Mars', startTime: '2026-07-01T20:00:00Z' }, {}];
	const outcomes = plain(records).map((outcome) => ({ ...outcome, added: { hours: null } }));
	expect(countedItems(item, counted(['day'], outcomes, item))).toEqual([
		{ json: { day: '2026-07-02', count: 1, hours: null } },
		{ json: { day: null, count: 1, hours: null } },
	]);
	expect(item.hints.all.map(({ message, type }) => [type, message])).toEqual([
		['info', 'Null means the record has no value: day (1).'],
		['info', expect.stringMatching(/^Each record’s day is the day it started/)],
		['warning', 'Unknown values, not included in the totals: hours (2).'],
		['warning', expect.stringContaining('timeZone “Mars”')],
	]);
});
