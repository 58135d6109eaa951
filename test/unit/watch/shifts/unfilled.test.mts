// Shifts that nobody has, and statuses whose meaning nobody has told.
import { describe, expect, test } from '@jest/globals';
import { notClockedIn } from '../../../../nodes/WorkforceOperations/watch/shifts/rules.ts';
import { unfilled, unknownStatuses } from '../../../../nodes/WorkforceOperations/watch/shifts/unfilled.ts';
import { guardKey, hashes, stemOf } from '../guardKeys.mts';

const HOUR = 3_600_000;
const NOW = Date.parse('2026-11-26T09:00:00Z');
const rules = { now: NOW, timeZone: 'Australia/Sydney', graceMs: 24 * HOUR, hashes };

/** Tomorrow night in Darwin, from 18:00 to 02:00. */
const shift = (changes: object = {}): Record<string, unknown> => ({
	shiftId: 501,
	name: 'Aroha Ngata',
	siteName: 'Coral Coast Library',
	startTime: '2026-11-27T08:30:00Z',
	startTimeTZ: '2026-11-27T18:00:00',
	endTime: '2026-11-27T16:30:00Z',
	endTimeTZ: '2026-11-28T02:00:00',
	timeIn: null,
	timeOut: null,
	status: 'REJECTED',
	...changes,
});
const blank = { name: '', email: '', mobile: null, status: 'PUBLISHED' };
const SHIFT = 'the shift at Coral Coast Library on Fri 27 Nov, 18:00 to 02:00';

test('a shift that its guard has rejected is told with its day and times at the site', () => {
	const record = shift();
	expect(unfilled(record, rules)).toEqual([
		{
			key: guardKey(stemOf('501', '2026-11-27T08:30:00Z'), 'Aroha Ngata'),
			at: Date.parse('2026-11-26T08:30:00Z'),
			locator: Date.parse('2026-11-27T08:30:00Z'),
			past: false,
			holds: true,
			record,
			reason: `Nobody is on ${SHIFT}: Aroha Ngata has rejected it`,
			numbers: { minutesToStart: 1410 },
		},
	]);
});

test.each<[string, object, object, boolean, string]>([
	['a blank shift', blank, {}, true, `Nobody is on ${SHIFT}: no guard is assigned`],
	[
		'one that starts in just so many hours',
		{},
		{ graceMs: 23.5 * HOUR },
		true,
		`Nobody is on ${SHIFT}: Aroha Ngata has rejected it`,
	],
	['one that has begun', {}, { now: NOW + 25 * HOUR }, true, `Nobody is on ${SHIFT}: Aroha Ngata has rejected it`],
	['one that is over', {}, { now: NOW + 40 * HOUR }, false, `${SHIFT.replace('the', 'The')} is over`],
	[
		'one that starts later',
		{},
		{ graceMs: HOUR / 2 },
		false,
		`Nobody is on ${SHIFT}: Aroha Ngata has rejected it. It starts in more than 30 minutes`,
	],
	['one whose guard is to come', { status: 'CONFIRMED' }, {}, false, `Aroha Ngata is on ${SHIFT}`],
	['one whose guard came all the same', { timeIn: '2026-11-27T08:31:00Z' }, {}, false, `Aroha Ngata is on ${SHIFT}`],
	[
		'a blank shift that counts as rejected',
		{ ...blank, status: 'REJECTED' },
		{},
		true,
		`Nobody is on ${SHIFT}: no guard is assigned`,
	],
	['leave', { ...blank, entryType: 'Annual Leave' }, {}, false, `Somebody is on ${SHIFT}`],
	[
		'a blank one whose status says something else',
		{ ...blank, status: 'CANCELLED' },
		{},
		false,
		`Somebody is on ${SHIFT}`,
	],
	[
		'one without an end',
		{ endTime: null },
		{},
		true,
		'Nobody is on the shift at Coral Coast Library on Fri 27 Nov, 18:00: Aroha Ngata has rejected it',
	],
	[
		'one of a whole day',
		{ endTime: '2026-11-28T08:30:00Z', endTimeTZ: '2026-11-28T18:00:00' },
		{},
		true,
		'Nobody is on the shift at Coral Coast Library on Fri 27 Nov, 18:00 to Sat 28 Nov, 18:00: Aroha Ngata has rejected it',
	],
	[
		'one of more than a day',
		{ endTime: '2026-11-28T10:30:00Z', endTimeTZ: '2026-11-28T20:00:00', siteName: ' ' },
		{},
		true,
		'Nobody is on the shift on Fri 27 Nov, 18:00 to Sat 28 Nov, 20:00: Aroha Ngata has rejected it',
	],
	[
		'a status that Service Details call a rejection',
		{ status: 'Declined' },
		{ statuses: { rejected: ['DECLINED'] } },
		true,
		`Nobody is on ${SHIFT}: Aroha Ngata has rejected it`,
	],
	[
		'a rejection that Service Details call something else',
		{},
		{ statuses: { rostered: ['Rejected'] } },
		false,
		`Aroha Ngata is on ${SHIFT}`,
	],
])('%s', (_, changes, other, holds, reason) => {
	const [seen] = unfilled(shift(changes), { ...rules, ...other });
	expect({ holds: seen?.holds, reason: seen?.reason }).toEqual({ holds, reason });
});

