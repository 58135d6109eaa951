import { expect, test } from '@jest/globals';
import { describePage, open } from './pageSupport.mts';
import { askForToken } from './support.mts';

describePage('the page shows the key that replaces another', (opened) => {
	test('both are valid until the former is withdrawn, once, and by a reset again', async () => {
		const { client, page } = opened();
		await open(page, 'setup');
		const row = page.getByRole('row').filter({ has: page.getByRole('cell', { name: 'webhook', exact: true }) });
		const [former, later] = await row.locator('code').allInnerTexts();
		const asked = async (key = ''): Promise<number> => (await askForToken(client.sandbox, key)).status;
		const both = async () => ({ former: await asked(former), later: await asked(later) });
		expect(former).toBe('sandbox-webhook-key');
		expect(await both()).toEqual({ former: 200, later: 200 });
		await row.getByRole('button', { name: 'Revoke' }).click();
		await page.getByText('The old key webhook is revoked.').waitFor();
		expect(await both()).toEqual({ former: 401, later: 200 });
		await row.getByText('revoked').waitFor();
		expect(await row.getByRole('button', { name: 'Revoke' }).count()).toBe(0);
		page.on('dialog', (dialog) => void dialog.accept());
		await page.getByRole('button', { name: 'Reset everything' }).click();
		await row.getByRole('button', { name: 'Revoke' }).waitFor();
		expect(await both()).toEqual({ former: 200, later: 200 });
	});
});
