// Counts for an AI agent of records that are odd, and what the form refuses.
import { describe, expect, test } from '@jest/globals';
import type { IDataObject } from 'n8n-workflow';
import { asTool, type Answer, countedIn } from './asked.mts';
import { type Key, useBench } from '../support/bench.mts';

const bench = useBench({ total: 'right', end: 'null' });

const tool = { ...asTool, timeZone: 'Australia/Brisbane' };

const counted = async (key: Key, parameters: IDataObject): Promise<Answer> =>
	countedIn(await bench.run(key, { output: 'counts', limit: 1, ...parameters }, tool));

const timesheets = (countBy: unknown, more: IDataObject = {}): IDataObject =>
	({
		resource: 'timesheet',
		operation: 'getAll',
		period: 'custom',
		startDate: '2020-01-01',
		endDate: '2035-01-01',
		countBy,
		...more,
	}) as IDataObject;

const sorted = (rows: unknown[]): string[] => rows.map((row) => JSON.stringify(row)).sort();

describe('Records that are odd', () => {
	const shown = (data: object[]): void =>
		bench.recorder.answer(({ path: own }) =>
			own.endsWith('/timesheets') || own.endsWith('/liveops')
				? { body: { isSuccess: true, data, nextPageParameters: null, nextPageParameter: null } }
				: undefined,
		);

	async function countedOf(data: object[], parameters: IDataObject): Promise<Answer> {
		shown(data);
		const key = parameters['resource'] === 'timesheet' ? 'timesheet' : 'liveops';
		return countedIn(await bench.run(key, { output: 'counts', ...parameters }, tool));
	}

	test('without a start, a site or a status are told as such', async () => {
		const data = [
			{
				...{ timesheetId: 1, siteName: 'Gate', status: 'Pending', scheduledStartTime: '2026-07-01T20:00:00Z' },
				approvedDateTime: '2026-07-02T08:00:00Z',
			},
			{ timesheetId: 2, siteName: '', status: null, scheduledStartTime: '0001-01-01T00:00:00' },
			{ timesheetId: 3, status: ' ', payStartTime: '2026-07-01T10:00:00' },
			{ timesheetId: 4, siteName: null, status: { odd: 1 } },
			{ timesheetId: 5, timeclockStartTime: '2026-07-03T20:00:00Z', approvedDateTime: '2026-07-04T08:00:00Z' },
			{ timesheetId: 6, status: '', approvedDateTime: '0001-01-01T00:00:00' },
		];
		const answer = await countedOf(data, timesheets(['site', 'status', 'day'], { advanced: { pageSize: 20 } }));
		expect(bench.recorder.seen.map(({ query }) => query['limit'])).toEqual(['500']);
		expect(sorted(answer.records)).toEqual(
			sorted([
				{ siteName: null, status: null, day: null, count: 3 },
				{ siteName: null, status: 'Approved', day: '2026-07-04', count: 1 },
				{ siteName: 'Gate', status: 'Pending', day: '2026-07-02', count: 1 },
				{ siteName: null, status: null, day: '2026-07-01', count: 1 },
			]),
		);
		expect(answer.notes).toContain('Null means the record has no value: siteName (5), status (4), day (3).');
	});

	test('of one name but different sites are two rows, with what tells them apart', async () => {
		const data = [
			{ timesheetId: 1, siteName: 'Gate', siteApiId: 'A', customerName: 'One' },
			{ timesheetId: 2, siteName: 'Gate', siteApiId: 'B', customerName: 'One' },
			{ timesheetId: 3, siteName: 'Gate', siteApiId: 'B', customerName: 'One' },
			{ timesheetId: 4, siteName: 'Lobby', siteApiId: 'C', customerName: 'One' },
		];
		const answer = await countedOf(data, timesheets('site'));
		expect(answer.records).toEqual([
			{ siteName: 'Gate', siteApiId: 'B', customerName: 'One', count: 2 },
			{ siteName: 'Gate', siteApiId: 'A', customerName: 'One', count: 1 },
			{ siteName: 'Lobby', count: 1 },
		]);
		expect(answer.notes).toContain('Rows with the same name are different records.');
	});

	test.each<[string, IDataObject[], string, IDataObject]>([
		[
			'a site whose ID is a number or a text',
			[{ siteId: 42, siteApiId: 'A' }, { siteId: '42' }, { siteId: 42, customerName: 'One' }].map((ids) => ({
				siteName: 'Gate',
				...ids,
			})),
			'site',
			{ siteName: 'Gate', count: 3 },
		],
		[
			'a guard whose number some records leave out',
			[{ staffId: 7, employeeId: 'E1' }, { staffId: '7', employeeId: null }, { staffId: 7 }].map((ids) => ({
				staffName: 'Sam Lee',
				...ids,
			})),
			'guard',
			{ staffName: 'Sam Lee', staffId: 7, count: 3 },
		],
	])('of %s are one row, and nothing is told of others', async (_, data, countBy, row) => {
		const answer = await countedOf(data, timesheets(countBy));
		expect(answer.records).toEqual([row]);
		expect((answer.notes ?? []).join(' ')).not.toContain('same name');
	});

	test('of one name and with the same ID in different fields are two rows', async () => {
		const data = [{ siteId: 42 }, { siteApiId: '42' }].map((ids) => ({ siteName: 'Gate', ...ids }));
		expect((await countedOf(data, timesheets('site'))).records).toHaveLength(2);
	});

	test.each([0, 1, '1'])('a total of %j, of fewer than came, is that of something else', async (totalRecordCount) => {
		const data = [1, 2, 3].map((timesheetId) => ({ timesheetId, siteName: 'Gate' }));
		bench.recorder.answer(() => ({ body: { isSuccess: true, data, totalRecordCount, nextPageParameter: null } }));
		for (const output of ['counts', 'simplified']) {
			const [answer] = await bench.ok('timesheet', timesheets('site', { output, limit: 50 }), tool);
			expect(answer).toMatchObject({ more: false, total: 3 });
		}
	});

	test('of three guards of one name are three rows without contact data', async () => {
		const sam = { name: 'Sam Lee', startTime: '2026-07-01T10:00:00Z' };
		const data = [
			{ ...sam, shiftId: 1, email: 'one@example.com', mobile: '+61 400 000 001' },
			{ ...sam, shiftId: 2, email: 'two@example.com', mobile: '+61 400 000 001' },
			...[3, 4].map((shiftId) => ({ ...sam, shiftId, email: 'two@example.com', mobile: '+61 400 000 002' })),
		];
		const answer = await countedOf(data, { resource: 'liveOperation', operation: 'getAll', countBy: ['guard'] });
		expect(answer.records).toEqual([
			{ staffName: 'Sam Lee', count: 2 },
			{ staffName: 'Sam Lee', count: 1 },
			{ staffName: 'Sam Lee', count: 1 },
		]);
	});

	test('of shifts and reports go by the fields that these are likeliest to have', async () => {
		const at = (day: number): string => `2026-07-0${day}T02:00:00Z`;
		const shifts = [{ shiftId: 1, status: 'CLOCKED IN', startTime: at(1) }];
		const ofShifts = { resource: 'liveOperation', operation: 'getAll', countBy: ['status', 'day'] };
		const told = await countedOf(shifts, ofShifts);
		expect(told.records).toEqual([{ status: 'CLOCKED IN', day: '2026-07-01', count: 1 }]);
		const data = [
			{ incidentReportId: 1, staffId: 7, isApproved: 'Y', submittedDate: at(1), dateCreated: at(2) },
			{ incidentReportId: 2, staffId: 8, isApproved: false, dateCreated: at(2) },
			{ incidentReportId: 3, staffId: 8, isApproved: true, status: 'New', dateCreated: at(2) },
			{ incidentReportId: 4, staffId: 8 },
		];
		bench.recorder.answer(() => ({ body: { status: { code: 0 }, data, nextPageParams: null } }));
		const filters = { isApproved: true };
		const reports = { resource: 'incidentReport', operation: 'getAll', period: 'anyTime', filters };
		const answer = await counted('incidentreport', { ...reports, countBy: ['guard', 'status', 'day'] });
		expect(sorted(answer.records)).toEqual(
			sorted([
				{ staffName: null, staffId: 7, status: 'Approved', day: '2026-07-01', count: 1 },
				{ staffName: null, staffId: 8, status: 'Not Approved', day: '2026-07-02', count: 1 },
				{ staffName: null, staffId: 8, status: 'New', day: '2026-07-02', count: 1 },
				{ staffName: null, staffId: 8, status: null, day: null, count: 1 },
			]),
		);
	});

	test('of long names show 200 characters of each, beside all others', async () => {
		const long = '😀'.repeat(19_000);
		const data = [long, `${long}1`, 'Gate', 'Lobby'].map((siteName, index) => ({ timesheetId: index + 1, siteName }));
		const answer = await countedOf(data, timesheets('site'));
		const cut = { siteName: '😀'.repeat(200), count: 1 };
		expect(sorted(answer.records)).toEqual(
			sorted([cut, cut, { siteName: 'Gate', count: 1 }, { siteName: 'Lobby', count: 1 }]),
		);
		expect(answer).toMatchObject({ more: false, next: null, total: 4 });
	});

	test('with something other than a name in the likelier field have the name of the next one', async () => {
		const data = [
			{ incidentReportId: 1, staffName: { first: 'Sam' }, submittedByName: 'Sam Lee' },
			{ incidentReportId: 2, staffName: 'Ann Poe', submittedByName: 'Sam Lee' },
			{ incidentReportId: 3, staffName: ['Sam'], submittedByName: true },
		];
		bench.recorder.answer(() => ({ body: { status: { code: 0 }, data, nextPageParams: null } }));
		const reports = { resource: 'incidentReport', operation: 'getAll', period: 'anyTime', countBy: ['guard'] };
		const answer = await counted('incidentreport', { ...reports, filters: { isApproved: true } });
		expect(answer.records.map(({ staffName }) => staffName).sort()).toEqual(['Ann Poe', 'Sam Lee', null]);
	});

	test('in a thousand rows are cut to the largest, and the total stays', async () => {
		const data = Array.from({ length: 1200 }, (_, index) => ({
			timesheetId: index + 1,
			siteName: index % 2 === 0 ? 'The largest' : `Site ${index} ${'x'.repeat(30_000 * Number(index === 601))}`,
		}));
		const answer = await countedOf(data, timesheets('site'));
		expect(JSON.stringify(answer.records).length).toBeLessThanOrEqual(20_000);
		expect(answer.records[0]).toEqual({ siteName: 'The largest', count: 600 });
		expect(answer).toMatchObject({ more: true, total: 1200 });
		expect(answer.notes.join(' ')).toMatch(new RegExp(`Only the ${answer.shown} largest of 601 rows are shown`));
	});
});

