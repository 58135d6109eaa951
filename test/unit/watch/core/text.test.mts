import {
	beginOf,
	Clocks,
	DAY_MS,
	calendarDayAt,
	calendarDay,
	HOUR_MS,
	idOf,
	isNoDate,
	isoDay,
	MINUTE_MS,
	momentOf,
	textOf,
} from '../../../../nodes/WorkforceOperations/contract/index.ts';
// The words and numbers of which the sentences of the watch trigger are made.
import { describe, expect, test } from '@jest/globals';
import {
	atSite,
	clockTime,
	counted,
	dayAndTime,
	dayInWords,
	duration,
	firstOf,
	fullName,
	MONTHS,
	quoted,
	reportName,
	safeText,
} from '../../../../nodes/WorkforceOperations/watch/core/text.ts';

const NOW = Date.UTC(2026, 6, 1, 9, 0);
const zoneOf = (timeZone: string) => ({ now: NOW, timeZone });

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
		expect({ text: textOf(value), id: idOf(value) }).toEqual({ text, id });
	});

	test.each<[unknown, number | undefined]>([
		['1970-01-01T00:00:00Z', 0],
		['1969-12-31T23:59:59Z', undefined],
		['0001-01-01T00:00:00', undefined],
		['1899-12-30', undefined],
		['', undefined],
		['  ', undefined],
		['soon', undefined],
		['/Date(soon)/', undefined],
		[0, undefined],
		[-1, undefined],
		[NaN, undefined],
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

	test.each<[string, unknown, string | undefined]>([
		['a name', ' O’Brien-Ngata, Aroha (Jr.) & Sons ', 'O’Brien-Ngata, Aroha (Jr.) & Sons'],
		['an apostrophe', "O'Brien", "O'Brien"],
		['another script', 'Nguyễn Thị 日本 عمر', 'Nguyễn Thị 日本 عمر'],
		['a number', 7, '7'],
		['nothing', ' ', undefined],
		['nothing at all', null, undefined],
		['an address', 'aroha.ngata+1@sub.example.com', 'aroha.ngata+1@sub.example.com'],
		['a tag', '<img src=x onerror="a()">', '‹img src=x onerror="a()"›'],
		['a mention of Slack', '<!channel> <@U123>', '‹!channel› ‹＠U123›'],
		['a mention', '@everyone', '＠everyone'],
		['a mention in what looks like an address', 'x@everyone.example.com', 'x＠everyone.example.com'],
		['a mention in what looks like an address, in capitals', 'x@HERE.com', 'x＠HERE.com'],
		['an address of somebody whose host begins like a mention', 'x@hereford.example', 'x@hereford.example'],
		['an address without a domain', 'root@localhost', 'root＠localhost'],
		['an @ at the end', 'x@', 'x＠'],
		['a link behind other words', '[Sign in](https://example.com)', '[Sign in] (https://example.com)'],
		['line breaks and tabs', 'a\r\nb\tc\u2028d\u2029e\u0085f', 'a b c d e f'],
		['control characters', 'a\u0000b\u001b[31mc\u007fd', 'a b [31mc d'],
		['bidi marks', '\u202egnp.exe\u202c\u2066x\u2069\u200f', 'gnp.exex'],
		['invisible characters', 'O\u200bBr\u00adien\ufeff\u{e0041}\u3164', 'OBrien'],
		['only such', '\u200b\u202e\u3164', undefined],
		['half a character', 'a\ud83db', 'ab'],
		['many blanks', 'a   \u00a0  b', 'a b'],
		['120 characters', '😀'.repeat(120), '😀'.repeat(120)],
		['121 characters', '😀'.repeat(121), `${'😀'.repeat(119)}…`],
		['a cut at a blank', `${'a'.repeat(118)} bcd`, `${'a'.repeat(118)}…`],
		['2 MB', 'x'.repeat(2_000_000), `${'x'.repeat(119)}…`],
		['2 MB behind what is invisible', `ab${'\u200b'.repeat(2_000_000)}c`, 'ab…'],
		['4,000 characters, most of them invisible', `ab${'\u200b'.repeat(3998)}`, 'ab'],
		['4,001 such characters', `ab${'\u200b'.repeat(3999)}`, 'ab…'],
		['a thousand mentions', '@'.repeat(4000), `${'＠'.repeat(119)}…`],
	])('of what was typed is said: %s', (_, typed, shown) => {
		expect(safeText(typed)).toBe(shown);
	});

	test.each([
		[{ siteName: ' Coral Coast Library ' }, ' at Coral Coast Library'],
		[{ siteName: 'A\n<b>' }, ' at A ‹b›'],
		[{ siteName: '' }, ''],
		[{}, ''],
	])('the site of %j', (record, words) => {
		expect(atSite(record)).toBe(words);
	});

	test.each([
		[{ firstName: 'Aroha', lastName: 'Ngata' }, 'Aroha Ngata'],
		[{ firstName: ' ', lastName: 'Ngata' }, 'Ngata'],
		[{}, undefined],
	])('the name of %j', (record, name) => {
		expect(fullName(record)).toBe(name);
	});

	test('that show nothing leave no word behind', () => {
		expect([quoted('\u200b'), reportName({ incidentReportId: '\u200b' })]).toEqual(['“”', 'Incident report ']);
	});

	test('are listed up to five', () => {
		expect(firstOf(['a', 'b', 'c', 'd', 'e'])).toBe('a, b, c, d, e');
		expect(firstOf(['a', 'b', 'c', 'd', 'e', 'f'])).toBe('a, b, c, d, e …');
	});
});

