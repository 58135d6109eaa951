// Columns of a sheet, mapped by clicking: by themselves, with a hint for what was not found, and one by one.
import { expect, test } from '@jest/globals';
import type { Locator, Page } from 'playwright-core';
import { findBrowser } from '../../../kit/browser/find.mts';
import { drag } from '../../../kit/browser/drag.mts';
import { openEditor, openNode, openWorkflow } from '../../../kit/browser/editor.mts';
import { owner } from '../../../kit/n8n/owner.mts';
import {
	createWorkflow,
	deleteWorkflow,
	getWorkflow,
	manualStart,
	type WorkflowFile,
} from '../../../kit/n8n/workflows.mts';
import type { SavedCredential } from '../../../kit/n8n/credentials.mts';
import { freshCredentials, type World } from '../../../kit/n8n/world.mts';
import { waitFor } from '../../../kit/lib/wait.mts';
import { ask } from './directly.mts';

const step = 'Create or update';
const rows = ['Nell', 'Otto'].map((first, index) => ({
	'First name': first,
	Surname: 'Sheet',
	'E-mail': `${first.toLowerCase()}@southerncross-guarding.example`,
	'Reachable under': `+61 40${index}`,
	'Shirt size': 'L',
}));

const to = (node: string): { main: unknown[] } => ({ main: [[{ node, type: 'main', index: 0 }]] });

/** A sheet of two people in front of the node, which is as it comes but for resource and operation. */
const workflow = ({ id, name, type }: SavedCredential): WorkflowFile => ({
	name: 'Columns by clicking',
	nodes: [
		manualStart,
		{
			id: 'table',
			name: 'Table',
			type: 'n8n-nodes-base.set',
			typeVersion: 3.4,
			position: [220, 0],
			parameters: { mode: 'raw', jsonOutput: JSON.stringify({ rows }), options: {} },
		},
		{
			id: 'rows',
			name: 'Rows',
			type: 'n8n-nodes-base.splitOut',
			typeVersion: 1,
			position: [440, 0],
			parameters: { fieldToSplitOut: 'rows', options: {} },
		},
		{
			id: 'step',
			name: step,
			type: 'n8n-nodes-workforce-operations.workforceOperations',
			typeVersion: 1,
			position: [660, 0],
			parameters: { resource: 'staff', operation: 'upsert' },
			credentials: { [type]: { id, name } },
		},
	],
	connections: { Start: to('Table'), Table: to('Rows'), Rows: to(step) },
	settings: { executionOrder: 'v1' },
});

const part = (page: Page, name: string): Locator => page.locator(`[data-test-id="${name}"]`);

async function chooseMode(page: Page, mode: string): Promise<void> {
	await part(page, 'mapping-mode-select').scrollIntoViewIfNeeded();
	await part(page, 'mapping-mode-select').click();
	await page.getByText(mode, { exact: true }).last().click();
}

/** Drags a column of the left side onto a field. */
async function map(page: Page, column: string, field: string): Promise<void> {
	const target = part(page, `parameter-input-${field}`).first();
	await drag(page, page.getByText(column, { exact: true }).first(), target, target.getByText('{{ $json').first());
}

const execute = (page: Page): Promise<void> => part(page, 'node-execute-button').last().click();

export function sheetColumnsSuite(world: () => World): void {
	const program = findBrowser();
	if (program === undefined) {
		test.skip('columns of a sheet are mapped by clicking (no browser was found)', () => expect(program).toBeDefined());
		return;
	}

	const mobiles = async (): Promise<unknown[]> =>
		(await ask<Array<Record<string, unknown>>>(world(), 'developer', '/api/external/staffs?limit=500'))
			.filter(({ lastName }) => lastName === 'Sheet')
			.map(({ mobile }) => mobile);

	test('columns of a sheet are mapped by themselves, and one by one by clicking', async () => {
		const { n8n, session } = world();
		const { developer } = await freshCredentials(world());
		const { id } = await createWorkflow(session, workflow(developer));
		const editor = await openEditor(program, n8n.url, owner);
		const { page } = editor;
		try {
			await openWorkflow(editor, id, ['Start', 'Table', 'Rows', step]);
			await openNode(editor, step);
			await page.getByText('Execute previous nodes').click();
			await page
				.getByText(rows[0]?.['E-mail'] ?? '')
				.first()
				.waitFor();

			await execute(page);
			await page
				.getByText('Columns that match no field and were not sent: “Reachable under”, “Shirt size”.')
				.first()
				.waitFor();
			expect(await mobiles()).toHaveLength(2);

			await chooseMode(page, 'Map Each Column Manually');
			await part(page, 'parameter-input-dateOfBirth').first().waitFor();
			await map(page, 'First name', 'firstName');
			await map(page, 'Surname', 'lastName');
			await map(page, 'E-mail', 'email');
			await map(page, 'Reachable under', 'mobile');
			await execute(page);
			await waitFor(
				'the telephone numbers of the sheet',
				async () => JSON.stringify(await mobiles()) === '["+61 400","+61 401"]',
			);
			expect(await mobiles()).toHaveLength(2);

			// What was clicked is what is saved.
			await page.keyboard.press('Escape');
			await page.keyboard.press('Control+s');
			const columns = await waitFor('the saved mapping', async () => {
				const saved = await getWorkflow(session, id);
				const own = saved.nodes.find(({ name }) => name === step)?.parameters['columns'];
				const { value } = (own ?? {}) as { value?: Record<string, unknown> };
				return value?.['mobile'] === undefined ? undefined : value;
			});
			expect(columns).toMatchObject({
				firstName: "={{ $json['First name'] }}",
				mobile: "={{ $json['Reachable under'] }}",
			});
		} catch (error) {
			await page.screenshot({ path: 'test-results/sheet-columns-failure.png' });
			throw error;
		} finally {
			await editor.close();
			await deleteWorkflow(session, id);
		}
	});
}
