import { describe, expect, test } from '@jest/globals';
import { useBench } from './bench.mts';

const bench = useBench();
const getAll = { resource: 'liveOperation', operation: 'getAll', returnAll: true };
const TIMINGS = [
	'minutesLate',
	'minutesLeftEarly',
	'hoursPlanned',
	'hoursWorked',
	'onTime',
	'onTimePercent',
	'offSite',
	'noShow',
	'lateCount',
	'noShowCount',
	'unansweredChecks',
	'localDate',
	'localStart',
	'localEnd',
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
			expect([shift.localDate, shift.localStart]).toEqual([start.slice(0, 10), start.slice(11, 16)]);
			expect(shift.hoursPlanned).toBeGreaterThan(0);
			if (shift.status === 'CLOCKED OUT')
				expect(shift).toMatchObject({ noShow: false, hoursWorked: expect.any(Number) });
			if (shift.status === 'SCHEDULED') expect(shift).toMatchObject({ noShow: null, onTime: null, hoursWorked: null });
		}
		expect(new Set(whole.map(({ status }) => status)).size).toBeGreaterThan(2);
	});

	test('counts the grace, and takes columns by their names', async () => {
		const options = { addTimings: true, graceMinutes: 0, outputFields: 'name, minutesLate, onTime' };
		const strict = await bench.ok('liveops', { ...getAll, options });
		expect(Object.keys(strict[0] ?? {})).toEqual(['name', 'minutesLate', 'onTime']);
		const known = strict.filter(({ minutesLate }) => minutesLate !== null);
		expect(known.length).toBeGreaterThan(0);
		for (const { minutesLate, onTime } of known) expect(onTime).toBe(minutesLate === 0);
	});

	test('a grace that is none costs no request', async () => {
		const { error } = await bench.run('liveops', {
			...getAll,
			options: { addTimings: true, graceMinutes: '={{ "soon" }}' },
		});
		expect(error?.message).toBe('“Grace Minutes” must be a number from 0 to 1440');
		expect(bench.recorder.seen).toEqual([]);
	});
});
