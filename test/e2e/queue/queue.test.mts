// n8n in queue mode: what several processes share, what each keeps to itself, and what survives the death of one.
import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { waitFor } from '../../../scripts/lib/wait.mts';
import { createCredential, type SavedCredential } from '../../../scripts/n8n/credentials.mts';
import { runByHand } from '../../../scripts/n8n/executions.mts';
import { createSandboxCredential, credentialData, credentialType } from '../../../scripts/n8n/sandboxCredentials.mts';
import { newestVersion } from '../../../scripts/n8n/versions.mts';
import { createWorkflow, getWorkflow, publish, unpublish } from '../../../scripts/n8n/workflows.mts';
import { withActionWorkflow } from '../harness/action.mts';
import { tokenPath, type JournalRow } from '../harness/admin.mts';
import { startTimeoutMs } from '../harness/stage.mts';
import { nothingRuns } from '../trigger/executions.mts';
import { active, deliveries, forge, replay, timesheets } from '../trigger/sandbox.mts';
import { reportingWorkflow } from '../trigger/workflow.mts';
import { decisions, Events } from './events.mts';
import { providePrograms } from './programs.mts';
import { begunBy, droppedBy, startQueueWorld, type QueueWorld } from './world.mts';

jest.setTimeout(300_000);

const version = newestVersion();
const { found, missing } = providePrograms();
if (!found)
	console.warn(
		`SKIPPED: the tests of queue mode need programs that this machine lacks: ${missing.join(', ')}.\n` +
			'Install these Debian packages, or run the tests as root with WORKFORCE_INSTALL=1.',
	);

/** Half of what the service allows for a key, for each of two workers. */
const share = 30;

/** Timesheets, one in each request: up to a limit, or more than one wants. */
const oneByOne = (limit?: number): Record<string, unknown> => ({
	resource: 'timesheet',
	operation: 'getAll',
	period: 'custom',
	startDate: '2000-01-01T00:00:00Z',
	endDate: '2099-12-31T00:00:00Z',
	...(limit === undefined ? { returnAll: true } : { returnAll: false, limit }),
	options: { pageSize: 1 },
});

