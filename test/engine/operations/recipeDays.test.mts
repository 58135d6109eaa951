// Recipes that count, on days that are easily got wrong: their numbers are those of a calculation apart, from the service's own lists.
import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import type { IDataObject } from 'n8n-workflow';
import { credentialFor, runNode } from '../../../kit/core/engine.mts';
import { readRecipe } from '../../../kit/n8n/recipes.mts';
import { dayAt, monthBefore, weeksBefore, zone } from '../../../kit/sandbox/periods.mts';
import { clock } from '../../../nodes/WorkforceOperations/transport/clock.ts';
import { dayMs, offsetAt } from '../../../sandbox/core/zones.mts';
import type { Sandbox } from '../../../sandbox/index.mts';
import { startSandbox } from '../../shared.mts';

type Key = 'timesheet' | 'liveops' | 'developer';

const HOUR = 3_600_000;
/** Times of the site are read as if they were UTC, for their differences. */
const at = (row: IDataObject, field: string): number =>
	Date.parse(`${String(row[field])}${field.endsWith('TZ') ? 'Z' : ''}`);

/** Hours are summed as they are shown, in hundredths. */
const hours = (rows: IDataObject[], from: string, to: string): number =>
	rows
		.map((row) => (at(row, to) - at(row, from)) / HOUR)
		.filter(Number.isFinite)
		.reduce((sum, each) => sum + Math.round(each * 100), 0);

const grouped = (rows: IDataObject[], ...fields: string[]): Map<string, IDataObject[]> => {
	const groups = new Map<string, IDataObject[]>();
	for (const row of rows) {
		const key = fields.map((field) => String(row[field])).join(' | ');
		groups.set(key, [...(groups.get(key) ?? []), row]);
	}
	return groups;
};

