// “Your first workflow” of the README, click by click, by somebody who has never seen n8n.
import { expect, test } from '@jest/globals';
import type { Locator, Page } from 'playwright-core';
import { findBrowser } from '../../../kit/browser/find.mts';
import { drag } from '../../../kit/browser/drag.mts';
import { openEditor } from '../../../kit/browser/editor.mts';
import { waitFor } from '../../../kit/lib/wait.mts';
import { finished, listExecutions } from '../../../kit/n8n/executions.mts';
import { credentialName } from '../../../kit/n8n/sandboxCredentials.mts';
import { deleteWorkflow, getWorkflow, unpublish } from '../../../kit/n8n/workflows.mts';
import { owner } from '../../../kit/n8n/owner.mts';
import { ratesOf } from './directly.mts';
import { freshCredentials, type World } from '../../../kit/n8n/world.mts';

/** What the page calls its parts. */
const part = (page: Page, ...names: string[]): Locator =>
	page.locator(names.map((name) => `[data-test-id="${name}"]`).join(', '));

async function chooseStep(page: Page, plus: Locator, action: string): Promise<void> {
	await plus.click();
	await part(page, 'node-creator-search-bar').waitFor();
	await page.keyboard.type('workforce');
	await page.getByText('Workforce Operations', { exact: true }).last().click();
	await page.getByText(action, { exact: true }).first().click();
	await part(page, 'ndv', 'node-parameters').first().waitFor();
}

async function chooseCredential(page: Page, name: string): Promise<void> {
	await part(page, 'node-credentials-select').first().click();
	await page.getByText(name, { exact: true }).last().click();
}

const execute = (page: Page): Promise<void> => part(page, 'node-execute-button').last().click();

export function firstWorkflowSuite(world: () => World): void {
	const program = findBrowser();
	if (program === undefined) {
		test.skip('the first workflow of the README (no browser was found)', () => expect(program).toBeDefined());
		return;
	}

	async function cleanUp(id: string): Promise<void> {
		if ((await getWorkflow(world().session, id)).active) await unpublish(world().session, id);
		await deleteWorkflow(world().session, id);
	}

	test('the first workflow of the README: built by clicking, tested, published, started by an event', async () => {
		const { admin, n8n, session } = world();
		await freshCredentials(world());
		const editor = await openEditor(program, n8n.url, owner);
		const { page } = editor;
		let id: string | undefined;
		try {
			await page.goto('/workflow/new');
			await chooseStep(page, part(page, 'canvas-add-button', 'canvas-plus-button').first(), 'On timesheet approved');
			await chooseCredential(page, credentialName('all'));
			await execute(page);
			await waitFor('the test subscription', async () => (await admin.activeSubscriptions(n8n.url)).length === 1);
			id = /\/workflow\/([A-Za-z0-9]+)/.exec(page.url())?.[1];
			expect(id).toBeDefined();
			const tried = await admin.pendingTimesheet();
			await admin.approve(tried.timesheetId);
			await page.getByText(String(tried.timesheetId), { exact: true }).first().waitFor();
			await page.keyboard.press('Escape');

			await chooseStep(page, part(page, 'canvas-handle-plus').first(), 'Get timesheet rates');
			await chooseCredential(page, credentialName('all'));
			const field = page.getByText('timesheetId', { exact: true }).first();
			const dropped = page.getByText('{{ $json.timesheetId }}').first();
			await drag(page, field, page.getByPlaceholder(/last 3 days/), dropped);
			await execute(page);
			const { payRate } = await ratesOf(world(), tried.timesheetId);
			await page
				.getByText(String((payRate as { amount: number }).amount))
				.first()
				.waitFor();
			await page.keyboard.press('Escape');

			await page.getByRole('button', { name: 'Publish' }).first().click();
			await page.getByRole('dialog').getByRole('button', { name: 'Publish' }).click();
			await page.getByText('n8n is now subscribed to these events').waitFor();
			const event = await admin.pendingTimesheet();
			await admin.approve(event.timesheetId);
			const started = await waitFor('the run that the event starts', async () =>
				(await listExecutions(session, id ?? '')).find(({ mode }) => mode === 'webhook'),
			);
			const run = await finished(session, started.id);
			expect(run.error).toBeUndefined();
			expect(run.outputs['Workforce Operations Trigger']).toEqual([
				expect.objectContaining({ timesheetId: event.timesheetId }),
			]);
			expect(run.outputs['Get timesheet rates']).toEqual([
				expect.objectContaining(await ratesOf(world(), event.timesheetId)),
			]);
		} catch (error) {
			await page.screenshot({ path: 'test-results/first-workflow-failure.png' });
			throw error;
		} finally {
			await editor.close();
			if (id !== undefined) await cleanUp(id);
		}
		expect(await admin.activeSubscriptions(n8n.url)).toEqual([]);
	});
}
