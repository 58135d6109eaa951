// Weekly payroll file: one e-mail with one CSV file, which holds each approved timesheet of last week with its own rates.
import { expect } from '@jest/globals';
import { attachmentsOf } from './attachments.mts';
import { ask, ratesOf } from '../suites/directly.mts';
import { output } from './results.mts';
import { changeNode, runPinned, withRecipe, type Surroundings } from './recipeRun.mts';

const trigger = 'Every Monday at 9';
const reads = 'Timesheets of last week';
const list = '/api/external/timesheets';
/** The sandbox has at least four that are approved, whenever it starts. */
const count = 3;

interface Sheet {
	timesheetId: number;
	staffName: string;
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

/** As it is: the week before this one, which the sandbox's data need not reach back to. Returns how many rows there were. */
async function readsLastWeek(surroundings: Surroundings, id: string): Promise<number> {
	const { world } = surroundings;
	const mark = await world.admin.mark();
	const run = await runPinned(surroundings, id, trigger);
	const requests = await world.admin.requestsSince(mark);
	const query = Object.fromEntries(new URLSearchParams(requests.find(({ path }) => path === list)?.query));
	expect(query).toMatchObject({ status: 'Approved' });
	const days = (Date.parse(query['endDate'] ?? '') - Date.parse(query['startDate'] ?? '')) / 86_400_000;
	// A week in which the clocks change is an hour longer or shorter.
	expect(Math.abs(days - 7)).toBeLessThan(0.1);
	const age = (Date.now() - Date.parse(query['endDate'] ?? '')) / 86_400_000;
	expect([age >= 0, age < 7.1]).toEqual([true, true]);
	return output(run, reads).length;
}

export const sendsTheWeek = (surroundings: Surroundings): Promise<void> =>
	withRecipe(surroundings, 'weekly-payroll-file', async (id) => {
		const { mailbox, world } = surroundings;
		const rowsOfWeek = await readsLastWeek(surroundings, id);
		// A week without approved timesheets sends nothing.
		expect(mailbox.mails.splice(0)).toHaveLength(Math.min(1, rowsOfWeek));

		// The same for timesheets that there are, whenever this test runs.
		const period = { startDate: '2020-01-01T00:00:00Z', endDate: '2100-01-01T00:00:00Z' };
		await changeNode(surroundings, id, reads, (node) => ({
			...node,
			parameters: { ...node.parameters, period: 'custom', ...period, returnAll: false, limit: count },
		}));
		const mark = await world.admin.mark();
		const rows = output(await runPinned(surroundings, id, trigger), reads);
		const paths = (await world.admin.requestsSince(mark))
			.map(({ path }) => path)
			.filter((each) => each.startsWith(list));
		const search = new URLSearchParams({ ...period, status: 'Approved', limit: String(count) });
		const due = await ask<Sheet[]>(world, 'timesheet', `${list}?${search.toString()}`);
		expect(due).toHaveLength(count);
		expect(rows.map(({ timesheetId }) => timesheetId)).toEqual(due.map(({ timesheetId }) => timesheetId));
		// One request for the list, and one for the rates of each.
		expect(paths.sort()).toEqual([list, ...due.map(({ timesheetId }) => `${list}/${timesheetId}/rates`)].sort());

		const [mail, ...others] = mailbox.mails.splice(0);
		expect(others).toEqual([]);
		expect(mail?.subject).toMatch(/^Payroll file: \d+ \w+ to \d+ \w+ \d{4}$/);
		const [{ name, content } = { name: '', content: Buffer.alloc(0) }] = attachmentsOf(mail?.text ?? '');
		expect(name).toMatch(/^payroll-\d{4}-\d\d-\d\d\.csv$/);
		const [columns = [], ...lines] = table(content.toString('utf8'));
		expect(columns).toEqual(Object.keys(rows[0] ?? {}));
		expect(columns).toEqual(
			expect.arrayContaining(['timesheetId', 'employeeId', 'payRate.hours', 'payRate.amount', 'allowances']),
		);
		expect(lines).toHaveLength(due.length);
		const cell = (line: string[], column: string): string => line[columns.indexOf(column)] ?? '';
		for (const [index, { timesheetId, staffName }] of due.entries()) {
			const line = lines[index] ?? [];
			const { hours, amount } = (await ratesOf(world, timesheetId))['payRate'] as Record<string, number>;
			expect([cell(line, 'timesheetId'), cell(line, 'staffName')]).toEqual([String(timesheetId), staffName]);
			expect([Number(cell(line, 'payRate.hours')), Number(cell(line, 'payRate.amount'))]).toEqual([hours, amount]);
		}
	});
