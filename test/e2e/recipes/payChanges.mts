// What changed after the pay file: new lines, changed amounts and lines that are gone, of a file that differs from the service by known ones.
import fs from 'node:fs';
import path from 'node:path';
import { expect } from '@jest/globals';
import type { World } from '../../../kit/n8n/world.mts';
import { attachmentsOf } from './attachments.mts';
import { changeNode, runPinned, withRecipe, type Surroundings } from './recipeRun.mts';
import { output, sorted } from './results.mts';
import { ask, ratesOf } from '../suites/directly.mts';

const trigger = 'Every Monday at 9';

interface Sheet {
	timesheetId: number;
}

/** Each amount of the approved timesheets, by the service itself: what the guard is paid, and each allowance. */
export async function amountsApart(world: World, between: Record<string, string>): Promise<string[]> {
	const search = new URLSearchParams({ ...between, status: 'Approved', limit: '500' });
	const sheets = await ask<Sheet[]>(world, 'timesheet', `/api/external/timesheets?${search.toString()}`);
	const amounts: string[] = [];
	for (const { timesheetId } of sheets) {
		const { payRate, allowances } = await ratesOf(world, timesheetId);
		const parts = [payRate, ...(allowances as unknown[])] as Array<{ amount: number }>;
		amounts.push(...parts.map(({ amount }) => `${timesheetId} ${amount}`));
	}
	return sorted(amounts);
}

export const comparesThePayFile = (surroundings: Surroundings): Promise<void> =>
	withRecipe(surroundings, 'what-changed-after-the-pay-file', async (id) => {
		const { mailbox, world } = surroundings;
		const folder = world.files ?? '';
		// The last two days: the sandbox approves nothing of them by itself.
		const days = 86_400_000;
		const between = {
			startDate: new Date(world.sandbox.now() - 2 * days).toISOString(),
			endDate: new Date(world.sandbox.now() + days).toISOString(),
		};
		const pending = await surroundings.admin<Sheet[]>('GET', '/timesheets?status=Pending&limit=6');
		for (const { timesheetId } of pending) await surroundings.admin('POST', `/timesheets/${timesheetId}/approve`);
		const due = await amountsApart(world, between);
		expect(due.length).toBeGreaterThan(5);
		for (const reads of ['Lines now', 'Pay lines of last week'])
			await changeNode(surroundings, id, reads, (node) => ({
				...node,
				parameters: { ...node.parameters, period: 'custom', ...between },
			}));
		await changeNode(surroundings, id, 'Keep the pay file', (node) => ({
			...node,
			parameters: { ...node.parameters, fileName: `${folder}/earlier.csv` },
		}));
		await changeNode(surroundings, id, 'Earlier pay file', (node) => ({
			...node,
			parameters: { ...node.parameters, fileSelector: `${folder}/earlier.csv` },
		}));
		// The first run has no earlier file: it writes one, and sends nothing.
		const first = await runPinned(surroundings, id, trigger);
		expect(output(first, 'Compare')).toEqual([]);
		expect(mailbox.mails.splice(0)).toEqual([]);
		const file = path.join(folder, 'earlier.csv');
		const written = fs.readFileSync(file, 'utf8');

		// Nothing has changed: nothing is sent.
		const same = await runPinned(surroundings, id, trigger);
		expect(output(same, 'All changes')).toEqual([]);
		expect(mailbox.mails.splice(0)).toEqual([]);

		const lines = output(same, 'Lines now');
		expect(sorted(lines.map(({ timesheetId, amount }) => `${String(timesheetId)} ${String(amount)}`))).toEqual(due);
		const [fresh, changed] = lines;
		const [head = '', ...rows] = written
			.replace(/^\uFEFF/, '')
			.trim()
			.split(/\r?\n/);
		const columns = head.split(',');
		const at = columns.indexOf('amount');
		const key = (row: string): string => row.split(',')[columns.indexOf('lineKey')] ?? '';
		const withAmount = (row: string, amount: number): string =>
			row
				.split(',')
				.map((cell, index) => (index === at ? String(amount) : cell))
				.join(',');
		const earlier = rows
			.filter((row) => key(row) !== fresh?.['lineKey'])
			.map((row) => (key(row) === changed?.['lineKey'] ? withAmount(row, Number(changed?.['amount']) - 12.34) : row));
		const gone = withAmount(rows[0]?.replace(key(rows[0]), '1/pay/rate/gone/1') ?? '', 55.5);
		fs.writeFileSync(file, [head, ...earlier, gone].join('\r\n'));

		const run = await runPinned(surroundings, id, trigger);
		expect(output(run, 'All changes')).toMatchObject([
			{ change: 'take back', pay: -55.5, lineKey: '1/pay/rate/gone/1' },
			{ change: 'changed', pay: 12.34, lineKey: changed?.['lineKey'] },
			{ change: 'new', pay: fresh?.['amount'], lineKey: fresh?.['lineKey'] },
		]);
		const [mail, ...others] = mailbox.mails.splice(0);
		expect(others).toEqual([]);
		const [attached] = attachmentsOf(mail?.text ?? '');
		expect(attached?.name).toMatch(/^pay-changes-\d{4}-\d\d-\d\d\.csv$/);
		expect(attached?.content.toString('utf8').trim().split('\n')).toHaveLength(4);
	});
