// What people enter, before it is sent: the value as it travels, or words about what is wrong with it.
import { describe, expect, test } from '@jest/globals';
import { DateTime } from 'luxon';
import { calendarDate } from '../../../nodes/WorkforceOperations/form/dates.ts';
import {
	LIVE_PERIOD,
	type Period,
	presetRange,
	readPeriod,
	REPORT_PERIOD,
	TIMESHEET_PERIOD,
} from '../../../nodes/WorkforceOperations/form/period.ts';
import { exactNumbers, plainText, requireWholeNumber } from '../../../nodes/WorkforceOperations/form/read.ts';
import { flag, parameter, plain } from '../../../nodes/WorkforceOperations/form/item.ts';
import { requireCount, limitOf, readLimit } from '../../../nodes/WorkforceOperations/form/fields.ts';
import { formOf, wordsOf } from './support.mts';
import { FakeTime } from '../transport/support.mts';

const item = formOf();
const LONG = 'x'.repeat(81);
const TOO_LARGE = Number.MAX_SAFE_INTEGER + 1;

test.each<[unknown, string]>([
	[' a b ', 'a b'],
	[0, '0'],
	[false, 'false'],
	[null, 'null'],
	[new Date('2026-07-01T08:00:00Z'), '2026-07-01T08:00:00.000Z'],
	[DateTime.fromISO('2026-07-01T08:00:00', { zone: 'utc' }), '2026-07-01T08:00:00.000Z'],
	['😀', '😀'],
])('%j travels as the text %j', (value, text) => expect(plainText(item, value, 'Name')).toBe(text));

test.each<[unknown, string]>([
	[{ id: 1 }, '“Name” is a whole object and not a text'],
	[[1], '“Name” is a list inside of a list and not a text'],
	[new Date(NaN), '“Name” is a whole object and not a text'],
	['a\ud83d', '“Name” holds half of a character'],
])('%j is no text', (value, message) => expect(wordsOf(() => plainText(item, value, 'Name'))?.message).toBe(message));

