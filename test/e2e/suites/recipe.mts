// The first recipe, from publishing to unpublishing, and what the service sees of it.
import { describe, expect, test } from '@jest/globals';
import { waitFor } from '../../../kit/lib/wait.mts';
import { listExecutions } from '../../../kit/n8n/executions.mts';
import { keyTypes } from '../../../kit/n8n/sandboxCredentials.mts';
import { publish, unpublish } from '../../../kit/n8n/workflows.mts';
import { notes, tokenPath } from '../../../kit/sandbox/admin.mts';
import { approveAndAwaitRun, withPublishedRecipe } from './firstRecipe.mts';
import { ratesOf } from './directly.mts';
import type { World } from '../../../kit/n8n/world.mts';

export function recipeSuite(world: () => World): void {
	test('an approved timesheet becomes one payroll row with the rates of exactly that timesheet', async () => {
		await withPublishedRecipe(world(), async ({ workflowId }) => {
			const { timesheetId, staffName, siteName } = await world().admin.pendingTimesheet();
			const run = await approveAndAwaitRun(world(), workflowId, timesheetId);
			expect(run.error).toBeUndefined();
			expect(run.status).toBe('success');
			expect(run.outputs['Timesheet approved']).toEqual([
				expect.objectContaining({ eventType: 'timesheet', event: 'approve', timesheetId }),
			]);
			const rates = await ratesOf(world(), timesheetId);
			const payRate = rates['payRate'] as Record<string, number>;
			const number: unknown = expect.any(Number);
			expect(payRate).toMatchObject({ hours: number, rate: number, amount: number });
			const columns = Object.entries(payRate).map(([name, value]) => [`payRate.${name}`, value]);
			expect(run.outputs['Payroll row']).toEqual([
				expect.objectContaining({ timesheetId, staffName, siteName, ...Object.fromEntries(columns) }),
			]);
			const [row] = run.outputs['Payroll row'] ?? [];
			expect(Object.values(row ?? {}).filter((value) => typeof value === 'object' && value !== null)).toEqual([]);
		});
	});

	test('costs one token request for each key and one request for the rates', async () => {
		const mark = await world().admin.mark();
		await withPublishedRecipe(world(), async ({ workflowId }) => {
			const { timesheetId } = await world().admin.pendingTimesheet();
			const beforeRun = await world().admin.mark();
			await approveAndAwaitRun(world(), workflowId, timesheetId);
			const ofRun = notes(await world().admin.requestsSince(beforeRun));
			// The tokens of all keys were had together, when the workflow was published.
			expect(ofRun).toEqual([
				`timesheet GET /api/external/timesheets/${timesheetId}`,
				`timesheet GET /api/external/timesheets/${timesheetId}/rates`,
			]);
			const second = await world().admin.pendingTimesheet();
			await approveAndAwaitRun(world(), workflowId, second.timesheetId);
		});
		const tokens = notes(await world().admin.requestsSince(mark)).filter((note) => note.endsWith(tokenPath));
		expect(tokens.sort()).toEqual([...keyTypes].sort().map((keyType) => `${keyType} POST ${tokenPath}`));
	});

	describe('a forged delivery', () => {
		test.each(['signature', 'body'] as const)('with another %s gets 403 and starts nothing', async (mutation) => {
			await withPublishedRecipe(world(), async ({ workflowId, subscriptions }) => {
				const [subscription] = await subscriptions();
				expect(subscription).toBeDefined();
				const { log } = world().n8n;
				const logged = log?.().length;
				const answer = await world().admin.forge(subscription?.id ?? 0, mutation);
				expect(answer.status).toBe(403);
				if (log) {
					const said = (): string => log().slice(logged);
					await waitFor('a line in n8n’s log about the refusal', () => /signature/i.test(said()), { explain: said });
				}
				// A genuine delivery that comes later has run to its end: were there a run of the forged one, it would be listed.
				const { timesheetId } = await world().admin.pendingTimesheet();
				const genuine = await approveAndAwaitRun(world(), workflowId, timesheetId);
				expect((await listExecutions(world().session, workflowId)).map(({ id }) => id)).toEqual([genuine.id]);
			});
		});
	});

	test('publishing makes exactly one active subscription, unpublishing leaves none, publishing again works', async () => {
		await withPublishedRecipe(world(), async ({ workflowId, subscriptions }) => {
			expect((await subscriptions()).map(({ eventType, event }) => `${eventType}.${event}`)).toEqual([
				'timesheet.approve',
			]);
			await unpublish(world().session, workflowId);
			expect(await subscriptions()).toEqual([]);
			await publish(world().session, workflowId);
			expect(await subscriptions()).toHaveLength(1);
			const { timesheetId } = await world().admin.pendingTimesheet();
			expect(await approveAndAwaitRun(world(), workflowId, timesheetId)).toMatchObject({ status: 'success' });
			await unpublish(world().session, workflowId);
			expect(await subscriptions()).toEqual([]);
		});
	});
}
