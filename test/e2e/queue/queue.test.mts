// n8n in queue mode: what several processes share, what each keeps to itself, and what survives the death of one.
import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { waitFor } from '../../../kit/lib/wait.mts';
import { createCredential, type SavedCredential } from '../../../kit/n8n/credentials.mts';
import { runByHand } from '../../../kit/n8n/executions.mts';
import { createSandboxCredential, credentialData, credentialType } from '../../../kit/n8n/sandboxCredentials.mts';
import { newestVersion } from '../../../kit/n8n/versions.mts';
import { createWorkflow, publish, unpublish } from '../../../kit/n8n/workflows.mts';
import { withActionWorkflow } from '../../../kit/n8n/action.mts';
import { tokenPath } from '../../../kit/sandbox/admin.mts';
import type { JournalRow } from '../../../sandbox/server/journal.mts';
import { startTimeoutMs } from '../../../kit/n8n/installation.mts';
import { filesWorkflow, readsBack } from '../suites/listFiles.mts';
import { isWhole } from '../../night.mts';
import { active, deliveries, forge, replay, timesheets } from '../trigger/sandbox.mts';
import { expectOneTokenEach } from '../suites/oneCredential.mts';
import { reportingWorkflow } from '../trigger/workflow.mts';
import { byAllWorkers, keepBusy, oneByOne } from '../../../kit/queue/busy.mts';
import { decisions, Events } from './events.mts';
import { providePrograms } from '../../../kit/queue/programs.mts';
import { begunBy, droppedBy, startQueueWorld, type QueueWorld } from '../../../kit/queue/world.mts';

const version = newestVersion();
const { found, missing } = providePrograms();
if (!found)
	console.warn(
		`SKIPPED: the tests of queue mode need programs that this machine lacks: ${missing.join(', ')}.\n` +
			'Install these Debian packages, or run the tests as root with WORKFORCE_INSTALL=1.',
	);

/** For how many minutes the workers read with all their might; five and more show how they get on with each other. */
const busyMinutes = Number(process.env['WORKFORCE_QUEUE_MINUTES'] ?? 2);

jest.setTimeout(400_000 + busyMinutes * 60_000);

/** Of 20 timesheets the last event: an earlier one that comes again is no repeat, because another one came in between. */
const lastOfEach = (made: number[]): number[] =>
	made.filter((_, index) => index % decisions.length === decisions.length - 1).slice(0, 20);

