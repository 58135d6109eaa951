// History to files: one file for each month, with the timesheets of that month.
import fs from 'node:fs';
import path from 'node:path';
import { expect } from '@jest/globals';
import { ask } from '../suites/directly.mts';
import { changeNode, runPinned, withRecipe, type Surroundings } from './recipeRun.mts';
import { output } from './results.mts';

interface Sheet {
	timesheetId: number;
}

/** The first day of a month, this many months from the one that the sandbox's clock shows. */
const monthOf = (now: Date, months: number): string =>
	new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + months, 1)).toISOString().slice(0, 10);

export const writesEachMonth = (surroundings: Surroundings): Promise<void> =>
	withRecipe(surroundings, 'history-to-files', async (id) => {
		const { world } = surroundings;
		const folder = world.files ?? '';
		const now = new Date(world.sandbox.now());
		const months = [-1, 0].map((offset) => [monthOf(now, offset), monthOf(now, offset + 1)] as const);
		await changeNode(surroundings, id, 'Last twelve months', (node) => {
			const { assignments } = node.parameters as { assignments: { assignments: Array<Record<string, unknown>> } };
			const value = months.map(([first]) => first.slice(0, 7));
			const [month] = assignments.assignments;
			return {
				...node,
				parameters: { ...node.parameters, assignments: { assignments: [{ ...month, value: JSON.stringify(value) }] } },
			};
		});
		await changeNode(surroundings, id, 'Write to disk', (node) => ({
			...node,
			parameters: { ...node.parameters, fileName: `=${folder}/{{ $json.fileName }}` },
		}));
		const files = output(await runPinned(surroundings, id, 'Run by hand'), 'Timesheets of the month');
		expect(files.map(({ fileName }) => fileName)).toEqual(
			months.map(([first]) => `timesheets-${first.slice(0, 7)}.csv`),
		);
		expect(files.reduce((sum, { records }) => sum + Number(records), 0)).toBeGreaterThan(20);
		for (const [index, [first, next]] of months.entries()) {
			const end = new Date(Date.parse(next) - 1).toISOString();
			const search = new URLSearchParams({ startDate: `${first}T00:00:00Z`, endDate: end, limit: '500' });
			const due = await ask<Sheet[]>(world, 'timesheet', `/api/external/timesheets?${search.toString()}`);
			const content = fs.readFileSync(path.join(folder, String(files[index]?.['fileName'])));
			expect(files[index]).toMatchObject({ records: due.length, bytes: content.length });
			const ids = content
				.toString('utf8')
				.split('\r\n')
				.slice(1)
				.flatMap((line) => /^(\d+),/.exec(line)?.[1] ?? []);
			expect(ids).toEqual(due.map(({ timesheetId }) => String(timesheetId)));
		}
	});