(found ? describe : describe.skip)(`n8n ${version} in queue mode`, () => {
	let running: QueueWorld | undefined;
	let timesheetCredential: SavedCredential;
	const world = (): QueueWorld => {
		if (!running) throw new Error('n8n did not start in queue mode.');
		return running;
	};

	beforeAll(async () => {
		if (found) running = await startQueueWorld(version, found);
		timesheetCredential = await createCredential(world().session, 'Timesheets', credentialType, {
			...credentialData(world().sandbox, 'timesheet'),
			requestsPerMinute: share,
		});
	}, startTimeoutMs);

	afterAll(async () => await running?.stop(), 120_000);

	/** What is known when a wait is in vain. */
	const situation = (): string =>
		`${world().receiver.reports.length} runs were reported; the logs of the workers and of the webhook process end with\n` +
		[...world().workers, world().webhook].map(({ log }) => log().split('\n').slice(-8).join('\n')).join('\n—\n');
	const until = (what: string, probe: () => Promise<boolean> | boolean, intervalMs = 150): Promise<boolean> =>
		waitFor(what, probe, { timeoutMs: 90_000, intervalMs, explain: situation });
	const byBoth = (ids: string[]): boolean =>
		world().workers.every((worker) => begunBy(worker).some((id) => ids.includes(id)));

	const requests = async (): Promise<{ reads: JournalRow[]; tokens: JournalRow[] }> => {
		const rows = (await world().admin.requestsSince(0)).filter(({ key }) => key === 'timesheet');
		return {
			reads: rows.filter(({ path }) => path !== tokenPath),
			tokens: rows.filter(({ path }) => path === tokenPath),
		};
	};

	test('the token that one worker got is used by the other', async () => {
		await withActionWorkflow(world(), timesheetCredential, oneByOne(1), async (id) => {
			const ids: string[] = [];
			await until('both workers to have run something', async () => {
				const run = await runByHand(world().session, id, 'Start');
				expect([run.status, run.error, run.outputs['Work']?.length]).toEqual(['success', undefined, 1]);
				ids.push(run.id);
				return byBoth(ids);
			});
			// All of them ran on the workers, none in the main process.
			expect(world().workers.flatMap(begunBy).sort()).toEqual([...ids].sort());
			const { reads, tokens } = await requests();
			expect([reads.length, tokens.length]).toEqual([ids.length, 1]);
		});
	});

	test('each worker keeps to its own part of the requests per minute, so that the service refuses none', async () => {
		const { session, workers } = world();
		await withActionWorkflow(world(), timesheetCredential, oneByOne(), async (id) => {
			const body = { workflowData: await getWorkflow(session, id), triggerToStartFrom: { name: 'Start' } };
			const ids: string[] = [];
			await until('both workers to read', async () => {
				const { executionId } = await session.request<{ executionId: string }>(
					'POST',
					`/rest/workflows/${id}/run`,
					body,
				);
				ids.push(executionId);
				await until('a worker to begin', () => workers.some((worker) => begunBy(worker).includes(executionId)));
				return byBoth(ids);
			});
			let before = 0;
			const pause = async (): Promise<boolean> => {
				const now = (await requests()).reads.length;
				const paused = now > share && now === before;
				before = now;
				return paused;
			};
			await until('both workers to have used up their part', pause, 1000);
			for (const executionId of ids) await session.request('POST', `/rest/executions/${executionId}/stop`, {});
			await until('the end of the reading', async () => await nothingRuns(session, id));
			const { reads, tokens } = await requests();
			expect(reads.filter(({ status }) => status !== 200)).toEqual([]);
			expect(tokens).toHaveLength(1);
			console.info(`Two workers with ${share} requests a minute each: ${before} requests until both had to wait.`);
		});
	});

	test('100 events, some of them repeated, and the death of a worker: each event runs, and nothing forged', async () => {
		const { sandbox, receiver, session, webhook, workers } = world();
		const file = reportingWorkflow(receiver.url, {
			name: 'Event',
			webhookId: 'queue',
			credential: await createSandboxCredential(session, sandbox, 'webhook'),
			parameters: { events: decisions.map((decision) => `timesheet.${decision}`) },
		});
		const { id } = await createWorkflow(session, file);
		await publish(session, id);
		const subscriptions = await active(sandbox);
		expect(subscriptions.map(({ event }) => event).sort()).toEqual(decisions);
		expect(subscriptions.filter(({ uri }) => !uri.startsWith(`${webhook.url}/webhook/`))).toEqual([]);
		const events = new Events(world(), id, situation);
		const ids = await timesheets(sandbox, 50);

		// One after another: whichever worker gets a copy knows of what the other one ran.
		const [calm] = await events.happen(ids.slice(0, 1));
		await events.settled(2);
		await until('both workers to have dropped a copy', async () => {
			await replay(sandbox, calm ?? 0);
			await events.settled(2);
			return workers.every((worker) => droppedBy(worker) > 0);
		});
		expect(events.passed()).toBe(0);

		for (const subscription of subscriptions) {
			for (const mutation of ['signature', 'body'] as const)
				expect((await forge(sandbox, subscription.id, mutation)).status).toBe(403);
		}
		expect(webhook.log().match(/was refused with 403/g)).toHaveLength(4);

		// Many at once on two workers: n8n's store has no lock, so that a copy may pass, but no event gets lost.
		const burst = await events.happen(ids.slice(1, 30), 3);
		await events.settled(60);
		const atOnce = events.passed();
		await events.repeat(burst.slice(0, 20));
		await events.settled(60);
		const later = events.passed() - atOnce;
		console.info(`Two workers, 58 events: of 15 copies at once ${atOnce} passed, of 20 later copies ${later} passed.`);
		expect(atOnce).toBeLessThanOrEqual(15);
		expect(later).toBeLessThanOrEqual(20);

		// With one worker nobody is there to race with.
		await workers[1].kill();
		const rest = await events.happen(ids.slice(30), 3);
		await events.settled(100);
		await events.repeat(rest.slice(0, 20));
		await events.settled(100);
		console.info(
			`One worker, 40 events: of 12 copies at once and 20 later ones ${events.passed() - atOnce - later} passed.`,
		);
		expect(events.passed()).toBe(atOnce + later);
		expect([events.distinct(), (await deliveries(sandbox)).length]).toEqual([100, 100]);

		await unpublish(session, id);
		expect(await active(sandbox)).toEqual([]);
	});
});
