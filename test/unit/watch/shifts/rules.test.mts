import { describe, expect, test } from '@jest/globals';
import {
	clockedIn,
	clockedOut,
	notClockedIn,
	notClockedOut,
	offSite,
} from '../../../../nodes/WorkforceOperations/watch/shifts/rules.ts';
import type { Judge } from '../../../../nodes/WorkforceOperations/watch/shifts/shift.ts';
import { unanswered } from '../../../../nodes/WorkforceOperations/watch/shifts/welfareChecks.ts';
import { hashesOf } from '../../../../nodes/WorkforceOperations/watch/core/keys.ts';
import { guardKey, hashes, stemOf } from '../guardKeys.mts';
import { welfareCheck } from '../welfareCheck.mts';

const MINUTE = 60_000;
const now = Date.parse('2026-07-01T08:17:30Z');
const rules = { now, timeZone: 'Australia/Sydney', graceMs: 15 * MINUTE, hashes };
/** Of the shift below, with other ids or for one of several things. */
const keyOf = (ids = '501', part = ''): string => guardKey(stemOf(ids, '2026-07-01T08:00:00Z') + part, 'Aroha Ngata');

const shift = (changes: object = {}): Record<string, unknown> => ({
	shiftId: 501,
	name: 'Aroha Ngata',
	siteName: 'Coral Coast Library',
	startTime: '2026-07-01T08:00:00Z',
	startTimeTZ: '2026-07-01T18:00:00+10:00',
	endTime: '2026-07-01T16:00:00Z',
	endTimeTZ: '2026-07-02T02:00:00+10:00',
	timeIn: null,
	timeOut: null,
	status: 'NOT CLOCKED IN',
	...changes,
});

const first = (judge: Judge, changes: object = {}, graceMs = rules.graceMs) =>
	judge(shift(changes), { ...rules, graceMs })[0];

