import { expect, test } from '@jest/globals';
import { startSandbox } from '../shared.mts';

test('each region takes its own subscription key and refuses that of the other', async () => {
	const au = await startSandbox({ data: { timesheets: 1 } });
	const uk = await startSandbox({ data: { timesheets: 1 }, region: 'uk' });
	try {
		const statusOf = async (region: typeof au, key: string): Promise<number> => {
			const response = await fetch(`${region.url}/api/external/token/request`, {
				method: 'POST',
				headers: { 'content-type': 'application/json', 'external-gh-apim-sub-key': key },
				body: JSON.stringify({ apiKey: region.keys.timesheet }),
			});
			return response.status;
		};
		expect([await statusOf(au, au.subscriptionKey), await statusOf(uk, uk.subscriptionKey)]).toEqual([200, 200]);
		expect([await statusOf(au, uk.subscriptionKey), await statusOf(uk, au.subscriptionKey)]).toEqual([401, 401]);
	} finally {
		await Promise.all([au.close(), uk.close()]);
	}
});
