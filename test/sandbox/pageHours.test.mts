import { expect, test } from '@jest/globals';
import { describePage, open } from './pageSupport.mts';

describePage(
	'the page of a sandbox with two months',
	(opened) => {
		test('shows the hours of each timesheet, and in words what differs', async () => {
			const { page } = opened();
			await open(page, 'timesheets');
			await page.getByLabel('Show').selectOption('Approved');
			for (const words of [
				/Rostered (8|12)(, clocked [\d.]+)?/,
				'The client has not approved it yet',
				'Paid 90 minutes beyond the roster',
			])
				await page.locator('td[data-label="Hours"]', { hasText: words }).first().waitFor();
			expect(await page.locator('td[data-label="Hours"]').count()).toBeGreaterThan(20);
		});
	},
	{ data: 'months', validateResponses: false },
);
