// One credential with a key of each type: its test names the field that is wrong, and one workflow uses all of its keys.
import { randomUUID } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import { createCredential, type SavedCredential, testCredential } from '../../../kit/n8n/credentials.mts';
import { withPublished } from '../../../kit/n8n/published.mts';
import { credentialData, credentialType, keyTypes } from '../../../kit/n8n/sandboxCredentials.mts';
import type { WorkflowFile, WorkflowNode } from '../../../kit/n8n/workflows.mts';
import { freshCredentials, type World } from '../../../kit/n8n/world.mts';
import { askAdmin, tokenPath } from '../../../kit/sandbox/admin.mts';
import { triggerType } from '../trigger/workflow.mts';
import { approveAndAwaitRun } from './firstRecipe.mts';

const keyNames = [...keyTypes].sort();

/** The trigger, and a read of each area behind it. */
const reads: Array<[name: string, parameters: Record<string, unknown>]> = [
	['Rates', { resource: 'timesheet', operation: 'getRates', timesheetId: '={{ $json.timesheetId }}' }],
	['Report', { resource: 'incidentReport', operation: 'getAll', limit: 1 }],
	['Shift', { resource: 'liveOperation', operation: 'getAll', limit: 1 }],
	['Employee', { resource: 'staff', operation: 'getAll', limit: 1 }],
	['Login', { resource: 'loginAudit', operation: 'getAll', limit: 1 }],
];

function workflowOfAllAreas({ id, name }: { id: string; name: string }): WorkflowFile {
	const credentials = { [credentialType]: { id, name } };
	const trigger: WorkflowNode = {
		id: 'event',
		name: 'Event',
		type: triggerType,
		typeVersion: 1.1,
		position: [0, 0],
		webhookId: 'one-credential',
		parameters: { events: ['timesheet.approve'] },
		credentials,
	};
	const nodes = reads.map(([node, parameters], at): WorkflowNode => ({
		id: node,
		name: node,
		type: 'n8n-nodes-workforce-operations.workforceOperations',
		typeVersion: 1,
		position: [220 * (at + 1), 0],
		parameters,
		credentials,
	}));
	const names = [trigger, ...nodes].map((node) => node.name);
	return {
		name: 'End-to-end: one credential',
		nodes: [trigger, ...nodes],
		connections: Object.fromEntries(
			names.slice(0, -1).map((node, at) => [node, { main: [[{ node: names[at + 1], type: 'main', index: 0 }]] }]),
		),
		settings: { executionOrder: 'v1' },
	};
}

/** Publishes the workflow, has it run twice, and counts what the service was asked for. */
export async function expectOneTokenEach(world: World, credential: SavedCredential): Promise<void> {
	const { admin, session } = world;
	const mark = await admin.mark();
	await withPublished(session, workflowOfAllAreas(credential), async (workflowId) => {
		for (let round = 0; round < 2; round++) {
			const { timesheetId } = await admin.pendingTimesheet();
			const run = await approveAndAwaitRun(world, workflowId, timesheetId);
			expect({ status: run.status, error: run.error }).toEqual({ status: 'success', error: undefined });
			for (const [node] of reads) expect({ node, outputs: run.outputs[node]?.length }).toEqual({ node, outputs: 1 });
		}
	});
	const requests = await admin.requestsSince(mark);
	const ofTokens = requests.filter(({ path }) => path === tokenPath);
	expect(ofTokens.map(({ key }) => key).sort()).toEqual(keyNames);
	expect(requests.filter(({ status }) => status === null || status >= 400)).toEqual([]);
}

export function oneCredentialSuite(world: () => World): void {
	test('drives the trigger and a read of each area in one workflow, with one token request for each key', async () => {
		await expectOneTokenEach(world(), (await freshCredentials(world())).all);
	});

	describe('the test of a saved credential with separate keys', () => {
		test('names the first field whose key is rejected, after one token request for each key', async () => {
			const timesheetKey = `not-a-key-${randomUUID()}`;
			const data = { ...credentialData(world().sandbox, 'all'), timesheetKey };
			const credential = await createCredential(world().session, 'One wrong key', credentialType, data);
			const mark = await world().admin.mark();
			const { status, message } = await testCredential(world().session, credential);
			expect(status).toBe('Error');
			expect(message).toMatch(/^The Timesheet Key was rejected\. Check the credential’s Timesheet Key/);
			expect(message).not.toContain(timesheetKey);
			const tokens = (await world().admin.requestsSince(mark)).filter(({ path }) => path === tokenPath);
			expect(tokens).toHaveLength(keyNames.length);
		});

		test('names the subscription key where requests are refused after the exchange', async () => {
			const { sandbox, session } = world();
			const { all, timesheet } = await freshCredentials(world());
			const customers = { path: '/api/external/customers', status: 401, times: null };
			await askAdmin(sandbox.url, 'POST', '/faults', customers);
			try {
				for (const credential of [all, timesheet]) {
					const { message } = await testCredential(session, credential);
					expect({ name: credential.name, message }).toEqual({
						name: credential.name,
						message:
							'The API key is correct, but the subscription key was rejected. Check the Subscription Key first, then the Region.',
					});
				}
			} finally {
				await askAdmin(sandbox.url, 'DELETE', '/faults');
			}
		});

		test('passes when all of them are right', async () => {
			const { all } = await freshCredentials(world());
			expect(await testCredential(world().session, all)).toMatchObject({ status: 'OK' });
		});
	});
}
