// Local Times: in items and files, by the clocks of the site or of the workflow.
import { expect, test } from '@jest/globals';
import xlsx from '@e965/xlsx';
import type { IDataObject } from 'n8n-workflow';
import { madeOf } from '../../support/fileResults.mts';
import { useBench } from '../../support/bench.mts';

const bench = useBench();
const dates = { period: 'custom', startDate: '2020-01-01', endDate: '2035-01-01' };
const sheets: IDataObject = { resource: 'timesheet', operation: 'getAll', ...dates, limit: 5 };

test('of timesheets are those of the workflow, which a hint names; without the option they are as sent', async () => {
	const sent = await bench.ok('timesheet', sheets);
	const { json, hints } = await bench.run('timesheet', { ...sheets, options: { localTimes: true } });
	expect(sent[0]?.payStartTime).toMatch(/Z$/);
	for (const [index, { payStartTime }] of json.entries()) {
		expect(payStartTime).toMatch(/T\d\d:\d\d:\d\d[+-]\d\d:\d\d$/);
		expect(Date.parse(String(payStartTime))).toBe(Date.parse(String(sent[index]?.payStartTime)));
	}
	expect(hints).toEqual([
		expect.stringMatching(/^Times are local. No site’s time zone is known, so all times are in [A-Z]/),
	]);
});

test('of shifts are those of the site, simplified too', async () => {
	const shifts: IDataObject = { resource: 'liveOperation', operation: 'getAll', limit: 20 };
	const raw = await bench.ok('liveops', { ...shifts, simplify: false });
	const { json, hints } = await bench.run('liveops', { ...shifts, options: { localTimes: true } });
	expect(hints).toEqual(['Times are in each site’s local time.']);
	expect(json.map(({ startTime }) => String(startTime).slice(0, 19))).toEqual(
		raw.map(({ startTimeTZ }) => String(startTimeTZ).slice(0, 19)),
	);
});

test('in Excel are real dates by themselves, in columns as wide as they are', async () => {
	const options = { asFile: 'xlsx', outputFields: 'timesheetId, payStartTime' };
	const json = await bench.ok('timesheet', { ...sheets, options: { localTimes: true } });
	const { items } = await bench.run('timesheet', { ...sheets, options });
	const sheet = xlsx.read(madeOf(items)[0]?.content, { cellNF: true, cellStyles: true }).Sheets.Timesheets ?? {};
	const cell = sheet.B2 as { t: string; v: number; w: string; z: string };
	expect({ t: cell.t, z: cell.z }).toEqual({ t: 'n', z: 'yyyy\\-mm\\-dd\\ hh:mm' });
	expect(cell.w).toBe(String(json[0]?.payStartTime).slice(0, 16).replace('T', ' '));
	expect((sheet.A2 as { v: number }).v).toBe(json[0]?.timesheetId);
	expect(sheet['!cols']?.map(({ width }) => width)).toEqual([13, 18]);
});

test('in Excel are texts in UTC where the option is switched off', async () => {
	const options = { localTimes: false, asFile: 'xlsx', outputFields: 'timesheetId, payStartTime' };
	const { items } = await bench.run('timesheet', { ...sheets, options });
	const sheet = xlsx.read(madeOf(items)[0]?.content).Sheets.Timesheets ?? {};
	expect(sheet.B2).toMatchObject({ t: 's', v: expect.stringMatching(/T\d\d:\d\d:\d\d(\.\d+)?Z$/) });
});
