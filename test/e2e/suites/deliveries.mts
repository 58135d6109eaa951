// Deliveries that the sandbox never sends: of other content types, among them some that n8n does not read by itself.
import { createHmac } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import { WorkforceOperationsTrigger } from '../../../nodes/WorkforceOperations/WorkforceOperationsTrigger.node.ts';
import { waitFor } from '../../../kit/lib/wait.mts';
import { finished, listExecutions } from '../../../kit/n8n/executions.mts';
import { createSandboxCredential } from '../../../kit/n8n/sandboxCredentials.mts';
import type { WorkflowFile } from '../../../kit/n8n/workflows.mts';
import { signingSecrets, withPublished } from '../../../kit/n8n/published.mts';
import type { World } from '../../../kit/n8n/world.mts';
import { triggerType } from '../trigger/workflow.mts';

const contentTypes = ['application/json; charset=utf-8', 'text/plain', 'application/octet-stream', 'image/png'];

interface Target {
	workflowId: string;
	uri: string;
	secret: string;
}

/** Publishes a trigger of this version, and removes it afterwards. */
async function withTrigger(world: World, typeVersion: number, work: (target: Target) => Promise<void>): Promise<void> {
	const { session, sandbox, admin, n8n } = world;
	const credential = await createSandboxCredential(session, sandbox, 'webhook');
	const file: WorkflowFile = {
		name: 'End-to-end: content types',
		nodes: [
			{
				id: 'event',
				name: 'Event',
				type: triggerType,
				typeVersion,
				position: [0, 0],
				webhookId: `content-types-${typeVersion}`,
				parameters: { events: ['timesheet.approve'] },
				credentials: { [credential.type]: { id: credential.id, name: credential.name } },
			},
		],
		connections: {},
	};
	await withPublished(session, file, async (workflowId) => {
		const [subscription] = await admin.activeSubscriptions(n8n.url);
		const [secret] = await signingSecrets(session, workflowId);
		if (!subscription || !secret) throw new Error('The trigger has no subscription or no secret.');
		await work({ workflowId, uri: subscription.uri, secret });
	});
}

async function send({ uri }: Target, secret: string, contentType: string, body: string): Promise<number> {
	const signature = createHmac('sha256', secret).update(body).digest('hex');
	const headers = { 'content-type': contentType, 'webhooks-signature': signature };
	return (await fetch(uri, { method: 'POST', headers, body: Buffer.from(body) })).status;
}

export function deliverySuite(world: () => World): void {
	describe.each([new WorkforceOperationsTrigger().description.version].flat())(
		'of a trigger of version %s',
		(version) => {
			test('are checked and taken whatever their content type is', async () => {
				const { session } = world();
				await withTrigger(world(), version, async (target) => {
					for (const [index, contentType] of contentTypes.entries()) {
						const timesheetId = 700_000 + index;
						const body = JSON.stringify({ timesheetId, note: 'Zoë’s shift' });
						const refused = await send(target, `${target.secret}x`, contentType, body);
						expect({ contentType, refused }).toEqual({ contentType, refused: 403 });
						expect({ contentType, send: await send(target, target.secret, contentType, body) }).toEqual({
							contentType,
							send: 200,
						});
						const newest = async () => {
							const runs = await listExecutions(session, target.workflowId);
							return runs.length > index ? runs.sort((a, b) => Number(b.id) - Number(a.id))[0] : undefined;
						};
						const run = await waitFor('the run', newest);
						const { outputs, error } = await finished(session, run.id);
						expect(error).toBeUndefined();
						expect(outputs['Event']).toEqual([
							expect.objectContaining({ timesheetId, payload: { timesheetId, note: 'Zoë’s shift' } }),
						]);
					}
					expect(await listExecutions(session, target.workflowId)).toHaveLength(contentTypes.length);
				});
			});
		},
	);
}