describe('not clocked in', () => {
	test('is told in a sentence that can be sent as it is', () => {
		expect(first(notClockedIn)).toMatchObject({
			key: keyOf(),
			holds: true,
			reason: 'Aroha Ngata has not clocked in at Coral Coast Library, 17 minutes after the 18:00 start',
			numbers: { minutesLate: 17 },
		});
	});

	test.each([
		['who has clocked in', { timeIn: '2026-07-01T08:20:00Z' }, 'Aroha Ngata has clocked in at Coral Coast Library'],
		[
			'a status that says so without a time',
			{ status: 'clocked in' },
			'Aroha Ngata has clocked in at Coral Coast Library',
		],
		[
			'a shift that begins later',
			{ startTime: '2026-07-01T09:00:00Z', startTimeTZ: '2026-07-01T19:00:00+10:00' },
			'Aroha Ngata’s shift at Coral Coast Library starts at 19:00',
		],
		[
			'one within the minutes of grace',
			{ startTime: '2026-07-01T08:10:00Z', startTimeTZ: '2026-07-01T18:10:00+10:00' },
			'Aroha Ngata has not clocked in at Coral Coast Library yet, 7 minutes after the 18:10 start; the limit is 15 minutes',
		],
	])('not for %s, and says why', (_, changes, reason) => {
		expect(first(notClockedIn, changes)).toMatchObject({ holds: false, reason });
	});

	test.each(['ON LEAVE', 'on_leave', 'SICK', 'IN PROGRESS', 'VOID', 'CANCELLED', 7, { id: 7 }])(
		'not with the status %j, which says so',
		(status) => {
			const shown = typeof status === 'object' ? '{"id":7}' : String(status);
			const reason = `Aroha Ngata has not clocked in at Coral Coast Library, 17 minutes after the 18:00 start. This doesn’t start the workflow: the shift’s status is “${shown}”`;
			expect(first(notClockedIn, { status })).toMatchObject({ holds: false, reason });
		},
	);

	test.each([null, '', 'NOT CLOCKED IN', 'not_clocked_in', 'SCHEDULED', 'PUBLISHED', 'CONFIRMED', 'ACCEPTED', 'LATE'])(
		'with the status %j, of somebody who is to come',
		(status) => expect(first(notClockedIn, { status })?.holds).toBe(true),
	);

	test('with a status that Service Details name', () => {
		const offered = { ...shift({ status: 'OFFERED TWICE' }) };
		expect(
			[[], ['Offered-twice']].map((rostered) => notClockedIn(offered, { ...rules, statuses: { rostered } })[0]?.holds),
		).toEqual([false, true]);
	});

	test.each([
		['no time of the site', { startTimeTZ: undefined }, 'the 18:00 start'],
		['a time without a zone, which is UTC', { startTime: '2026-07-01T08:00:00', startTimeTZ: null }, 'the 18:00 start'],
		[
			'a start of yesterday',
			{ startTime: '2026-06-30T08:00:00Z', startTimeTZ: '2026-06-30T18:00:00+10:00' },
			'the 18:00 start on 30 Jun',
		],
	])('with %s', (_, changes, words) => {
		expect(first(notClockedIn, changes)?.reason).toContain(words);
	});

	test('a shift that is over says so, and is of the past', () => {
		const over = { endTime: '2026-07-01T08:10:00Z', endTimeTZ: '2026-07-01T18:10:00+10:00' };
		expect(first(notClockedIn, over)).toMatchObject({
			holds: true,
			past: true,
			reason: expect.stringMatching(/ended at 18:10$/),
		});
	});

	test.each([
		['no start', { startTime: null }],
		['a start that is no date', { startTime: 'soon' }],
	])('a record with %s is left alone', (_, changes) => {
		expect(first(notClockedIn, changes)).toBeUndefined();
	});

	test.each([
		[{}, 'Nobody is rostered at Coral Coast Library, 17 minutes after the 18:00 start'],
		[{ siteName: ' ' }, 'Nobody is rostered, 17 minutes after the 18:00 start'],
	])('a shift without a guard says that nobody is rostered: %j', (changes, reason) =>
		expect(first(notClockedIn, { name: ' ', ...changes })).toMatchObject({ holds: true, reason }),
	);

	test.each([
		[{ timeIn: '2026-07-01T08:20:00Z' }, 'Somebody has clocked in at Coral Coast Library'],
		[
			{ startTime: '2026-07-01T09:00:00Z', startTimeTZ: '2026-07-01T19:00:00+10:00' },
			'Nobody is rostered at Coral Coast Library for the shift that starts at 19:00',
		],
		[
			{ startTime: '2026-07-01T08:10:00Z', startTimeTZ: '2026-07-01T18:10:00+10:00' },
			'Nobody is rostered at Coral Coast Library yet, 7 minutes after the 18:10 start; the limit is 15 minutes',
		],
	])('and why it is not told yet: %j', (changes, reason) =>
		expect(first(notClockedIn, { name: null, ...changes })).toMatchObject({ holds: false, reason }),
	);

	test('somebody with an address alone is rostered', () =>
		expect(first(notClockedIn, { name: '', mobile: '0400' })?.reason).toMatch(/^Somebody has not clocked in/));

	test('without any id, name or address it is known by its site and start, whatever the API key', () => {
		const nobody = { shiftId: null, name: '' };
		const known = first(notClockedIn, nobody)?.key;
		expect(known).toMatch(/^@[\w-]{16}\.[0-9a-z]+~$/);
		expect(first(notClockedIn, { ...nobody, siteName: ' coral coast LIBRARY ' })?.key).toBe(known);
		expect(notClockedIn(shift(nobody), { ...rules, hashes: hashesOf('another key', 'owner') })[0]?.key).toBe(known);
		const others = [{ siteName: 'Wharf' }, { siteName: null }, { startTime: '2026-07-01T08:00:01Z' }, { shiftId: 7 }];
		const keys = others.map((other) => first(notClockedIn, { ...nobody, ...other })?.key);
		expect(new Set([known, ...keys]).size).toBe(5);
		expect(keys[1]).toMatch(/^@\.[0-9a-z]+~$/);
		expect(JSON.stringify([known, ...keys])).not.toMatch(/library|wharf/i);
	});

	test.each([
		[{ shiftId: 501, eventID: '501' }, '501'],
		[{ shiftId: 501, eventID: '77' }, '501.77'],
		[{ shiftId: null, eventID: '77' }, '77'],
		[{ shiftId: null, publishedShiftID: 9 }, '9'],
	])('%j is known as %s', (ids, known) => {
		expect(first(notClockedIn, ids)).toMatchObject({ key: keyOf(known) });
	});
});

