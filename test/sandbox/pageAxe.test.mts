// Every section on wide and narrow screens: by the rules of axe (names, roles, contrast, headings and their kind), and by its layout.
import { expect, test } from '@jest/globals';
import axe, { type AxeResults } from 'axe-core';
import type { Page } from 'playwright-core';
import { isWhole } from '../night.mts';
import { describePage, open, sections } from './pageSupport.mts';
import { approveFirst, subscribe } from './support.mts';

// Its rule for skip links takes the tabs for some: their targets are drawn when they are followed.
const run = `axe.run({ resultTypes: ['violations'], rules: { 'skip-link': { enabled: false } } })`;

async function brokenRules(page: Page): Promise<string[]> {
	await page.evaluate(axe.source);
	const { violations } = await page.evaluate<AxeResults>(run);
	return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
}

/** By how many pixels the page is wider than the screen. */
const overhang = (page: Page): Promise<number> =>
	page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

/** Rows of buttons that don't stand side by side. */
const brokenRows = (page: Page): Promise<number> =>
	page.evaluate(
		() =>
			[...document.querySelectorAll('td .row')].filter(
				({ children }) => new Set([...children].map((child) => child.getBoundingClientRect().top)).size > 1,
			).length,
	);

/** Words that stand on more than one line; of addresses the parts between their separators count as words. */
const brokenWords = (page: Page): Promise<string[]> =>
	page.evaluate(() => {
		const broken: string[] = [];
		const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
		for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
			for (const { 0: word, index } of (node.textContent ?? '').matchAll(/[\p{L}\p{N}’'_]+/gu)) {
				const range = document.createRange();
				range.setStart(node, index);
				range.setEnd(node, index + word.length);
				const lines = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)));
				if (lines.size > 1) broken.push(word);
			}
		}
		return broken;
	});

describePage('the page', (opened) => {
	test.each(isWhole ? [1440, 1280, 360] : [1280, 360])(
		'breaks no rule of axe, and fits, %d pixels wide',
		async (width) => {
			const { client, page, leave } = opened();
			await subscribe(client, 'https://example.com/a-rather-long-address-that-must-not-break-the-layout/'.repeat(2));
			await subscribe(client, 'http://127.0.0.1:9/webhook/b1f0f6f2-6c42-4f0a-9c06-3a3a4ff6c7a1?token=0123456789abcdef');
			await approveFirst(client);
			await client.admin('POST', '/clock', { advanceSeconds: 3600 });
			await client.get('webhook', '/external/timesheets?startDate=2026-01-01T00:00:00Z&endDate=2026-02-01T00:00:00Z');
			await client.admin('POST', '/faults', { path: '/api/external/none', status: 500, times: null });
			await client.admin('POST', '/faults', {
				path: '/api/external/incidentreport/formtemplates',
				kind: 'repeatCursor',
			});
			await page.setViewportSize({ width, height: 800 });
			for (const name of sections) {
				await leave();
				await open(page, name);
				const isWide = width > 1200;
				expect({
					name,
					overhang: await overhang(page),
					brokenRules: await brokenRules(page),
					// Where there is room.
					brokenRows: isWide ? await brokenRows(page) : 0,
					brokenWords: isWide ? await brokenWords(page) : [],
				}).toEqual({ name, overhang: 0, brokenRules: [], brokenRows: 0, brokenWords: [] });
			}
		},
		120_000,
	);
});
