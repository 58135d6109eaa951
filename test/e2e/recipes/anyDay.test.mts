// Recipes as they are, on days that are easily got wrong: their numbers are those of a calculation apart, from the service's own lists.
import fs from 'node:fs';
import path from 'node:path';
import XLSX from '@e965/xlsx';
import { afterAll, beforeAll, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { inClone } from '../../../kit/lib/paths.mts';
import { startTimeoutMs } from '../../../kit/n8n/installation.mts';
import { newestVersion } from '../../../kit/n8n/versions.mts';
import { getWorkflow, updateWorkflow } from '../../../kit/n8n/workflows.mts';
import { dayAt, monthBefore, sundayWeekBefore, weeksBefore, zone } from '../../../kit/sandbox/periods.mts';
import { dayMs } from '../../../sandbox/core/zones.mts';
import { ask, ratesOf } from '../suites/directly.mts';
import { attachmentsOf, partOf } from './attachments.mts';
import { cellsOf, expectedOf } from './clientsWeek.mts';
import { onDay, openSurroundings, changeNode, runPinned, withRecipe, type Surroundings } from './recipeRun.mts';
import { amountsApart } from './payChanges.mts';
import { output, sorted } from './results.mts';

jest.setTimeout(600_000);

type Row = Record<string, unknown>;
type Week = [from: number, to: number];

/** The day of a moment in the zone, for file names and for people. */
const dayText = (moment: number): string => new Date(dayAt(moment) * dayMs).toISOString().slice(0, 10);
const inWords = (moment: number, inZone = zone): string =>
	new Date(dayAt(moment, inZone) * dayMs).toLocaleDateString('en-AU', { dateStyle: 'long', timeZone: 'UTC' });

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
			expect({ status: run.status, message: run.error?.message }).toEqual({ status: 'success', message: undefined });
			const [sent, ...others] = surroundings.mailbox.mails.splice(0);
			expect(others).toEqual([]);
			const source = sent?.text ?? '';
			const [file] = attachmentsOf(source);
			mail = { subject: sent?.subject ?? '', text: partOf(source, 'text/plain') || source, html: source, file };
		});
		return mail;
	}

	/** Holds the table of each client that has shifts in the week against the service. */
	async function tellsTheWeek(week: Week, inZone: string, changes: (id: string) => Promise<void>): Promise<string> {
		const shifts = await listed(surroundings, 'liveops', 'liveops', period(week));
		const clients = [...new Set(shifts.map(({ customerName }) => String(customerName)))];
		expect(clients.length).toBeGreaterThan(3);
		let rows = '';
		await withRecipe(surroundings, 'the-clients-week', async (id) => {
			const { session } = surroundings.world;
			const saved = await getWorkflow(session, id);
			await updateWorkflow(session, saved, { ...saved, settings: { ...saved.settings, timezone: inZone } });
			await changeNode(surroundings, id, 'Clients', (node) => ({
				...node,
				parameters: { jsCode: `return ${JSON.stringify(clients)}.map((client) => ({ client }));` },
			}));
			await changes(id);
			rows = output(await runPinned(surroundings, id, 'Every Monday at 7'), 'Row')
				.map(({ row }) => String(row))
				.join('');
		});
		const due = [];
		for (const client of clients) due.push(await expectedOf(surroundings, client, period(week)));
		expect(cellsOf(rows)).toEqual(due);
		const [mail, ...others] = surroundings.mailbox.mails.splice(0);
		expect(others).toEqual([]);
		return mail?.subject ?? '';
	}

	test('the clients’ week', async () => {
		const week = weeksBefore(surroundings.now(), 1);
		const subject = await tellsTheWeek(week, zone, () => Promise.resolve());
		expect(subject).toBe(`Client summary for the week of ${inWords(week[0])}`);
	});

	test('the clients’ week from Sunday, in another zone, with what its page says to enter', async () => {
		const page = fs.readFileSync(inClone('recipes', 'the-clients-week', 'README.md'), 'utf8');
		const [startDate, endDate] = [...page.matchAll(/`(\{\{ \$now.+?\}\})`/g)].map(([, entered]) => `=${entered}`);
		const [replaced = '', by = ''] = [...page.matchAll(/`(days: \d)`/g)].map(([, days]) => days);
		const perth = 'Australia/Perth';
		const week = sundayWeekBefore(surroundings.now(), 1, perth);
		const subject = await tellsTheWeek(week, perth, async (id) => {
			for (const reads of ['Shifts', 'Waiting timesheets', 'Reports'])
				await changeNode(surroundings, id, reads, (node) => ({
					...node,
					parameters: { ...node.parameters, period: 'custom', startDate, endDate },
				}));
			await changeNode(surroundings, id, 'Send the week', ({ parameters, ...node }) => ({
				...node,
				parameters: JSON.parse(JSON.stringify(parameters).replaceAll(replaced, by)) as typeof parameters,
			}));
		});
		expect(subject).toBe(`Client summary for the week of ${inWords(week[0], perth)}`);
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
		const { subject, text, file } = await mailOf('timesheets-awaiting-approval', 'Every Monday at 9');
		expect(subject).toBe(`Timesheets from the last two weeks awaiting approval: ${waiting.length}`);
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
		const { subject, file } = await mailOf('weekly-payroll-file', 'Every Monday at 9');
		const rows = sheetOf(file?.content);
		expect(rows.map((row) => `${String(row['timesheetId'])} ${String(row['payRate.amount'])}`)).toEqual(due);
		const [first, last] = week.map(dayText);
		expect(file?.name).toBe(`timesheets-${first}-to-${last}.csv`);
		const [from, to] = week.map((moment) => inWords(moment));
		expect(subject).toBe(`Payroll: timesheets approved ${from} to ${to}`);
	});

	/** Holds what changed of one week, and what is kept of the next, against the service. Files are named after Mondays. */
	async function expectChanges(
		before: Week,
		paid: Week,
		changes: (id: string) => Promise<void> = () => Promise.resolve(),
	): Promise<void> {
		const folder = surroundings.world.files ?? '';
		const fileOf = (count: number): string =>
			path.join(folder, `pay-lines-${dayText(weeksBefore(surroundings.now(), count)[0])}.csv`);
		const due = await amountsApart(surroundings.world, period(before));
		expect(due.length).toBeGreaterThan(5);
		// Of the week before last, nothing that is paid now was in the file.
		const gone = '1/pay/rate/gone/1,1,E-1,Una Known,2020-01-01,Ordinary,1,55.5,AUD';
		const columns = 'lineKey,timesheetId,employeeId,staffName,date,name,quantity,amount,currency';
		fs.writeFileSync(fileOf(2), [columns, gone].join('\r\n'));
		const inFolder = (id: string, name: string): Promise<void> =>
			changeNode(surroundings, id, name, ({ parameters, ...node }) => ({
				...node,
				parameters: JSON.parse(
					JSON.stringify(parameters).replace('/home/node/.n8n-files', folder),
				) as typeof parameters,
			}));
		const { subject, file } = await mailOf('what-changed-after-the-pay-file', 'Every Monday at 9', async (id) => {
			for (const name of ['Earlier pay file', 'Keep the pay file']) await inFolder(id, name);
			await changes(id);
		});
		expect(subject).toBe(`Pay changes for the week of ${inWords(before[0])}`);
		expect(file?.name).toBe(`pay-changes-${dayText(weeksBefore(surroundings.now(), 2)[0])}.csv`);
		const rows = sheetOf(file?.content);
		expect(rows.filter(({ change }) => change !== 'new').map(({ change, pay }) => [change, pay])).toEqual([
			['take back', -55.5],
		]);
		const fresh = rows.filter(({ change }) => change === 'new');
		const sheetId = ({ lineKey }: Row): string => String(lineKey).split('/')[0] ?? '';
		expect(sorted(fresh.map((row) => `${sheetId(row)} ${String(row['pay'])}`))).toEqual(due);
		// And last week's lines are kept for the next run.
		const kept = sheetOf(fs.readFileSync(fileOf(1)));
		expect(sorted(kept.map(({ timesheetId, amount }) => `${String(timesheetId)} ${String(amount)}`))).toEqual(
			await amountsApart(surroundings.world, period(paid)),
		);
	}

	test('what changed after the pay file', () => {
		const paid = weeksBefore(surroundings.now(), 1);
		const [from] = weeksBefore(surroundings.now(), 2);
		return expectChanges([from, paid[0] - 1], paid);
	});

	test('what changed after the pay file, with weeks from Sunday as its page says', async () => {
		const page = fs.readFileSync(inClone('recipes', 'what-changed-after-the-pay-file', 'README.md'), 'utf8');
		const replaced = [...page.matchAll(/`(days: \d+)` with `(days: \d+)`/g)];
		expect(replaced).toHaveLength(2);
		const [before, paid] = [2, 1].map((count) => sundayWeekBefore(surroundings.now(), count, zone)) as [Week, Week];
		await expectChanges(before, paid, async (id) => {
			for (const name of ['Lines now', 'Send to payroll'])
				await changeNode(surroundings, id, name, ({ parameters, ...node }) => {
					const text = replaced.reduce(
						(all, [, from = '', to = '']) => all.replaceAll(from, to),
						JSON.stringify(parameters),
					);
					return { ...node, parameters: JSON.parse(text) as typeof parameters };
				});
			await changeNode(surroundings, id, 'Pay lines of last week', (node) => ({
				...node,
				parameters: {
					...node.parameters,
					period: 'payPeriod',
					payPeriodLength: 'week',
					payPeriodStartsOn: '2026-01-04',
				},
			}));
		});
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
			expect(row).toMatchObject({
				customerName: row['customerName'],
				sum_lateCount: late.length,
				sum_noShowCount: missed.length,
				count_name: own.filter(({ name }) => Boolean(name)).length,
				sum_hoursPlanned: hundredths(own.flatMap((shift) => hoursOf(shift, 'startTimeTZ', 'endTimeTZ'))),
				sum_hoursWorked: hundredths(came.flatMap((shift) => hoursOf(shift, 'timeIn', 'timeOut'))),
			});
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