describe('the other events of a shift', () => {
	const onDuty = { timeIn: '2026-07-01T07:55:00Z', timeInTZ: '2026-07-01T17:55:00+10:00', status: 'CLOCKED IN' };
	const ended = { ...onDuty, endTime: '2026-07-01T07:30:00Z', endTimeTZ: '2026-07-01T17:30:00+10:00' };

	test.each([
		[
			'not clocked out',
			ended,
			30,
			true,
			'Aroha Ngata has not clocked out at Coral Coast Library, 47 minutes after the 17:30 finish',
		],
		[
			'not clocked out, who never came',
			{ endTime: ended.endTime },
			30,
			false,
			'Aroha Ngata has not clocked in at Coral Coast Library, so no clock-out is due',
		],
		[
			'clocked out by the status',
			{ ...ended, status: 'CLOCKED OUT' },
			30,
			false,
			'Aroha Ngata has clocked out at Coral Coast Library',
		],
	])('%s', (_, changes, minutes, holds, reason) => {
		expect(first(notClockedOut, changes, minutes * MINUTE)).toMatchObject({ holds, reason });
	});

	test('a shift of 36 hours is no thing of the past while its guard is there', () => {
		const long = { ...onDuty, startTime: '2026-06-29T19:30:00Z', endTime: '2026-07-01T07:30:00Z' };
		expect(first(notClockedOut, long)).toMatchObject({ holds: true, past: false });
	});

	test('clocked in and out, with how early or late', () => {
		expect(first(clockedIn, onDuty)).toMatchObject({
			holds: true,
			at: Date.parse(onDuty.timeIn),
			reason: 'Aroha Ngata clocked in at Coral Coast Library at 17:55, 5 minutes early',
			numbers: { minutesLate: -5 },
		});
		expect(first(clockedOut, onDuty)?.holds).toBe(false);
		const gone = { ...ended, timeOut: '2026-07-01T07:45:00Z', timeOutTZ: '2026-07-01T17:45:00+10:00' };
		expect(first(clockedOut, gone)?.reason).toBe(
			'Aroha Ngata clocked out at Coral Coast Library at 17:45, 15 minutes late',
		);
	});

	test('off site on either side is one thing each', () => {
		const away = offSite(shift({ ...onDuty, isClockInOffSite: true, isClockOutOffSite: null }), rules);
		expect(away.map(({ key, holds }) => [key, holds])).toEqual([
			[keyOf('501', ':in'), true],
			[keyOf('501', ':out'), false],
		]);
		expect(away[0]?.reason).toBe('Aroha Ngata clocked in away from Coral Coast Library at 17:55');
	});
});

describe('welfare checks', () => {
	const holding = (responses: unknown, notifications: unknown): Array<[string, boolean]> =>
		unanswered(shift({ welfareCheckResponses: responses, welfareCheckNotifResponses: notifications }), rules).map(
			({ numbers, holds }) => [String(numbers.welfareCheckId), holds],
		);

	test.each([
		['in the first list', [welfareCheck(1)], [], [['1', true]]],
		[
			'in the second list',
			null,
			[welfareCheck(2), welfareCheck(3, { hasResponse: true })],
			[
				['2', true],
				['3', false],
			],
		],
		['in both', [welfareCheck(4)], [welfareCheck(4)], [['4', true]]],
		['answered in one of them', [welfareCheck(5, { hasResponse: true })], [welfareCheck(5)], [['5', false]]],
		['sent a moment ago', [], [welfareCheck(6, { dateSent: '2026-07-01T08:15:00Z' })], [['6', false]]],
		['without a date', [], [welfareCheck(8, { dateSent: null })], []],
		['no list at all', undefined, 'none', []],
	])('%s', (_, responses, notifications, expected) => {
		expect(holding(responses, notifications)).toEqual(expected);
	});

	test('follow-ups are counted with the check that they follow, and an answer to one is an answer to it', () => {
		const follower = welfareCheck(10, { parentWelfareCheckId: 9, dateSent: '2026-07-01T08:10:00Z' });
		const record = (follow: object): Record<string, unknown> =>
			shift({ welfareCheckNotifResponses: [welfareCheck(9, { followUps: [{}] }), follow] });
		const [open, ...others] = unanswered(record(follower), rules);
		expect(others).toEqual([]);
		expect(open).toMatchObject({ holds: true, numbers: { welfareCheckId: '9', followUps: 1 } });
		expect(open?.reason).toBe(
			'Aroha Ngata at Coral Coast Library has not answered the welfare check sent 17 minutes ago, at 18:00, despite 1 follow-up',
		);
		expect(unanswered(record({ ...follower, hasResponse: true }), rules)[0]?.holds).toBe(false);
	});
});

test('a date that a database writes for nothing is no time of clocking in', () => {
	expect(first(notClockedIn, { timeIn: '0001-01-01T00:00:00' })?.holds).toBe(true);
});
