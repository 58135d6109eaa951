import { describe, expect, test } from '@jest/globals';
import { DateTime } from 'luxon';
import {
	calendarDay,
	isNoDate,
	isoDay,
	momentOf,
	readTime,
	toMoment,
} from '../../../nodes/WorkforceOperations/contract/index.ts';

test.each([
	['0001-01-01T00:00:00', '0001-01-01T00:00:00.000Z'],
	['0099-12-31', '0099-12-31T00:00:00.000Z'],
])('%s stays in its century', (text, moment) => expect(toMoment(text, 'UTC')).toBe(moment));

describe('whole days', () => {
	test.each([
		['2026-07-01', 'Australia/Sydney', '2026-06-30T14:00:00.000Z', '2026-07-01T13:59:59.999Z'],
		['2026-10-04', 'Australia/Sydney', '2026-10-03T14:00:00.000Z', '2026-10-04T12:59:59.999Z'],
		['2026-04-05', 'Australia/Sydney', '2026-04-04T13:00:00.000Z', '2026-04-05T13:59:59.999Z'],
		['2024-02-29', 'UTC', '2024-02-29T00:00:00.000Z', '2024-02-29T23:59:59.999Z'],
	])('%s in %s', (day, zone, start, end) => {
		expect(toMoment(day, zone)).toBe(start);
		expect(toMoment(day, zone, true)).toBe(end);
	});

	test('a time is never moved to the end of its day', () =>
		expect(toMoment('2026-07-01T08:00', 'UTC', true)).toBe('2026-07-01T08:00:00.000Z'));
});

describe('what n8n and expressions give', () => {
	test.each([
		['2026-07-01T08:00:00Z', '2026-07-01T08:00:00.000Z'],
		['2026-07-01T08:00:00.123456Z', '2026-07-01T08:00:00.123Z'],
		['2026-07-01T08:00:00+10:00', '2026-06-30T22:00:00.000Z'],
		['2026-07-01T08:00:00+1000', '2026-06-30T22:00:00.000Z'],
		['2026-07-01 08:00:00-05:00', '2026-07-01T13:00:00.000Z'],
		['2026-07-01 08:00:00.0000000 +10:00', '2026-06-30T22:00:00.000Z'],
		['2026-07-01T08:00:00 Z', '2026-07-01T08:00:00.000Z'],
		['2026-07-01T08:00:00+10', '2026-06-30T22:00:00.000Z'],
		['2026-07-01T08:00-05', '2026-07-01T13:00:00.000Z'],
		[' 2026-07-01T08:00 ', '2026-06-30T22:00:00.000Z'],
		['2026-07-01T08:00:00.5', '2026-06-30T22:00:00.500Z'],
		['2026-07-01T23:59:59', '2026-07-01T13:59:59.000Z'],
		['2026-07-01T08:00z', '2026-07-01T08:00:00.000Z'],
		[8.64e15, '+275760-09-13T00:00:00.000Z'],
		[new Date('2026-07-01T08:00:00Z'), '2026-07-01T08:00:00.000Z'],
		[1_782_892_800_000, '2026-07-01T08:00:00.000Z'],
		[DateTime.fromISO('2026-07-01T08:00:00', { zone: 'Europe/London' }), '2026-07-01T07:00:00.000Z'],
	])('%p is %s', (value, expected) => expect(toMoment(value, 'Australia/Brisbane')).toBe(expected));

	test.each([
		...['2026-02-30', '2026-02-30T08:00:00', '2026-02-30T08:00:00Z', '2026-02-29T00:00:00+01:00', '2026-13-01'],
		...['2026-00-10', '2026-07-01T25:00', '2026-07-01T24:00', '2026-07-01T08:60', '2026-07-01T08:00:60'],
		...['2026-07-01 2026-07-01', '2026-07-01T08:00 junk Z', '01/07/2026', '2026-7-1', 'tomorrow', '', ' '],
		...[null, undefined, {}, [], true, NaN, Infinity, 8.64e15 + 1],
		...[{ toMillis: 7 }, { toMillis: () => 'x' }, new Date(NaN)],
	])('%p is no moment', (value) => expect(toMoment(value, 'UTC')).toBeUndefined());
});

describe('a written time', () => {
	const clock = Date.UTC(2026, 10, 20, 18);
	const hour = 3_600_000;

	test.each([
		['2026-11-20T18:00:00', undefined],
		['2026-11-20 18:00', undefined],
		['2026-11-20T18:00:00Z', 0],
		[' 2026-11-20T18:00:00Z ', 0],
		['2026-11-20T18:00:00-00:00', 0],
		['2026-11-20T18:00:00+09:30', 9.5 * hour],
		['2026-11-20 18:00:00.0000000 +0930', 9.5 * hour],
		['2026-11-20T18:00:00-03', -3 * hour],
		['2026-11-20T18:00:00 ACST', 9.5 * hour],
		['2026-11-20T18:00:00[Australia/Adelaide]', 10.5 * hour],
		['2026-11-20T18:00 Cen. Australia Standard Time', 10.5 * hour],
		[`/Date(${clock - 10 * hour}+1000)/`, 10 * hour],
		[`/Date(${clock})/`, 0],
		[clock, 0],
		[clock / 1000, 0],
	])('%j shows 18:00, with the offset that is written', (value, offset) => {
		expect(readTime(value)).toEqual({ clock, offset, isDay: false });
		expect(momentOf(value)).toBe(clock - (offset ?? 0));
	});

	test('a day has no time', () =>
		expect(readTime('2026-11-20')).toEqual({ clock: clock - 18 * hour, offset: undefined, isDay: true }));

	test.each([
		'2026-11-20T18:00:00 EST',
		'2026-11-20T18:00:00+15:00',
		'2026-11-20T18:00:00Z and more',
		'2026-11-31T18:00:00Z',
		'20/11/2026 18:00',
		`2026-11-20T18:00:00.${'0'.repeat(100_000)}x`,
		'1900-01-01T00:00:00+10:00',
		'2026-11-20T18:00:00 A[ustralia/Brisbane]',
		`x/Date(${clock})/`,
		0,
		8.64e15 + 1,
		true,
		{},
	])('%p is none', (value) => expect(readTime(value)).toBeUndefined());
});

test.each(['2026-06-30T14:00:00Z', '2026-06-30T14:00:00+00:00', '2026-06-30T14:00:00.000+0000'])(
	'%s is midnight in Brisbane and means the day that begins there',
	(moment) => {
		expect(isoDay(calendarDay(moment, 'Australia/Brisbane') ?? 0)).toBe('2026-07-01');
	},
);

test('a number is milliseconds from 1e11 on, up to the last that a Date can hold', () =>
	expect([momentOf(1e11 - 1), momentOf(1e11), momentOf(8.64e15)]).toEqual([1e14 - 1000, 1e11, 8.64e15]));

test('a day or a placeholder counts only where the text begins with it', () => {
	expect(calendarDay('until 2026-07-01', 'UTC')).toBeUndefined();
	expect([isNoDate('0001-01-01'), isNoDate('since 0001-01-01')]).toEqual([true, false]);
});