describe.each([
	['a day after a change of the clocks', '2027-04-05T01:00:00Z'],
	['1 January', '2026-12-31T22:00:00Z'],
	['29 February', '2028-02-28T21:30:00Z'],
	['a day in London’s change', '2026-10-25T20:00:00Z'],
])('on %s', (_, moment) => {
	const now = Date.parse(moment);
	let sandbox: Sandbox;
	beforeAll(async () => {
		jest.spyOn(clock, 'date').mockReturnValue(now);
		sandbox = await startSandbox({ ratePerMinute: 100_000, data: 'months', clockStart: new Date(now) });
	});
	afterAll(async () => {
		jest.restoreAllMocks();
		await sandbox.close();
	});

	/** What a node of a recipe gives. */
	async function given(recipe: string, name: string, key: Key, changes: object = {}): Promise<IDataObject[]> {
		const node = readRecipe(recipe).workflow.nodes.find((each) => each.name === name);
		const parameters = { ...node?.parameters, ...changes } as IDataObject;
		const store = credentialFor(sandbox, key, { requestsPerMinute: 6000 });
		const { json, error } = await runNode(store, parameters, { timeZone: zone });
		expect(error).toBeUndefined();
		return json;
	}

	/** The service's own list of a period, asked without the package. */
	async function listed(key: Key, path: string, [from, to]: [number, number], more = {}): Promise<IDataObject[]> {
		const headers = { 'content-type': 'application/json', 'external-svc-apim-sub-key': sandbox.subscriptionKey };
		const ask = async (address: string, init: RequestInit): Promise<IDataObject> =>
			((await (await fetch(`${sandbox.url}/api/external/${address}`, init)).json()) as { data: IDataObject }).data;
		const body = JSON.stringify({ apiKey: sandbox.keys[key] });
		const { accessToken } = await ask('token/request', { method: 'POST', headers, body });
		const days = { startDate: new Date(from).toISOString(), endDate: new Date(to).toISOString() };
		const search = new URLSearchParams({ ...days, limit: '500', ...more });
		const authorization = `Bearer ${String(accessToken)}`;
		return (await ask(`${path}?${search.toString()}`, { headers: { ...headers, authorization } })) as never;
	}

	/** Shifts by client: how many, the hours by the site's clocks and those that passed, late, missed. */
	const shiftsOf = (rows: IDataObject[]): Record<string, object> =>
		Object.fromEntries(
			[...grouped(rows, 'customerName')].map(([client, own]) => {
				const came = own.filter(({ timeIn }) => Boolean(timeIn));
				const late = came.filter((row) => Math.trunc((at(row, 'timeIn') - at(row, 'startTime')) / 60_000) > 5);
				const missed = own.filter(({ status, name }) => status === 'NOT CLOCKED IN' && Boolean(name));
				const planned = hours(own, 'startTimeTZ', 'endTimeTZ');
				const worked = hours(came, 'timeIn', 'timeOut');
				return [client, { count: own.length, planned, worked, late: late.length, missed: missed.length }];
			}),
		);

	const hundred = (value: unknown): number => Math.round(Number(value) * 100);

	test('the clients’ week', async () => {
		const due = shiftsOf(await listed('liveops', 'liveops', weeksBefore(now, 1)));
		expect(Object.keys(due).length).toBeGreaterThan(3);
		const counts = await given('the-clients-week', 'Shifts', 'liveops');
		const found = counts.map(({ customerName, count, hoursPlanned, hoursWorked, lateCount, noShowCount }) => [
			customerName,
			{ count, planned: hundred(hoursPlanned), worked: hundred(hoursWorked), late: lateCount, missed: noShowCount },
		]);
		expect(Object.fromEntries(found)).toEqual(due);
	});

	test('the month’s punctuality', async () => {
		const due = shiftsOf(await listed('liveops', 'liveops', monthBefore(now)));
		const shifts = await given('monthly-punctuality', 'Shifts of last month', 'liveops');
		const sum = (rows: IDataObject[], field: string): number =>
			rows.reduce((all, row) => all + hundred(row[field] ?? 0), 0);
		const found = [...grouped(shifts, 'customerName')].map(([client, own]) => [
			client,
			{
				count: own.length,
				planned: sum(own, 'hoursPlanned'),
				worked: sum(own, 'hoursWorked'),
				late: sum(own, 'lateCount') / 100,
				missed: sum(own, 'noShowCount') / 100,
			},
		]);
		expect(shifts.length).toBeGreaterThan(100);
		expect(Object.fromEntries(found)).toEqual(due);
	});

	test('what waits, by site', async () => {
		const waiting = await listed('timesheet', 'timesheets', weeksBefore(now, 2), { status: 'Pending' });
		const due = [...grouped(waiting, 'customerName', 'siteName')].map(([site, { length }]) => [site, length]);
		const counts = await given('timesheets-awaiting-approval', 'Each site', 'timesheet');
		const found = counts.map(({ customerName, siteName, count }) => [
			`${String(customerName)} | ${String(siteName)}`,
			count,
		]);
		expect(due.length).toBeGreaterThan(2);
		expect(Object.fromEntries(found)).toEqual(Object.fromEntries(due));
	});

	/** Timesheets that were approved last week, whenever they were worked. */
	async function approvedLastWeek(): Promise<IDataObject[]> {
		const [from, to] = weeksBefore(now, 1);
		const around: [number, number] = [from - 60 * dayMs, to + 60 * dayMs];
		const approved = await listed('timesheet', 'timesheets', around, { status: 'Approved' });
		return approved.filter((row) => at(row, 'approvedDateTime') >= from && at(row, 'approvedDateTime') <= to);
	}

	test('the weekly payroll file: its name, its timesheets', async () => {
		const due = await approvedLastWeek();
		const [file] = await given('weekly-payroll-file', 'Approved last week', 'timesheet');
		const [first, last] = weeksBefore(now, 1).map((edge) => new Date(dayAt(edge) * dayMs).toISOString().slice(0, 10));
		expect(due.length).toBeGreaterThan(5);
		const fileName = `timesheets-${first}-to-${last}.csv`;
		expect(file).toMatchObject({ records: due.length, complete: true, fileName });
	});

	test('the hours that nobody pays for', async () => {
		const approved = await approvedLastWeek();
		const rows = await given('hours-nobody-pays-for', 'Approved last week', 'timesheet');
		expect(rows.map(({ timesheetId }) => timesheetId)).toEqual(approved.map(({ timesheetId }) => timesheetId));
		/** By the clocks of the workflow: timesheets don’t name those of the site. */
		const shown = (row: IDataObject, field: string): number => {
			const time = at(row, field);
			return Number.isNaN(time) ? NaN : time + offsetAt(zone, time);
		};
		const length = (row: IDataObject, what: string): number =>
			(shown(row, `${what}EndTime`) - shown(row, `${what}StartTime`)) / HOUR;
		const net = (row: IDataObject, what: string): number =>
			length(row, what) - Number(row[`${what}BreakTime`] ?? 0) / 60;
		const due = approved.map((row) => {
			const unpaid = length(row, 'timeclock') - length(row, 'pay');
			const isUnknown = Number.isNaN(unpaid) || row.entryType === 'Leave';
			return {
				notInvoiced: hundred(net(row, 'pay') - net(row, 'invoice')),
				notPaid: isUnknown ? null : hundred(unpaid),
			};
		});
		const found = rows.map(({ paidNotInvoiced, clockedNotPaid }) => ({
			notInvoiced: hundred(paidNotInvoiced),
			notPaid: clockedNotPaid === null ? null : hundred(clockedNotPaid),
		}));
		expect(found).toEqual(due);
	});

	test('the days left in the licence register', async () => {
		const few = { returnAll: false, limit: 12, options: { rows: 'licence' } };
		const rows = await given('licence-register-monthly', 'Licence register', 'developer', few);
		const dated = rows.filter(({ expiryDay }) => expiryDay !== null);
		expect(dated.length).toBeGreaterThan(8);
		const left = dated.map((row) => at(row, 'expiryDay') / dayMs - dayAt(now));
		expect(dated.map(({ daysLeft }) => daysLeft)).toEqual(left);
	});
});
