// The trigger in real n8n: what must neither be lost nor doubled, also when n8n dies, and what must not stay behind.
import { afterAll, beforeAll, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { waitFor } from '../../../kit/lib/wait.mts';
import { updateCredential, type SavedCredential } from '../../../kit/n8n/credentials.mts';
import { finished, listExecutions } from '../../../kit/n8n/executions.mts';
import { createSandboxCredential, credentialData } from '../../../kit/n8n/sandboxCredentials.mts';
import { n8nVersions, newestVersion } from '../../../kit/n8n/versions.mts';
import {
	createWorkflow,
	deleteWorkflow,
	getWorkflow,
	publish,
	unpublish,
	type WorkflowFile,
} from '../../../kit/n8n/workflows.mts';
import { retryAfterMs } from '../../../kit/sandbox/patientSandbox.mts';
import { keyOf } from '../../../kit/servers/receiver.mts';
import { startTimeoutMs } from '../../../kit/n8n/installation.mts';
import {
	active,
	decide,
	type Decision,
	deliveries,
	failSecondSubscription,
	forge,
	replay,
	timesheets,
} from './sandbox.mts';
import { isWhole } from '../../night.mts';
import { describeFailures, nothingRuns } from './executions.mts';
import { promised, reportingWorkflow } from './workflow.mts';
import { startTriggerWorld, type TriggerWorld } from './world.mts';

jest.setTimeout(600_000);

describe.each(n8nVersions)('n8n %s', (version) => {
	let running: TriggerWorld | undefined;
	let credential: SavedCredential;
	const world = (): TriggerWorld => {
		if (!running) throw new Error(`n8n ${version} did not start.`);
		return running;
	};

	beforeAll(async () => {
		running = await startTriggerWorld(version);
		credential = await createSandboxCredential(world().session, world().sandbox, 'webhook');
	}, startTimeoutMs);

	afterAll(async () => await running?.stop());

	beforeEach(() => void (world().receiver.reports.length = 0));

	/** What is known when a wait is in vain. */
	const situation = (): string =>
		`${world().receiver.reports.length} runs were reported; n8n’s log ends with\n${world().n8n.log().split('\n').slice(-20).join('\n')}`;

	const until = <T,>(what: string, probe: () => Promise<T | undefined | false> | T | undefined | false): Promise<T> =>
		waitFor<T>(what, probe, { explain: situation });

	async function cleanUp(id: string): Promise<void> {
		if ((await getWorkflow(world().session, id)).active) await unpublish(world().session, id);
		await deleteWorkflow(world().session, id);
	}

	/** Saves and publishes, and cleans up afterwards, whatever `work` did. */
	async function withPublished(file: WorkflowFile, work: (id: string) => Promise<void>): Promise<void> {
		const { id } = await createWorkflow(world().session, file);
		try {
			await publish(world().session, id);
			await work(id);
		} catch (error) {
			// What comes after may fail for the same reason, and must not hide it.
			await cleanUp(id).catch(() => undefined);
			throw error;
		}
		await cleanUp(id);
	}

	/** Lets the retries fall due, and tells whether n8n has taken everything now. */
	const allDelivered = async (): Promise<boolean> => {
		await world().sandbox.advance(retryAfterMs);
		return (await deliveries(world().sandbox)).every(({ status }) => status === 'Delivered');
	};

	// Timesheets of each half, and those of them that are approved only. How many are enough to meet each other is tried
	// once, at night.
	const [half, single] = isWhole && version === newestVersion() ? [60, 20] : [24, 8];
	const eventsOfHalf = 2 * half - single;
	const repeated = Math.floor(single * 0.75);

	test(`${2 * eventsOfHalf} events, repeated, delayed, out of order and among forged ones, through a sudden death of n8n: each runs once`, async () => {
		const { sandbox, receiver, session } = world();
		const events: Decision[] = ['approve', 'reject'];
		const chosen = { events: events.map((event) => `timesheet.${event}`) };
		const file = reportingWorkflow(receiver.url, {
			name: 'Event',
			webhookId: `main-${version}`,
			credential,
			parameters: chosen,
		});
		await withPublished(file, async (id) => {
			const subscriptions = await active(sandbox);
			expect(subscriptions.map(({ event }) => event).sort()).toEqual(events);
			const ids = await timesheets(sandbox, 2 * half);
			// Of each half the first are approved only: copies of them are repeats whenever they come. The others are rejected after
			// it, and both decisions may come in any order.
			const happen = async (some: number[]): Promise<number[]> => {
				const made: number[] = [];
				for (const [index, timesheetId] of some.entries()) {
					for (const event of index < single ? events.slice(0, 1) : events)
						made.push(...(await decide(sandbox, timesheetId, event)).deliveries);
					// A moment of the sandbox's time, so that its retries don't fall due all at once: a burst is n8n's matter.
					if (index % 10 === 9) await sandbox.advance(1000);
				}
				return made;
			};

			const before = await happen(ids.slice(0, half));
			expect(before).toHaveLength(eventsOfHalf);
			for (const { id: subscriptionId } of subscriptions) {
				for (const mutation of ['signature', 'body'] as const)
					expect((await forge(sandbox, subscriptionId, mutation)).status).toBe(403);
			}
			await until('the first deliveries', allDelivered);
			// Repeats while everything is fresh, several at once and in another order.
			await Promise.all(
				before
					.slice(0, repeated)
					.reverse()
					.map(async (delivery) => await replay(sandbox, delivery)),
			);
			await until(
				'the first runs',
				async () => receiver.reports.length >= eventsOfHalf && (await nothingRuns(world().session, id)),
			);

			await world().kill();
			const during = await happen(ids.slice(half));
			expect(during).toHaveLength(eventsOfHalf);
			await until(
				'the failure of all deliveries',
				async () => (await deliveries(sandbox)).filter(({ status }) => status === 'Failed').length === eventsOfHalf,
			);
			await world().startAgain();
			expect((await active(sandbox)).map(({ id: one }) => one)).toEqual(subscriptions.map(({ id: one }) => one));
			await until('the deliveries that n8n missed', allDelivered);
			// Repeats of what had run before n8n died, and of what came after.
			await Promise.all(
				[...before.slice(single - repeated, single), ...during.slice(0, repeated)].map(
					async (delivery) => await replay(sandbox, delivery),
				),
			);
			for (const { id: subscriptionId } of subscriptions)
				expect((await forge(sandbox, subscriptionId, 'body')).status).toBe(403);
			await until('all runs', () => receiver.reports.length >= 2 * eventsOfHalf).catch(async (error: Error) => {
				throw new Error(`${await describeFailures(world().session, id)}\n${error.message}`);
			});
			await until('all deliveries', allDelivered);
			await until('the end of all executions', async () => await nothingRuns(world().session, id));

			const seen = receiver.reports.map(keyOf);
			expect(seen).toHaveLength(2 * eventsOfHalf);
			expect(new Set(seen).size).toBe(2 * eventsOfHalf);
			expect(new Set(receiver.reports.map((report) => Object.keys(report).sort().join()))).toEqual(
				new Set([promised.join()]),
			);
			const all = await deliveries(sandbox);
			expect(new Set(seen)).toEqual(
				new Set(all.map(({ event, entityId }) => seen.find((key) => key.startsWith(`${event} ${entityId} `)))),
			);
			expect(
				all.filter(({ attempts }) => attempts.some(({ statusCode }) => statusCode === null)).length,
			).toBeGreaterThanOrEqual(eventsOfHalf);
		});
		expect(await active(sandbox)).toEqual([]);
		expect(session.url).toBe(world().session.url);
	});

	test('publishing that fails half-way leaves nothing behind, and succeeds when n8n or the user tries again', async () => {
		const { sandbox, receiver, session } = world();
		const chosen = { events: ['timesheet.approve', 'timesheet.reject'] };
		const file = reportingWorkflow(receiver.url, {
			name: 'Event',
			webhookId: `half-${version}`,
			credential,
			parameters: chosen,
		});
		const { id } = await createWorkflow(session, file);
		await failSecondSubscription(sandbox);
		// Up to 2.39 the user is told and tries again; later n8n tries again by itself.
		const told = await publish(session, id).then(
			() => undefined,
			(error: Error) => error.message,
		);
		expect(told === undefined ? [] : await active(sandbox)).toEqual([]);
		if (told !== undefined) await publish(session, id);
		const rows = await active(sandbox);
		expect(rows.map(({ event }) => event).sort()).toEqual(['approve', 'reject']);
		expect(new Set(rows.map(({ subscriberId }) => subscriberId)).size).toBe(1);
		await cleanUp(id);
		expect(await active(sandbox)).toEqual([]);
	});

	test('test listening beside the published workflow: its own subscription, one run, nothing left of it', async () => {
		const { sandbox, receiver, session } = world();
		const file = reportingWorkflow(receiver.url, {
			name: 'Event',
			webhookId: `listen-${version}`,
			credential,
			parameters: { events: ['timesheet.submit'] },
		});
		await withPublished(file, async (id) => {
			const production = await active(sandbox);
			const listen = async (): Promise<void> => {
				const workflowData = await getWorkflow(session, id);
				const answer = await session.request<{ waitingForWebhook?: boolean }>(
					'POST',
					`/rest/workflows/${id}/run`,
					{ workflowData, triggerToStartFrom: { name: 'Event' } },
					{ 'push-ref': 'a-test' },
				);
				expect(answer.waitingForWebhook).toBe(true);
			};
			await listen();
			const tests = (await active(sandbox)).filter(({ uri }) => uri.includes('/webhook-test/'));
			expect(tests).toHaveLength(1);
			expect(tests[0]?.subscriberId).not.toBe(production[0]?.subscriberId);
			const [timesheetId] = await timesheets(sandbox, 1);
			await decide(sandbox, timesheetId ?? 0, 'submit');
			// One report of the production run and one of the test.
			await until('both runs', () => receiver.reports.length >= 2);
			await until('the end of the test subscription', async () => (await active(sandbox)).length === production.length);
			expect(await active(sandbox)).toEqual(production);
			const manual = (await listExecutions(session, id)).find(({ mode }) => mode === 'manual');
			const run = await finished(session, manual?.id ?? '');
			expect(run.outputs['Event']?.map((item) => Object.keys(item).sort())).toEqual([promised]);

			// Closed without any event.
			await listen();
			expect(await active(sandbox)).toHaveLength(production.length + 1);
			await session.request('DELETE', `/rest/test-webhook/${id}`);
			await until('the end of listening', async () => (await active(sandbox)).length === production.length);
			expect(await active(sandbox)).toEqual(production);
		});
		expect(await active(sandbox)).toEqual([]);
	});

	test('of two triggers, the one that can’t clean up does not keep the other from it, and n8n’s log names what stays', async () => {
		const { sandbox, receiver, session } = world();
		const second = await createSandboxCredential(session, sandbox, 'developer');
		const file = reportingWorkflow(
			receiver.url,
			{
				name: 'First',
				webhookId: `first-${version}`,
				credential: second,
				parameters: { events: ['timesheet.submit'] },
			},
			{ name: 'Second', webhookId: `second-${version}`, credential, parameters: { events: ['timesheet.reject'] } },
		);
		await withPublished(file, async (id) => {
			expect((await active(sandbox)).map(({ event }) => event).sort()).toEqual(['reject', 'submit']);
			await updateCredential(session, second, { ...credentialData(sandbox, 'developer'), apiKey: 'no longer valid' });
			await unpublish(session, id).catch(() => undefined);
			const [left, ...others] = await until('the second trigger to clean up', async () => {
				const rows = await active(sandbox);
				return rows.length === 1 ? rows : undefined;
			});
			expect({ event: left?.event, others }).toEqual({ event: 'submit', others: [] });
			await until('a line in the log', () =>
				new RegExp(`subscriber ${left?.subscriberId} with subscription ${left?.id}\\b`).test(world().n8n.log()),
			);
			await updateCredential(session, second, credentialData(sandbox, 'developer'));
			await publish(session, id);
		});
		expect(await active(sandbox)).toEqual([]);
	});
});
