// What a person sees in n8n's editor.
import path from 'node:path';
import { expect, test } from '@jest/globals';
import { findBrowser } from '../../../kit/browser/find.mts';
import { openEditor, openNode, openWorkflow, type Editor } from '../../../kit/browser/editor.mts';
import { createWorkflow, deleteWorkflow, getWorkflow, unpublish } from '../../../kit/n8n/workflows.mts';
import { owner } from '../../../kit/n8n/owner.mts';
import { withPublishedRecipe } from './firstRecipe.mts';
import { resultsFolder } from '../../../kit/lib/results.mts';
import { freshCredentials, type World } from '../../../kit/n8n/world.mts';
import { reportingWorkflow } from '../trigger/workflow.mts';

const ours = /workforce/i;
// The editor asks for an output preview of every node without data; where there is none, 404 is the answer that it expects.
const noPreview = /404.*\/schemas\//;

export function browserSuite(world: () => World): void {
	const program = findBrowser();
	if (program === undefined) {
		console.warn('No browser: the editor is not tested. Install Chromium, or name a browser in CHROME_PATH.');
		test.skip('the editor shows the recipe and the node’s panel (no browser was found)', () =>
			expect(program).toBeDefined());
		return;
	}

	const picture = async ({ page }: Editor, name: string): Promise<void> => {
		await page.screenshot({ path: path.join(resultsFolder(), `${name}.png`) });
	};

	test('the editor shows the recipe, and the action’s panel with its pickers', async () => {
		await withPublishedRecipe(world(), async ({ workflowId }) => {
			const editor = await openEditor(program, world().n8n.url, owner);
			try {
				await openWorkflow(editor, workflowId, ['Timesheet approved', 'Payroll row']);
				await picture(editor, 'recipe');
				await openNode(editor, 'Payroll row');
				const shown = async (name: string): Promise<string> =>
					editor.page.locator(`[data-test-id="parameter-input-${name}"] input`).first().inputValue();
				expect({ resource: await shown('resource'), operation: await shown('operation') }).toEqual({
					resource: 'Timesheet',
					operation: 'Get',
				});
				await picture(editor, 'action');
				expect(editor.complaints.filter((complaint) => ours.test(complaint) && !noPreview.test(complaint))).toEqual([]);
			} catch (error) {
				await picture(editor, 'failure');
				throw error;
			} finally {
				await editor.close();
			}
		});
	});

	test('publishing with a key of another type: the message in the editor says which one is needed and which one it is', async () => {
		const { session, n8n } = world();
		const credentials = await freshCredentials(world());
		const file = reportingWorkflow('http://127.0.0.1:9/', {
			name: 'Event',
			webhookId: 'wrong-key',
			credential: credentials.timesheet,
			parameters: { events: ['timesheet.approve'] },
		});
		const { id } = await createWorkflow(session, file);
		const editor = await openEditor(program, n8n.url, owner);
		const { page } = editor;
		try {
			await openWorkflow(editor, id, ['Event']);
			await page.getByRole('button', { name: 'Publish' }).first().click();
			await page.getByRole('dialog').getByRole('button', { name: 'Publish' }).click();
			await page
				.getByText(/needs an API key of type “developer” or “webhook”.*is of type “timesheet”/)
				.first()
				.waitFor();
			await picture(editor, 'wrong-key');
		} catch (error) {
			await picture(editor, 'failure');
			throw error;
		} finally {
			await editor.close();
			if ((await getWorkflow(session, id)).active) await unpublish(session, id);
			await deleteWorkflow(session, id);
		}
	});
}
