// The head of the page says which variant is played, in every section.
import { expect, test } from '@jest/globals';
import { describePage, open, sections } from './pageSupport.mts';

describePage('the page of the default variant', (opened) => {
	test('says that it plays what the document says', async () => {
		const { page } = opened();
		await page.goto('/');
		await page.locator('#variant', { hasText: 'Simulates' }).waitFor();
		expect(await page.locator('#variant').textContent()).toMatch(/^Simulates what the service document says/);
	});
});

describePage(
	'the page of the contrary variant with a choice of its own',
	(opened) => {
		test('says so in every section, and on a narrow screen, where nothing sticks out', async () => {
			const { page } = opened();
			for (const width of [1280, 360]) {
				await page.setViewportSize({ width, height: 780 });
				for (const name of sections) {
					await open(page, name);
					await page
						.locator('#variant', { hasText: 'Simulates the contrary variant' })
						.filter({ hasText: 'except inactive=all.' })
						.waitFor();
					const wider = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
					expect({ name, width, fits: wider <= 0 }).toEqual({ name, width, fits: true });
				}
			}
		});
	},
	{ variant: 'contrary', choices: { inactive: 'all' } },
);
