// Counts for an AI agent: of the whole list, the same as the service's own store has, with what isn't known told.
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { IDataObject } from 'n8n-workflow';
import type { Sandbox } from '../../../sandbox/index.mts';
import { startSandbox } from '../../shared.mts';
import { seed } from '../../../sandbox/seed/index.mts';
import { openDatabase } from '../../../sandbox/store/database.mts';
import { credentialFor, type Result, runNode } from '../../../kit/core/engine.mts';
import { startRecorder, type Recorder } from '../support/recorder.mts';
import { type Answer, asTool, countedIn } from './asked.mts';
import type { Key } from '../support/bench.mts';

const timeZone = 'Australia/Brisbane';
const inBrisbane = { ...asTool, timeZone };

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

const run = async (key: Key, parameters: IDataObject, options: object = inBrisbane): Promise<Result> => {
	recorder.clear();
	const store = credentialFor(sandbox, key, { baseUrl: recorder.url, requestsPerMinute: 6000 });
	return await runNode(store, parameters, options);
};

const counted = async (key: Key, parameters: IDataObject): Promise<Answer> =>
	countedIn(await run(key, { output: 'counts', limit: 1, ...parameters }));

/** The same records as a step of a workflow gets them. */
async function step(key: Key, parameters: IDataObject): Promise<IDataObject[]> {
	const { json, error } = await run(key, { simplify: false, returnAll: true, ...parameters }, { timeZone });
	if (error !== undefined) throw new Error(error.message);
	return json;
}

const iso = (moment: unknown): string => new Date(Number(moment)).toISOString();

/** So many of the newest timesheets that they can be counted; every timesheet of the store from its start on. */
function period(): { startDate: string; endDate: string; from: number } {
	const all = db.prepare('SELECT scheduled_start AS at FROM timesheets WHERE company_id = 1 ORDER BY at DESC').all();
	const from = Number(all[400]?.['at']);
	return { startDate: iso(from), endDate: '2040-01-01', from };
}

const timesheets = (countBy: unknown, more: IDataObject = {}): IDataObject => {
	const { startDate, endDate } = period();
	const list = { resource: 'timesheet', operation: 'getAll', period: 'custom', startDate, endDate };
	return { ...list, countBy, ...more } as IDataObject;
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
		// Some 300 tokens for ten rows.
		expect(JSON.stringify(answer).length).toBeLessThan(1_400 * Math.max(1, answer.shown / 11));
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
		const countBy = "={{ $fromAI('by', '', 'string', 'Status; GUARD, status') }}";
		const answer = await counted('timesheet', timesheets(countBy));
		expect(Object.keys(answer.records[0] ?? {})).toEqual(['status', 'staffName', 'staffId', 'count']);
	});

	test('of nothing are no rows', async () => {
		const days = { startDate: '2001-01-01', endDate: '2001-01-02' };
		for (const countBy of [['site'], []]) {
			const answer = await counted('timesheet', timesheets(countBy, days));
			expect(answer).toMatchObject({ records: [], shown: 0, more: false, total: 0 });
		}
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
				expect({ name, row: row[name] }).toEqual({ name, row: sumOf(own, name) });
		}
		const unclocked = items.filter(({ hoursClocked }) => hoursClocked === null).length;
		expect(unclocked).toBeGreaterThan(0);
		expect(answer.notes).toContainEqual(
			expect.stringMatching(
				new RegExp(`^Unknown values, not included in the totals: .*hoursClocked \\(${unclocked}\\)[,.]`),
			),
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
			const counts = ['lateCount', 'noShowCount', 'unansweredChecks'];
			const sums = ['minutesLate', 'minutesLeftEarly', ...counts, 'hoursPlanned', 'hoursWorked'];
			const summed = Object.fromEntries(sums.map((name) => [name, sumOf(own, name)]));
			expect(row).toMatchObject({ count: own.length, ...summed });
			expect(Object.keys(row)).not.toEqual(expect.arrayContaining(['onTimePercent']));
		}
		expect(new Set(answer.records.map((row) => row['day'])).size).toBeGreaterThan(2);
		expect(JSON.stringify(answer)).not.toMatch(/@|\+61/);
	});

	test.each<[string, IDataObject, unknown]>([
		['lines', { rows: 'payLines' }, undefined],
		['rates', { includeRates: true }, expect.any(Number)],
	])('hold the amounts of %s, apart by currency', async (_, options, charged) => {
		const filters = { siteIds: '2025,2027' };
		const lines = await step('timesheet', timesheets([], { options: { rows: 'payLines' }, filters }));
		const answer = await counted('timesheet', timesheets(['site'], { options, filters }));
		expect(answer.records).toHaveLength(2);
		for (const row of answer.records) {
			const own = lines.filter(({ siteName }) => siteName === row['siteName']);
			const currency =
				String(row['siteName']).includes('London') || String(row['siteName']).includes('House') ? 'GBP' : 'AUD';
			expect(row[`payAmount ${currency}`]).toBeCloseTo(sumOf(own, 'amount') ?? NaN, 2);
			expect(row[`payAmount ${currency === 'AUD' ? 'GBP' : 'AUD'}`]).toBeNull();
			expect(row[`chargeAmount ${currency}`]).toEqual(charged);
		}
	});
});
