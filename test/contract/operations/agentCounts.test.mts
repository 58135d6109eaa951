// Counts for an AI agent: of the whole list, the same as the service's own store has, with what isn't known told.
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { IDataObject } from 'n8n-workflow';
import { startSandbox, type Sandbox } from '../../../sandbox/index.mts';
import { seed } from '../../../sandbox/seed/index.mts';
import { openDatabase } from '../../../sandbox/store/database.mts';
import { credentialFor, type Result, runNode } from '../../../kit/core/engine.mts';
import { startRecorder, type Recorder } from './recorder.mts';
import type { Key } from './bench.mts';

const timeZone = 'Australia/Brisbane';
const asTool = { node: { type: 'n8n-nodes-workforce-operations.workforceOperationsTool' }, timeZone };

/** Some more than are counted at most. */
const MANY = 5_020;

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'workforce-counts-'));
const file = path.join(folder, 'sandbox.sqlite');
let sandbox: Sandbox;
let recorder: Recorder;
let db: DatabaseSync;

beforeAll(async () => {
	const seeded = openDatabase(file);
	seed(seeded, Date.now(), { timesheets: MANY });
	seeded.close();
	// A sandbox holds its file alone.
	fs.copyFileSync(file, `${file}.copy`);
	db = openDatabase(`${file}.copy`);
	sandbox = await startSandbox({ ratePerMinute: 100_000, file, choices: { total: 'right' } });
	recorder = await startRecorder(sandbox.url);
}, 60_000);
afterAll(async () => {
	db.close();
	await recorder.close();
	await sandbox.close();
	fs.rmSync(folder, { recursive: true });
});

interface Answer extends IDataObject {
	records: IDataObject[];
	shown: number;
	more: boolean;
	total: number | null;
	notes: string[];
}

const run = async (key: Key, parameters: IDataObject, options: object = asTool): Promise<Result> => {
	recorder.clear();
	const store = credentialFor(sandbox, key, { baseUrl: recorder.url, requestsPerMinute: 6000 });
	return await runNode(store, parameters, options);
};

async function counted(key: Key, parameters: IDataObject): Promise<Answer> {
	const { json, error } = await run(key, { output: 'counts', limit: 1, ...parameters });
	if (error !== undefined) throw new Error(`${error.message}: ${error.description ?? ''}`);
	expect(json).toHaveLength(1);
	const [answer] = json as Answer[];
	expect(Object.keys(answer ?? {})).toEqual(['records', 'shown', 'more', 'total', 'period', 'timeZone', 'notes']);
	expect(answer?.shown).toBe(answer?.records.length);
	return answer as Answer;
}

/** The same records as a step of a workflow gets them. */
async function step(key: Key, parameters: IDataObject): Promise<IDataObject[]> {
	const { json, error } = await run(key, { simplify: false, returnAll: true, ...parameters }, { timeZone });
	if (error !== undefined) throw new Error(error.message);
	return json;
}

const day = (moment: unknown): string => new Date(Number(moment)).toISOString().slice(0, 10);
const iso = (moment: unknown): string => new Date(Number(moment)).toISOString();

/** So many of the newest timesheets that they can be counted; every timesheet of the store from its start on. */
function period(): { startDate: string; endDate: string; from: number } {
	const all = db.prepare('SELECT scheduled_start AS at FROM timesheets WHERE company_id = 1 ORDER BY at DESC').all();
	const from = Number(all[400]?.['at']);
	return { startDate: iso(from), endDate: '2040-01-01', from };
}

const timesheets = (countBy: unknown, more: IDataObject = {}): IDataObject => {
	const { startDate, endDate } = period();
	return {
		resource: 'timesheet',
		operation: 'getAll',
		period: 'custom',
		startDate,
		endDate,
		countBy,
		...more,
	} as IDataObject;
};

const sorted = (rows: unknown[]): string[] => rows.map((row) => JSON.stringify(row)).sort();

const LOCAL_DAY = `strftime('%Y-%m-%d', t.scheduled_start / 1000 + 36000, 'unixepoch')`;

