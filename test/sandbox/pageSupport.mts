import { afterAll, afterEach, beforeAll, beforeEach, describe, expect } from '@jest/globals';
import { chromium, type Browser, type Page } from 'playwright-core';
import { findBrowser } from '../../kit/browser/find.mts';
import { startClient, type Client } from './support.mts';
import type { SandboxOptions } from '../../sandbox/index.mts';

const program = findBrowser();
const args = [
	'--no-sandbox',
	'--disable-gpu',
	'--disable-quic',
	'--disable-dev-shm-usage',
	'--no-first-run',
	'--disable-background-networking',
	'--disable-component-update',
	'--disable-sync',
];

export const sections = ['timesheets', 'incidents', 'live', 'day', 'requests', 'deliveries', 'faults', 'setup'];

/** Where the reader of the page sits: none of the sandbox's sites has this zone. */
export const readersZone = 'America/Lima';

export interface Stage {
	client: Client;
	page: Page;
}

/**
 * Tests of the sandbox's page in a browser, each with a sandbox and a tab of its own. What the page complains of in the console, or
 * fails to load, fails the test. Left out, and said so, where there is no browser.
 */
export function describePage(name: string, tests: (stage: () => Stage) => void, options: SandboxOptions = {}): void {
	if (program === undefined)
		console.warn(
			'No browser: the sandbox’s page is not looked at. Install Chromium, or name a browser in CHROME_PATH.',
		);
	(program === undefined ? describe.skip : describe)(name, () => {
		let browser: Browser;
		let stage: Stage;
		let complaints: string[];

		beforeAll(async () => {
			browser = await chromium.launch({ executablePath: program, args });
		}, 60_000);
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
			stage = { client, page };
			complaints = [];
			page.on('pageerror', (error) => complaints.push(error.message));
			page.on('console', (message) => ['error', 'warning'].includes(message.type()) && complaints.push(message.text()));
			page.on('requestfailed', (request) => complaints.push(`${request.url()} ${request.failure()?.errorText ?? ''}`));
		}, 60_000);
		afterEach(async () => {
			await stage.page.close();
			await stage.client.close();
			expect(complaints).toEqual([]);
		});
		tests(() => stage);
	});
}
