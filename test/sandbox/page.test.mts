import { expect, test } from '@jest/globals';
import { describePage, drawn, open } from './pageSupport.mts';
import { startInbox } from '../../kit/servers/inbox.mts';
import { bodyOf, subscribe, until, type Json } from './support.mts';

describePage('the page', (opened) => {
	test('a timesheet is approved with the keyboard alone, and the focus does not get lost', async () => {
		const { client, page } = opened();
		const receiver = await startInbox();
		await subscribe(client, receiver.url);
		await open(page, 'timesheets');
		await page.getByLabel('Show').selectOption('');
		const first = page.getByRole('button', { name: /^Approve \d+$/ }).first();
		const id = /\d+/.exec((await first.getAttribute('aria-label')) ?? '')?.[0];
		const isFocused = (): Promise<boolean> => first.evaluate((element) => element === document.activeElement);
		for (let presses = 0; presses < 60 && !(await isFocused()); presses++) await page.keyboard.press('Tab');
		await page.keyboard.press('Enter');
		await page.getByText(`Timesheet ${id} approved. Webhook delivered to 1 receiver.`).waitFor();
		expect(bodyOf(await until(() => receiver.received[0]))).toMatchObject({
			timesheetId: Number(id),
			event: 'approve',
		});
		expect(await page.evaluate(() => (document.activeElement as HTMLElement).dataset.focus)).toBe(`${id}-approve`);
		await open(page, 'deliveries');
		await page.getByRole('button', { name: 'Send again: delivery 1' }).click();
		await page.getByText('Delivery 1 sent again: delivered.').waitFor();
		expect(receiver.received).toHaveLength(2);
		await receiver.close();
	});

	test('a section has the focus and the title; news waits while one of its controls has the focus, and while updates are paused', async () => {
		const { client, page } = opened();
		const refused = page.getByText(/requires a key of the type timesheet/);
		await page.goto('/');
		await page.locator('nav a[href="#requests"]').click();
		await drawn(page, 'requests');
		await page.getByText('Nothing here yet.').waitFor();
		expect(await page.title()).toBe('Requests · Workforce Operations sandbox');
		expect(await page.evaluate(() => document.activeElement?.id)).toBe('view');
		await page.getByRole('button', { name: 'Pause updates' }).click();
		await client.get('webhook', '/external/timesheets');
		const show = page.getByRole('button', { name: 'Show new data' });
		await show.waitFor();
		expect(await refused.count()).toBe(0);
		await show.click();
		await refused.waitFor();
		await page.getByRole('button', { name: 'Resume updates' }).click();
		await page.getByRole('searchbox').focus();
		await client.get('timesheet', '/external/customers');
		await show.waitFor();
		const allowed = page.getByText('/external/customers');
		expect(await allowed.count()).toBe(0);
		await page.locator('h1').click();
		await allowed.waitFor();
		// With nothing in the way, it shows up by itself.
		await client.get('liveops', '/external/timesheets');
		await page.getByText(/the token is of the type liveops/).waitFor();
		await page.getByRole('button', { name: 'Clear the list' }).click();
		await page.getByText('Nothing here yet.').waitFor();
	});

	test('a fault is added, used and removed; the clock is moved', async () => {
		const { client, page } = opened();
		await open(page, 'faults');
		await page.getByLabel('Path').fill('/api/external/customers');
		await page.getByRole('spinbutton', { name: 'Status' }).fill('418');
		await page.getByRole('spinbutton', { name: 'Times' }).fill('2');
		await page.getByRole('button', { name: 'Add fault' }).click();
		await page.getByRole('button', { name: 'Remove fault 1' }).waitFor();
		expect((await client.get('timesheet', '/external/customers')).status).toBe(418);
		await page.getByRole('button', { name: 'Remove fault 1' }).click();
		await page.getByText('There are no faults').waitFor();
		expect((await client.get('timesheet', '/external/customers')).status).toBe(200);
		const now = async () => Date.parse(String((await client.admin<Json>('GET', '/state')).now));
		const before = await now();
		await page.getByRole('button', { name: '+1 h' }).click();
		await page.getByText('The clock has been moved by 1 hour. No webhook was due.').waitFor();
		expect((await now()) - before).toBeGreaterThanOrEqual(3_600_000);
	});

	test('a name that looks like markup is shown as text', async () => {
		const { client, page } = opened();
		const nasty = '<img src=x onerror=alert(1)>';
		await client.call('developer', 'PATCH', '/external/staffs', {
			employees: Array.from({ length: 40 }, (_, index) => ({ id: 3001 + index, firstName: nasty })),
		});
		await open(page, 'timesheets');
		await page.getByText(nasty).first().waitFor();
		expect(await page.locator('main img').count()).toBe(0);
	});
});
