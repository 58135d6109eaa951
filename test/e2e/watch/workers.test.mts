// The watch trigger in queue mode: polls run in the main process, and the executions that they start on workers.
import { afterAll, beforeAll, beforeEach, describe, expect, jest, test } from '@jest/globals';
import type { SavedCredential } from '../../../kit/n8n/credentials.mts';
import { createSandboxCredential } from '../../../kit/n8n/sandboxCredentials.mts';
import { newestVersion } from '../../../kit/n8n/versions.mts';
import type { WorkflowFile, WorkflowNode } from '../../../kit/n8n/workflows.mts';
import { withPublished } from '../../../kit/n8n/published.mts';
import type { Report } from '../../../kit/servers/receiver.mts';
import { startTimeoutMs } from '../../../kit/n8n/installation.mts';
import { providePrograms } from '../../../kit/queue/programs.mts';
import { begunBy, startWorkersWorld, type WorkersWorld } from '../../../kit/queue/world.mts';
import { AGAIN_AFTER_MS, failedRuns } from './again.mts';
import { loginsIn } from './logins.mts';
import { pendingOf } from './stored.mts';
import { watchingWorkflow } from './workflow.mts';

const version = newestVersion();
const { found, missing } = providePrograms();
if (!found) console.warn(`SKIPPED: queue mode needs programs that this machine lacks: ${missing.join(', ')}.`);

jest.setTimeout(600_000);

/** How n8n keeps successful executions: a setting of the workflow. */
const keeping = [
	['kept', 'all'],
	['not kept', 'none'],
] as const;

(found ? describe : describe.skip)(`n8n ${version} in queue mode with two workers`, () => {
	let running: WorkersWorld | undefined;
	let credential: SavedCredential;
	const world = (): WorkersWorld => {
		if (!running) throw new Error('n8n did not start in queue mode.');
		return running;
	};

	beforeAll(async () => {
		if (found) running = await startWorkersWorld(version, found, 2);
		credential = await createSandboxCredential(world().session, world().sandbox, 'loginaudit');
	}, startTimeoutMs);

	afterAll(async () => await running?.stop(), 120_000);

	beforeEach(() => {
		world().receiver.reports.length = 0;
		world().receiver.refuses = () => false;
	});

	const { until, reportsOf, failAndReport } = loginsIn(world);

	/** Findings of which the trigger has heard how their executions ended are saved as such with the next finding. */
	const heardOf = async (workflowId: string, who: string, ids: string[]): Promise<void> => {
		let more = 0;
		await until(`the end of the executions with ${ids.join(', ')}`, async () => {
			await failAndReport(`${who}-more-${++more}`);
			const pending = await pendingOf(world().session, workflowId);
			return ids.every((id) => !pending.includes(id));
		});
	};

	const watching = (changes: Partial<WorkflowFile['settings']>, options: object = {}): WorkflowFile => {
		const logins = { name: 'Logins', credential, parameters: { event: 'login.failed', options } };
		const file = watchingWorkflow(world().receiver.url, [logins]);
		return { ...file, settings: { ...file.settings, ...changes } };
	};

	test.each(keeping)(
		'with successful executions %s, one that succeeds counts as reported, and one that fails is handed over again',
		async (_, saveDataSuccessExecution) => {
			const { session, receiver, workers } = world();
			const [good, bad] = [`good-${saveDataSuccessExecution}`, `bad-${saveDataSuccessExecution}`];
			receiver.refuses = ({ emailAttempted }) => emailAttempted === `${bad}@example.com` && reportsOf(bad).length === 0;
			const before = workers.flatMap(begunBy).length;
			await withPublished(session, watching({ saveDataSuccessExecution }), async (id) => {
				const first = await failAndReport(good);
				const failedBefore = failedRuns(world().n8n.log());
				const second = await failAndReport(bad);
				await until('a run that failed', () => failedRuns(world().n8n.log()) > failedBefore);
				await world().sandbox.advance(AGAIN_AFTER_MS);
				await until(`${bad} to be reported again`, () => reportsOf(bad).length >= 2);
				await heardOf(id, good, [first, second]);
				expect(reportsOf(good)).toHaveLength(1);
				expect(reportsOf(bad).map(({ watch }) => (watch as Report)['redelivered'])).toEqual([undefined, true]);
			});
			expect(workers.flatMap(begunBy).length - before).toBeGreaterThanOrEqual(4);
		},
	);

	test('an execution that waits counts as reported', async () => {
		const { session } = world();
		const file = watching({});
		const wait: WorkflowNode = {
			id: 'wait',
			name: 'Wait',
			type: 'n8n-nodes-base.wait',
			typeVersion: 1.1,
			position: [440, 0],
			parameters: { resume: 'timeInterval', amount: 2, unit: 'hours' },
			webhookId: 'watch-queue-wait',
		};
		const waiting = {
			...file,
			nodes: [...file.nodes, wait],
			connections: { ...file.connections, Report: { main: [[{ node: 'Wait', type: 'main', index: 0 }]] } },
		};
		await withPublished(session, waiting, async (id) => {
			const first = await failAndReport('patient');
			await heardOf(id, 'patient', [first]);
			expect(reportsOf('patient')).toHaveLength(1);
		});
	});

	test('an execution whose last node went on after an error counts as reported, as it does without workers', async () => {
		const { session, receiver } = world();
		receiver.refuses = ({ emailAttempted }) => emailAttempted === 'odd@example.com';
		const file = watching({});
		const goesOn = {
			...file,
			nodes: file.nodes.map((node) => (node.name === 'Report' ? { ...node, onError: 'continueRegularOutput' } : node)),
		};
		await withPublished(session, goesOn, async (id) => {
			const first = await failAndReport('odd');
			await heardOf(id, 'odd', [first]);
			expect(reportsOf('odd')).toHaveLength(1);
		});
	});
});
