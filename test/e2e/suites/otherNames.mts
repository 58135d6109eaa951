// A service of other names: what the comparison prints is pasted into the credential, and n8n works with it; a mistake in it is told.
import { mkdtemp, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from '@jest/globals';
import { startSandbox } from '../../../sandbox/index.mts';
import { withActionWorkflow } from '../../../kit/n8n/action.mts';
import { createCredential, testCredential } from '../../../kit/n8n/credentials.mts';
import { runByHand } from '../../../kit/n8n/executions.mts';
import { credentialData, credentialType, keyTypes } from '../../../kit/n8n/sandboxCredentials.mts';
import { oddCredential, type World } from '../../../kit/n8n/world.mts';
import { run } from '../../engine/support/comparison.mts';

/** Waits of the comparison pass at once: the sandbox has no limit here. */
let passed = 0;
const timeless = { now: () => passed, wait: async (ms: number) => await Promise.resolve(void (passed += ms)) };

export function otherNamesSuite(world: () => World): void {
	test('what the comparison finds makes a list, a lookup and a rates breakdown work', async () => {
		const sandbox = await startSandbox({ ratePerMinute: 100_000, choices: { names: 'other', rates: 'flat' } });
		try {
			const file = path.join(await mkdtemp(path.join(tmpdir(), 'names-')), 'details.json');
			const keys = Object.fromEntries(keyTypes.map((key) => [`KEY_${key}`, sandbox.keys[key]]));
			const named = Object.keys(keys).flatMap((name) => ['--api-key-env', name]);
			const args = ['--base-url', sandbox.url, '--subscription-key-env', 'SUB', ...named, '--write', file];
			await run(args, { ...keys, SUB: sandbox.subscriptionKey }, undefined, timeless);
			const serviceDetails = await readFile(file, 'utf8');
			const data = { ...credentialData(sandbox, 'all'), serviceDetails };
			const credential = await createCredential(world().session, 'Other names', credentialType, data);
			expect(await testCredential(world().session, credential)).toMatchObject({ status: 'OK' });
			for (const parameters of [
				{ resource: 'formTemplate', operation: 'getAll', limit: 2 },
				{ resource: 'timesheet', operation: 'getAll', limit: 1, period: 'lastWeek', options: { rows: 'payLines' } },
			]) {
				await withActionWorkflow(world(), credential, parameters, async (workflowId) => {
					const { status, error, outputs } = await runByHand(world().session, workflowId, 'Start');
					expect({ status, error }).toEqual({ status: 'success', error: undefined });
					expect(outputs['Work']?.length).toBeGreaterThan(0);
					const line = { quantity: expect.any(Number), amount: expect.any(Number) };
					expect('options' in parameters ? outputs['Work']?.[0] : { quantity: 1, amount: 1 }).toMatchObject(line);
				});
			}
		} finally {
			await sandbox.close();
		}
	});

	test('wrong Service Details are told by the test of the credential and by the first run', async () => {
		const serviceDetails = '{"lineFields": {"pay": {"amuont": "gross"}}}';
		const words = /The credential’s Service Details: .*at “lineFields\.pay\.amuont”: .*expected name, code, quantity/;
		const credential = await oddCredential(world(), { serviceDetails });
		const tested = await testCredential(world().session, credential);
		expect({ status: tested.status, message: tested.message }).toEqual({
			status: 'Error',
			message: expect.stringMatching(words),
		});
		await withActionWorkflow(
			world(),
			credential,
			{ resource: 'customer', operation: 'getAll', limit: 1 },
			async (workflowId) => {
				const { status, error } = await runByHand(world().session, workflowId, 'Start');
				expect({ status, message: error?.message }).toEqual({ status: 'error', message: expect.stringMatching(words) });
			},
		);
	});
}
