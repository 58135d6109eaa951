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

const reports: IDataObject = { resource: 'incidentReport', operation: 'getAll', period: 'anyTime' };
const approved: IDataObject = { ...reports, filters: { isApproved: true } };
const shifts: IDataObject = { resource: 'liveOperation', operation: 'getAll' };

/** The answer to a list of these records. */
async function countedOf(data: object[], parameters: IDataObject): Promise<Answer> {
	const ends = { nextPageParameter: null, nextPageParams: null };
	bench.recorder.answer(() => ({ body: { isSuccess: true, status: { code: 0 }, data, ...ends } }));
	const keys: Record<string, Key> = { timesheet: 'timesheet', liveOperation: 'liveops' };
	const key = keys[String(parameters['resource'])] ?? 'incidentreport';
	return await counted(key, { ...parameters, limit: 50, advanced: { pageSize: 20 } });
}

describe('Records that are odd', () => {
	interface Odd {
		data: object[];
		form: IDataObject;
		rows: object[];
		/** What is said of rows with the same name, and of values that are missing. */
		notes?: string[];
	}

	const at = (day: number): string => `2026-07-0${day}T02:00:00Z`;
	const sameName = 'Rows with the same name are different records.';
	const ofGate = (...records: object[]): object[] => records.map((each) => ({ siteName: 'Gate', ...each }));
	const ofSam = (...records: object[]): object[] => records.map((each) => ({ staffName: 'Sam Lee', ...each }));
	const long = '😀'.repeat(19_000);
	const cut = '😀'.repeat(200);
	const shiftOfSam = { name: 'Sam Lee', startTime: '2026-07-01T10:00:00Z' };

	const odd: Record<string, Odd> = {
		'without a start, a site or a status are told as such': {
			data: [
				{
					...{ timesheetId: 1, siteName: 'Gate', status: 'Pending', scheduledStartTime: '2026-07-01T20:00:00Z' },
					approvedDateTime: '2026-07-02T08:00:00Z',
				},
				{ timesheetId: 2, siteName: '', status: null, scheduledStartTime: '0001-01-01T00:00:00' },
				{ timesheetId: 3, status: ' ', payStartTime: '2026-07-01T10:00:00' },
				{ timesheetId: 4, siteName: null, status: { odd: 1 } },
				{ timesheetId: 5, timeclockStartTime: '2026-07-03T20:00:00Z', approvedDateTime: '2026-07-04T08:00:00Z' },
				{ timesheetId: 6, status: '', approvedDateTime: '0001-01-01T00:00:00' },
			],
			form: timesheets(['site', 'status', 'day']),
			rows: [
				{ siteName: null, status: null, day: null, count: 3 },
				{ siteName: 'Gate', status: 'Pending', day: '2026-07-02', count: 1 },
				{ siteName: null, status: 'Approved', day: '2026-07-04', count: 1 },
				{ siteName: null, status: null, day: '2026-07-01', count: 1 },
			],
			notes: ['Null means the record has no value: siteName (5), status (4), day (3).'],
		},
		'of one name but different sites are two rows, with what tells them apart': {
			data: [
				...ofGate({ timesheetId: 1, siteApiId: 'A', customerName: 'One' }),
				...[2, 3].map((timesheetId) => ({ timesheetId, siteName: 'Gate', siteApiId: 'B', customerName: 'One' })),
				{ timesheetId: 4, siteName: 'Lobby', siteApiId: 'C', customerName: 'One' },
			],
			form: timesheets('site'),
			rows: [
				{ siteName: 'Gate', siteApiId: 'B', customerName: 'One', count: 2 },
				{ siteName: 'Gate', siteApiId: 'A', customerName: 'One', count: 1 },
				{ siteName: 'Lobby', count: 1 },
			],
			notes: [sameName],
		},
		'of a site whose ID is a number or a text are one row': {
			data: ofGate({ siteId: 42, siteApiId: 'A' }, { siteId: '42' }, { siteId: 42, customerName: 'One' }),
			form: timesheets('site'),
			rows: [{ siteName: 'Gate', count: 3 }],
		},
		'of a guard whose number some records leave out are one row': {
			data: ofSam({ staffId: 7, employeeId: 'E1' }, { staffId: '7', employeeId: null }, { staffId: 7 }),
			form: timesheets('guard'),
			rows: [{ staffName: 'Sam Lee', staffId: 7, count: 3 }],
		},
		'of one name and with the same ID in different fields are two rows': {
			data: ofGate({ siteId: 42 }, { siteApiId: '42' }),
			form: timesheets('site'),
			rows: [
				{ siteName: 'Gate', siteId: 42, count: 1 },
				{ siteName: 'Gate', siteApiId: '42', count: 1 },
			],
			notes: [sameName],
		},
		'of three guards of one name are three rows without contact data': {
			data: [
				{ ...shiftOfSam, shiftId: 1, email: 'one@example.com', mobile: '+61 400 000 001' },
				{ ...shiftOfSam, shiftId: 2, email: 'two@example.com', mobile: '+61 400 000 001' },
				...[3, 4].map((shiftId) => ({ ...shiftOfSam, shiftId, email: 'two@example.com', mobile: '+61 400 000 002' })),
			],
			form: { ...shifts, countBy: ['guard'] },
			rows: [2, 1, 1].map((count) => ({ staffName: 'Sam Lee', count })),
			notes: [sameName],
		},
		'of shifts go by the fields that these are likeliest to have': {
			data: [{ shiftId: 1, status: 'CLOCKED IN', startTime: at(1) }],
			form: { ...shifts, countBy: ['status', 'day'] },
			rows: [{ status: 'CLOCKED IN', day: '2026-07-01', count: 1 }],
		},
		'of reports go by the fields that these are likeliest to have': {
			data: [
				{ incidentReportId: 1, staffId: 7, isApproved: 'Y', submittedDate: at(1), dateCreated: at(2) },
				{ incidentReportId: 2, staffId: 8, isApproved: false, dateCreated: at(2) },
				{ incidentReportId: 3, staffId: 8, isApproved: true, status: 'New', dateCreated: at(2) },
				{ incidentReportId: 4, staffId: 8 },
			],
			form: { ...approved, countBy: ['guard', 'status', 'day'] },
			rows: [
				{ staffName: null, staffId: 7, status: 'Approved', day: '2026-07-01', count: 1 },
				{ staffName: null, staffId: 8, status: 'New', day: '2026-07-02', count: 1 },
				{ staffName: null, staffId: 8, status: 'Not Approved', day: '2026-07-02', count: 1 },
				{ staffName: null, staffId: 8, status: null, day: null, count: 1 },
			],
			notes: ['Null means the record has no value: staffName (4), status (1), day (1).'],
		},
		'with something other than a name in the likelier field have the name of the next one': {
			data: [
				{ incidentReportId: 1, staffName: { first: 'Sam' }, submittedByName: 'Sam Lee' },
				{ incidentReportId: 2, staffName: 'Ann Poe', submittedByName: 'Sam Lee' },
				{ incidentReportId: 3, staffName: ['Sam'], submittedByName: true },
			],
			form: { ...approved, countBy: ['guard'] },
			rows: ['Ann Poe', 'Sam Lee', null].map((staffName) => ({ staffName, count: 1 })),
			notes: ['Null means the record has no value: staffName (1).'],
		},
		'of long names show 200 characters of each, beside all others': {
			data: [long, `${long}1`, 'Gate', 'Lobby'].map((siteName, index) => ({ timesheetId: index + 1, siteName })),
			form: timesheets('site'),
			rows: ['Gate', 'Lobby', cut, cut].map((siteName) => ({ siteName, count: 1 })),
		},
	};

	test.each(Object.entries(odd))('%s', async (_, { data, form, rows, notes = [] }) => {
		const answer = await countedOf(data, form);
		expect(answer).toMatchObject({ records: rows, more: false, next: null, total: data.length });
		expect(answer.records).toEqual(rows);
		expect(answer.notes.filter((note) => /^(Null means|Rows with)/.test(note)).sort()).toEqual(notes);
		expect(bench.recorder.seen.map(({ query }) => query['limit'])).toEqual(['500']);
	});

	test.each([0, 1, '1'])('a total of %j, of fewer than came, is that of something else', async (totalRecordCount) => {
		const data = [1, 2, 3].map((timesheetId) => ({ timesheetId, siteName: 'Gate' }));
		bench.recorder.answer(() => ({ body: { isSuccess: true, data, totalRecordCount, nextPageParameter: null } }));
		for (const output of ['counts', 'simplified']) {
			const [answer] = await bench.ok('timesheet', timesheets('site', { output, limit: 50 }), tool);
			expect(answer).toMatchObject({ more: false, total: 3 });
		}
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
		const answer = await counted('incidentreport', { ...reports, options, countBy: ['status'] });
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
		['reports', 'incidentreport', reports, 'status'],
		['sites', 'developer', { resource: 'site', operation: 'getAll' }, 'customer'],
		['employees', 'developer', { resource: 'staff', operation: 'getAll', filters: { isActive: 'false' } }, 'status'],
	])('counts %s', async (_, key, parameters, by) => {
		const answer = await counted(key, { ...parameters, countBy: [by] });
		const sum = answer.records.reduce((all, { count }) => all + Number(count), 0);
		const whole = await bench.ok(key, { simplify: false, returnAll: true, ...parameters });
		expect({ sum, more: answer.more }).toEqual({ sum: whole.length, more: false });
	});
});
