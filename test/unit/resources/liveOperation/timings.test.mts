import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { Clocks } from '../../../../nodes/WorkforceOperations/contract/index.ts';
import { timingsOf } from '../../../../nodes/WorkforceOperations/resources/liveOperation/timings.ts';

const now = Date.parse('2026-07-02T00:00:00Z');
const rules = { now, graceMinutes: 5 };
const clocksOf = (record: Record<string, unknown>): Clocks => new Clocks(record, 'Australia/Sydney');
const shift = {
	name: 'Aroha Ngata',
	startTime: '2026-07-01T08:00:00Z',
	endTime: '2026-07-01T16:00:00Z',
	startTimeTZ: '2026-07-01T16:00:00',
	endTimeTZ: '2026-07-02T00:00:00',
	timeIn: '2026-07-01T08:00:00Z',
	timeOut: '2026-07-01T16:00:00Z',
	status: 'CLOCKED OUT',
	isClockInOffSite: false,
	isClockOutOffSite: false,
	welfareCheckResponses: [],
	welfareCheckNotifResponses: [],
};
const of = (changes: Record<string, unknown> = {}, more: Partial<typeof rules> = {}): Record<string, unknown> =>
	timingsOf({ ...shift, ...changes }, { ...rules, ...more }, clocksOf({ ...shift, ...changes }));
const nowhere = { timeIn: null, timeOut: null, isClockInOffSite: null, isClockOutOffSite: null };
const nobody = { ...nowhere, status: 'NOT CLOCKED IN' };