test('a blank shift without any ID is known by its site, also with a status that isn’t known', () => {
	const unnamed = shift({ ...blank, shiftId: null });
	expect(unfilled(unnamed, rules)[0]).toMatchObject({ key: expect.stringMatching(/^@/), holds: true });
	expect(unknownStatuses([{ ...unnamed, status: 'OFFERED' }], rules)).toHaveLength(1);
});

test('a shift without a start is none that can be told before it', () => {
	expect(unfilled(shift({ startTime: null }), rules)).toEqual([]);
});

describe('Not Clocked In', () => {
	const late = { ...rules, graceMs: HOUR };
	const judged = (minutes: number, changes: object = {}, other: object = {}) =>
		notClockedIn(shift(changes), {
			...late,
			now: Date.parse('2026-11-27T08:30:00Z') + minutes * 60_000,
			...other,
		})[0];

	test('tells a rejected shift from its start on, once', () => {
		expect(judged(-1)?.holds).toBe(false);
		expect(judged(0)).toMatchObject({
			holds: true,
			once: true,
			at: Date.parse('2026-11-27T08:30:00Z'),
			reason:
				'Nobody is on the shift at Coral Coast Library, 0 minutes after the 18:00 start: Aroha Ngata has rejected it',
			numbers: { minutesLate: 0 },
		});
		expect(judged(59, { status: 'CONFIRMED' })?.holds).toBe(false);
		expect(judged(60, { status: 'CONFIRMED' })?.once).toBeUndefined();
	});

	test('is silent about leave', () => {
		const leave = judged(600, { status: 'SCHEDULED', entryTypeID: 7 }, { leaveEntryTypes: ['7'] });
		expect(leave?.holds).toBe(false);
		expect(leave?.reason).toMatch(/This doesn’t start the workflow: the guard is on leave$/);
		expect(judged(600, { status: 'SCHEDULED', entryTypeID: 8 }, { leaveEntryTypes: ['7'] })?.holds).toBe(true);
	});
});

describe('a status that isn’t known', () => {
	const all = (...statuses: unknown[]) =>
		unknownStatuses(
			statuses.map((status, index) => shift({ shiftId: index + 1, status })),
			rules,
		);

	test('is one finding for all of its shifts, which comes once and is remembered for long', () => {
		const [one, other, ...rest] = all('DECLINED', 'declined', 'ON LEAVE', 'DECLINED', 'REJECTED', 'CLOCKED IN', null);
		expect(one).toMatchObject({
			key: expect.stringMatching(/^status:[\w-]{16}$/),
			at: NOW,
			locator: NOW,
			past: false,
			holds: true,
			once: true,
			record: {},
			reason: '3 shifts have the unknown status “DECLINED”. Add it to “statuses” in the credential’s Service Details.',
			numbers: { status: 'DECLINED', count: 3 },
		});
		expect(one?.keptMs).toBeGreaterThan(300 * 24 * HOUR);
		expect(other?.reason).toMatch(/^1 shift has the unknown status “ON LEAVE”\./);
		expect(rest).toEqual([]);
	});

	test('isn’t asked about where the guard has come, or is on leave', () => {
		expect(unknownStatuses([shift({ status: 'ON SITE', timeIn: '2026-11-26T08:00:00Z' })], rules)).toEqual([]);
		expect(unknownStatuses([shift({ status: 'ABSENT: SICK', entryType: 'Leave' })], rules)).toEqual([]);
	});
});
