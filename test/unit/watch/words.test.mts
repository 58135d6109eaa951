// The words and numbers of which the sentences of the watch trigger are made.
import { describe, expect, test } from '@jest/globals';
import { beginOf, dayAt, dayInWords, dayOf, isoDay } from '../../../nodes/WorkforceOperations/watch/days.ts';
import {
	atSite,
	clockTime,
	counted,
	DAY_MS,
	duration,
	HOUR_MS,
	idOf,
	iso,
	isNoDate,
	MINUTE_MS,
	momentOf,
	MONTHS,
	textOf,
} from '../../../nodes/WorkforceOperations/watch/words.ts';

const NOW = Date.UTC(2026, 6, 1, 9, 0);
const zoneOf = (timeZone: string) => ({ now: NOW, timeZone });

test('a minute, an hour and a day', () => {
	expect([MINUTE_MS, HOUR_MS, DAY_MS, iso(NOW)]).toEqual([60_000, 3_600_000, 86_400_000, '2026-07-01T09:00:00.000Z']);
});

test.each([
	[-60_000, '0 minutes'],
	[0, '0 minutes'],
	[59_999, '0 minutes'],
	[60_000, '1 minute'],
	[61 * MINUTE_MS, '61 minutes'],
	[120 * MINUTE_MS - 1, '119 minutes'],
	[120 * MINUTE_MS, '2 hours'],
	[121 * MINUTE_MS, '2 hours 1 minute'],
	[185 * MINUTE_MS, '3 hours 5 minutes'],
	[1440 * MINUTE_MS, '24 hours'],
])('%d milliseconds are %s', (ms, words) => {
	expect(duration(ms)).toBe(words);
});

test.each([
	[0, '0 days'],
	[1, '1 day'],
	[2, '2 days'],
])('%d are %s', (count, words) => {
	expect(counted(count, 'day')).toBe(words);
});

describe('values of the service', () => {
	test.each([
		[' text ', 'text', 'text'],
		['', undefined, undefined],
		['  ', undefined, undefined],
		[0, undefined, '0'],
		[7, undefined, '7'],
		[Number.NaN, undefined, undefined],
		[Infinity, undefined, undefined],
		[' 7 ', '7', '7'],
		[null, undefined, undefined],
		[true, undefined, undefined],
		[{}, undefined, undefined],
	])('%p as text is %p and as an id %p', (value, text, id) => {
		expect([textOf(value), idOf(value)]).toEqual([text, id]);
	});

	test.each<[unknown, number | undefined]>([
		['2026-07-01T09:00:00Z', NOW],
		['2026-07-01T19:00:00+10:00', NOW],
		['2026-07-01T09:00:00', NOW],
		['1970-01-01T00:00:00Z', 0],
		['1969-12-31T23:59:59Z', undefined],
		['0001-01-01T00:00:00', undefined],
		['1899-12-30', undefined],
		['', undefined],
		['  ', undefined],
		['soon', undefined],
		[NOW, undefined],
		[null, undefined],
	])('%p as a moment is %p', (value, moment) => {
		expect(momentOf(value)).toBe(moment);
	});

	test.each<[unknown, boolean]>([
		['0001-01-01', true],
		[' 0001-01-01T00:00:00 ', true],
		['0001-01-01 00:00:00', true],
		['1753-01-01T00:00:00', true],
		['1900-01-01', true],
		['1969-12-31', true],
		['1970-01-01', false],
		['2026-07-01', false],
		['x 1900-01-01', false],
		['1900-01-01x', false],
		['1900', false],
		[1900, false],
	])('%p stands for no date: %p', (value, expected) => {
		expect(isNoDate(value)).toBe(expected);
	});

	test.each([
		[{ siteName: ' Coral Coast Library ' }, ' at Coral Coast Library'],
		[{ siteName: '' }, ''],
		[{}, ''],
	])('the site of %j', (record, words) => {
		expect(atSite(record)).toBe(words);
	});
});

