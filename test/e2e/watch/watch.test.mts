// The watch trigger in real n8n: beside other triggers, through an outage while n8n starts, and through its death in a run.
import { afterAll, beforeAll, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { waitFor } from '../../../kit/lib/wait.mts';
import type { SavedCredential } from '../../../kit/n8n/credentials.mts';
import { createSandboxCredential } from '../../../kit/n8n/sandboxCredentials.mts';
import { getWorkflow, publish, updateWorkflow } from '../../../kit/n8n/workflows.mts';
import { n8nVersions } from '../../../kit/n8n/versions.mts';
import { askAdmin, SandboxAdmin } from '../../../kit/sandbox/admin.mts';
import { withPublished } from '../../../kit/n8n/published.mts';
import type { Report } from '../../../kit/servers/receiver.mts';
import { startTimeoutMs } from '../../../kit/n8n/installation.mts';
import { reportingWorkflow, triggerType } from '../trigger/workflow.mts';
import { startTriggerWorld, type TriggerWorld } from '../trigger/world.mts';
import { decide, timesheets } from '../trigger/sandbox.mts';
import { savedRevision } from './stored.mts';
import { watchingWorkflow } from './workflow.mts';

jest.setTimeout(600_000);

/** The trigger's polls are that far apart, at the full fives of seconds. */
const POLL_MS = 5_000;

interface Live {
	shiftId: number;
	name: string;
	startTime: string;
	endTime: string;
	timeIn: string | null;
	timeOut: string | null;
}

describe.each(n8nVersions)('n8n %s', (version) => {
	let running: TriggerWorld | undefined;
	let credentials: Record<'liveops' | 'loginaudit' | 'webhook', SavedCredential>;
	const world = (): TriggerWorld => {
		if (!running) throw new Error(`n8n ${version} did not start.`);
		return running;
	};
	const ask = <T,>(method: string, path: string, body?: unknown): Promise<T> =>
		askAdmin(world().sandbox.url, method, path, body);

	beforeAll(async () => {
		running = await startTriggerWorld(version, { name: 'watch' });
		const make = async (key: 'liveops' | 'loginaudit' | 'webhook'): Promise<SavedCredential> =>
			await createSandboxCredential(world().session, world().sandbox, key);
		credentials = {
			liveops: await make('liveops'),
			loginaudit: await make('loginaudit'),
			webhook: await make('webhook'),
		};
	}, startTimeoutMs);

	afterAll(async () => await running?.stop());

	beforeEach(async () => {
		world().receiver.reports.length = 0;
		await ask('DELETE', '/faults');
	});

	const until = <T,>(what: string, probe: () => Promise<T | undefined | false> | T | undefined | false): Promise<T> =>
		waitFor<T>(what, probe, {
			explain: () =>
				`${JSON.stringify(world().receiver.reports)}\n${world().n8n.log().split('\n').slice(-20).join('\n')}`,
		});

	const reportsOf = (event: string): Report[] =>
		world().receiver.reports.filter(({ watch }) => (watch as Report | undefined)?.['event'] === event);

	const failLogin = async (email: string): Promise<number> =>
		(await ask<{ id: number }>('POST', '/loginaudit', { eventType: 2, email, ipAddress: '203.0.113.77' })).id;

	/** How many polls the service has refused since this row of its journal. One of them asks several times, within a second or two. */
	const refusedPolls = async (since: number): Promise<number> => {
		const refused = (await new SandboxAdmin(world().sandbox.url).requestsSince(since)).filter(
			({ status }) => status === 503,
		);
		return new Set(refused.map(({ at }) => Math.floor(Date.parse(at) / POLL_MS))).size;
	};

	const loginsOf = (email: string): Report[] =>
		reportsOf('login.failed').filter(({ emailAttempted }) => emailAttempted === email);

	/** The guard of a shift that has begun at least half an hour ago and has not ended. */
	async function runningShift(): Promise<Live> {
		const { now } = await ask<{ now: string }>('GET', '/state');
		const at = Date.parse(now);
		const shift = (await ask<Live[]>('GET', '/live')).find(
			({ startTime, endTime, timeIn, timeOut }) =>
				Date.parse(startTime) < at - 1_800_000 && Date.parse(endTime) > at + 1_800_000 && timeIn && !timeOut,
		);
		if (shift === undefined) throw new Error('No guard is on duty.');
		return shift;
	}

	const logins = (): Parameters<typeof watchingWorkflow>[1][number] => ({
		name: 'Logins',
		credential: credentials.loginaudit,
		parameters: { event: 'login.failed' },
	});

	test('a poll finds a late guard, beside a webhook trigger in the same workflow, and neither disturbs the other', async () => {
		const { session, receiver, sandbox } = world();
		const shift = await runningShift();
		const webhook = { name: 'Event', webhookId: `beside-${version}`, credential: credentials.webhook };
		const [trigger] = reportingWorkflow(receiver.url, {
			...webhook,
			parameters: { events: ['timesheet.approve'] },
		}).nodes;
		if (trigger?.type !== triggerType) throw new Error('The webhook trigger is missing.');
		const late = {
			name: 'Late',
			credential: credentials.liveops,
			parameters: { event: 'shift.notClockedIn', filters: { fullName: shift.name } },
		};
		const [first, second] = await timesheets(sandbox, 2);
		const approve = async (id: number | undefined): Promise<void> => {
			await decide(sandbox, id ?? 0, 'approve');
			await until('the approved timesheet', () => receiver.reports.some(({ timesheetId }) => timesheetId === id));
		};
		await withPublished(session, watchingWorkflow(receiver.url, [late], [trigger]), async () => {
			await approve(first);
			await ask('POST', `/live/${shift.shiftId}/absent`);
			const [report] = await until('the late guard', () => {
				const reports = reportsOf('shift.notClockedIn').filter(({ shiftId }) => shiftId === shift.shiftId);
				return reports.length > 0 && reports;
			});
			expect(report).toMatchObject({
				name: shift.name,
				watch: { key: expect.stringMatching(new RegExp(`^shift\\.notClockedIn:${shift.shiftId}\\.`)) },
			});
			await approve(second);
			await ask('POST', `/live/${shift.shiftId}/clockin`);
		});
		expect(reportsOf('shift.notClockedIn').filter(({ shiftId }) => shiftId === shift.shiftId)).toHaveLength(1);
	});

	test('a node that was given another name goes on where it was, also over a death of n8n', async () => {
		const { session, receiver } = world();
		await withPublished(session, watchingWorkflow(receiver.url, [logins()]), async (id) => {
			const known = await savedRevision(session, id);
			await failLogin('named@example.com');
			await until('the login of before', () => loginsOf('named@example.com').length > 0);
			// A state that n8n hasn't saved dies with it.
			await until('n8n to have saved it', async () => (await savedRevision(session, id)) > known);
			const renamed = watchingWorkflow(receiver.url, [{ ...logins(), name: 'Sign-ins' }]);
			const [node, ...others] = renamed.nodes;
			if (node === undefined) throw new Error('The trigger is missing.');
			const file = { ...renamed, nodes: [{ ...node, id: 'node-Logins' }, ...others] };
			await updateWorkflow(session, await getWorkflow(session, id), file);
			await publish(session, id);
			await world().kill();
			const missed = await failLogin('renamed@example.com');
			await world().startAgain();
			await until('the login of while n8n was off', () => loginsOf('renamed@example.com').length > 0);
			expect(loginsOf('renamed@example.com')).toEqual([
				expect.objectContaining({ id: missed, watch: expect.not.objectContaining({ redelivered: true }) }),
			]);
			// What was saved may be that it is yet to be reported: then it comes once more, marked.
			const again = loginsOf('named@example.com').slice(1);
			expect(again.map(({ watch }) => (watch as Report)['redelivered'])).toEqual(again.map(() => true));
		});
	});

	test('a service that is down while n8n starts: the trigger works when it returns, without anybody', async () => {
		const { session, receiver, sandbox } = world();
		await withPublished(session, watchingWorkflow(receiver.url, [logins()]), async () => {
			await failLogin('before@example.com');
			await until('the login of before', () => loginsOf('before@example.com').length > 0);
			await ask('POST', '/faults', { path: '/', status: 503, times: null });
			await world().kill();
			const down = await new SandboxAdmin(sandbox.url).mark();
			const missed = await failLogin('while-down@example.com');
			await world().startAgain();
			// Five polls are what n8n 2.41 tries before it gives up a trigger whose polls throw.
			await until('the fifth poll that the service refused', async () => (await refusedPolls(down)) >= 5);
			expect(loginsOf('while-down@example.com')).toEqual([]);
			await ask('DELETE', '/faults');
			const [report] = await until('the login of the outage', () => {
				const reports = loginsOf('while-down@example.com');
				return reports.length > 0 && reports;
			});
			expect(report).toMatchObject({ id: missed, watch: { key: `login.failed:${missed}` } });
		});
	});
});