describe('Counts', () => {
	test.each<[string, string[], string]>([
		['customer', ['customer'], 'c.name AS customerName'],
		['site', ['site'], 's.name AS siteName'],
		['guard', ['guard'], "e.first_name || ' ' || e.last_name AS staffName, CAST(e.id AS TEXT) AS staffId"],
		['status', ['status'], 't.status AS status'],
		['day', ['day'], `${LOCAL_DAY} AS day`],
		['customer and status', ['customer', 'status'], 'c.name AS customerName, t.status AS status'],
	])('by %s are those of the store', async (_, countBy, columns) => {
		const { from } = period();
		const groups = columns.split(', ').map((column) => column.split(' AS ')[0] ?? '');
		const rows = db
			.prepare(
				`SELECT ${columns}, count(*) AS count FROM timesheets t JOIN customers c ON c.id = t.customer_id
				JOIN sites s ON s.id = t.site_id JOIN employees e ON e.id = t.employee_id
				WHERE t.company_id = 1 AND t.scheduled_start >= ? GROUP BY ${columns.includes('CAST') ? 'e.id' : groups.join(', ')}`,
			)
			.all(from);
		const answer = await counted('timesheet', timesheets(countBy));
		expect(rows.length).toBeGreaterThan(1);
		expect(sorted(answer.records)).toEqual(sorted(rows));
		const counts = answer.records.map(({ count }) => Number(count));
		expect(counts).toEqual([...counts].sort((one, other) => other - one));
		expect(answer).toMatchObject({ more: false, total: counts.reduce((sum, count) => sum + count, 0) });
	});

	test('are one row where nothing is chosen to count by, whatever Limit says', async () => {
		const { from } = period();
		const [row] = db
			.prepare('SELECT count(*) AS count FROM timesheets WHERE company_id = 1 AND scheduled_start >= ?')
			.all(from);
		const answer = await counted('timesheet', timesheets([]));
		expect(answer).toMatchObject({ records: [{ count: row?.['count'] }], more: false, total: row?.['count'] });
		expect(JSON.stringify(answer).length).toBeLessThan(1000);
	});

	test('take what they are counted by also as a model writes it', async () => {
		const answer = await counted(
			'timesheet',
			timesheets("={{ $fromAI('by', '', 'string', 'Status; GUARD, status') }}"),
		);
		expect(Object.keys(answer.records[0] ?? {})).toEqual(['status', 'staffName', 'staffId', 'count']);
	});

	test('of nothing are no rows', async () => {
		const answer = await counted('timesheet', timesheets(['site'], { startDate: '2001-01-01', endDate: '2001-01-02' }));
		expect(answer).toMatchObject({ records: [], shown: 0, more: false, total: 0 });
		const none = await counted('timesheet', timesheets([], { startDate: '2001-01-01', endDate: '2001-01-02' }));
		expect(none).toMatchObject({ records: [], total: 0 });
	});

	test('of more than 5,000 say that there are more, after 10 requests', async () => {
		const [row] = db.prepare('SELECT count(*) AS count FROM timesheets WHERE company_id = 1').all();
		expect(Number(row?.['count'])).toBeGreaterThan(5_000);
		const answer = await counted('timesheet', timesheets([], { startDate: '2001-01-01' }));
		expect(answer).toMatchObject({ records: [{ count: 5_000 }], more: true });
		expect([null, row?.['count']]).toContain(answer.total);
		expect(answer.notes.join(' ')).toMatch(/Only the first 5000 records were counted; there may be more/);
		// A service that refuses pages of 500 is asked for 200, once more at most.
		expect(recorder.seen.length).toBeLessThanOrEqual(26);
	});
});

