// The drill of docs/credentials.md, “When a key is replaced”, in real n8n with published triggers: nothing is lost, and only
// what still holds is told once more.
import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { replacementOf } from '../../../sandbox/core/keys.mts';
import { waitFor } from '../../../kit/lib/wait.mts';
import {
	createCredential,
	type CredentialData,
	type SavedCredential,
	testCredential,
	updateCredential,
} from '../../../kit/n8n/credentials.mts';
import { runByHand } from '../../../kit/n8n/executions.mts';
import { startTimeoutMs } from '../../../kit/n8n/installation.mts';
import { withPublished } from '../../../kit/n8n/published.mts';
import { credentialData, credentialType, keyTypes } from '../../../kit/n8n/sandboxCredentials.mts';
import { n8nVersions } from '../../../kit/n8n/versions.mts';
import { createWorkflow, manualStart, publish, unpublish } from '../../../kit/n8n/workflows.mts';
import { askAdmin, SandboxAdmin, tokenPath } from '../../../kit/sandbox/admin.mts';
import type { Report } from '../../../kit/servers/receiver.mts';
import { active, decide, timesheets } from '../trigger/sandbox.mts';
import { reportingWorkflow } from '../trigger/workflow.mts';
import { startTriggerWorld, type TriggerWorld } from '../trigger/world.mts';
import { AGAIN_AFTER_MS, failedRuns } from '../watch/again.mts';
import { watchingWorkflow } from '../watch/workflow.mts';

jest.setTimeout(600_000);

const LATE = 'shift.notClockedIn';

interface Live {
	shiftId: number;
	name: string;
	startTime: string;
	endTime: string;
	timeIn: string | null;
	timeOut: string | null;
}

/** The credentials of a drill: which fields of theirs hold which key. */
interface Drill {
	webhook: CredentialData;
	watch: CredentialData;
}