describe('The timings of a shift', () => {
	test('of one that went as planned, on the days and by the clocks of its site', () =>
		expect(of()).toEqual({
			minutesLate: 0,
			minutesLeftEarly: 0,
			leftLate: false,
			forcedClockOut: false,
			hoursPlanned: 8,
			hoursWorked: 8,
			onTime: true,
			onTimePercent: 100,
			offSite: false,
			noShow: false,
			lateCount: 0,
			noShowCount: 0,
			unansweredChecks: 0,
			localDate: '2026-07-01',
			localStart: '16:00',
			localEnd: '00:00',
		}));

	test.each([
		['2026-07-01T07:40:00Z', 0, true],
		['2026-07-01T08:05:00Z', 5, true],
		['2026-07-01T08:05:29Z', 5, true],
		['2026-07-01T08:05:59.999Z', 5, true],
		['2026-07-01T08:06:00Z', 6, false],
		['2026-07-01T08:17:00Z', 17, false],
		['/Date(1782893820000)/', 17, false],
	])('a clock-in at %s is %i minutes late, on time: %s', (timeIn, minutesLate, onTime) =>
		expect(of({ timeIn })).toMatchObject({ minutesLate, onTime, noShow: false }),
	);

	test('who leaves early or late worked so many hours, and that is no matter of being on time', () => {
		const early = of({ timeOut: '2026-07-01T15:40:00Z' });
		expect(early).toMatchObject({ minutesLeftEarly: 20, hoursWorked: 7.67, onTime: true });
		expect(of({ timeOut: '2026-07-01T17:00:00Z' })).toMatchObject({ minutesLeftEarly: 0, hoursWorked: 9 });
	});

	test.each<[string, Record<string, unknown>, boolean | null, boolean | null]>([
		['just under four hours after the end', { timeOut: '2026-07-01T19:59:59Z' }, false, false],
		['four hours after the end', { timeOut: '2026-07-01T20:00:00Z' }, true, false],
		['16 hours after the clock-in, planned', { timeOut: '2026-07-02T00:00:00Z' }, true, false],
		['16 hours after the clock-in, no end planned', { timeOut: '2026-07-02T00:00:59Z', endTime: null }, null, true],
		['a minute earlier', { timeOut: '2026-07-01T23:59:59Z', endTime: null }, null, false],
		['a minute later', { timeOut: '2026-07-02T00:01:00Z', endTime: null }, null, false],
		['without a clock-out', { timeOut: null }, null, null],
		['without a clock-in', { timeIn: null }, false, null],
	])('a clock-out %s', (_, changes, leftLate, forcedClockOut) =>
		expect(of(changes)).toMatchObject({ leftLate, forcedClockOut }),
	);

	test('leave and a rejected shift are no no-shows, and nobody was late', () => {
		const open = { noShow: null, minutesLate: null, noShowCount: null, onTime: null };
		expect(of({ ...nobody, entryType: 'Leave' })).toMatchObject(open);
		expect(of({ ...nobody, status: 'REJECTED' })).toMatchObject(open);
		expect(of(nobody)).toMatchObject({ noShow: true });
	});

	test('nobody is late for leave, nor leaves it early or late, whatever was clocked', () => {
		const none = { minutesLate: null, minutesLeftEarly: null, leftLate: null, forcedClockOut: null };
		expect(of({ entryType: 'Annual leave', timeOut: '2026-07-01T12:00:00Z' })).toMatchObject(none);
		expect(of({ entryType: 'Annual leave', timeOut: '2026-07-02T23:00:00Z' })).toMatchObject(none);
	});

	test('without a clock-out they are open, also long after the end', () => {
		const came = { minutesLate: 0, onTime: true, noShow: false };
		const open = { minutesLeftEarly: null, hoursWorked: null };
		expect(of({ timeOut: null, status: 'CLOCKED IN' })).toMatchObject({ ...came, ...open });
	});

	test('nobody has come once the start and the grace are past', () => {
		const gone = { onTime: false, onTimePercent: 0, noShow: true, lateCount: 0, noShowCount: 1 };
		const none = { hoursWorked: 0, minutesLeftEarly: 0, offSite: false };
		expect(of(nobody)).toMatchObject({ ...gone, ...none, minutesLate: 480 });
		const over = Date.parse(shift.startTime) + 6 * 60_000;
		expect(of(nobody, { now: over })).toMatchObject({ ...gone, ...none, minutesLate: 6 });
		const open = { onTime: null, onTimePercent: null, noShow: null, noShowCount: null, minutesLate: null };
		expect(of(nobody, { now: over - 1 })).toMatchObject({ ...open, hoursWorked: null, hoursPlanned: 8 });
	});

	test.each([
		...['NOT CLOCKED IN', 'SCHEDULED', 'PUBLISHED', 'CONFIRMED', 'ACCEPTED', 'LATE', 'ABSENT', 'NO SHOW'],
		...['no-show', 'NoShow', 'NOSHOW', 'not_clocked_in', ' Published ', '', ' ', '\u200b', null, undefined],
	])('with the status %j nobody has come', (status) =>
		expect(of({ ...nobody, status })).toMatchObject({ noShow: true, noShowCount: 1, onTime: false, hoursWorked: 0 }),
	);

	test.each([
		...['ON LEAVE', 'SICK', 'IN PROGRESS', 'VOID', 'Cancelled', 'CANCELED', 'Deleted', 'DECLINED', 'Something new'],
		...['LATER', 'NO SHOWER', 'schichtfrei', '休', 5, true, { code: 'SCHEDULED' }, ['LATE']],
	])('with the status %j it isn’t known whether anybody was to come', (status) => {
		const open = { noShow: null, noShowCount: null, onTime: null, onTimePercent: null, minutesLate: null };
		expect(of({ ...nobody, status })).toMatchObject({ ...open, hoursWorked: null, hoursPlanned: 8 });
		const came = { ...nobody, status, timeIn: '2026-07-01T08:01:00Z' };
		expect(of(came)).toMatchObject({ noShow: false, minutesLate: 1, onTime: true });
	});

	test.each([
		{ name: '' },
		{ name: null, email: ' ', mobile: null },
		{ name: undefined },
		{ name: '\u200b', email: undefined },
	])('a shift without a guard is no no-show: %j', (who) => {
		const empty = { noShow: false, noShowCount: 0, onTime: null, onTimePercent: null, minutesLate: null };
		expect(of({ ...nobody, ...who })).toMatchObject({ ...empty, hoursWorked: null, hoursPlanned: 8 });
		const before = Date.parse(shift.startTime) - 1;
		expect(of({ ...nobody, ...who }, { now: before })).toMatchObject({ noShow: null, noShowCount: null });
	});

	test.each([
		{ name: '', email: 'a@example.com' },
		{ name: null, mobile: 400123456 },
	])('whoever has an address only is a guard: %j', (who) =>
		expect(of({ ...nobody, ...who })).toMatchObject({ noShow: true }),
	);

	test.each([
		['2026-07-02T20:00:00Z', 36],
		['2026-07-02T20:00:01Z', null],
		['9999-12-31T23:59:59Z', null],
	])('hours up to %s are %j', (endTime, hours) => {
		const told = of({ endTime, timeOut: endTime });
		expect(told).toMatchObject({ hoursPlanned: hours, hoursWorked: hours });
	});

	test.each([
		['2026-07-01T22:00:00', '22:00'],
		['2026-06-30T18:00:00', '18:00'],
		['2026-07-01T22:15:00', '16:00'],
		['2026-06-30T17:45:00', '16:00'],
		['2027-07-01T16:00:00', '16:00'],
	])(
		'a local time of %s is believed up to 14 hours from its moment, else that of the end: %s',
		(startTimeTZ, localStart) => expect(of({ startTimeTZ }).localStart).toBe(localStart),
	);

	test('nobody comes after the planned end any more, and without one everybody may', () => {
		const end = Date.parse(shift.endTime);
		expect(of(nobody, { now: end, graceMinutes: 1440 })).toMatchObject({ noShow: true, minutesLate: 480 });
		expect(of(nobody, { now: end - 1, graceMinutes: 1440 }).noShow).toBeNull();
		expect(of({ ...nobody, endTime: null })).toMatchObject({ noShow: true, minutesLate: 960 });
	});

	test('nobody is missing while a clock-in at this moment would be on time, unless the shift is over', () =>
		fc.assert(
			fc.property(fc.integer({ min: 0, max: 40_000_000 }), fc.integer({ min: 0, max: 60 }), (after, graceMinutes) => {
				const at = Date.parse(shift.startTime) + after;
				const absent = of(nobody, { now: at, graceMinutes });
				const justIn = of({ timeIn: new Date(at).toISOString(), timeOut: null }, { now: at, graceMinutes });
				const isOver = at >= Date.parse(shift.endTime);
				expect(absent.noShow).toBe(isOver || justIn.onTime === false ? true : null);
				expect(of({ ...nobody, endTime: '2026-07-01T07:00:00Z' }, { now: at - after - 1 }).noShow).toBeNull();
				expect(absent.noShow && !isOver ? absent.minutesLate : justIn.minutesLate).toBe(justIn.minutesLate);
			}),
		));

	test.each([
		['CLOCKED_IN', { noShow: false, onTime: null, minutesLate: null, hoursWorked: null }],
		['ClockedOut', { noShow: false, onTime: null, hoursWorked: null }],
	])('a status “%s” without times says otherwise', (status, expected) =>
		expect(of({ ...nobody, status })).toMatchObject(expected),
	);

	test('off site is either end, and unknown where nothing is said', () => {
		expect(of({ isClockOutOffSite: 'true' }).offSite).toBe(true);
		expect(of({ isClockInOffSite: 0, isClockOutOffSite: null }).offSite).toBe(false);
		expect(of({ isClockInOffSite: null, isClockOutOffSite: null }).offSite).toBeNull();
	});

	test('checks count once over both lists, with their follow-ups; without any list nothing is known', () => {
		const check = (welfareCheckId: number, hasResponse: boolean, parentWelfareCheckId = 0): object => ({
			welfareCheckId,
			parentWelfareCheckId,
			hasResponse,
			dateSent: shift.startTime,
		});
		const lists = {
			welfareCheckNotifResponses: [check(1, false), check(2, false), check(3, true, 2), check(4, false)],
			welfareCheckResponses: [check(4, true)],
		};
		expect(of(lists).unansweredChecks).toBe(1);
		expect(of({ welfareCheckNotifResponses: null, welfareCheckResponses: [] }).unansweredChecks).toBe(0);
		expect(of({ welfareCheckNotifResponses: null, welfareCheckResponses: undefined }).unansweredChecks).toBeNull();
	});

	test('without local times of its own a shift is told by the workflow’s zone', () => {
		expect(of({ startTimeTZ: null, endTimeTZ: '0001-01-01T00:00:00' })).toMatchObject({
			localDate: '2026-07-01',
			localStart: '18:00',
			localEnd: '02:00',
		});
	});

	test('a night in which the clocks change is planned by the clock, and worked as long as it was', () => {
		// In Sydney 2026-10-04 has no 2 to 3 o'clock, 2026-04-05 has it twice.
		const night = (startTime: string, endTime: string): Record<string, unknown> =>
			of({ startTime, endTime, timeIn: startTime, timeOut: endTime, startTimeTZ: null, endTimeTZ: null });
		const planned = { localStart: '22:00', localEnd: '06:00', hoursPlanned: 8 };
		expect(night('2026-10-03T12:00:00Z', '2026-10-03T19:00:00Z')).toMatchObject({ ...planned, hoursWorked: 7 });
		expect(night('2026-04-04T11:00:00Z', '2026-04-04T20:00:00Z')).toMatchObject({ ...planned, hoursWorked: 9 });
	});

	test('hold no nonsense, whatever a record holds', () => {
		const odd = fc.oneof(
			fc.jsonValue({ maxDepth: 1 }),
			fc.date({ noInvalidDate: true }).map((date) => date.toISOString()),
		);
		fc.assert(
			fc.property(fc.record(Object.fromEntries(Object.keys(shift).map((field) => [field, odd]))), (record) => {
				const told = timingsOf(record, rules, clocksOf(record));
				for (const value of Object.values(told)) expect(Number.isNaN(value)).toBe(false);
				for (const count of ['minutesLate', 'minutesLeftEarly', 'hoursPlanned', 'hoursWorked', 'unansweredChecks'])
					expect(Number(told[count])).toBeGreaterThanOrEqual(0);
				const absent = { onTime: false, hoursWorked: 0 };
				expect(told.noShow === true ? told : absent).toMatchObject(absent);
			}),
		);
	});
});
