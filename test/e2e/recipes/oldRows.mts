// What keeps the recipes' data tables small: it removes rows by their age, and stops nothing when it can't.
import { expect } from '@jest/globals';
import { addRow, changeNode, rowsOf, runPinned, withRecipe, type Kitchen } from './recipeRun.mts';

interface Table {
	recipe: string;
	trigger: string;
	table: string;
	column: string;
	/** A node behind the table, of the recipe's own work. */
	work: string;
}

export const tables: Table[] = [
	{
		recipe: 'nightly-catch-up',
		trigger: 'Every night at 4',
		table: 'Workforce catch-up ledger',
		column: 'record',
		work: 'Both together',
	},
];

const node = 'Remove old rows';

/** Gives the node's condition other values. */
const condition = (kitchen: Kitchen, id: string, values: Record<string, string>): Promise<void> =>
	changeNode(kitchen, id, node, (each) => {
		const { conditions } = each.parameters['filters'] as { conditions: Array<Record<string, string>> };
		const changed = conditions.map((one) => ({ ...one, ...values }));
		return { ...each, parameters: { ...each.parameters, filters: { conditions: changed } } };
	});

export const removesOldRows = (kitchen: Kitchen, { recipe, trigger, table, column, work }: Table): Promise<void> =>
	withRecipe(kitchen, recipe, async (id) => {
		const has = async (value: string): Promise<boolean> =>
			(await rowsOf(kitchen, table)).some((row) => row[column] === value);
		// As it is: what was written just now stays. The first run makes the table, where none did before.
		await runPinned(kitchen, id, trigger);
		await addRow(kitchen, table, { [column]: 'of this test' });
		await runPinned(kitchen, id, trigger);
		expect(await has('of this test')).toBe(true);
		// A year or a week can't be waited for; a moment can.
		await condition(kitchen, id, { keyValue: '={{ $now.toISO() }}' });
		const { outputs } = await runPinned(kitchen, id, trigger);
		expect(outputs[node]?.map((row) => row[column])).toContain('of this test');
		expect(await has('of this test')).toBe(false);
		// Whatever is wrong with it, the recipe does its work.
		await condition(kitchen, id, { keyName: 'no such column' });
		expect((await runPinned(kitchen, id, trigger)).outputs[work]?.length).toBeGreaterThan(0);
		kitchen.mailbox.mails.splice(0);
	});
