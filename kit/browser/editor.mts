// n8n's editor in a headless browser.
import type { Browser, Page } from 'playwright-core';
import { launchBrowser } from './launch.mts';
import type { Owner } from '../n8n/rest.mts';

export interface Editor {
	page: Page;
	/** Errors of the page, with the address of the script. */
	complaints: string[];
	close: () => Promise<void>;
}

/** Only a limit against hanging: under heavy load the editor takes minutes to load. */
const patience = 240_000;

const windowSize = { width: 1440, height: 900 };

export async function openEditor(program: string, n8nUrl: string, owner: Owner): Promise<Editor> {
	const browser = await launchBrowser(program);
	try {
		return await signIn(browser, n8nUrl, owner);
	} catch (error) {
		await browser.close();
		throw error;
	}
}

async function signIn(browser: Browser, n8nUrl: string, owner: Owner): Promise<Editor> {
	const context = await browser.newContext({ baseURL: n8nUrl, viewport: windowSize, locale: 'en-AU' });
	// Not through the form: the editor takes long to load, and would do so twice.
	const answer = await context.request.post('/rest/login', {
		data: { emailOrLdapLoginId: owner.email, password: owner.password },
		timeout: patience,
	});
	if (!answer.ok()) throw new Error(`n8n answered ${answer.status()} to the editor’s sign-in.`);
	const page = await context.newPage();
	page.setDefaultTimeout(patience);
	const complaints: string[] = [];
	page.on('pageerror', (error) => complaints.push(`${error.message}\n${error.stack ?? ''}`));
	page.on('console', (message) => {
		if (message.type() === 'error') complaints.push(`${message.text()} (${message.location().url})`);
	});
	return { page, complaints, close: () => browser.close() };
}

export async function openWorkflow({ page }: Editor, workflowId: string, nodeNames: string[]): Promise<void> {
	await page.goto(`/workflow/${workflowId}`);
	for (const name of nodeNames) await page.locator(`[data-test-id="canvas-node"][data-node-name="${name}"]`).waitFor();
}

export async function openNode({ page }: Editor, name: string): Promise<void> {
	await page.locator(`[data-test-id="canvas-node"][data-node-name="${name}"]`).dblclick();
	await page.locator('[data-test-id="ndv"], [data-test-id="node-parameters"]').first().waitFor();
}

/** Clicks the workflow's button, runs `trigger`, and waits until `steps` nodes have succeeded. */
export async function runByClicking({ page }: Editor, steps: number, trigger: () => Promise<void>): Promise<void> {
	await page.locator('[data-test-id="execute-workflow-button"]').first().click();
	await trigger();
	await page
		.locator('[data-test-id="canvas-node-status-success"]')
		.nth(steps - 1)
		.waitFor();
}

/** Runs the open node, does what it waits for, and waits until it has succeeded. */
export async function runOpenNode({ page }: Editor, whatItWaitsFor: () => Promise<void>): Promise<void> {
	await page.locator('[data-test-id="node-execute-button"]').first().click();
	await whatItWaitsFor();
	await page.locator('[data-test-id="node-run-status-success"]').first().waitFor();
	// The button has no text while the run ends.
	await page.locator('[data-test-id="node-execute-button"]').first().getByText(/\w/).first().waitFor();
}

/** As n8n's table, or as field names with one value each. */
export async function showOutput({ page }: Editor, as: 'table' | 'schema'): Promise<void> {
	await page.locator(`[data-test-id="output-panel"] [data-test-id="radio-button-${as}"]`).click();
}
