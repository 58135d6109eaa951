import { afterAll, afterEach, beforeAll, beforeEach, describe, expect } from '@jest/globals';
import type { Browser, Page, Request } from 'playwright-core';
import { findBrowser } from '../../kit/browser/find.mts';
import { launchBrowser } from '../../kit/browser/launch.mts';
import { startClient, type Client } from './support.mts';
import type { SandboxOptions } from '../../sandbox/index.mts';

const program = findBrowser();

export const sections = ['timesheets', 'incidents', 'live', 'day', 'requests', 'deliveries', 'faults', 'setup'];

/** Where the reader of the page sits: none of the sandbox's sites has this zone. */
export const readersZone = 'America/Lima';

/** Goes to a section, and waits until it is drawn: before, the page is empty or shows the section before it. */
export async function open(page: Page, section: string): Promise<void> {
	await page.goto(`/#${section}`);
	await drawn(page, section);
}

/** Presses the first button that approves something. */
export const approveShown = (page: Page): Promise<void> =>
	page
		.getByRole('button', { name: /^Approve \d+$/ })
		.first()
		.click();

export async function drawn(page: Page, section: string): Promise<void> {
	await page.locator(`nav a[href="#${section}"][aria-current=page]`).waitFor();
	await page.locator(`main[data-section="${section}"] h2`).first().waitFor();
}

interface Opened {
	client: Client;
	page: Page;
	/** Goes to an empty page. What is under way then is cut off by that, and has not failed. */
	leave(): Promise<void>;
}

/** Complains of every request that fails, but for those that were under way when the page was left. */
function watchRequests(page: Page, complain: (words: string) => void): () => Promise<void> {
	const underWay = new Set<Request>();
	const leftBehind = new Set<Request>();
	let leaves = false;
	page.on('request', (request) => void (leaves ? leftBehind : underWay).add(request));
	page.on('requestfinished', (request) => void underWay.delete(request));
	page.on('requestfailed', (request) => {
		underWay.delete(request);
		if (!leftBehind.has(request)) complain(`${request.url()} ${request.failure()?.errorText ?? ''}`);
	});
	return async () => {
		leaves = true;
		for (const request of underWay) leftBehind.add(request);
		await page.goto('about:blank');
		leaves = false;
	};
}

/**
 * Tests of the sandbox's page in a browser, each with a sandbox and a tab of its own. What the page complains of in the console, or
 * fails to load, fails the test. Left out, and said so, where there is no browser.
 */
export function describePage(name: string, tests: (opened: () => Opened) => void, options: SandboxOptions = {}): void {
	if (program === undefined)
		console.warn(
			'No browser: the sandbox’s page is not looked at. Install Chromium, or name a browser in CHROME_PATH.',
		);
	(program === undefined ? describe.skip : describe)(name, () => {
		let browser: Browser;
		let opened: Opened;
		let complaints: string[];

		beforeAll(async () => {
			if (program !== undefined) browser = await launchBrowser(program);
		});
		afterAll(() => browser.close());
		beforeEach(async () => {
			const client = await startClient(options);
			const page = await browser.newPage({
				baseURL: client.sandbox.url,
				locale: 'en-AU',
				timezoneId: readersZone,
				viewport: { width: 1280, height: 900 },
				permissions: ['clipboard-read', 'clipboard-write'],
			});
			complaints = [];
			opened = { client, page, leave: watchRequests(page, (words) => complaints.push(words)) };
			page.on('pageerror', (error) => complaints.push(error.message));
			page.on('console', (message) => ['error', 'warning'].includes(message.type()) && complaints.push(message.text()));
		});
		afterEach(async () => {
			await opened.page.close();
			await opened.client.close();
			expect(complaints).toEqual([]);
		});
		tests(() => opened);
	});
}
