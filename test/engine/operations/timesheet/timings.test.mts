import { describe, expect, test } from '@jest/globals';
import { useBench } from '../../support/bench.mts';

const bench = useBench();
const getAll = { resource: 'liveOperation', operation: 'getAll', returnAll: true };
const TIMINGS = [
	...'minutesLate minutesLeftEarly leftLate forcedClockOut hoursPlanned hoursWorked onTime onTimePercent'.split(' '),
	...'offSite noShow lateCount noShowCount unansweredChecks localDate localStart localEnd'.split(' '),
];

describe('Add Timings', () => {
	test('adds them to each shift, simplified or whole, without another request', async () => {
		// A first walk may find out how large a page may be.
		const plain = await bench.ok('liveops', getAll);
		const before = (await bench.sent('liveops', getAll)).length;
		const shifts = await bench.ok('liveops', { ...getAll, options: { addTimings: true } });
		expect(bench.recorder.seen).toHaveLength(2 * before);
		expect(shifts.map((shift) => Object.keys(shift))).toEqual(
			plain.map((shift) => [...Object.keys(shift), ...TIMINGS]),
		);
		const whole = await bench.ok('liveops', { ...getAll, simplify: false, options: { addTimings: true } });
		for (const shift of whole) {
			const start = String(shift.startTimeTZ);
			expect({ localDate: shift.localDate, localStart: shift.localStart }).toEqual({
				localDate: start.slice(0, 10),
				localStart: start.slice(11, 16),
			});
			expect(shift.hoursPlanned).toBeGreaterThan(0);
		}
		for (const shift of whole.filter(({ status }) => status === 'CLOCKED OUT'))
			expect(shift).toMatchObject({ noShow: false, hoursWorked: expect.any(Number) });
		for (const shift of whole.filter(({ status }) => status === 'SCHEDULED'))
			expect(shift).toMatchObject({ noShow: null, onTime: null, hoursWorked: null });
		expect(new Set(whole.map(({ status }) => status)).size).toBeGreaterThan(2);
	});

	test('counts the grace, and takes columns by their names', async () => {
		const options = { addTimings: true, graceMinutes: 0, outputFields: 'name, minutesLate, onTime' };
		const strict = await bench.ok('liveops', { ...getAll, options });
		expect(Object.keys(strict[0] ?? {})).toEqual(['name', 'minutesLate', 'onTime']);
		const known = strict.filter(({ minutesLate }) => minutesLate !== null);
		expect(known.length).toBeGreaterThan(0);
		for (const { minutesLate, onTime } of known) expect(onTime).toBe(minutesLate === 0);
		const most = { ...options, graceMinutes: 1440 };
		expect(await bench.ok('liveops', { ...getAll, options: most })).toHaveLength(strict.length);
	});

	test('one hint counts the shifts whose status says something else, over all input items', async () => {
		const at = (hours: number): string => new Date(Date.now() + hours * 3_600_000).toISOString();
		const ofNobody = { timeIn: null, timeZone: 'Nowhere' };
		const past = { shiftId: 1, name: 'Aroha Ngata', startTime: at(-2), endTime: at(6), ...ofNobody };
		const data = [
			...['ON LEAVE', 'VOID', 'ON LEAVE', 'NOT CLOCKED IN', 'IN PROGRESS'].map((status) => ({ ...past, status })),
			{ ...past, status: 'VOID', startTime: at(1) },
			{ ...past, status: 'IN PROGRESS', timeIn: at(-2) },
		].map((shift, index) => ({ ...shift, shiftId: index + 1 }));
		const isList = ({ path }: { path: string }): boolean => path.endsWith('/liveops');
		bench.recorder.answer((seen) => (isList(seen) ? { body: { isSuccess: true, data } } : undefined));
		const items = { items: [{ json: {} }, { json: {} }] };
		const { json, hints } = await bench.run('liveops', { ...getAll, options: { addTimings: true } }, items);
		const serviceDetails = { statuses: ['Void', 'on_leave'] };
		const told = await bench.run('liveops', { ...getAll, options: { addTimings: true } }, { serviceDetails });
		bench.recorder.answer(undefined);
		expect(told.json.map(({ noShow }) => noShow)).toEqual([true, true, true, true, null, null, false]);
		expect(json.slice(0, 7).map(({ status, noShow }) => [status, noShow])).toEqual([
			['ON LEAVE', null],
			['VOID', null],
			['ON LEAVE', null],
			['NOT CLOCKED IN', true],
			['IN PROGRESS', null],
			['VOID', null],
			['IN PROGRESS', false],
		]);
		expect(hints).toEqual([
			expect.stringMatching(/^Unreadable times or time zones: timeZone “Nowhere”/),
			'Shifts without a clock-in that don’t count as no-shows, by status: ON LEAVE 4, VOID 2, IN PROGRESS 2.',
		]);
	});

	test.each(['={{ "soon" }}', -1, 1441, true])('a grace of %j is none, and costs no request', async (graceMinutes) => {
		const { error } = await bench.run('liveops', { ...getAll, options: { addTimings: true, graceMinutes } });
		expect(error?.message).toBe('“Grace Minutes” must be a number from 0 to 1440');
		expect(bench.recorder.seen).toEqual([]);
	});
});
