import { describe, expect, jest, test } from '@jest/globals';
import fc from 'fast-check';
import { DateTime } from 'luxon';
import {
	fromLocal,
	offsetAt,
	toLocal,
	toMoment,
	zoneAbbreviation,
	zoneOf,
} from '../../../nodes/WorkforceOperations/contract/index.ts';

const zones = [
	'UTC',
	'Australia/Sydney',
	'Australia/Lord_Howe',
	'Europe/London',
	'Asia/Kathmandu',
	'America/St_Johns',
	'Pacific/Apia',
	'Africa/Cairo',
	'America/New_York',
];

describe('local times', () => {
	test('any moment comes back as itself, or as the other one that the clocks show alike', () => {
		const moments = fc.integer({ min: Date.UTC(2000, 0), max: Date.UTC(2037, 0) });
		fc.assert(
			fc.property(moments, fc.constantFrom(...zones), (moment, zone) => {
				const shown = toLocal(moment, zone);
				const back = fromLocal(shown, zone);
				expect(toLocal(back, zone)).toBe(shown);
				expect(Math.abs(back - moment)).toBeLessThanOrEqual(3_600_000);
			}),
			{ numRuns: 300 },
		);
	});

	test('agrees with luxon wherever the clocks show a time once', () => {
		const days = fc.integer({ min: Date.UTC(2015, 0), max: Date.UTC(2037, 0) });
		fc.assert(
			fc.property(days, fc.constantFrom(...zones), (shown, zone) => {
				const text = new Date(shown).toISOString().slice(0, 19);
				const local = DateTime.fromISO(text, { zone });
				fc.pre(local.getPossibleOffsets().length === 1 && local.toFormat("yyyy-MM-dd'T'HH:mm:ss") === text);
				expect(toMoment(text, zone)).toBe(local.toUTC().toISO());
			}),
			{ numRuns: 300 },
		);
	});

	test.each([
		['2026-10-04T02:30:00', 'Australia/Sydney', '2026-10-03T16:30:00.000Z'],
		['2026-03-29T01:30:00', 'Europe/London', '2026-03-29T01:30:00.000Z'],
		['2026-03-08T02:30:00', 'America/New_York', '2026-03-08T07:30:00.000Z'],
	])('%s, a gap in %s, is the moment after it', (text, zone, expected) => expect(toMoment(text, zone)).toBe(expected));

	test.each([
		['2026-10-04T03:00:00', 'Australia/Sydney', '2026-10-03T16:00:00.000Z'],
		['2026-03-29T00:30:00', 'Europe/London', '2026-03-29T00:30:00.000Z'],
		['2026-03-29T02:00:00', 'Europe/London', '2026-03-29T01:00:00.000Z'],
	])('%s, beside a gap in %s, is %s', (text, zone, expected) => expect(toMoment(text, zone)).toBe(expected));

	test('an hour that comes twice is one of its two moments', () =>
		expect(['2026-04-04T15:30:00.000Z', '2026-04-04T16:30:00.000Z']).toContain(
			toMoment('2026-04-05T02:30:00', 'Australia/Sydney'),
		));
});

describe('the offset of a zone, looked up once a day,', () => {
	/** The same by luxon, which asks for each moment. */
	const byLuxon = (moment: number, zone: string): number => DateTime.fromMillis(moment, { zone }).offset * 60_000;

	test.each(zones)('is right in each quarter of an hour of the days on which the clocks of %s change', (zone) => {
		let day = Date.UTC(2025, 0);
		for (; day < Date.UTC(2027, 0); day += 86_400_000) {
			if (byLuxon(day, zone) === byLuxon(day + 86_400_000, zone)) continue;
			for (let moment = day; moment <= day + 86_400_000; moment += 900_000)
				expect({ moment, at: offsetAt(moment, zone), before: offsetAt(moment - 1, zone) }).toEqual({
					moment,
					at: byLuxon(moment, zone),
					before: byLuxon(moment - 1, zone),
				});
		}
		expect(offsetAt(day + 1, zone)).toBe(byLuxon(day + 1, zone));
	});

	test('is known up to the last moment that a Date can hold', () =>
		expect(offsetAt(8.64e15, 'America/New_York')).toBe(-14_400_000));

	test('asks Intl for no record', () => {
		offsetAt(Date.UTC(2026, 6, 1), 'Australia/Hobart');
		const asked = jest.spyOn(Intl.DateTimeFormat.prototype, 'formatToParts');
		for (let second = 0; second < 86_400; second += 60)
			offsetAt(Date.UTC(2026, 6, 1, 0, 0, second), 'Australia/Hobart');
		expect(asked).not.toHaveBeenCalled();
		asked.mockRestore();
	});
});

describe('a zone as a record names it', () => {
	test.each([
		['Australia/Brisbane', 'Australia/Brisbane'],
		[' europe/london ', 'Europe/London'],
		['UTC', 'UTC'],
		['utc', 'UTC'],
		['E. Australia Standard Time', 'Australia/Brisbane'],
		['AUS Eastern Standard Time', 'Australia/Sydney'],
		['Cen. Australia Standard Time', 'Australia/Adelaide'],
		['AUS Central Standard Time', 'Australia/Darwin'],
		['W. Australia Standard Time', 'Australia/Perth'],
		['tasmania standard time', 'Australia/Hobart'],
		['GMT Standard Time', 'Europe/London'],
		['AUS Central W. Standard Time', 'Australia/Eucla'],
		['Chatham Islands Standard Time', 'Pacific/Chatham'],
		['Lord Howe Standard Time', 'Australia/Lord_Howe'],
		['Norfolk Standard Time', 'Pacific/Norfolk'],
		['z', 'UTC'],
		['UTC'.padEnd(100), 'UTC'],
		['New Zealand Standard Time', 'Pacific/Auckland'],
		['AEST', '+10:00'],
		['AEDT', '+11:00'],
		['ACST', '+09:30'],
		['acdt', '+10:30'],
		['AWST', '+08:00'],
		['+10:00', '+10:00'],
		['-0330', '-03:30'],
		['+08', '+08:00'],
		['+14:00', '+14:00'],
		['+09:59', '+09:59'],
	])('“%s” is %s', (name, zone) => expect(zoneOf(name)).toBe(zone));

	test.each([
		...['EST', 'MST', 'CET', 'GMT', 'BST', 'Cuba', 'EST5EDT', 'UTC+10', 'Etc/GMT+10', 'Etc/GMT-10', 'etc/gmt0'],
		...['Australia/Atlantis', 'Eastern Standard Time', '+15:00', '+09:60', '+10:00:00', 'UTC'.padEnd(101)],
		...['constructor', '', 10, null, 'Australia/'.repeat(1000)],
	])('%j is nobody’s', (name) => expect(zoneOf(name)).toBeUndefined());

	test('an abbreviation is one offset, all year round', () => {
		for (const month of [0, 3, 6, 9]) expect(offsetAt(Date.UTC(2026, month, 4), zoneOf('AEST') ?? '')).toBe(36_000_000);
	});

	test('an offset is called as in its zone, else by itself', () => {
		const moment = Date.UTC(2026, 6, 1);
		expect([
			zoneAbbreviation(moment, 36_000_000, 'Australia/Sydney'),
			zoneAbbreviation(moment, 34_200_000, 'Australia/Sydney'),
			zoneAbbreviation(moment, -12_600_000, '-03:30'),
		]).toEqual(['AEST', 'UTC+09:30', 'UTC-03:30']);
	});
});
