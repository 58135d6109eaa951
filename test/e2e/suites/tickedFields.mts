// Output Fields in the editor: a list to tick.
import { expect, test } from '@jest/globals';
import { openEditor, openNode, openWorkflow } from '../../../kit/browser/editor.mts';
import { findBrowser } from '../../../kit/browser/find.mts';
import type { SavedCredential } from '../../../kit/n8n/credentials.mts';
import { owner } from '../../../kit/n8n/owner.mts';
import { createWorkflow, deleteWorkflow, manualStart, type WorkflowFile } from '../../../kit/n8n/workflows.mts';
import { freshCredentials, type World } from '../../../kit/n8n/world.mts';

const workflow = ({ id, name, type }: SavedCredential): WorkflowFile => ({
	name: 'Output Fields',
	nodes: [
		manualStart,
		{
			id: 'work',
			name: 'Work',
			type: 'n8n-nodes-workforce-operations.workforceOperations',
			typeVersion: 1,
			position: [220, 0],
			parameters: { resource: 'site', operation: 'getAll', limit: 1, options: { outputFields: ['ofThisService'] } },
			credentials: { [type]: { id, name } },
		},
	],
	connections: { Start: { main: [[{ node: 'Work', type: 'main', index: 0 }]] } },
	settings: { executionOrder: 'v1' },
});

export function tickedFieldsSuite(world: () => World): void {
	const program = findBrowser();
	if (program === undefined) {
		test.skip('fields are ticked by clicking (no browser was found)', () => expect(program).toBeDefined());
		return;
	}

	test('a field is ticked by clicking, beside one that no list has', async () => {
		const { n8n, session } = world();
		const { timesheet } = await freshCredentials(world());
		const { id } = await createWorkflow(session, workflow(timesheet));
		const editor = await openEditor(program, n8n.url, owner);
		const { page } = editor;
		try {
			await openWorkflow(editor, id, ['Start', 'Work']);
			await openNode(editor, 'Work');
			const input = page.locator('[data-test-id="parameter-input-outputFields"]').first();
			await input.waitFor();
			await input.click();
			await page
				.getByRole('option', { name: /^City\b/ })
				.first()
				.click();
			await page.keyboard.press('Escape');
			await page.locator('[data-test-id="node-execute-button"]').last().click();
			await page.locator('[data-test-id="node-run-status-success"]').first().waitFor();
			for (const field of ['ofThisService', 'city'])
				await page.locator('[data-test-id="output-panel"]').getByText(field, { exact: true }).first().waitFor();
			expect(await page.getByText('The value', { exact: false }).filter({ hasText: 'is not supported' }).count()).toBe(
				0,
			);
		} finally {
			await editor.close();
			await deleteWorkflow(session, id);
		}
	});
}
