// What the page says to people: whole words, whose time it is, what really became of a delivery, and what a control does.
import { expect, test } from '@jest/globals';
import { approveShown, describePage, open, readersZone, sections } from './pageSupport.mts';
import { startInbox } from '../../kit/servers/inbox.mts';
import { approveFirst, failedDelivery, subscribe, until, type Json } from './support.mts';

/** A day and time as the page writes it, in a zone. */
const written = (iso: unknown, timeZone: string): string =>
	new Intl.DateTimeFormat('en-AU', {
		timeZone,
		day: 'numeric',
		month: 'short',
		hour: '2-digit',
		minute: '2-digit',
		hourCycle: 'h23',
	}).format(new Date(String(iso)));

const deadAddress = 'http://127.0.0.1:9/webhook/b1f0f6f2-6c42-4f0a-9c06-3a3a4ff6c7a1/workforce?token=0123456789abcdef';

describePage('the page for people', (opened) => {
	test('times of a shift and of a report are those of their site, which is named; all others say whose they are', async () => {
		const { client, page } = opened();
		const timesheets = await client.admin<Json[]>('GET', '/timesheets?status=Pending&limit=50');
		const perth = timesheets.find(({ timeZone }) => timeZone === 'Australia/Perth');
		await open(page, 'timesheets');
		const row = page.locator('tr', { hasText: String(perth?.timesheetId) });
		await row.getByText('Perth time').waitFor();
		expect(await row.innerText()).toContain(written(perth?.scheduledStartTime, 'Australia/Perth').split(', ')[1]);
		const [report] = await client.admin<Json[]>('GET', '/incidentreports?status=Pending&limit=1');
		await open(page, 'incidents');
		const cells = page.locator('tr', { hasText: String(report?.reportId) });
		expect(await cells.innerText()).toContain(written(report?.submittedDate, String(report?.timeZone)));
		expect(await cells.innerText()).toContain(`${String(report?.timeZone).split('/')[1]} time`);
		await client.get('timesheet', '/external/customers');
		await open(page, 'requests');
		await page.getByText('your time (Lima)').first().waitFor();
		const [request] = await client.admin<Json[]>('GET', '/requests');
		await page
			.locator('td', { hasText: written(request?.at, readersZone) })
			.first()
			.waitFor();
	});

	test('a moved clock shows by how much and has a way back, which a delivery that waits does not pay for', async () => {
		const { client, page } = opened();
		const { now: start } = await client.admin<{ now: string }>('GET', '/state');
		await open(page, 'timesheets');
		await page.locator('#now').waitFor();
		expect(await page.locator('#moved').isVisible()).toBe(false);
		await page.getByRole('button', { name: '+1 day' }).click();
		await page.getByText('1 day ahead of real time').waitFor();
		await subscribe(client, deadAddress);
		await approveFirst(client);
		const waiting = await failedDelivery(client);
		await page.getByRole('button', { name: 'Back to real time' }).click();
		await page.getByText(/^The clock is back/).waitFor();
		await page.locator('#moved').waitFor({ state: 'hidden' });
		const { now } = await client.admin<{ now: string }>('GET', '/state');
		expect(Date.parse(now) - Date.parse(start)).toBeLessThan(3_600_000);
		const { nextAttemptAt } = await client.admin<Json>('GET', `/deliveries/${String(waiting.id)}`);
		expect(nextAttemptAt === null ? 0 : Date.parse(String(nextAttemptAt)) - Date.parse(now)).toBeLessThan(60_000);
	});

	test('“Reset everything” asks first, says that the clock goes back as well, and puts it back', async () => {
		const { client, page } = opened();
		await client.admin('POST', '/clock', { advanceSeconds: 7200 });
		await open(page, 'setup');
		const asked: string[] = [];
		page.on('dialog', (dialog) => {
			asked.push(dialog.message());
			void dialog.accept();
		});
		await page.getByText('2 hours ahead of real time').waitFor();
		await page.getByRole('button', { name: 'Reset everything' }).click();
		await page.getByText('Everything, including the clock, is back in its initial state.').waitFor();
		expect(asked).toEqual([expect.stringContaining('clock')]);
		await page.locator('#moved').waitFor({ state: 'hidden' });
		expect(await client.admin('GET', '/state')).toMatchObject({ clockMovedSeconds: 0 });
	});

	test('a webhook counts as delivered only when its receiver has taken it; one that is not there is told in words', async () => {
		const { client, page } = opened();
		const receiver = await startInbox();
		receiver.answerWith({ status: 500 });
		await subscribe(client, receiver.url);
		await open(page, 'timesheets');
		await page.getByLabel('Show').selectOption('');
		await approveShown(page);
		await page.getByText(/Webhook not delivered: refused \(500\): an error occurred there\./).waitFor();
		expect(await page.locator('#notice').getAttribute('class')).toBe('bad');
		receiver.answerWith({ status: 200 });
		await approveShown(page);
		await page.getByText(/Webhook delivered to 1 receiver\./).waitFor();
		await receiver.close();
		await approveShown(page);
		const nothing = `Nothing answers at ${new URL(receiver.url).host}.`;
		await page.getByText(`${nothing} Is the receiver running?`).waitFor();
		await open(page, 'deliveries');
		await page.getByText(nothing).first().waitFor();
		expect(await page.locator('main').innerText()).not.toMatch(/ECONNREFUSED/);
		await client.admin('POST', '/clock', { advanceSeconds: 3600 });
		await page.getByText('given up').first().waitFor();
	});

	test('Keys says what each key opens, copies it, and shows the three lines of n8n’s credential', async () => {
		const { client, page } = opened();
		await open(page, 'setup');
		const copied = (): Promise<string> => page.evaluate(() => navigator.clipboard.readText());
		await page
			.locator('tr', { hasText: client.sandbox.keys.loginaudit })
			.getByText('login audit (it has the scope login-audits.read); otherwise the same as developer')
			.waitFor();
		await page.getByRole('button', { name: 'Copy the key liveops' }).click();
		await page.getByText('the key liveops copied.').waitFor();
		expect(await copied()).toBe(client.sandbox.keys.liveops);
		await page.getByLabel('With the key').selectOption('incidentreport');
		const lines = page.getByRole('region', { name: 'n8n credential' });
		await lines.getByText(client.sandbox.keys.incidentreport).waitFor();
		for (const [label, value] of [
			['Base URL', client.sandbox.url],
			['API Key', client.sandbox.keys.incidentreport],
			['Subscription Key', client.sandbox.subscriptionKey],
		] as const) {
			await lines.getByRole('button', { name: `Copy ${label}` }).click();
			await page.getByText(`${label} copied.`).waitFor();
			expect({ label, copied: await copied() }).toEqual({ label, copied: value });
		}
	});

	test('Faults shows only the fields that fit its kind, and an example that can be added as it is', async () => {
		const { client, page } = opened();
		await open(page, 'faults');
		const fields = (): Promise<string[]> =>
			page.locator('main form').evaluate((form) => [...new FormData(form as HTMLFormElement).keys()]);
		const common = ['kind', 'path', 'method', 'times'];
		const more: Record<string, string[]> = {
			status: ['status'],
			delay: ['delayMs'],
			html: ['status'],
			reset: [],
			truncated: [],
			repeatCursor: [],
			statusCode: ['status'],
		};
		for (const [kind, extra] of Object.entries(more)) {
			await page.getByLabel('What').selectOption(kind);
			const due = [...common, ...extra].sort().join();
			// One kind may have as many fields as the one before: what counts is which they are.
			await until(async () => (await fields()).sort().join() === due);
			await page.getByRole('button', { name: /^Example: / }).click();
			await page.getByRole('button', { name: 'Add fault' }).click();
			await page.getByText(/^Fault \d+ applies to the next matching request\.$/).waitFor();
			const [fault] = (await client.admin<Json[]>('GET', '/faults')).slice(-1);
			expect(fault).toMatchObject({ kind: kind === 'delay' ? null : kind });
			await client.admin('DELETE', '/faults');
			await page.getByText('There are no faults').waitFor();
		}
	});

	test('Submit says what it does', async () => {
		const { page } = opened();
		for (const name of ['timesheets', 'incidents']) {
			await open(page, name);
			await page.getByText(/^Guards use Submit\. It submits the (timesheet|report)/).waitFor();
		}
	});

	test('every list can be searched; approvals are searched beyond what is shown', async () => {
		const { client, page } = opened();
		const all = await client.admin<Json[]>('GET', '/timesheets?limit=500');
		const last = all.at(-1);
		await open(page, 'timesheets');
		await page.getByLabel('Show').selectOption('');
		expect(await page.locator('main tr', { hasText: String(last?.timesheetId) }).count()).toBe(0);
		await page.getByRole('searchbox').fill(String(last?.timesheetId));
		await page.locator('main tr', { hasText: String(last?.timesheetId) }).waitFor();
		await page.getByRole('searchbox').pressSequentially('zzz');
		await page.getByText('Nothing matches your search and filter.').waitFor();
		expect(await page.getByRole('searchbox').inputValue()).toBe(`${String(last?.timesheetId)}zzz`);
		await client.get('timesheet', '/external/customers');
		await client.get('timesheet', '/external/sites');
		await client.admin('POST', '/faults', { path: '/api/external/none', status: 500, times: null });
		await subscribe(client, deadAddress);
		await client.admin('POST', `/timesheets/${String(last?.timesheetId)}/approve`);
		for (const [name, find] of [
			['incidents', 'IR-2026-0130'],
			['live', 'not clocked'],
			['requests', 'external/sites'],
			['deliveries', String(last?.timesheetId)],
			['faults', 'none'],
			['setup', 'scopedReports'],
		] as const) {
			await open(page, name);
			const rows = page.locator('main table').first().locator('tbody tr');
			await page.getByRole('searchbox').fill(find);
			await until(async () => {
				const texts = await rows.allInnerTexts();
				return texts.length > 0 && texts.every((text) => text.toLowerCase().includes(find.toLowerCase()));
			});
		}
	});

	test('on a narrow screen the tabs show that there are more, and on which side', async () => {
		const { page, leave } = opened();
		await page.setViewportSize({ width: 360, height: 780 });
		await open(page, 'timesheets');
		const more = page.getByRole('button', { name: 'More sections' });
		const earlier = page.getByRole('button', { name: 'Earlier sections' });
		await more.waitFor();
		expect(await earlier.isVisible()).toBe(false);
		await open(page, 'setup');
		await earlier.waitFor();
		await more.waitFor({ state: 'hidden' });
		for (const name of sections) {
			await leave();
			await open(page, name);
			const [frame, tab] = await Promise.all([
				page.locator('nav').boundingBox(),
				page.locator('nav a[aria-current=page]').boundingBox(),
			]);
			const inside =
				frame !== null && tab !== null && tab.x >= frame.x - 1 && tab.x + tab.width <= frame.x + frame.width + 1;
			expect({ name, inside }).toEqual({ name, inside: true });
		}
		await page.setViewportSize({ width: 1280, height: 780 });
		await earlier.waitFor({ state: 'hidden' });
	});
});
