// Recipes as they are, on days that are easily got wrong: their numbers are those of a calculation apart, from the service's own lists.
import XLSX from '@e965/xlsx';
import { afterAll, beforeAll, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { startTimeoutMs } from '../../../kit/n8n/installation.mts';
import { newestVersion } from '../../../kit/n8n/versions.mts';
import { getWorkflow, updateWorkflow } from '../../../kit/n8n/workflows.mts';
import { dayAt, monthBefore, weeksBefore, zone } from '../../../kit/sandbox/periods.mts';
import { dayMs } from '../../../sandbox/core/zones.mts';
import { ask, ratesOf } from '../suites/directly.mts';
import { attachmentsOf, partOf } from './attachments.mts';
import { cellsOf, expectedOf } from './clientsWeek.mts';
import { onDay, openSurroundings, changeNode, runPinned, withRecipe, type Surroundings } from './recipeRun.mts';
import { output, sorted } from './results.mts';

jest.setTimeout(600_000);

type Row = Record<string, unknown>;

const period = ([from, to]: [number, number]): { startDate: string; endDate: string } => ({
	startDate: new Date(from).toISOString(),
	endDate: new Date(to).toISOString(),
});

const isIn = ([from, to]: [number, number], moment: unknown): boolean =>
	Date.parse(String(moment)) >= from && Date.parse(String(moment)) <= to;

const listed = ({ world }: Surroundings, key: 'timesheet' | 'liveops', path: string, query: object): Promise<Row[]> =>
	ask<Row[]>(world, key, `/api/external/${path}?${new URLSearchParams({ ...query, limit: '500' }).toString()}`);

const sheetOf = (content: Buffer | undefined): Row[] => {
	const book = XLSX.read(content ?? Buffer.alloc(0));
	return XLSX.utils.sheet_to_json<Row>(book.Sheets[book.SheetNames[0] ?? ''] ?? {}, { defval: null });
};

/** Sums of hours are of hundredths, as they are shown. */
const hundredths = (hours: number[]): number => hours.reduce((sum, each) => sum + Math.round(each * 100), 0) / 100;
const hoursOf = (row: Row, from: string, to: string): number[] => {
	const length = (Date.parse(String(row[to])) - Date.parse(String(row[from]))) / 3_600_000;
	return Number.isFinite(length) ? [length] : [];
};

describe.each([
	[newestVersion(), 'the day after a change of the clocks', '2027-04-05T01:00:00Z'],
	[newestVersion(), '1 January', '2026-12-31T22:00:00Z'],
	[newestVersion(), '29 February', '2028-02-28T21:30:00Z'],
])('n8n %s on %s', (version, _, at) => {
	let surroundings: Surroundings;
	beforeAll(async () => {
		surroundings = await openSurroundings(version, onDay(at));
	}, startTimeoutMs);
	afterAll(() => surroundings?.stop());
	beforeEach(() => surroundings.newMailbox());

	/** Runs a recipe in the zone, and gives what it mailed. */
	async function mailOf(
		name: string,
		trigger: string,
		changes: (id: string) => Promise<void> = () => Promise.resolve(),
	): Promise<{ subject: string; text: string; html: string; file?: { name: string; content: Buffer } }> {
		let mail = { subject: '', text: '', html: '', file: undefined as { name: string; content: Buffer } | undefined };
		await withRecipe(surroundings, name, async (id) => {
			const { session } = surroundings.world;
			const saved = await getWorkflow(session, id);
			await updateWorkflow(session, saved, { ...saved, settings: { ...saved.settings, timezone: zone } });
			await changes(id);
			const run = await runPinned(surroundings, id, trigger);
			expect([run.status, run.error?.message]).toEqual(['success', undefined]);
			const [sent, ...others] = surroundings.mailbox.mails.splice(0);
			expect(others).toEqual([]);
			const source = sent?.text ?? '';
			const [file] = attachmentsOf(source);
			mail = { subject: sent?.subject ?? '', text: partOf(source, 'text/plain') || source, html: source, file };
		});
		return mail;
	}

	test('the clients’ week', async () => {
		const week = weeksBefore(surroundings.now(), 1);
		const shifts = await listed(surroundings, 'liveops', 'liveops', period(week));
		const clients = [...new Set(shifts.map(({ customerName }) => String(customerName)))];
		expect(clients.length).toBeGreaterThan(3);
		let rows = '';
		await withRecipe(surroundings, 'the-clients-week', async (id) => {
			const { session } = surroundings.world;
			const saved = await getWorkflow(session, id);
			await updateWorkflow(session, saved, { ...saved, settings: { ...saved.settings, timezone: zone } });
			await changeNode(surroundings, id, 'Clients', (node) => ({
				...node,
				parameters: { jsCode: `return ${JSON.stringify(clients)}.map((client) => ({ client }));` },
			}));
			rows = output(await runPinned(surroundings, id, 'Every Monday at 7'), 'Row')
				.map(({ row }) => String(row))
				.join('');
		});
		const due = [];
		for (const client of clients) due.push(await expectedOf(surroundings, client, period(week)));
		expect(cellsOf(rows)).toEqual(due);
		expect(surroundings.mailbox.mails.splice(0)).toHaveLength(1);
	});

	test('what waits, by site', async () => {
		const weeks = period(weeksBefore(surroundings.now(), 2));
		const waiting = await listed(surroundings, 'timesheet', 'timesheets', { ...weeks, status: 'Pending' });
		expect(waiting.length).toBeGreaterThan(2);
		const counts = new Map<string, number>();
		for (const { siteName, customerName } of waiting) {
			const site = `${String(siteName)}, ${String(customerName)}`;
			counts.set(site, (counts.get(site) ?? 0) + 1);
		}
		const { subject, text, file } = await mailOf('what-waits-by-site', 'Every Monday at 9');
		expect(subject).toBe(`${waiting.length} timesheets of the last two weeks wait for approval`);
		expect(sorted(text.trim().split(/\r?\n/))).toEqual(sorted([...counts].map(([site, count]) => `${count}: ${site}`)));
		expect(sheetOf(file?.content).map((row) => row['Timesheet ID'])).toEqual(waiting.map((row) => row['timesheetId']));
	});

	test('the weekly payroll file', async () => {
		const week = weeksBefore(surroundings.now(), 1);
		const around = period([week[0] - 60 * dayMs, week[1] + 60 * dayMs]);
		const approved = await listed(surroundings, 'timesheet', 'timesheets', { ...around, status: 'Approved' });
		const due: string[] = [];
		for (const { timesheetId, approvedDateTime } of approved) {
			if (!isIn(week, approvedDateTime)) continue;
			const { payRate } = await ratesOf(surroundings.world, Number(timesheetId));
			due.push(`${String(timesheetId)} ${(payRate as { amount: number }).amount}`);
		}
		expect(due.length).toBeGreaterThan(5);
		const { file } = await mailOf('weekly-payroll-file', 'Every Monday at 9');
		const rows = sheetOf(file?.content);
		expect(rows.map((row) => `${String(row['timesheetId'])} ${String(row['payRate.amount'])}`)).toEqual(due);
		const [first, last] = week.map((moment) => new Date(dayAt(moment) * dayMs).toISOString().slice(0, 10));
		expect(file?.name).toBe(`timesheets-${first}-to-${last}.csv`);
	});

	test('the month’s punctuality', async () => {
		const shifts = await listed(surroundings, 'liveops', 'liveops', period(monthBefore(surroundings.now())));
		expect(shifts.length).toBeGreaterThan(100);
		const { file } = await mailOf('monthly-punctuality', 'First of the month at 6');
		const rows = sheetOf(file?.content);
		const clients = [...new Set(shifts.map(({ customerName }) => String(customerName)))];
		expect(sorted(rows.map((row) => row['customerName']))).toEqual(sorted(clients));
		for (const row of rows) {
			const own = shifts.filter(({ customerName }) => customerName === row['customerName']);
			const came = own.filter(({ timeIn }) => Boolean(timeIn));
			const late = came.filter((shift) => Math.trunc((hoursOf(shift, 'startTime', 'timeIn')[0] ?? 0) * 60) > 5);
			const missed = own.filter(({ status, name }) => status === 'NOT CLOCKED IN' && Boolean(name));
			expect([row['customerName'], row['sum_lateCount'], row['sum_noShowCount']]).toEqual([
				row['customerName'],
				late.length,
				missed.length,
			]);
			expect([row['count_name'], row['sum_hoursPlanned'], row['sum_hoursWorked']]).toEqual([
				own.filter(({ name }) => Boolean(name)).length,
				hundredths(own.flatMap((shift) => hoursOf(shift, 'startTimeTZ', 'endTimeTZ'))),
				hundredths(came.flatMap((shift) => hoursOf(shift, 'timeIn', 'timeOut'))),
			]);
		}
	});

	test('the days left in the licence register', async () => {
		const { file } = await mailOf('licence-register-monthly', 'Every month', (id) =>
			changeNode(surroundings, id, 'Licence register', (node) => ({
				...node,
				parameters: { ...node.parameters, returnAll: false, limit: 12 },
			})),
		);
		const rows = sheetOf(file?.content).filter((row) => row['Expiry Day'] !== null);
		expect(rows.length).toBeGreaterThan(8);
		// A day of an Excel file is a number; 25,569 is the first of 1970.
		const left = rows.map((row) => Number(row['Expiry Day']) - 25_569 - dayAt(surroundings.now()));
		expect(rows.map((row) => row['Days Left'])).toEqual(left);
	});
});