describe.each(n8nVersions)('n8n %s', (version) => {
	let running: TriggerWorld | undefined;
	const world = (): TriggerWorld => {
		if (!running) throw new Error(`n8n ${version} did not start.`);
		return running;
	};
	const ask = <T,>(method: string, path: string, body?: unknown): Promise<T> =>
		askAdmin(world().sandbox.url, method, path, body);

	// A world for each test: keys that were withdrawn stay so.
	beforeEach(async () => {
		running = await startTriggerWorld(version, { name: 'keys', clockGoesAlong: true });
	}, startTimeoutMs);

	afterEach(async () => await running?.stop());

	const until = <T,>(what: string, probe: () => Promise<T | undefined | false> | T | undefined | false): Promise<T> =>
		waitFor<T>(what, probe, {
			explain: () =>
				`${JSON.stringify(world().receiver.reports)}\n${world().n8n.log().split('\n').slice(-20).join('\n')}`,
		});

	/** Of a shift, since its guard may have another one: whether each report was handed over again. */
	const told = ({ shiftId }: Live): boolean[] =>
		world()
			.receiver.reports.filter((report) => report['shiftId'] === shiftId)
			.map(({ watch }) => (watch as Report)['redelivered'] === true);

	const approvals = (id: number): number =>
		world().receiver.reports.filter(({ timesheetId }) => timesheetId === id).length;

	/** Guards who are on duty, each with one shift, so that they can be late. */
	async function onDuty(count: number): Promise<Live[]> {
		const at = Date.parse((await ask<{ now: string }>('GET', '/state')).now);
		const all = (await ask<Live[]>('GET', '/live')).filter(
			({ startTime, endTime, timeIn, timeOut }) =>
				Date.parse(startTime) < at - 1_800_000 && Date.parse(endTime) > at + 1_800_000 && timeIn && !timeOut,
		);
		const guards = [...new Map(all.map((shift) => [shift.name, shift])).values()].slice(0, count);
		if (guards.length < count) throw new Error(`${guards.length} guards are on duty, and ${count} are needed.`);
		return guards;
	}

	async function approve(id: number | undefined): Promise<void> {
		await decide(world().sandbox, id ?? 0, 'approve');
		await until('the approved timesheet', () => approvals(id ?? 0) > 0);
	}

	async function goMissing(shift: Live): Promise<void> {
		await ask('POST', `/live/${shift.shiftId}/absent`);
		await until('the late guard', () => told(shift).length > 0);
	}

	const isValid = async (credential: SavedCredential): Promise<unknown[]> => {
		const { session } = world();
		const check = {
			id: 'check',
			name: 'Check',
			type: 'n8n-nodes-workforce-operations.workforceOperations',
			typeVersion: 1,
			position: [220, 0] as [number, number],
			parameters: { resource: 'apiKey', operation: 'check' },
			credentials: { [credentialType]: { id: credential.id, name: credential.name } },
		};
		const connections = { [manualStart.name]: { main: [[{ node: 'Check', type: 'main', index: 0 }]] } };
		const { id } = await createWorkflow(session, { name: 'Check', nodes: [manualStart, check], connections });
		const { outputs } = await runByHand(session, id, manualStart.name);
		return (outputs['Check'] ?? []).map(({ valid }) => valid);
	};

	/** The steps of the page, in its order. */
	async function follow(before: Drill, after: Drill): Promise<void> {
		const { session, receiver, sandbox } = world();
		const isOne = before.webhook === before.watch;
		const webhook = await createCredential(session, 'Webhooks', credentialType, before.webhook);
		const watch = isOne ? webhook : await createCredential(session, 'Watched', credentialType, before.watch);
		const [early, pending, late] = (await onDuty(3)) as [Live, Live, Live];
		const ids = await timesheets(sandbox, 4);
		const named = { name: 'Event', webhookId: `keys-${version}-${String(isOne)}`, credential: webhook };
		const trigger = reportingWorkflow(receiver.url, { ...named, parameters: { events: ['timesheet.approve'] } });
		const watching = watchingWorkflow(receiver.url, [
			{ name: 'Late', credential: watch, parameters: { event: LATE, startWith: 'new' } },
		]);
		await withPublished(session, watching, async () => {
			await withPublished(session, trigger, async (triggerId) => {
				await goMissing(early);
				await approve(ids[0]);
				receiver.refuses = ({ shiftId }) => shiftId === pending.shiftId;
				const failed = failedRuns(world().n8n.log());
				await goMissing(pending);
				await until('a run that failed', () => failedRuns(world().n8n.log()) > failed);
				receiver.refuses = () => false;

				// Steps 2 and 3: the new key, and the check.
				await updateCredential(session, webhook, after.webhook);
				if (!isOne) await updateCredential(session, watch, after.watch);
				expect(await testCredential(session, webhook)).toMatchObject({ status: 'OK' });
				for (const valid of [await isValid(webhook), await isValid(watch)])
					expect(valid).toEqual(valid.map(() => true));

				// Between: deliveries come in, the pending finding is handed over again, and a new one is told.
				await approve(ids[1]);
				await sandbox.advance(AGAIN_AFTER_MS);
				await until('the finding that was pending', () => told(pending).includes(true));
				await goMissing(late);

				// Steps 4 and 5: unpublished, published, tried.
				await unpublish(session, triggerId);
				expect(await active(sandbox)).toEqual([]);
				await publish(session, triggerId);
				expect((await active(sandbox)).map(({ event }) => event)).toEqual(['approve']);
				await approve(ids[2]);

				// Step 6: the old keys are withdrawn, and their tokens have ended.
				for (const type of keyTypes) await ask('POST', '/keys/withdraw', { apiKey: sandbox.keys[type] });
				await ask('POST', '/tokens/revoke');
				const admin = new SandboxAdmin(sandbox.url);
				const mark = await admin.mark();
				await approve(ids[3]);
				await until('a poll with the new key', async () =>
					(await admin.requestsSince(mark)).some(({ path, status }) => path.endsWith('/liveops') && status === 200),
				);
				const exchanges = (await admin.requestsSince(mark)).filter(({ path }) => path === tokenPath);
				expect(exchanges.filter(({ status }) => status !== 200)).toEqual([]);
			});
			expect(await active(sandbox)).toEqual([]);
		});
		expect(ids.map(approvals)).toEqual([1, 1, 1, 1]);
		// Who is still late is told once more under the new key; what its run had not taken comes again, marked.
		expect([early, late].map(told)).toEqual([[false, false], [false]]);
		expect(told(pending).toSorted()).toEqual([false, false, true]);
	}

	const data = (fields: (key: (type: (typeof keyTypes)[number]) => string) => CredentialData): CredentialData[] => {
		const { sandbox } = world();
		return [
			(type: (typeof keyTypes)[number]): string => sandbox.keys[type],
			(type: (typeof keyTypes)[number]): string => replacementOf(sandbox.keys[type]),
		].map((key) => ({ ...credentialData(sandbox, 'all'), separateKeys: false, ...fields(key) }));
	};

	test('credentials with one key', async () => {
		const [webhookBefore = {}, webhookAfter = {}] = data((key) => ({ apiKey: key('developer') }));
		const [watchBefore = {}, watchAfter = {}] = data((key) => ({ apiKey: key('liveops') }));
		await follow({ webhook: webhookBefore, watch: watchBefore }, { webhook: webhookAfter, watch: watchAfter });
	});

	test('one credential with separate keys', async () => {
		const [before = {}, after = {}] = data((key) => ({
			separateKeys: true,
			apiKey: key('developer'),
			timesheetKey: key('timesheet'),
			incidentReportKey: key('incidentreport'),
			liveOpsKey: key('liveops'),
			developerKey: key('developer'),
			webhookKey: key('webhook'),
			auditKey: key('loginaudit'),
		}));
		await follow({ webhook: before, watch: before }, { webhook: after, watch: after });
	});
});
