// Hours by the clock over a clock change, in items and files; leave, in timings and in counts by entry type.
import { beforeEach, describe, expect, test } from '@jest/globals';
import type { IDataObject } from 'n8n-workflow';
import { asTool, countedIn } from '../../agent/asked.mts';
import { useBench } from '../../support/bench.mts';
import { one } from '../../support/fileResults.mts';
import { fine, getAll } from '../../support/payrollService.mts';

const bench = useBench();
const sydney = { timeZone: 'Australia/Sydney' };

// In Sydney 22:00 to 06:00, each: over the end of daylight saving, over its start, and in an ordinary night.
const back = ['2026-04-04T11:00:00Z', '2026-04-04T20:00:00Z'];
const on = ['2026-10-03T12:00:00Z', '2026-10-03T19:00:00Z'];
const plain = ['2026-07-01T12:00:00Z', '2026-07-01T20:00:00Z'];
const nights = [back, on, plain];

/** A service that has these records, whatever list is asked for. */
const holding = (data: IDataObject[]): void =>
	bench.recorder.answer(() => ({ body: { ...fine, isSuccess: true, data } }));
const paid = (): void =>
	holding(
		nights.map(([payStartTime, payEndTime], at) => ({
			[at === 1 ? 'id' : 'timesheetId']: at + 1,
			payStartTime,
			payEndTime,
		})),
	);

const warningOf = (records: string): string =>
	`2 ${records} over a clock change in Australia/Sydney: 9 h elapsed; 7 h elapsed. Hours are based on clock times. ID 1 (9 h), 2 (7 h). At sites without that clock change, hours equal the elapsed time.`;

beforeEach(() => bench.recorder.answer(undefined));

describe('Add Hours over a clock change', () => {
	const addHours = true;
	test.each([
		{ timeZone: 'Australia/Sydney', hours: [8, 8, 8], told: [warningOf('timesheets')], doubts: 2 },
		{ timeZone: 'Australia/Brisbane', hours: [9, 7, 8], told: [], doubts: undefined },
	])('counts by the clock of $timeZone; a change is one warning, and doubts of a complete file', async (row) => {
		const { timeZone, hours, told, doubts } = row;
		paid();
		const { json, hints } = await bench.run('timesheet', { ...getAll, options: { addHours } }, { timeZone });
		expect({ hours: json.map(({ hoursPaid }) => hoursPaid), hints }).toEqual({ hours, hints: told });
		const file = await one(bench, 'timesheet', getAll, { addHours, asFile: 'csv' }, { timeZone });
		expect({ complete: file.json.complete, doubts: file.json.doubts }).toEqual({ complete: true, doubts });
	});
});

describe('Add Timings', () => {
	const shifts: IDataObject = { resource: 'liveOperation', operation: 'getAll', returnAll: true };
	const options = { addTimings: true };

	test('warns of shifts over a clock change in the same words, and counts them in a file', async () => {
		const data = nights.map(([startTime, endTime], at) => ({ shiftId: at + 1, startTime, endTime }));
		holding(data);
		const { json, hints } = await bench.run('liveops', { ...shifts, options }, sydney);
		expect(json.map(({ hoursPlanned }) => hoursPlanned)).toEqual([8, 8, 8]);
		expect(hints).toContain(warningOf('shifts'));
		expect((await one(bench, 'liveops', shifts, { ...options, asFile: 'csv' }, sydney)).json).toMatchObject({
			doubts: 2,
		});
	});

	test('leave is never late, whether its type says so or Service Details name it', async () => {
		const [startTime, endTime] = plain;
		const shift = { startTime, endTime, timeIn: '2026-07-01T12:30:00Z', status: 'CLOCKED IN' };
		holding([
			{ ...shift, shiftId: 1, entryType: 'Work' },
			{ ...shift, shiftId: 2, entryType: 'Annual Leave' },
			{ ...shift, shiftId: 3, entryTypeID: 7 },
		]);
		const late = async (serviceDetails: object): Promise<unknown[]> =>
			(await bench.run('liveops', { ...shifts, options }, { serviceDetails })).json.map((row) => row.minutesLate);
		expect(await late({})).toEqual([30, null, 30]);
		expect(await late({ leaveEntryTypes: [7] })).toEqual([30, null, null]);
	});
});

test('Count By: Entry Type counts each type as the service writes it, and what has none', async () => {
	const types = ['Work', 'Annual Leave', 'Work', null, 'Work', 'Annual Leave'];
	holding(types.map((entryType, at) => ({ timesheetId: at + 1, entryType, scheduledStartTime: plain[0] })));
	const { records, total } = countedIn(
		await bench.run(
			'timesheet',
			{ ...getAll, returnAll: undefined, output: 'counts', limit: 1, countBy: ['entryType'] },
			asTool,
		),
	);
	expect(records).toEqual([
		{ entryType: 'Work', count: 3 },
		{ entryType: 'Annual Leave', count: 2 },
		{ entryType: null, count: 1 },
	]);
	expect(total).toBe(6);
});
