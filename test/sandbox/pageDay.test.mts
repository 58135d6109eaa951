// A day that runs by itself, as somebody sees it on the page.
import { expect, test } from '@jest/globals';
import { describePage, open } from './pageSupport.mts';
import { until, type Json } from './support.mts';

describePage('the day on the page', (opened) => {
	test('it begins with a button, shows that it runs, how fast and what has happened, and ends with a button', async () => {
		const { client, page } = opened();
		await open(page, 'day');
		await page.getByText('Nothing has happened yet.').waitFor();
		expect(await page.locator('#alive').isVisible()).toBe(false);
		await page.getByLabel('Seed').fill('7');
		await page.getByLabel('Pace').selectOption('600');
		await page.getByRole('button', { name: 'Start the day' }).click();
		await page.getByText('A simulated day is running, 600 times as fast as real time').waitFor();
		expect(await client.admin('GET', '/alive')).toMatchObject({ alive: true, seed: 7, pace: 600 });
		await page
			.getByText(/has not clocked in/)
			.first()
			.waitFor();
		const seen = async (): Promise<number> =>
			Math.max(...(await client.admin<Json[]>('GET', '/happenings')).map(({ id }) => Number(id)));
		const before = await seen();
		await until(async () => (await seen()) > before + 5);
		// What happens now appears without anybody pressing anything.
		const [newest] = await client.admin<Json[]>('GET', '/happenings?newest=1');
		await page
			.locator('main tbody code')
			.filter({ hasText: String(newest?.kind) })
			.first()
			.waitFor();
		await page.getByRole('button', { name: 'End the day' }).click();
		await page.getByText('The day has ended; the clock continues in real time.').waitFor();
		expect(await client.admin('GET', '/alive')).toMatchObject({ alive: false, pace: 1 });
		await page.locator('#alive').waitFor({ state: 'hidden' });
	});

	test('what has happened is told in words', async () => {
		const { client, page } = opened();
		await client.admin('POST', '/alive', { seed: 7 });
		await client.admin('POST', '/clock', { advanceSeconds: 86_400 });
		// The page shows the newest: what happened meanwhile would push out others that were among them.
		await client.admin('POST', '/alive', { on: false });
		await open(page, 'day');
		const search = page.getByRole('searchbox');
		const shown = await client.admin<Json[]>('GET', '/happenings?newest=200');
		for (const [kind, words] of [
			['shift.notClockedOut', /has not clocked out at /],
			['shift.clockedIn', / clocked in at /],
			['shift.offSite', /clocked (in|out) away from the site/],
			['shift.called', /called .+, who had not arrived/],
			['welfareCheck.followedUp', /followed up welfare check \d+/],
			['licence.expiring', /’s licence \S+ (expires within \d+ days|has expired)/],
			['staff.created', /^.+ joined$/],
			['timesheet.changed', /^Timesheet \d+ (submitted|approved|rejected)$/],
		] as const) {
			expect(shown.map((each) => each.kind)).toContain(kind);
			await search.fill(kind);
			const row = page.locator('main tbody tr').filter({ has: page.getByText(kind, { exact: true }) });
			const text = row.first().locator('td').nth(1);
			await text.waitFor();
			expect([kind, await text.innerText()]).toEqual([kind, expect.stringMatching(words)]);
		}
		// A kind without words of its own would be told by its name.
		await search.fill('');
		await page
			.locator('main tbody tr')
			.nth(shown.length - 1)
			.waitFor();
		const wordless = await page
			.locator('main tbody tr')
			.evaluateAll((rows) => rows.map((row) => [...row.children].map((cell) => cell.textContent)));
		expect(wordless.filter(([, words, , kind]) => words === kind)).toEqual([]);
	});
});
