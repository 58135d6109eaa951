import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { DateTime } from 'luxon';
import { fromLocal, toLocal, toMoment } from '../../../nodes/WorkforceOperations/contract/index.ts';

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
	])('%s, a gap in %s, is the moment after it', (text, zone, expected) => expect(toMoment(text, zone)).toBe(expected));

	test('an hour that comes twice is one of its two moments', () =>
		expect(['2026-04-04T15:30:00.000Z', '2026-04-04T16:30:00.000Z']).toContain(
			toMoment('2026-04-05T02:30:00', 'Australia/Sydney'),
		));
});

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
		[new Date('2026-07-01T08:00:00Z'), '2026-07-01T08:00:00.000Z'],
		[1_782_892_800_000, '2026-07-01T08:00:00.000Z'],
		[DateTime.fromISO('2026-07-01T08:00:00', { zone: 'Europe/London' }), '2026-07-01T07:00:00.000Z'],
	])('%p', (value, expected) => expect(toMoment(value, 'Australia/Brisbane')).toBe(expected));

	test.each([
		'2026-02-30',
		'2026-02-30T08:00:00',
		'2026-02-30T08:00:00Z',
		'2026-02-29T00:00:00+01:00',
		'2026-13-01',
		'2026-00-10',
		'2026-07-01T25:00',
		'2026-07-01T24:00',
		'2026-07-01T08:61',
		'2026-07-01T08:00:99',
		'2026-07-01T08:00 junk Z',
		'01/07/2026',
		'2026-7-1',
		'tomorrow',
		'',
		' ',
		null,
		undefined,
		{},
		[],
		true,
		NaN,
		Infinity,
		9e15,
		new Date(NaN),
		{ toMillis: () => 'x' },
	])('%p is no moment', (value) => expect(toMoment(value, 'UTC')).toBeUndefined());
});
