// What n8n writes to its log, for anybody who may read it.
import { expect, test } from '@jest/globals';
import { testCredential } from '../../../kit/n8n/credentials.mts';
import { signingSecrets } from '../../../kit/n8n/published.mts';
import { approveAndAwaitRun, withPublishedRecipe } from './firstRecipe.mts';
import { oddCredential, type World } from '../../../kit/n8n/world.mts';

const jsonWebToken = /eyJ[\w-]{8,}\.[\w-]{8,}/;

export function secretsSuite(world: () => World): void {
	test('neither keys nor tokens nor the webhook secret are in n8n’s log, and no execution shows them', async () => {
		const { admin, n8n, sandbox, session } = world();
		const secrets = [...Object.values(sandbox.keys), sandbox.subscriptionKey, 'a-key-that-nobody-has'];
		let shown = '';
		await testCredential(session, await oddCredential(world(), { apiKey: 'a-key-that-nobody-has' }));
		await withPublishedRecipe(world(), async ({ workflowId, subscriptions }) => {
			const ofWebhook = await signingSecrets(session, workflowId);
			expect(ofWebhook).not.toEqual([]);
			secrets.push(...ofWebhook);
			const [subscription] = await subscriptions();
			await admin.forge(subscription?.id ?? 0, 'signature');
			const { timesheetId } = await admin.pendingTimesheet();
			shown = JSON.stringify(await approveAndAwaitRun(world(), workflowId, timesheetId));
		});
		for (const text of [n8n.log?.() ?? '', shown]) {
			expect(secrets.filter((secret) => text.includes(secret))).toEqual([]);
			expect(text).not.toMatch(jsonWebToken);
		}
	});
}