describe('times of day', () => {
	const hours = (count: number): number => NOW + count * HOUR_MS;

	const TZ = (startTimeTZ: unknown): Record<string, unknown> => ({ startTime: '2026-07-01T09:00:00Z', startTimeTZ });
	const SYDNEY = 'Australia/Sydney';

	test.each<[string, number, Record<string, unknown> | undefined, string, string]>([
		['in the workflow’s zone', NOW, undefined, SYDNEY, '19:00'],
		['at midnight', Date.UTC(2026, 6, 1, 14), {}, SYDNEY, '00:00'],
		['by the service’s own time', NOW, TZ('2026-07-01T18:30:00+09:30'), SYDNEY, '18:30'],
		['by one with a blank', NOW, TZ('2026-07-01 18:30'), 'UTC', '18:30'],
		['by one with a false Z', NOW, TZ('2026-07-01T18:30:00Z'), 'UTC', '18:30'],
		['by the offset of the time itself', NOW, { timeIn: '2026-07-01T18:30:00+09:30' }, 'UTC', '18:30'],
		['by the zone of the site', NOW, { siteTimeZone: 'Australia/Darwin' }, SYDNEY, '18:30'],
		['of another moment of the record', NOW + 60_000, TZ('2026-07-01T18:30:00'), SYDNEY, '18:31'],
		['without one of the year 1', NOW, TZ('0001-01-01T10:04:52'), SYDNEY, '19:00'],
		['without one of the year 1 in a zone', NOW, TZ('0001-01-01T00:00:00+10:00'), SYDNEY, '19:00'],
		['without one of the year 1900', NOW, TZ('1900-01-01T00:00:00'), SYDNEY, '19:00'],
		['by one that is 14 hours ahead', NOW, TZ('2026-07-01T23:00:00'), SYDNEY, '23:00'],
		['by one that is 14 hours behind', NOW, TZ('2026-06-30T19:00:00'), SYDNEY, '19:00'],
		['just under 18 hours ago', hours(-18) + 1, undefined, 'UTC', '15:00'],
		['18 hours ago', hours(-18), undefined, 'UTC', '15:00 on 30 Jun'],
		['in just under 18 hours', hours(18) - 1, undefined, 'UTC', '02:59'],
		['in 18 hours', hours(18), undefined, 'UTC', '03:00 on 2 Jul'],
		['on another day by the service’s own time', hours(24), TZ('2026-07-01T23:00:00'), 'UTC', '23:00 on 2 Jul'],
	])('%s', (_, moment, record, timeZone, words) => {
		expect(clockTime(moment, record, zoneOf(timeZone))).toBe(words);
	});

	test.each<[string, Record<string, unknown>, string]>([
		['no time', TZ('at 2026-07-01T18:30'), 'startTimeTZ “at 2026-07-01T18:30”'],
		['no text', TZ(true), 'startTimeTZ “true”'],
		['of the last year there is', TZ('9999-12-31T23:59:59'), 'startTimeTZ “9999-12-31T23:59:59”'],
		['in a thirteenth month', TZ('2026-13-01T18:30:00'), 'startTimeTZ “2026-13-01T18:30:00”'],
		['on a day that no month has', TZ('2026-06-31T18:30:00'), 'startTimeTZ “2026-06-31T18:30:00”'],
		['at an hour that no clock shows', TZ('2026-07-01T24:30:00'), 'startTimeTZ “2026-07-01T24:30:00”'],
		['more than 14 hours ahead', TZ('2026-07-01T23:15:00'), 'startTimeTZ “2026-07-01T23:15:00”'],
		['more than 14 hours behind', TZ('2026-06-30T18:45:00'), 'startTimeTZ “2026-06-30T18:45:00”'],
		['a zone of nobody', { timeZone: 'EST' }, 'timeZone “EST”'],
	])('a local time that is %s is named, beside the zone of the time that is shown', (_, record, unread) => {
		expect(clockTime(NOW, record, zoneOf(SYDNEY))).toBe(`19:00 (${SYDNEY}, as ${unread} can’t be read)`);
	});

	test('the days of a week have their names', () => {
		const week = Array.from({ length: 7 }, (_, day) =>
			dayAndTime(Date.UTC(2026, 10, 22 + day, 8), new Clocks({}, 'UTC')),
		);
		expect(week).toEqual(
			['Sun 22', 'Mon 23', 'Tue 24', 'Wed 25', 'Thu 26', 'Fri 27', 'Sat 28'].map((day) => [`${day} Nov`, '08:00']),
		);
	});

	test('the months have their names', () => {
		const names = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
		expect(MONTHS).toEqual(names);
		const thirds = names.map((_, month) => Date.UTC(2025, month, 3));
		expect(thirds.map((day) => clockTime(day, undefined, zoneOf('UTC')))).toEqual(
			names.map((name) => `00:00 on 3 ${name}`),
		);
		expect(thirds.map((day) => dayInWords(day / DAY_MS))).toEqual(names.map((name) => `3 ${name} 2025`));
	});
});

describe('calendar days', () => {
	const july = Date.UTC(2026, 6, 1) / DAY_MS;

	test('begin and end by the zone', () => {
		const begin = Date.parse('2026-06-30T14:00:00Z');
		expect(beginOf(july, 'Australia/Sydney')).toBe(begin);
		expect([begin - 1, begin, begin + DAY_MS - 1].map((moment) => calendarDayAt(moment, 'Australia/Sydney'))).toEqual([
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
		expect(calendarDay(value, 'Australia/Sydney')).toBe(day);
	});
});
