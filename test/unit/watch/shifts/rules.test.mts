// When a guard who has not clocked in is told of, beside the whole observations in `rules.reports`.
import { describe, expect, test } from '@jest/globals';
import { notClockedIn } from '../../../../nodes/WorkforceOperations/watch/shifts/rules.ts';
import { hashesOf } from '../../../../nodes/WorkforceOperations/watch/core/keys.ts';
import { hashes } from '../guardKeys.mts';

const MINUTE = 60_000;
const now = Date.parse('2026-07-01T08:17:30Z');
const rules = { now, timeZone: 'Australia/Sydney', graceMs: 15 * MINUTE, hashes };
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

const first = (changes: object) => notClockedIn(shift(changes), rules)[0];

describe('not clocked in', () => {
	test.each(['ON LEAVE', 'on_leave', 'SICK', 'IN PROGRESS', 'VOID', 'CANCELLED', 7, { id: 7 }])(
		'not with the status %j, which says so',
		(status) => {
			const shown = typeof status === 'object' ? '{"id":7}' : String(status);
			const reason = `Aroha Ngata has not clocked in at Coral Coast Library, 17 minutes after the 18:00 start. This doesn’t start the workflow: the shift’s status is “${shown}”`;
			expect(first({ status })).toMatchObject({ holds: false, reason });
		},
	);

	test.each([null, '', 'NOT CLOCKED IN', 'not_clocked_in', 'SCHEDULED', 'PUBLISHED', 'CONFIRMED', 'ACCEPTED', 'LATE'])(
		'with the status %j, of somebody who is to come',
		(status) => expect(first({ status })?.holds).toBe(true),
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
		expect(first(changes)?.reason).toContain(words);
	});

	test('a shift that is over says so, and is of the past', () => {
		const over = { endTime: '2026-07-01T08:10:00Z', endTimeTZ: '2026-07-01T18:10:00+10:00' };
		expect(first(over)).toMatchObject({
			holds: true,
			past: true,
			reason: expect.stringMatching(/ended at 18:10$/),
		});
	});

	test.each([
		['no start', { startTime: null }],
		['a start that is no date', { startTime: 'soon' }],
	])('a record with %s is left alone', (_, changes) => {
		expect(first(changes)).toBeUndefined();
	});

	test.each([
		[{}, 'Nobody is rostered at Coral Coast Library, 17 minutes after the 18:00 start'],
		[{ siteName: ' ' }, 'Nobody is rostered, 17 minutes after the 18:00 start'],
	])('a shift without a guard says that nobody is rostered: %j', (changes, reason) =>
		expect(first({ name: ' ', ...changes })).toMatchObject({ holds: true, reason }),
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
		expect(first({ name: null, ...changes })).toMatchObject({ holds: false, reason }),
	);

	test('somebody with an address alone is rostered', () =>
		expect(first({ name: '', mobile: '0400' })?.reason).toMatch(/^Somebody has not clocked in/));

	test('without any id, name or address it is known by its site and start, whatever the API key', () => {
		const nobody = { shiftId: null, name: '' };
		const known = first(nobody)?.key;
		expect(known).toMatch(/^@[\w-]{16}\.[0-9a-z]+~$/);
		expect(first({ ...nobody, siteName: ' coral coast LIBRARY ' })?.key).toBe(known);
		expect(notClockedIn(shift(nobody), { ...rules, hashes: hashesOf('another key', 'owner') })[0]?.key).toBe(known);
		const others = [{ siteName: 'Wharf' }, { siteName: null }, { startTime: '2026-07-01T08:00:01Z' }, { shiftId: 7 }];
		const keys = others.map((other) => first({ ...nobody, ...other })?.key);
		expect(new Set([known, ...keys]).size).toBe(5);
		expect(keys[1]).toMatch(/^@\.[0-9a-z]+~$/);
		expect(JSON.stringify([known, ...keys])).not.toMatch(/library|wharf/i);
	});
});

test('a date that a database writes for nothing is no time of clocking in', () => {
	expect(first({ timeIn: '0001-01-01T00:00:00' })?.holds).toBe(true);
});