describe('Sums of what options add', () => {
	const sumOf = (items: IDataObject[], name: string): number | null => {
		const known = items.flatMap((item) => (typeof item[name] === 'number' ? [item[name]] : []));
		return known.length === 0 ? null : Number(known.reduce((sum, one) => sum + one, 0).toFixed(4));
	};

	test('are of each row, and what isn’t known is told', async () => {
		const options = { addHours: true };
		const items = await step('timesheet', timesheets([], { options }));
		const answer = await counted('timesheet', timesheets(['site'], { options }));
		for (const row of answer.records) {
			const own = items.filter(({ siteName }) => siteName === row['siteName']);
			expect(row['count']).toBe(own.length);
			for (const name of ['hoursScheduled', 'hoursClocked', 'hoursPaid', 'netPaid', 'breakPaid', 'clockedNotPaid'])
				expect([name, row[name]]).toEqual([name, sumOf(own, name)]);
		}
		const unclocked = items.filter(({ hoursClocked }) => hoursClocked === null).length;
		expect(unclocked).toBeGreaterThan(0);
		expect(answer.notes).toContainEqual(
			expect.stringMatching(new RegExp(`^Not known, and in no sum: .*hoursClocked of ${unclocked}[,.]`)),
		);
	});

	test('hold who was late and who didn’t come, by guard and by the site’s own day', async () => {
		const shifts = {
			resource: 'liveOperation',
			operation: 'getAll',
			period: 'custom',
			startDate: iso(sandbox.now() - 3 * 86_400_000),
			endDate: iso(sandbox.now() + 86_400_000),
			options: { addTimings: true },
		};
		const items = await step('liveops', shifts);
		const answer = await counted('liveops', { ...shifts, countBy: ['guard', 'day'] });
		expect(answer.records.length).toBeGreaterThan(10);
		for (const row of answer.records) {
			const own = items.filter(({ name, localDate }) => name === row['staffName'] && localDate === row['day']);
			const sums = ['minutesLate', 'lateCount', 'noShowCount', 'hoursPlanned'];
			expect([row['count'], ...sums.map((name) => row[name])]).toEqual([
				own.length,
				...sums.map((name) => sumOf(own, name)),
			]);
			expect(Object.keys(row)).not.toEqual(expect.arrayContaining(['onTimePercent']));
		}
		expect(new Set(answer.records.map((row) => row['day'])).size).toBeGreaterThan(2);
		expect(JSON.stringify(answer)).not.toMatch(/@|\+61/);
	});

	test.each<[string, IDataObject]>([
		['lines', { rows: 'payLines' }],
		['rates', { includeRates: true }],
	])('hold the amounts of %s, apart by currency', async (kind, options) => {
		const lines = await step(
			'timesheet',
			timesheets([], { options: { rows: 'payLines' }, filters: { siteIds: '2025,2027' } }),
		);
		const countBy = ['site'];
		const answer = await counted('timesheet', timesheets(countBy, { options, filters: { siteIds: '2025,2027' } }));
		expect(answer.records).toHaveLength(2);
		for (const row of answer.records) {
			const own = lines.filter(({ siteName }) => siteName === row['siteName']);
			const currency =
				String(row['siteName']).includes('London') || String(row['siteName']).includes('House') ? 'GBP' : 'AUD';
			expect(row[`payAmount ${currency}`]).toBeCloseTo(sumOf(own, 'amount') ?? NaN, 2);
			expect(row[`payAmount ${currency === 'AUD' ? 'GBP' : 'AUD'}`]).toBeNull();
			if (kind === 'rates') expect(row[`chargeAmount ${currency}`]).toEqual(expect.any(Number));
		}
	});
});

