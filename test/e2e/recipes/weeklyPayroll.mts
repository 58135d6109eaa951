// Weekly payroll file: one e-mail with one CSV file, which holds each approved timesheet of last week with its own rates.
import { expect } from '@jest/globals';
import { attachmentsOf } from './attachments.mts';
import { ask, ratesOf } from '../suites/directly.mts';
import { output } from './results.mts';
import { changeNode, runPinned, withRecipe, type Surroundings } from './recipeRun.mts';

const trigger = 'Every Monday at 9';
const reads = 'Timesheets of last week';
const list = '/api/external/timesheets';

interface Sheet {
	timesheetId: number;
	staffId: number;
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
	return Number(output(run, reads)[0]?.['records']);
}

export const sendsTheWeek = (surroundings: Surroundings): Promise<void> =>
	withRecipe(surroundings, 'weekly-payroll-file', async (id) => {
		const { mailbox, world } = surroundings;
		const rowsOfWeek = await readsLastWeek(surroundings, id);
		// A week without approved timesheets sends nothing.
		expect(mailbox.mails.splice(0)).toHaveLength(Math.min(1, rowsOfWeek));

		// The same for timesheets that there are, whenever this test runs: those of one guard.
		const period = { startDate: '2020-01-01T00:00:00Z', endDate: '2100-01-01T00:00:00Z' };
		const search = new URLSearchParams({ ...period, status: 'Approved', limit: '500' });
		const approved = await ask<Sheet[]>(world, 'timesheet', `${list}?${search.toString()}`);
		const due = approved.filter(({ staffId }) => staffId === approved[0]?.staffId);
		expect(due.length).toBeGreaterThan(0);
		const ofOne = { status: 'Approved', employeeId: { __rl: true, mode: 'id', value: String(due[0]?.staffId) } };
		await changeNode(surroundings, id, reads, (node) => ({
			...node,
			parameters: { ...node.parameters, period: 'custom', ...period, filters: ofOne },
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
		expect(mail?.subject).toMatch(/^Payroll file: \d+ \w+ to \d+ \w+ \d{4}$/);
		const [{ name, content } = { name: '', content: Buffer.alloc(0) }] = attachmentsOf(mail?.text ?? '');
		expect(name).toMatch(/^payroll-\d{4}-\d\d-\d\d\.csv$/);
		expect(content.length).toBe(file['bytes']);
		const [columns = [], ...lines] = table(content.toString('utf8'));
		expect(columns).toHaveLength(Number(file['columns']));
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

		// What may lack timesheets is not sent.
		await changeNode(surroundings, id, reads, (node) => ({
			...node,
			parameters: { ...node.parameters, returnAll: false, limit: 1 },
		}));
		const part = await runPinned(surroundings, id, trigger);
		expect([part.status, part.error?.message]).toEqual([
			'error',
			expect.stringMatching(/^The payroll file was not sent: it may lack timesheets\. 1 came/),
		]);
		expect(mailbox.mails.splice(0)).toEqual([]);
	});
