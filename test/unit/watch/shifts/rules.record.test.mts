// What a record of live operations tells of its shift.
import { expect, test } from '@jest/globals';
import { readShift } from '../../../../nodes/WorkforceOperations/watch/shifts/shift.ts';

import { guardKey, hashes, stemOf } from '../guardKeys.mts';

const at = (time: string): number => Date.parse(`2026-07-01T${time}Z`);
const NOW = at('08:17:30');

const shift = (changes: object = {}): Record<string, unknown> => ({
	shiftId: 501,
	name: 'Aroha Ngata',
	startTime: '2026-07-01T08:00:00Z',
	endTime: '2026-07-01T16:00:00Z',
	timeIn: null,
	timeOut: null,
	status: 'SCHEDULED',
	...changes,
});

test('all of it', () => {
	const record = shift({ timeIn: '2026-07-01T08:01:00Z', timeOut: '2026-07-01T15:00:00Z', status: ' Broken ' });
	expect(readShift(record, { now: NOW, hashes })).toEqual({
		stem: stemOf('501', '2026-07-01T08:00:00Z'),
		guard: guardKey('', 'Aroha Ngata').slice(1),
		who: 'Aroha Ngata',
		isLeave: false,
		isRejected: false,
		start: at('08:00:00'),
		end: at('16:00:00'),
		timeIn: at('08:01:00'),
		timeOut: at('15:00:00'),
		isIn: true,
		isOut: true,
		oddStatus: 'Broken',
		past: false,
		leavesAt: at('08:00:00'),
	});
});

test.each<[string | null, string | null, string | null, boolean, boolean, string | undefined]>([
	[null, null, null, false, false, undefined],
	['2026-07-01T08:01:00Z', null, null, true, false, undefined],
	[null, '2026-07-01T08:01:00Z', null, false, true, undefined],
	[null, null, 'CLOCKED IN', true, false, undefined],
	[null, null, 'clocked in', true, false, undefined],
	[null, null, 'CLOCKED_IN', true, false, undefined],
	[null, null, 'clocked-in', true, false, undefined],
	[null, null, 'ClockedIn', true, false, undefined],
	[null, null, 'Clocked Out', true, true, undefined],
	[null, null, 'NOT CLOCKED IN', false, false, undefined],
	[null, null, 'scheduled', false, false, undefined],
	[null, null, 'CLOCKED', false, false, 'CLOCKED'],
	[null, null, ' ', false, false, undefined],
])('times %p and %p with the status %p: in %p, out %p', (timeIn, timeOut, status, isIn, isOut, oddStatus) => {
	const read = readShift(shift({ timeIn, timeOut, status }), { now: NOW, hashes });
	expect({ isIn: read?.isIn, isOut: read?.isOut, oddStatus: read?.oddStatus }).toEqual({ isIn, isOut, oddStatus });
});

test.each([
	[{ startTime: null, timeIn: '2026-07-01T08:01:00Z' }, at('08:01:00')],
	[{ startTime: null }, at('16:00:00')],
	[{ startTime: null, endTime: null }, NOW],
])('with %j it is found again by the next best moment', (changes, place) => {
	expect(readShift(shift(changes), { now: NOW, hashes })?.leavesAt).toBe(place);
});

test.each([
	['2026-07-01T08:17:29Z', true],
	['2026-07-01T08:17:30Z', false],
	[null, false],
])('one that ends at %p is of the past: %p', (endTime, past) => {
	expect(readShift(shift({ endTime }), { now: NOW, hashes })?.past).toBe(past);
});

test.each([
	[{ shiftId: 0 }, ''],
	[{ shiftId: '0', eventID: '00000000-0000-0000-0000-000000000000' }, ''],
	[{ shiftId: 501, eventID: '0' }, '501'],
	[{ shiftId: 501, eventID: ' ' }, '501'],
	[{ shiftId: 501, eventID: 'A/1.b:c~(d)' }, '501.A(2f)1(2e)b(3a)c(7e)(28)d(29)'],
	[{ shiftId: '日本' }, '日本'],
	[{ shiftId: '__proto__' }, '__proto__'],
	[{ shiftId: ' a ' }, 'a'],
	[{ shiftId: '77', eventID: 77 }, '77'],
	[{ shiftId: null, eventID: 78 }, '78'],
	[{ publishedShiftID: 9 }, '501'],
	[{ shiftId: '', publishedShiftID: 9 }, '9'],
	[{ shiftId: '' }, ''],
])('%j is known as %p, and by its start', (changes, ids) => {
	expect(readShift(shift(changes), { now: NOW, hashes })?.stem).toBe(stemOf(ids, '2026-07-01T08:00:00Z'));
	expect(readShift(shift({ ...changes, startTime: null }), { now: NOW, hashes })?.stem).toBe(
		ids === '' ? undefined : stemOf(ids),
	);
});

test.each<[object, string]>([
	[{ email: ' Aroha@Example.com ', mobile: '0400', name: 'Other' }, 'aroha@example.com'],
	[{ email: ' ', mobile: '0400', name: 'Other' }, '0400'],
	[{ email: null, mobile: 400, name: 'Other' }, '400'],
	[{ email: '\u200b', mobile: '', name: 'ĀRohā' }, 'āroha\u0304'.normalize('NFC')],
	[{ name: null }, ''],
])('the guard of %j is hashed as %p', (changes, person) => {
	expect(readShift(shift(changes), { now: NOW, hashes })?.guard).toBe(guardKey('', person).slice(1));
});

test('parts of a second make no other shift', () => {
	expect(readShift(shift({ startTime: '2026-07-01T08:00:00.900Z' }), { now: NOW, hashes })?.stem).toBe(
		stemOf('501', '2026-07-01T08:00:00Z'),
	);
});

test('one without ids, and without a guard or a start, is none', () => {
	expect(readShift(shift({ shiftId: '0', name: '' }), { now: NOW, hashes })).toBeUndefined();
	expect(readShift(shift({ shiftId: null, startTime: null }), { now: NOW, hashes })).toBeUndefined();
});

test('of somebody without a name', () => {
	expect(readShift(shift({ name: ' ' }), { now: NOW, hashes })?.who).toBe('Somebody');
});