describe('Records that are odd', () => {
	const shown = (data: object[]): void =>
		recorder.answer(({ path: own }) =>
			own.endsWith('/timesheets') || own.endsWith('/liveops')
				? { body: { isSuccess: true, data, nextPageParameters: null, nextPageParameter: null } }
				: undefined,
		);

	async function countedOf(data: object[], parameters: IDataObject): Promise<Answer> {
		const store = credentialFor(sandbox, parameters['resource'] === 'timesheet' ? 'timesheet' : 'liveops', {
			baseUrl: recorder.url,
			requestsPerMinute: 6000,
		});
		shown(data);
		const { json, error } = await runNode(store, { output: 'counts', ...parameters }, asTool);
		if (error !== undefined) throw new Error(error.message);
		return json[0] as Answer;
	}

	test('without a start, a site or a status are told as such', async () => {
		const data = [
			{ timesheetId: 1, siteName: 'Gate', status: 'Pending', scheduledStartTime: '2026-07-01T20:00:00Z' },
			{ timesheetId: 2, siteName: '', status: null, scheduledStartTime: '0001-01-01T00:00:00' },
			{ timesheetId: 3, status: ' ', payStartTime: '2026-07-01T10:00:00' },
			{ timesheetId: 4, siteName: null, status: { odd: 1 } },
		];
		const answer = await countedOf(data, timesheets(['site', 'status', 'day']));
		expect(sorted(answer.records)).toEqual(
			sorted([
				{ siteName: null, status: null, day: null, count: 2 },
				{ siteName: 'Gate', status: 'Pending', day: '2026-07-02', count: 1 },
				{ siteName: null, status: null, day: '2026-07-01', count: 1 },
			]),
		);
		expect(answer.notes).toContain('Null is what the records don’t tell: siteName of 3, status of 3, day of 2.');
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
		expect(answer.notes).toContain('Rows with the same name are different ones.');
	});

	test('of two guards of one name are two rows without contact data', async () => {
		const data = ['one@example.com', 'two@example.com', 'two@example.com'].map((email, index) => ({
			shiftId: index + 1,
			name: 'Sam Lee',
			email,
			mobile: '+61 400 000 00' + index,
			startTime: '2026-07-01T10:00:00Z',
		}));
		data[2] = { ...data[2], mobile: data[1]?.mobile } as (typeof data)[number];
		const answer = await countedOf(data, { resource: 'liveOperation', operation: 'getAll', countBy: ['guard'] });
		expect(answer.records).toEqual([
			{ staffName: 'Sam Lee', count: 2 },
			{ staffName: 'Sam Lee', count: 1 },
		]);
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
		expect(answer.notes.join(' ')).toMatch(new RegExp(`Only the ${answer.shown} largest of 601 rows are here`));
	});
});

describe('Output: Counts', () => {
	test.each<[string, IDataObject, RegExp]>([
		['counting by what the list doesn’t have', { countBy: ['weather'] }, /^“Count By” can’t be “weather”$/],
		['a file', { options: { asFile: 'csv' } }, /^“Output: Counts” doesn’t go with a file$/],
	])('refuses %s', async (_, more, message) => {
		const { error } = await run('timesheet', { output: 'counts', ...timesheets([], more) });
		expect(error?.message).toMatch(message);
		expect(recorder.seen).toEqual([]);
	});

	test('is refused of a single record', async () => {
		const { error } = await run('timesheet', {
			resource: 'timesheet',
			operation: 'get',
			timesheetId: '1',
			output: 'counts',
		});
		expect(error?.message).toMatch(/^“Output” must be Simplified/);
	});

	test('fetches no files, and says so', async () => {
		const options = { downloadPdf: true };
		const reports = { resource: 'incidentReport', operation: 'getAll', period: 'anyTime', options };
		const answer = await counted('incidentreport', { ...reports, countBy: ['status'] });
		expect(answer.notes).toContain('Left out, because counts don’t need it: Download Pdf.');
		expect(recorder.seen.every(({ path: own }) => own.endsWith('/getall'))).toBe(true);
	});

	test.each<[string, Key, IDataObject, string]>([
		['reports', 'incidentreport', { resource: 'incidentReport', operation: 'getAll', period: 'anyTime' }, 'status'],
		['sites', 'developer', { resource: 'site', operation: 'getAll' }, 'customer'],
		['employees', 'developer', { resource: 'staff', operation: 'getAll', filters: { isActive: 'false' } }, 'status'],
	])('counts %s', async (_, key, parameters, by) => {
		const answer = await counted(key, { ...parameters, countBy: [by] });
		const sum = answer.records.reduce((all, { count }) => all + Number(count), 0);
		const whole = await step(key, parameters);
		expect([sum, answer.more]).toEqual([whole.length, false]);
	});

	test('is no matter of a workflow step', async () => {
		const { json } = await run('timesheet', { output: 'counts', limit: 2, ...timesheets(['site']) }, { timeZone });
		expect(json).toHaveLength(2);
		expect(day(Date.parse(String(json[0]?.['payStartTime'])))).toMatch(/^\d{4}-/);
	});
});
