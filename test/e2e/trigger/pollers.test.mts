// Our trigger beside others that write the workflow's static data back as they knew it, in real n8n: every genuine
// delivery must run, every forged one must get 403, and nothing may stay on.
import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { waitFor } from '../../../kit/lib/wait.mts';
import { createCredential, type SavedCredential } from '../../../kit/n8n/credentials.mts';
import { listExecutions } from '../../../kit/n8n/executions.mts';
import { credentialData, credentialType } from '../../../kit/n8n/sandboxCredentials.mts';
import { newestVersion } from '../../../kit/n8n/versions.mts';
import {
	createWorkflow,
	getWorkflow,
	publish,
	unpublish,
	updateWorkflow,
	type WorkflowFile,
	type WorkflowNode,
} from '../../../kit/n8n/workflows.mts';
import { startTimeoutMs } from '../../../kit/n8n/installation.mts';
import { beside, type Feed, feedTrigger, scheduleTrigger, startFeed, withoutOurs } from './poller.mts';
import { active, decide, deliveries, failEverything, forge, heal, timesheets } from './sandbox.mts';
import { reportingWorkflow } from './workflow.mts';
import { startTriggerWorld, type TriggerWorld } from './world.mts';

jest.setTimeout(900_000);

describe(`n8n ${newestVersion()}`, () => {
	let running: TriggerWorld | undefined;
	let feed: Feed;
	let credential: SavedCredential;
	const world = (): TriggerWorld => {
		if (!running) throw new Error('n8n did not start.');
		return running;
	};

	beforeAll(async () => {
		feed = await startFeed();
		running = await startTriggerWorld(newestVersion(), { ratePerMinute: 1000, name: 'pollers' });
		credential = await createCredential(world().session, 'Plenty', credentialType, {
			...credentialData(world().sandbox, 'webhook'),
			requestsPerMinute: 1000,
		});
	}, startTimeoutMs);

	afterAll(async () => {
		await running?.stop();
		await feed.close();
	});

	const until = <T,>(what: string, probe: () => Promise<T | undefined | false> | T | undefined | false): Promise<T> =>
		waitFor<T>(what, probe, {
			explain: () => world().n8n.log().split('\n').slice(-20).join('\n'),
		});

	let schedule: WorkflowNode | undefined;

	/** The workflow of one sequence, its own trigger with these parameters. */
	function workflowOf(name: string, parameters: Record<string, unknown> = {}): WorkflowFile {
		const ours = reportingWorkflow(world().receiver.url, {
			name: 'Event',
			webhookId: `beside-${name}`,
			credential,
			parameters: { events: ['timesheet.approve'], ...parameters },
		});
		return beside(ours, name === 'schedule' ? (schedule ??= scheduleTrigger()) : feedTrigger(feed));
	}

	const rotating = { options: { rotateSecretOnActivation: true } };

	/** What is done to a workflow: its first version, and the second, where there is one. */
	const sequences: Record<string, { first: () => WorkflowFile; second?: () => WorkflowFile; down?: true }> = {
		together: { first: () => workflowOf('together') },
		rotated: { first: () => workflowOf('rotated'), second: () => workflowOf('rotated', rotating) },
		'event-added': {
			first: () => workflowOf('event-added', { events: ['timesheet.reject'] }),
			second: () => workflowOf('event-added', { events: ['timesheet.reject', 'timesheet.approve'] }),
		},
		'ours-added': { first: () => withoutOurs(workflowOf('ours-added')), second: () => workflowOf('ours-added') },
		'service-down': { first: () => workflowOf('service-down'), down: true },
		schedule: { first: () => workflowOf('schedule'), second: () => workflowOf('schedule', rotating) },
	};
	const names = Object.keys(sequences);
	const polling = names.filter((name) => name !== 'schedule');

	const ids = new Map<string, string>();
	const idOf = (name: string): string => ids.get(name) ?? '';

	async function begin(name: string): Promise<void> {
		const { first, down } = sequences[name] ?? {};
		if (first === undefined) return;
		const { id } = await createWorkflow(world().session, first());
		ids.set(name, id);
		if (down) await failEverything(world().sandbox);
		const said = await publish(world().session, id).then(
			() => 'published',
			() => 'not published',
		);
		expect({ name, said }).toEqual({ name, said: down ? 'not published' : 'published' });
		if (down) await heal(world().sandbox);
	}

	async function change(name: string): Promise<void> {
		const { second, down } = sequences[name] ?? {};
		const id = idOf(name);
		if (second) await updateWorkflow(world().session, await getWorkflow(world().session, id), second());
		if (second ?? down) await publish(world().session, id);
	}

	const runsOfOthers = async (name: string): Promise<number> =>
		(await listExecutions(world().session, idOf(name))).filter(({ mode }) => mode === 'trigger').length;

	/** Has the other triggers of these workflows find something, and waits until each has written it down. */
	async function find(some: string[]): Promise<void> {
		const before = new Map(await Promise.all(some.map(async (name) => [name, await runsOfOthers(name)] as const)));
		feed.add();
		for (const name of some)
			await until(`a finding in ${name}`, async () => (await runsOfOthers(name)) > (before.get(name) ?? 0));
	}

	const subscriptionsOf = async (name: string): ReturnType<typeof active> =>
		(await active(world().sandbox)).filter(({ uri }) => uri.includes(`/beside-${name}/`));

	/** One event for everybody: what each workflow answers to the genuine delivery and to forged ones. */
	async function answers(): Promise<Record<string, unknown>> {
		const [timesheetId] = await timesheets(world().sandbox, 1);
		const { deliveries: made } = await decide(world().sandbox, timesheetId ?? 0, 'approve');
		const before = world().receiver.reports.length;
		const all = await until('every delivery', async () => {
			const rows = (await deliveries(world().sandbox)).filter(({ id }) => made.includes(id));
			return rows.length === made.length && rows.every(({ attempts }) => attempts.length > 0) ? rows : undefined;
		});
		const answered = all.filter(({ attempts }) => attempts[0]?.statusCode === 200).length;
		await until('the runs', () => world().receiver.reports.length >= before + answered);
		return Object.fromEntries(
			await Promise.all(
				names.map(async (name) => {
					const approve = (await subscriptionsOf(name)).find(({ event }) => event === 'approve');
					const genuine = all
						.filter(({ subscriptionId }) => subscriptionId === approve?.id)
						.map(({ attempts }) => attempts.map(({ statusCode }) => statusCode));
					const forged = await Promise.all(
						(['signature', 'body'] as const).map(
							async (mutation) => (await forge(world().sandbox, approve?.id ?? 0, mutation)).status,
						),
					);
					return [name, { genuine: genuine.flat(), forged }];
				}),
			),
		);
	}

	const right = Object.fromEntries(names.map((name) => [name, { genuine: [200], forged: [403, 403] }]));

	test('whatever they write back, also after n8n has started again: genuine deliveries run, forged ones are refused, nothing stays on', async () => {
		await begin('schedule');
		await world().kill();
		await world().startAgain();
		for (const name of polling) await begin(name);
		await find(polling);
		for (const name of names) await change(name);
		await find(names);
		expect(await answers()).toEqual(right);

		await world().kill();
		await world().startAgain();
		await find(polling);
		expect(await answers()).toEqual(right);

		for (const name of names) await unpublish(world().session, idOf(name));
		expect(await active(world().sandbox)).toEqual([]);
	});
});