(found ? describe : describe.skip)(`n8n ${version} in queue mode`, () => {
	let running: QueueWorld | undefined;
	let timesheetCredential: SavedCredential;
	const world = (): QueueWorld => {
		if (!running) throw new Error('n8n did not start in queue mode.');
		return running;
	};

	beforeAll(async () => {
		if (found) running = await startQueueWorld(version, found);
		const data = credentialData(world().sandbox, 'timesheet');
		timesheetCredential = await createCredential(world().session, 'Timesheets', credentialType, data);
	}, startTimeoutMs);

	afterAll(async () => await running?.stop(), 120_000);

	/** What is known when a wait is in vain. */
	const situation = (): string =>
		`${world().receiver.reports.length} runs were reported; the logs of the workers and of the webhook process end with\n` +
		[...world().workers, world().webhook].map(({ log }) => log().split('\n').slice(-8).join('\n')).join('\n—\n');
	const until = (what: string, probe: () => Promise<boolean> | boolean, intervalMs = 150): Promise<boolean> =>
		waitFor(what, probe, { intervalMs, explain: situation });
	const byAll = (ids: string[]): boolean => byAllWorkers(world(), ids);

	const requests = async (): Promise<{ reads: JournalRow[]; tokens: JournalRow[] }> => {
		const rows = (await world().admin.requestsSince(0)).filter(({ key }) => key === 'timesheet');
		return {
			reads: rows.filter(({ path }) => path !== tokenPath),
			tokens: rows.filter(({ path }) => path === tokenPath),
		};
	};

	test('the token that one worker got is used by the others', async () => {
		await withActionWorkflow(world(), timesheetCredential, oneByOne(1), async (id) => {
			const ids: string[] = [];
			await until('every worker to have run something', async () => {
				const run = await runByHand(world().session, id, 'Start');
				const told = { status: run.status, error: run.error, worked: run.outputs['Work']?.length };
				expect(told).toEqual({ status: 'success', error: undefined, worked: 1 });
				ids.push(run.id);
				return byAll(ids);
			});
			// All of them ran on the workers, none in the main process.
			expect(world().workers.flatMap(begunBy).sort()).toEqual([...ids].sort());
			const { reads, tokens } = await requests();
			expect({ reads: reads.length, tokens: tokens.length }).toEqual({ reads: ids.length, tokens: 1 });
		});
	});

	test('a worker makes a list as a file, which goes to the database and is read back from there', async () => {
		await readsBack(world(), filesWorkflow(timesheetCredential));
	});

	if (isWhole) {
		test('the workers use up the minute together without any setting, and no run fails of it', async () => {
			const busy = await keepBusy(world(), timesheetCredential, busyMinutes);
			const { minutes, served, refused, others, most, runs, failed } = busy;
			console.info(
				`Three workers, no setting, ${minutes.toFixed(1)} minutes: ${served} of at most ${most} requests, ${refused} refused, ${failed.length} of ${runs} runs failed.`,
			);
			expect(failed).toEqual([]);
			expect(busy.byAll).toBe(true);
			expect(others).toBe(0);
			expect(served).toBeGreaterThan(0.6 * most);
			expect(refused).toBeLessThan(0.5 * served);
		});
	}

	test('100 events, some of them repeated, and the death of two workers: each event runs, and nothing forged', async () => {
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
		const calm = await events.happenInTurn(ids[0] ?? 0);
		await until('every worker to have dropped a copy', async () => {
			await replay(sandbox, calm);
			await events.settled(2);
			return workers.every((worker) => droppedBy(worker) > 0);
		});
		expect(events.passed()).toBe(0);

		for (const subscription of subscriptions) {
			for (const mutation of ['signature', 'body'] as const)
				expect((await forge(sandbox, subscription.id, mutation)).status).toBe(403);
		}
		expect(webhook.log().match(/was refused with 403/g)).toHaveLength(4);

		// Many at once on three workers: n8n's store has no lock, so that a copy may pass, but no event gets lost.
		const burst = await events.happen(ids.slice(1, 30), 3);
		await events.settled(60);
		const atOnce = events.passed();
		await events.repeat(lastOfEach(burst));
		await events.settled(60);
		const later = events.passed() - atOnce;
		console.info(
			`Three workers, 58 events: of 15 copies at once ${atOnce} passed, of 20 later copies ${later} passed.`,
		);
		expect(atOnce).toBeLessThanOrEqual(15);
		expect(later).toBeLessThanOrEqual(20);

		// With one worker nobody is there to race with.
		await Promise.all([workers[1].kill(), workers[2].kill()]);
		const rest = await events.happen(ids.slice(30), 3);
		await events.settled(100);
		// Both events of a record come at about the same time, so that either may have been the last one: then it is now.
		await events.repeat(lastOfEach(rest));
		await events.settled(100);
		const known = events.passed();
		await events.repeat(lastOfEach(rest));
		await events.settled(100);
		console.info(
			`One worker, 40 events: of 12 copies at once and 20 later ones ${known - atOnce - later} passed, of the same 20 again ${events.passed() - known}.`,
		);
		expect(known - atOnce - later).toBeLessThanOrEqual(32);
		expect(events.passed()).toBe(known);
		expect(events.distinct()).toBe(100);
		expect(await deliveries(sandbox)).toHaveLength(100);

		await unpublish(session, id);
		expect(await active(sandbox)).toEqual([]);
	});

	test('one credential drives a workflow of all areas, and its tokens serve the main process and a worker', async () => {
		const { sandbox, session } = world();
		const credential = await createSandboxCredential(session, sandbox, 'all');
		await expectOneTokenEach(world(), credential);
	});
});
