// n8n's editor in a browser without a window: sign in, open a workflow, run it, open a node.
import { chromium, type Browser, type Page } from 'playwright-core';
import type { Owner } from '../n8n/rest.mts';

const quiet = [
	'--no-sandbox',
	'--disable-gpu',
	'--disable-quic',
	'--disable-dev-shm-usage',
	'--no-first-run',
	'--disable-background-networking',
	'--disable-component-update',
	'--disable-sync',
];

export interface Editor {
	page: Page;
	/** What the page complained about, with the address of the script that did. */
	complaints: string[];
	close: () => Promise<void>;
}

const patience = 60_000;

export const windowSize = { width: 1440, height: 900 };

export async function openEditor(program: string, n8nUrl: string, owner: Owner): Promise<Editor> {
	const browser = await chromium.launch({ executablePath: program, args: quiet });
	try {
		return await signIn(browser, n8nUrl, owner);
	} catch (error) {
		await browser.close();
		throw error;
	}
}

async function signIn(browser: Browser, n8nUrl: string, owner: Owner): Promise<Editor> {
	const page = await browser.newPage({ baseURL: n8nUrl, viewport: windowSize, locale: 'en-AU' });
	page.setDefaultTimeout(patience);
	const complaints: string[] = [];
	page.on('pageerror', (error) => complaints.push(`${error.message}\n${error.stack ?? ''}`));
	page.on('console', (message) => {
		if (message.type() === 'error') complaints.push(`${message.text()} (${message.location().url})`);
	});
	await page.goto('/signin');
	await page.fill('input[name="emailOrLdapLoginId"]', owner.email);
	await page.fill('input[type="password"]', owner.password);
	await page.click('[data-test-id="form-submit-button"]');
	await page.waitForURL((url) => !url.pathname.startsWith('/signin'));
	return { page, complaints, close: () => browser.close() };
}

/** Shows a workflow's canvas with as many nodes as it has. */
export async function openWorkflow({ page }: Editor, workflowId: string, nodeNames: string[]): Promise<void> {
	await page.goto(`/workflow/${workflowId}`);
	for (const name of nodeNames) await page.locator(`[data-test-id="canvas-node"][data-node-name="${name}"]`).waitFor();
}

/** Opens a node's panel. */
export async function openNode({ page }: Editor, name: string): Promise<void> {
	await page.locator(`[data-test-id="canvas-node"][data-node-name="${name}"]`).dblclick();
	await page.locator('[data-test-id="ndv"], [data-test-id="node-parameters"]').first().waitFor();
}

/** Runs the open workflow by its button, does what its trigger waits for, and waits until `steps` nodes have succeeded. */
export async function runByClicking({ page }: Editor, steps: number, trigger: () => Promise<void>): Promise<void> {
	await page.locator('[data-test-id="execute-workflow-button"]').first().click();
	await trigger();
	await page
		.locator('[data-test-id="canvas-node-status-success"]')
		.nth(steps - 1)
		.waitFor();
}
