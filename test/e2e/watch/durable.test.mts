// The watch trigger with n8n's durable scheduler: alone, and with the cursors that it saves with each poll.
import { afterAll, beforeAll, beforeEach, describe, expect, jest, test } from '@jest/globals';
import type { SavedCredential } from '../../../kit/n8n/credentials.mts';
import { pollEngines } from '../../../kit/n8n/pollEngines.mts';
import { createSandboxCredential } from '../../../kit/n8n/sandboxCredentials.mts';
import { newestVersion } from '../../../kit/n8n/versions.mts';
import { askAdmin, SandboxAdmin } from '../../../kit/sandbox/admin.mts';
import { withPublished } from '../../../kit/n8n/published.mts';
import type { Report } from '../../../kit/servers/receiver.mts';
import { startTimeoutMs } from '../../../kit/n8n/installation.mts';
import { nothingRuns } from '../trigger/executions.mts';
import { startTriggerWorld, type TriggerWorld } from '../trigger/world.mts';
import { AGAIN_AFTER_MS, failedRuns } from './again.mts';
import { loginsIn } from './logins.mts';
import { watchingWorkflow } from './workflow.mts';

const version = newestVersion();

jest.setTimeout(600_000);

describe.each([
	['its durable scheduler alone', 'scheduler'],
	['its durable scheduler and cursors', 'durable'],
] as const)(`n8n ${version} with %s`, (_, engine) => {
	let running: TriggerWorld | undefined;
	let credential: SavedCredential;
	const world = (): TriggerWorld => {
		if (!running) throw new Error(`n8n ${version} did not start.`);
		return running;
	};

	beforeAll(async () => {
		running = await startTriggerWorld(version, {
			name: `watch-${engine}`,
			clockGoesAlong: true,
			env: { ...pollEngines[engine] },
		});
		credential = await createSandboxCredential(world().session, world().sandbox, 'loginaudit');
	}, startTimeoutMs);

	afterAll(async () => await running?.stop());

	beforeEach(() => {
		world().receiver.reports.length = 0;
		world().receiver.refuses = () => false;
	});

	const { until, reportsOf, fail, failAndReport } = loginsIn(world);

	const marksOf = (who: string): unknown[] => reportsOf(who).map(({ watch }) => (watch as Report)['redelivered']);

	/** So many more requests that the service answered like this. */
	const requests = async (status: number, count: number): Promise<void> => {
		const admin = new SandboxAdmin(world().sandbox.url);
		const since = await admin.mark();
		await until(`${count} requests with ${status}`, async () => {
			const rows = await admin.requestsSince(since);
			return rows.filter((row) => row.method === 'GET' && row.status === status).length >= count;
		});
	};

	const logins = () =>
		watchingWorkflow(world().receiver.url, [{ name: 'Logins', credential, parameters: { event: 'login.failed' } }]);

	test('a finding comes once, and once more, marked, where the execution that it started failed', async () => {
		const { session, receiver } = world();
		receiver.refuses = ({ emailAttempted }) => emailAttempted === 'bad@example.com' && reportsOf('bad').length === 0;
		await withPublished(session, logins(), async () => {
			await failAndReport('good');
			const before = failedRuns(world().n8n.log());
			await failAndReport('bad');
			await until('a run that failed', () => failedRuns(world().n8n.log()) > before);
			await world().sandbox.advance(AGAIN_AFTER_MS);
			await until('bad to be reported again', () => reportsOf('bad').length >= 2);
			await failAndReport('later');
			await requests(200, 2);
			expect({ good: marksOf('good'), bad: marksOf('bad'), later: marksOf('later') }).toEqual({
				good: [undefined],
				bad: [undefined, true],
				later: [undefined],
			});
		});
	});

	test('n8n dies, the service is down when it starts, and what happened meanwhile is reported when it is back', async () => {
		const { session, sandbox } = world();
		await withPublished(session, logins(), async (id) => {
			await failAndReport('first');
			await failAndReport('last');
			// The end of the last execution is saved by the next poll, where polls are saved.
			await until('the end of the last execution', async () => await nothingRuns(session, id));
			await requests(200, 2);
			await askAdmin(sandbox.url, 'POST', '/faults', { path: '/', status: 503, times: null });
			await world().kill();
			await fail('while-down');
			await world().startAgain();
			await requests(503, 6);
			expect(reportsOf('while-down')).toEqual([]);
			await askAdmin(sandbox.url, 'DELETE', '/faults');
			await until('the login of the outage', () => reportsOf('while-down').length > 0);
			await requests(200, 2);
			expect([marksOf('first'), marksOf('while-down')]).toEqual([[undefined], [undefined]]);
			// Without the cursors, that the last one was reported is saved with the next finding only.
			expect(marksOf('last')).toEqual(engine === 'durable' ? [undefined] : [undefined, true]);
		});
	});
});
