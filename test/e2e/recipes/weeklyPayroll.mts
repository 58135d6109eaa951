// Weekly payroll file: one e-mail with one CSV file, which holds what was approved last week, whenever it was worked, each with its own rates.
import { expect } from '@jest/globals';
import { attachmentsOf } from './attachments.mts';
import { ask, ratesOf } from '../suites/directly.mts';
import { output } from './results.mts';
import { changeNode, runPinned, withRecipe, type Surroundings } from './recipeRun.mts';

const trigger = 'Every Monday at 9';
const reads = 'Approved last week';
const dayMs = 86_400_000;
const list = '/api/external/timesheets';

interface Sheet {
	timesheetId: number;
	staffId: number;
	staffName: string;
	approvedDateTime: string | null;
}

/** A table without quoted line breaks. */
const table = (csv: string): string[][] =>
	csv
		.replace(/^\uFEFF/, '')
		.trim()
		.split(/\r?\n/)
		.map((line) =>
			[...line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g)].map(
				([, quoted, plain = '']) => quoted?.replaceAll('""', '"') ?? plain,
			),
		);

/** What was approved from a moment to another, of all that is approved. */
async function approvedIn({ world }: Surroundings, from: number, to = Infinity): Promise<Sheet[]> {
	const period = { startDate: '2020-01-01T00:00:00Z', endDate: '2100-01-01T00:00:00Z' };
	const search = new URLSearchParams({ ...period, status: 'Approved', limit: '500' });
	const all = await ask<Sheet[]>(world, 'timesheet', `${list}?${search.toString()}`);
	return all.filter(({ approvedDateTime }) => {
		const approved = Date.parse(approvedDateTime ?? '');
		return approved >= from && approved <= to;
	});
}

/** As it is: what was approved in the week before this one. Returns how many rows there were. */
async function readsLastWeek(surroundings: Surroundings, id: string): Promise<number> {
	const { world } = surroundings;
	const mark = await world.admin.mark();
	const run = await runPinned(surroundings, id, trigger);
	const requests = await world.admin.requestsSince(mark);
	const query = Object.fromEntries(new URLSearchParams(requests.find(({ path }) => path === list)?.query));
	expect(query).toMatchObject({ status: 'Approved' });
	const [from, to] = [query['startDate'], query['endDate']].map((date) => Date.parse(date ?? '')) as [number, number];
	// The week, and 60 days before and behind it. A week in which the clocks change is an hour longer or shorter.
	expect(Math.abs((to - from) / dayMs - 127)).toBeLessThan(0.1);
	const end = to - 60 * dayMs;
	const age = (Date.now() - end) / dayMs;
	expect([age >= 0, age < 7.1]).toEqual([true, true]);
	// Named by the week that it pays, Monday to Sunday: days of n8n's own zone, which is behind UTC.
	const first = new Date(from + 60 * dayMs);
	const day = (moment: Date): string => moment.toISOString().slice(0, 10);
	expect(first.getUTCDay()).toBe(1);
	const records = Number(output(run, reads)[0]?.['records']);
	expect(output(run, reads)[0]?.['fileName']).toBe(`timesheets-${day(first)}-to-${day(new Date(end - dayMs / 2))}.csv`);
	expect(records).toBe((await approvedIn(surroundings, from + 60 * dayMs, end)).length);
	return records;
}

export const sendsTheWeek = (surroundings: Surroundings): Promise<void> =>
	withRecipe(surroundings, 'weekly-payroll-file', async (id) => {
		const { mailbox, world } = surroundings;
		const rowsOfWeek = await readsLastWeek(surroundings, id);
		// A week without approvals sends nothing.
		expect(mailbox.mails.splice(0)).toHaveLength(Math.min(1, rowsOfWeek));

		// The same for what is approved now, though it was worked before.
		const now = world.sandbox.now();
		const pending = await surroundings.admin<Sheet[]>('GET', '/timesheets?status=Pending&limit=3');
		for (const { timesheetId } of pending) await surroundings.admin('POST', `/timesheets/${timesheetId}/approve`);
		const due = await approvedIn(surroundings, now);
		expect(due).toHaveLength(3);
		const period = { startDate: new Date(now).toISOString(), endDate: '2100-01-01T00:00:00Z' };
		await changeNode(surroundings, id, reads, (node) => ({
			...node,
			parameters: { ...node.parameters, period: 'custom', ...period },
		}));
		const mark = await world.admin.mark();
		const [file = {}, ...more] = output(await runPinned(surroundings, id, trigger), reads);
		const paths = (await world.admin.requestsSince(mark))
			.map(({ path }) => path)
			.filter((each) => each.startsWith(list));
		expect(more).toEqual([]);
		expect(file).toMatchObject({ records: due.length, requests: due.length + 1, complete: true });
		// One request for the list, and one for the rates of each.
		expect(paths.sort()).toEqual([list, ...due.map(({ timesheetId }) => `${list}/${timesheetId}/rates`)].sort());

		const [mail, ...others] = mailbox.mails.splice(0);
		expect(others).toEqual([]);
		expect(mail?.subject).toMatch(/^Payroll: timesheets approved \d+ \w+ \d{4} to 31 December 2099$/);
		const [{ name, content } = { name: '', content: Buffer.alloc(0) }] = attachmentsOf(mail?.text ?? '');
		expect(name).toBe(file['fileName']);
		expect(name).toMatch(/^timesheets-\d{4}-\d\d-\d\d-to-2099-12-31\.csv$/);
		expect(content.length).toBe(file['bytes']);
		const [columns = [], ...lines] = table(content.toString('utf8'));
		expect(columns).toHaveLength(Number(file['columns']));
		expect(columns).toEqual(expect.arrayContaining(['timesheetId', 'employeeId', 'payRate.hours', 'payRate.amount']));
		expect(lines).toHaveLength(due.length);
		// No column of raw JSON.
		expect(lines.flat().filter((cell) => /^[[{]/.test(cell))).toEqual([]);
		const cell = (line: string[], column: string): string => line[columns.indexOf(column)] ?? '';
		for (const [index, { timesheetId, staffName }] of due.entries()) {
			const line = lines[index] ?? [];
			const { hours, amount } = (await ratesOf(world, timesheetId))['payRate'] as Record<string, number>;
			expect([cell(line, 'timesheetId'), cell(line, 'staffName')]).toEqual([String(timesheetId), staffName]);
			expect(Number(cell(line, 'payRate.hours'))).toEqual(hours);
			expect(Number(cell(line, 'payRate.amount'))).toEqual(amount);
		}

		// What may lack timesheets is not sent.
		await changeNode(surroundings, id, reads, (node) => ({
			...node,
			parameters: { ...node.parameters, returnAll: false, limit: 1 },
		}));
		const part = await runPinned(surroundings, id, trigger);
		expect({ status: part.status, message: part.error?.message }).toEqual({
			status: 'error',
			message: expect.stringMatching(
				/^Payroll file not sent: timesheets may be missing\. Records read: 1\. The service /,
			),
		});
		expect(mailbox.mails.splice(0)).toEqual([]);
	});
