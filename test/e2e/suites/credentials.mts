// The credential as a person meets it in n8n: its test, and the words that it finds for each mistake.
import { randomUUID } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import { testCredential, visibleData } from '../../../kit/n8n/credentials.mts';
import { runByHand } from '../../../kit/n8n/executions.mts';
import { keyTypes } from '../../../kit/n8n/sandboxCredentials.mts';
import { tokenPath } from '../../../kit/sandbox/admin.mts';
import { startSilence, startWebPage } from '../../../kit/servers/otherServers.mts';
import { freshCredentials, oddCredential, type World } from '../../../kit/n8n/world.mts';
import { withActionWorkflow } from '../../../kit/n8n/action.mts';

/** Another one each time: a key that was just refused is not asked about again for a while. */
const wrongKey = (): string => `not-a-key-${randomUUID()}`;

export function credentialSuite(world: () => World): void {
	describe('the test of a saved credential', () => {
		test.each(keyTypes)('passes for a %s key', async (keyType) => {
			const credential = (await freshCredentials(world()))[keyType];
			expect(await testCredential(world().session, credential)).toMatchObject({ status: 'OK' });
		});

		test('asks for one token only, and the editor never sees it', async () => {
			const { timesheet } = await freshCredentials(world());
			const mark = await world().admin.mark();
			await testCredential(world().session, timesheet);
			await testCredential(world().session, timesheet);
			const requests = await world().admin.requestsSince(mark);
			expect(requests.filter(({ path }) => path === tokenPath)).toHaveLength(1);
			const visible = JSON.stringify(await visibleData(world().session, timesheet));
			expect(visible).not.toContain(world().sandbox.keys.timesheet);
			expect(visible).not.toContain(world().sandbox.subscriptionKey);
			expect(visible).not.toMatch(/eyJ[\w-]+\./);
		});

		test('a wrong API key is named, after a single token request', async () => {
			const apiKey = wrongKey();
			const credential = await oddCredential(world(), { apiKey });
			const mark = await world().admin.mark();
			const result = await testCredential(world().session, credential);
			expect(result.status).toBe('Error');
			expect(result.message).toMatch(/API key/i);
			expect(result.message).not.toContain(apiKey);
			expect((await world().admin.requestsSince(mark)).filter(({ path }) => path === tokenPath)).toHaveLength(1);
		});

		test('a wrong subscription key is named', async () => {
			const subscriptionKey = wrongKey();
			const result = await testCredential(world().session, await oddCredential(world(), { subscriptionKey }));
			expect(result.status).toBe('Error');
			expect(result.message).toMatch(/Subscription Key/);
			expect(result.message).not.toContain(subscriptionKey);
		});

		test('a base address that answers a web page is named', async () => {
			const page = await startWebPage();
			try {
				const result = await testCredential(world().session, await oddCredential(world(), { baseUrl: page.url }));
				expect(result.status).toBe('Error');
				expect(result.message).toMatch(/base (url|address)|region/i);
			} finally {
				await page.close();
			}
		});

		test('an address where nobody answers is named', async () => {
			const silence = await startSilence();
			try {
				const result = await testCredential(world().session, await oddCredential(world(), { baseUrl: silence.url }));
				expect(result.status).toBe('Error');
				expect(result.message).toMatch(/region|base url/i);
			} finally {
				await silence.close();
			}
		});
	});

	describe('in the node', () => {
		test.each([
			['API key', 'apiKey', /API key/i],
			['subscription key', 'subscriptionKey', /subscription key/i],
		])('a wrong %s ends the run with words that name it', async (_what, field, words) => {
			const key = wrongKey();
			const credential = await oddCredential(world(), { [field]: key });
			const parameters = { resource: 'customer', operation: 'getAll', limit: 1 };
			await withActionWorkflow(world(), credential, parameters, async (workflowId) => {
				const run = await runByHand(world().session, workflowId, 'Start');
				expect(run.status).toBe('error');
				expect(`${run.error?.message} ${run.error?.description}`).toMatch(words);
				expect(JSON.stringify(run.error)).not.toContain(key);
			});
		});
	});

	test('n8n’s own HTTP Request node works with the credential', async () => {
		const { timesheet } = await freshCredentials(world());
		const mark = await world().admin.mark();
		const url = `${world().sandbox.url}/api/external/customers?limit=2`;
		const parameters = {
			method: 'GET',
			url,
			authentication: 'predefinedCredentialType',
			nodeCredentialType: 'workforceOperationsApi',
			options: {},
		};
		await withActionWorkflow(
			world(),
			timesheet,
			parameters,
			async (workflowId) => {
				const run = await runByHand(world().session, workflowId, 'Start');
				expect(run.error).toBeUndefined();
				expect(run.status).toBe('success');
				expect(run.outputs['Work']?.[0]).toMatchObject({
					status: { code: 0 },
					data: [expect.anything(), expect.anything()],
				});
			},
			{ type: 'n8n-nodes-base.httpRequest', typeVersion: 4.2 },
		);
		const paths = (await world().admin.requestsSince(mark)).map(({ path }) => path);
		expect(paths).toEqual([tokenPath, '/api/external/customers']);
	});
}
