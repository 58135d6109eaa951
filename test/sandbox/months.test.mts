import path from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { inTemporaryFolder } from '../../kit/lib/temporary.mts';
import type { SandboxOptions } from '../../sandbox/index.mts';
import { withClient, type Client, type Json, type KeyName } from './support.mts';

/** A sandbox with two months, at a moment. */
const inWorld = <Result,>(
	at: string,
	work: (client: Client) => Promise<Result>,
	more: SandboxOptions = {},
): Promise<Result> =>
	withClient({ data: 'months', clockStart: new Date(at), validateResponses: false, variant: 'default', ...more }, work);

async function all(client: Client, key: KeyName, address: string): Promise<Json[]> {
	const rows: Json[] = [];
	let next = '';
	for (;;) {
		const page = await client.get(key, `${address}&limit=500${next}`);
		rows.push(...page.rows);
		const more = page.body.nextPageParameter;
		if (typeof more !== 'string' || more === '' || page.rows.length < 500) return rows;
		next = `&${more}`;
	}
}

/** The calendar month before the day, in UTC. */
function lastMonth(at: string): { period: string; days: number } {
	const day = new Date(at);
	const first = Date.UTC(day.getUTCFullYear(), day.getUTCMonth() - 1, 1);
	const next = Date.UTC(day.getUTCFullYear(), day.getUTCMonth(), 1);
	return {
		period: `startDate=${new Date(first).toISOString()}&endDate=${new Date(next - 1).toISOString()}`,
		days: (next - first) / 86_400_000,
	};
}

const count = (rows: Json[], field: string): Record<string, number> => {
	const counts: Record<string, number> = {};
	for (const row of rows) counts[String(row[field])] = (counts[String(row[field])] ?? 0) + 1;
	return counts;
};

describe('a sandbox with two months has, on any day of the year,', () => {
	test.each([
		'2026-01-01T03:00:00Z',
		'2026-03-01T12:00:00Z',
		'2026-04-05T23:30:00Z',
		'2028-02-29T12:00:00Z',
		'2026-12-31T20:00:00Z',
	])('%s, timesheets in every state, all of them of shifts', async (at) => {
		await inWorld(at, async (client) => {
			const { period, days } = lastMonth(at);
			const timesheets = await all(client, 'timesheet', `/external/timesheets?${period}`);
			const states = count(timesheets, 'status');
			expect(states.Approved).toBeGreaterThan(90);
			expect(states.Approved).toBeLessThan(200);
			expect(states.Pending).toBeGreaterThan(0);
			expect(states.Rejected).toBeGreaterThan(0);
			const local = new Set(timesheets.map((row) => String(row.scheduledStartTime).slice(0, 10)));
			expect(local.size).toBeGreaterThan(days - 3);
			const shifts = await all(client, 'liveops', `/external/liveops?${period}`);
			const key = (name: unknown, start: unknown): string => `${String(name)} ${String(start)}`;
			// Who is on leave has no shift, and an unscheduled one has no planned times.
			const worked = timesheets.filter(({ entryType }) => entryType !== 'Leave');
			const rostered = shifts.filter(({ name, endTime }) => name !== '' && Boolean(endTime));
			expect(new Set(worked.map((row) => key(row.staffName, row.scheduledStartTime)))).toEqual(
				new Set(rostered.map((row) => key(row.name, row.startTime))),
			);
			const reports = await all(
				client,
				'incidentreport',
				`/external/incidentreports/getall?${period}&isApproved=false`,
			);
			expect(Object.keys(count(reports, 'status')).sort()).toEqual(['Approved', 'Pending', 'Rejected']);
		});
	});

	test('guards who came late and who never came', async () => {
		const at = '2026-06-15T12:00:00Z';
		const shifts = await inWorld(at, (client) => all(client, 'liveops', `/external/liveops?${lastMonth(at).period}`));
		const late = shifts.filter(
			({ timeIn, startTime }) => Date.parse(String(timeIn)) - Date.parse(String(startTime)) > 600_000,
		);
		expect(late.length).toBeGreaterThan(3);
		const absent = shifts.filter(({ timeIn }) => timeIn === null);
		expect(absent.length).toBeGreaterThan(2);
		expect(absent.length).toBeLessThan(20);
	});

	test('rates that are hours times rate to the cent, in one currency for each customer', async () => {
		const at = '2026-06-15T12:00:00Z';
		const currencies = new Map<string, Set<unknown>>();
		await inWorld(at, async (client) => {
			const rows = await all(client, 'timesheet', `/external/timesheets?${lastMonth(at).period}&status=Approved`);
			for (const { timesheetId, customerName } of rows) {
				const { body } = await client.get('timesheet', `/external/timesheets/${String(timesheetId)}/rates`);
				const { payRate, serviceRate } = body.data as { payRate: Json; serviceRate: Json };
				for (const { hours, rate, amount, currency } of [payRate, serviceRate]) {
					const exact = Math.round((Math.round(Number(hours) * 100) * Math.round(Number(rate) * 100)) / 100) / 100;
					expect(amount).toBe(exact);
					const customer = String(customerName);
					currencies.set(customer, (currencies.get(customer) ?? new Set()).add(currency));
				}
			}
		});
		expect([...currencies.values()].filter(({ size }) => size !== 1)).toEqual([]);
		expect(new Set([...currencies.values()].flatMap((each) => [...each]))).toEqual(new Set(['AUD', 'GBP']));
	});
});

test('a clock that is moved on by a month finds a last month behind it', async () => {
	await inWorld('2026-05-10T12:00:00Z', async (client) => {
		await client.sandbox.advance(40 * 86_400_000);
		const { period } = lastMonth('2026-06-19T12:00:00Z');
		expect((await all(client, 'timesheet', `/external/timesheets?${period}`)).length).toBeGreaterThan(100);
	});
});

test('a state that was kept is filled up when it is opened weeks later, and nothing is there twice', async () => {
	await inTemporaryFolder(async (folder) => {
		const file = path.join(folder, 'service.sqlite');
		const wide = '/external/timesheets?startDate=2026-01-01T00:00:00Z&endDate=2026-12-31T00:00:00Z';
		const before = await inWorld('2026-05-10T12:00:00Z', (first) => all(first, 'timesheet', wide), { file });
		await inWorld(
			'2026-07-02T12:00:00Z',
			async (later) => {
				const after = await all(later, 'timesheet', wide);
				expect(after.slice(0, before.length)).toEqual(before);
				const june = after.filter(({ scheduledStartTime }) => String(scheduledStartTime).startsWith('2026-06'));
				expect(june.length).toBeGreaterThan(100);
				expect(new Set(after.map((row) => `${String(row.staffName)} ${String(row.scheduledStartTime)}`)).size).toBe(
					after.length,
				);
				const { period } = lastMonth('2026-07-02');
				const reports = await all(
					later,
					'incidentreport',
					`/external/incidentreports/getall?${period}&isApproved=false`,
				);
				expect(reports.length).toBeGreaterThan(30);
			},
			{ file },
		);
	});
});