describe('Output: Counts', () => {
	test.each<[string, IDataObject, RegExp]>([
		['counting by what the list doesn’t have', { countBy: ['weather'] }, /^“Count By” can’t be “weather”\./],
		['a file', { options: { asFile: 'csv' } }, /^“Output: Counts” can’t be combined with a file\./],
	])('refuses %s', async (_, more, message) => {
		const { error } = await bench.run('timesheet', { output: 'counts', ...timesheets([], more) }, tool);
		expect(error?.message).toMatch(message);
		expect(bench.recorder.seen).toEqual([]);
	});

	test('is refused of a single record', async () => {
		const parameters = { resource: 'timesheet', operation: 'get', timesheetId: '1', output: 'counts' };
		expect((await bench.run('timesheet', parameters, tool)).error?.message).toMatch(/^“Output” must be Simplified/);
	});

	test('fetches no files, and says so', async () => {
		const options = { downloadPdf: true };
		const reports = { resource: 'incidentReport', operation: 'getAll', period: 'anyTime', options };
		const answer = await counted('incidentreport', { ...reports, countBy: ['status'] });
		expect(answer.notes).toContain('Skipped for counts: Download Pdf.');
		expect(new Set(bench.recorder.seen.map(({ path: own }) => own.split('/').at(-1)))).toEqual(new Set(['getall']));
	});

	test('of staff reads no licences, and says so', async () => {
		const options = { includeLicences: true };
		const answer = await counted('developer', { resource: 'staff', operation: 'getAll', options, countBy: ['status'] });
		expect(answer.notes).toContain('Skipped for counts: Include Licences.');
		expect(bench.recorder.seen.filter(({ path }) => path.endsWith('/licenses'))).toEqual([]);
	});

	test.each<[string, Key, IDataObject, string]>([
		['reports', 'incidentreport', { resource: 'incidentReport', operation: 'getAll', period: 'anyTime' }, 'status'],
		['sites', 'developer', { resource: 'site', operation: 'getAll' }, 'customer'],
		['employees', 'developer', { resource: 'staff', operation: 'getAll', filters: { isActive: 'false' } }, 'status'],
	])('counts %s', async (_, key, parameters, by) => {
		const answer = await counted(key, { ...parameters, countBy: [by] });
		const sum = answer.records.reduce((all, { count }) => all + Number(count), 0);
		const whole = await bench.ok(key, { simplify: false, returnAll: true, ...parameters });
		expect({ sum, more: answer.more }).toEqual({ sum: whole.length, more: false });
	});
});