describe('times of day', () => {
	const hours = (count: number): number => NOW + count * HOUR_MS;

	test.each<[string, number, unknown, string, string]>([
		['in the workflow’s zone', NOW, undefined, 'Australia/Sydney', '19:00'],
		['at midnight', Date.UTC(2026, 6, 1, 14), undefined, 'Australia/Sydney', '00:00'],
		['by the service’s own time', NOW, '2026-07-01T18:30:00+09:30', 'Australia/Sydney', '18:30'],
		['by one with a blank', NOW, '2026-07-01 18:30', 'UTC', '18:30'],
		['without one that is none', NOW, 'at 2026-07-01T18:30', 'UTC', '09:00'],
		['without one that is no text', NOW, 7, 'UTC', '09:00'],
		['just under 18 hours ago', hours(-18) + 1, undefined, 'UTC', '15:00'],
		['18 hours ago', hours(-18), undefined, 'UTC', '15:00 on 30 Jun'],
		['in just under 18 hours', hours(18) - 1, undefined, 'UTC', '02:59'],
		['in 18 hours', hours(18), undefined, 'UTC', '03:00 on 2 Jul'],
		['on another day by the service’s own time', hours(24), '2026-12-09T18:30:00', 'UTC', '18:30 on 9 Dec'],
	])('%s', (_, moment, local, timeZone, words) => {
		expect(clockTime(moment, local, zoneOf(timeZone))).toBe(words);
	});

	test('the months have their names', () => {
		expect(MONTHS.join(' ')).toBe('Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec');
		const named = MONTHS.map((_, month) => clockTime(Date.UTC(2025, month, 3), undefined, zoneOf('UTC')));
		expect(named).toEqual(MONTHS.map((name) => `00:00 on 3 ${name}`));
		expect(MONTHS.map((_, month) => dayInWords(Date.UTC(2025, month, 3) / DAY_MS))).toEqual(
			MONTHS.map((name) => `3 ${name} 2025`),
		);
	});
});

describe('calendar days', () => {
	const july = Date.UTC(2026, 6, 1) / DAY_MS;

	test('begin and end by the zone', () => {
		const begin = Date.parse('2026-06-30T14:00:00Z');
		expect(beginOf(july, 'Australia/Sydney')).toBe(begin);
		expect([begin - 1, begin, begin + DAY_MS - 1].map((moment) => dayAt(moment, 'Australia/Sydney'))).toEqual([
			july - 1,
			july,
			july,
		]);
		expect([isoDay(july), dayInWords(july)]).toEqual(['2026-07-01', '1 Jul 2026']);
	});

	test.each<[unknown, number | undefined]>([
		['2026-07-01', july],
		[' 2026-07-01 ', july],
		['2026-07-01T23:59:59', july],
		['2026-07-01 00:00:00', july],
		// As it is picked: midnight in UTC is the day that is written, wherever somebody is.
		['2026-07-01T00:00:00Z', july],
		['2026-07-01T00:00:00', july],
		// Midnight of the zone means the day that begins there, also with a blank in it.
		['2026-06-30T14:00:00Z', july],
		['2026-06-30 14:00:00Z', july],
		['2026-06-30T14:00:00z', july],
		['2026-06-30T14:00:00-00:00', july],
		// Any other moment is written as it is meant.
		['2026-06-30T14:00:01Z', july - 1],
		['2026-06-30T15:00:00Z', july - 1],
		['2026-06-30T14:00:00+10:00', july - 1],
		['2026-06-30T14:00:00', july - 1],
		['1970-01-01', 0],
		['1969-12-31', undefined],
		['2026-02-31', undefined],
		['2026-13-01', undefined],
		['2026-07-01x', undefined],
		['on 2026-07-01', undefined],
		['', undefined],
		[null, undefined],
		[20_260_701, undefined],
	])('%p in Sydney is the day %p', (value, day) => {
		expect(dayOf(value, 'Australia/Sydney')).toBe(day);
	});
});
