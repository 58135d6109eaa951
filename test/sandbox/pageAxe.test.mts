// The page by the rules of axe: names, roles, contrast, headings and their kind, in every section, on wide and narrow screens.
import { expect, test } from '@jest/globals';
import axe, { type AxeResults } from 'axe-core';
import { isWhole } from '../night.mts';
import { describePage, open, sections } from './pageSupport.mts';
import { subscribe, type Json } from './support.mts';

// Its rule for skip links takes the tabs for some: their targets are drawn when they are followed.
const run = `axe.run({ resultTypes: ['violations'], rules: { 'skip-link': { enabled: false } } })`;

describePage('the page', (opened) => {
	test.each(isWhole ? [1280, 360] : [360])(
		'breaks no rule of axe, %d pixels wide',
		async (width) => {
			const { client, page, leave } = opened();
			await subscribe(client, 'http://127.0.0.1:9/webhook');
			const [timesheet] = await client.admin<Json[]>('GET', '/timesheets?limit=1');
			await client.admin('POST', `/timesheets/${String(timesheet?.timesheetId)}/approve`);
			await client.get('webhook', '/external/timesheets');
			await client.admin('POST', '/faults', { path: '/api/external/none', status: 500, times: null });
			await page.setViewportSize({ width, height: 800 });
			for (const name of sections) {
				await leave();
				await open(page, name);
				await page.evaluate(axe.source);
				const { violations } = await page.evaluate<AxeResults>(run);
				const told = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
				expect({ name, told }).toEqual({ name, told: [] });
			}
		},
		120_000,
	);
});
