// What a record of live operations tells of its shift.
import { expect, test } from '@jest/globals';
import { readShift } from '../../../nodes/WorkforceOperations/watch/events/shifts.ts';

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
	expect(readShift(record, NOW)).toEqual({
		id: '501',
		who: 'Aroha Ngata',
		start: at('08:00:00'),
		end: at('16:00:00'),
		timeIn: at('08:01:00'),
		timeOut: at('15:00:00'),
		isIn: true,
		isOut: true,
		oddStatus: 'Broken',
		past: false,
		place: at('08:00:00'),
	});
});

test.each<[string | null, string | null, string | null, boolean, boolean, string | undefined]>([
	[null, null, null, false, false, undefined],
	['2026-07-01T08:01:00Z', null, null, true, false, undefined],
	[null, '2026-07-01T08:01:00Z', null, false, true, undefined],
	[null, null, 'CLOCKED IN', true, false, undefined],
	[null, null, 'clocked in', true, false, undefined],
	[null, null, 'Clocked Out', true, true, undefined],
	[null, null, 'NOT CLOCKED IN', false, false, undefined],
	[null, null, 'scheduled', false, false, undefined],
	[null, null, 'CLOCKED', false, false, 'CLOCKED'],
	[null, null, ' ', false, false, undefined],
])('times %p and %p with the status %p: in %p, out %p', (timeIn, timeOut, status, isIn, isOut, oddStatus) => {
	const read = readShift(shift({ timeIn, timeOut, status }), NOW);
	expect([read?.isIn, read?.isOut, read?.oddStatus]).toEqual([isIn, isOut, oddStatus]);
});

test.each([
	[{ startTime: null, timeIn: '2026-07-01T08:01:00Z' }, at('08:01:00')],
	[{ startTime: null }, at('16:00:00')],
	[{ startTime: null, endTime: null }, NOW],
])('with %j it is found again by the next best moment', (changes, place) => {
	expect(readShift(shift(changes), NOW)?.place).toBe(place);
});

test.each([
	['2026-07-01T08:17:29Z', true],
	['2026-07-01T08:17:30Z', false],
	[null, false],
])('one that ends at %p is of the past: %p', (endTime, past) => {
	expect(readShift(shift({ endTime }), NOW)?.past).toBe(past);
});

test.each([
	[{ shiftId: 0 }, '0'],
	[{ shiftId: ' a ' }, 'a'],
	[{ shiftId: '77', eventID: 77 }, '77'],
	[{ shiftId: null, eventID: 78 }, '78'],
	[{ publishedShiftID: 9 }, '501'],
	[{ shiftId: '', publishedShiftID: 9 }, '9'],
	[{ shiftId: '' }, undefined],
])('%j is known as %p', (changes, id) => {
	expect(readShift(shift(changes), NOW)?.id).toBe(id);
});

test('of somebody without a name', () => {
	expect(readShift(shift({ name: ' ' }), NOW)?.who).toBe('Somebody');
});