test('a whole object is shown by its first eighty signs, a text that is no number as well', () => {
	expect(wordsOf(() => plainText(item, { a: LONG }, 'Name'))?.description).toContain(
		`It is “${`{"a":"${LONG}`.slice(0, 80)}”.`,
	);
	expect(wordsOf(() => requireWholeNumber(item, LONG, 'Name'))?.description).toBe(`It is “${LONG.slice(1)}”.`);
	expect(wordsOf(() => requireWholeNumber(item, '9'.repeat(90), 'ID'))?.description).toContain(
		`It is “${'9'.repeat(80)}”.`,
	);
});

test.each<[unknown, string]>([
	[7, '7'],
	[' 007 ', '007'],
	['0', '0'],
	[Number.MAX_SAFE_INTEGER, '9007199254740991'],
])('%j is the whole number %j', (value, text) => expect(requireWholeNumber(item, value, 'ID')).toBe(text));

test.each<[unknown, string]>([
	['7a', 'must be a whole number'],
	['a7', 'must be a whole number'],
	['-7', 'must be a whole number'],
	['7.5', 'must be a whole number'],
	['', 'must be a whole number'],
	[String(TOO_LARGE), 'is too large to be an ID'],
	['9'.repeat(90), 'is too large to be an ID'],
])('%j is none: it %s', (value, words) =>
	expect(wordsOf(() => requireWholeNumber(item, value, 'ID'))?.message).toBe(`“ID” ${words}`),
);

test('numbers that were rounded are found anywhere inside of JSON', () => {
	const refused = (value: unknown): boolean => wordsOf(() => exactNumbers(item, value, 'Body')) !== undefined;
	const values = [TOO_LARGE, -TOO_LARGE, [1, [TOO_LARGE]], { a: 1, b: { c: [TOO_LARGE] } }];
	expect(values.map(refused)).toEqual([true, true, true, true]);
	const exact = [Number.MAX_SAFE_INTEGER, -Number.MAX_SAFE_INTEGER, String(TOO_LARGE), null, [{ a: 1 }], undefined];
	expect(exact.map(refused)).toEqual(exact.map(() => false));
	// A luxon DateTime is a moment, whatever it holds inside.
	expect(refused({ toISO: () => '2026-07-01', ts: TOO_LARGE })).toBe(false);
});

describe('Numbers of records', () => {
	test.each<[unknown, number | undefined, number]>([
		[1, undefined, 1],
		['5', undefined, 5],
		[Number.MAX_SAFE_INTEGER, undefined, Number.MAX_SAFE_INTEGER],
		[500, 500, 500],
	])('%j of at most %j is %j', (value, maximum, count) =>
		expect(requireCount(item, value, 'Limit', maximum)).toBe(count),
	);

	test.each<[unknown, number | undefined, string]>([
		[0, undefined, 'of 1 or more'],
		[1.5, undefined, 'of 1 or more'],
		['many', undefined, 'of 1 or more'],
		[TOO_LARGE, undefined, 'of 1 or more'],
		[501, 500, 'from 1 to 500'],
		[0, 500, 'from 1 to 500'],
	])('%j of at most %j is refused', (value, maximum, range) =>
		expect(wordsOf(() => requireCount(item, value, 'Limit', maximum))?.message).toBe(
			`“Limit” must be a whole number ${range}`,
		),
	);

	test('are fifty unless the form says otherwise', () => {
		expect([limitOf(item), readLimit(item)]).toEqual([50, 50]);
		expect(readLimit(formOf({ returnAll: true, limit: 0 }))).toBeUndefined();
		expect(readLimit(formOf({ returnAll: 'false', limit: 3 }))).toBe(3);
	});
});

test.each<[unknown, boolean, boolean]>([
	[true, false, true],
	[' TRUE ', false, true],
	['false', true, false],
	['', true, true],
	[null, false, false],
])('the switch %j, which otherwise is %j, is %j', (value, fallback, on) =>
	expect(flag(item, value, 'On', fallback)).toBe(on),
);

test('a switch that is neither on nor off is refused, and off where it says nothing', () => {
	expect(wordsOf(() => flag(item, `yes ${LONG}`, 'On'))).toEqual({
		message: '“On” must be true or false',
		description: `It is “yes ${'x'.repeat(76)}”.`,
	});
	expect(flag(item, undefined, 'On')).toBe(false);
});

test('a resource locator is its value, and a field that is not there an empty text', () => {
	expect([plain({ __rl: true, value: 5 }), plain({ value: 5 }), plain('a')]).toEqual([5, { value: 5 }, 'a']);
	expect(parameter(item, 'absent')).toBe('');
});

describe('A calendar day', () => {
	const brisbane = formOf();
	const local = new Date(2026, 6, 1);

	test.each<[unknown, string | undefined]>([
		['', undefined],
		[null, undefined],
		['2026-07-01', '2026-07-01'],
		[' 2026-07-01T23:59:59+10:00 ', '2026-07-01'],
		['2026-07-01 08:00', '2026-07-01'],
		['2026-07-01T00:00:00Z', '2026-07-01'],
		['2026-07-01 00:00:00.000z', '2026-07-01'],
		// Midnight in Brisbane, as a Date becomes in JSON.
		['2026-06-30T14:00:00.000Z', '2026-07-01'],
		['2026-06-30 14:00:00Z', '2026-07-01'],
		['2026-06-30T14:00Z', '2026-07-01'],
		// No midnight anywhere near: the day that is written, in UTC.
		['2026-06-30T14:07:11Z', '2026-06-30'],
		[new Date('2026-07-01T00:00:00Z'), '2026-07-01'],
		[new Date('2026-06-30T14:00:00Z'), '2026-07-01'],
		// And of a Date with such a time the day in the workflow's zone.
		[new Date('2026-06-30T14:07:11Z'), '2026-07-01'],
		[new Date('2026-06-30T13:07:11Z'), '2026-06-30'],
		[local, '2026-07-01'],
		[local.toISOString(), '2026-07-01'],
		[DateTime.fromISO('2026-07-01T01:00:00', { zone: 'Europe/London' }), '2026-07-01'],
		['2024-02-29', '2024-02-29'],
	])('of %j is %j', (value, day) =>
		expect(calendarDate(brisbane, value, 'Birthday')).toBe(day === undefined ? undefined : `${day}T00:00:00Z`),
	);

	test.each<unknown>([
		'01/07/2026',
		'2026-7-1',
		'2026-02-30',
		'2026-13-01',
		'2026-07-01x',
		'on 2026-07-01',
		'2026-13-01T00:00:00Z',
		1_782_892_800_000,
		new Date(NaN),
		{ toISODate: () => null },
		{ toISODate: '2026-07-01' },
		['2026-07-01T00:00:00Z', 'x'],
		true,
	])('%j is none', (value) =>
		expect(wordsOf(() => calendarDate(brisbane, value, 'Birthday'))?.message).toBe('“Birthday” is not a date'),
	);

	test('that is none is shown by its first eighty signs', () =>
		expect(wordsOf(() => calendarDate(brisbane, LONG, 'Birthday'))?.description).toContain(`“${LONG.slice(1)}”`));
});

describe('A period of its own', () => {
	const dates = { startDate: '2026-07-01T08:00', endDate: '2026-07-02' };
	const range = { startDate: '2026-06-30T22:00:00.000Z', endDate: '2026-07-02T13:59:59.999Z' };

	test.each<[string, Period, object, object]>([
		['both dates', TIMESHEET_PERIOD, dates, range],
		['both dates', LIVE_PERIOD, dates, range],
		['an end', REPORT_PERIOD, { endDate: dates.endDate }, { endDate: range.endDate }],
		['a start', REPORT_PERIOD, { startDate: dates.startDate }, { startDate: range.startDate }],
		['nothing', REPORT_PERIOD, {}, {}],
	])('with %s is what they say', (_, period, values, expected) =>
		expect(readPeriod(formOf({ ...values, period: 'custom' }), period)).toEqual(expected),
	);

	test.each([
		['nextWeek', TIMESHEET_PERIOD, 'Yesterday, Today, Last Week'],
		['anyTime', LIVE_PERIOD, 'Around Now, Yesterday, Today, Tomorrow'],
		['lastweek', REPORT_PERIOD, 'Any Time, Yesterday, Today'],
	])('that is called “%s” is refused where there is none of that name', (name, period, names) =>
		expect(wordsOf(() => readPeriod(formOf({ ...dates, period: name }), period))).toEqual({
			message: '“Period” is none of those that can be chosen',
			description: expect.stringContaining(`It is “${name}”. Choose one of: ${names}`),
		}),
	);

	test('that is left empty is the one that the form opens with', () => {
		const reports = (period: string) => readPeriod(formOf({ ...dates, period }), REPORT_PERIOD);
		expect(reports('')).toEqual(reports('lastTwoWeeks'));
		expect(readPeriod(formOf({ ...dates, period: 'anyTime' }), REPORT_PERIOD)).toEqual({});
	});

	test.each([
		[{ endDate: dates.endDate }, 'Start Date'],
		[{ startDate: dates.startDate }, 'End Date'],
		[{}, 'Start Date'],
	])('of %j lacks “%s” where both are required', (values, label) =>
		expect(wordsOf(() => readPeriod(formOf({ ...values, period: 'custom' }), TIMESHEET_PERIOD))?.message).toBe(
			`“${label}” is empty`,
		),
	);
});

test.each(['today', 'yesterday', 'thisWeek', 'lastWeek', 'lastTwoWeeks', 'thisMonth', 'lastMonth'] as const)(
	'the period “%s” is that of now, whatever dates stand beside it',
	(period) => {
		const now = Date.parse('2026-10-06T23:00:00Z');
		const time = new FakeTime().install().putDate(now);
		try {
			expect(readPeriod(formOf({ period, startDate: '2020-01-01', endDate: 'x' }), TIMESHEET_PERIOD)).toEqual(
				presetRange(period, now, 'Australia/Brisbane'),
			);
		} finally {
			time.restore();
		}
	},
);
