// Where recipes are tried: one n8n and one sandbox for all of them, and a mailbox for each.
import { expect } from '@jest/globals';
import { createMailCredential, type SavedCredential } from '../../../kit/n8n/credentials.mts';
import { finished, listExecutions, runByHand, type Execution } from '../../../kit/n8n/executions.mts';
import { readRecipe, withAccounts } from '../../../kit/n8n/recipes.mts';
import { waitFor } from '../../../kit/lib/wait.mts';
import {
	createWorkflow,
	deleteWorkflow,
	getWorkflow,
	unpublish,
	updateWorkflow,
	type PinData,
	type WorkflowNode,
} from '../../../kit/n8n/workflows.mts';
import { askAdmin } from '../../../kit/sandbox/admin.mts';
import { startTogether } from '../../../kit/lib/stops.mts';
import { freshCredentials, startWorld, type OwnWorld, type WorldOptions } from '../../../kit/n8n/world.mts';
import { startMailbox, type Mailbox } from '../../../kit/servers/mailbox.mts';
import type { LiveShift } from './results.mts';

export interface Surroundings {
	world: OwnWorld;
	mailbox: Mailbox;
	smtp: SavedCredential;
	/** From now on `mailbox` is another one, and `smtp` leads to it: what still comes for an earlier test arrives nowhere. */
	newMailbox: () => Promise<void>;
	/** Lets time pass, for the sandbox and for the package. */
	pass: (ms: number) => Promise<void>;
	/** The moment by the package's clock, in epoch milliseconds: an earlier test may have let time pass. */
	now: () => number;
	/** The sandbox's admin API. */
	admin: <T>(method: string, path: string, body?: unknown) => Promise<T>;
	stop: () => Promise<void>;
}

/** The sandbox's clock is this much behind n8n's and the package's, so that what happens there now was a while ago for a recipe. */
const behindMs = 20 * 60_000;

const HALF_HOUR_MS = 30 * 60_000;

/** All recipes share a key here, as nobody's do: with a key's own limit they would wait for each other, or fail. */
const today = (): WorldOptions => ({
	sandbox: { clockStart: new Date(Date.now() - behindMs), data: { timesheets: 60 }, ratePerMinute: 1000 },
	name: '-recipes',
	clockAheadMs: behindMs,
});

/** Another day, for n8n as well, with the data of `npm start`. */
export const onDay = (at: string): WorldOptions => ({
	sandbox: { clockStart: new Date(at), data: 'months', ratePerMinute: 100_000 },
	name: `-on-${at.slice(0, 10)}`,
	clockAheadMs: 0,
	clockOf: 'n8n',
});

export const openSurroundings = (version: string, options = today()): Promise<Surroundings> =>
	startTogether(async (stops) => {
		const world = await startWorld(version, { ...options, withoutEditor: true });
		stops.add(() => world.stop());
		await freshCredentials(world);
		const admin: Surroundings['admin'] = (method, path, body) =>
			askAdmin(world.sandbox.url, method, path, method === 'GET' ? undefined : (body ?? {}));
		const pass = (ms: number): Promise<void> => world.sandbox.advance(ms);
		const now = (): number => world.sandbox.now() + (options.clockAheadMs ?? 0);
		const surroundings = { world, admin, pass, now } as Surroundings;
		surroundings.newMailbox = async () => {
			await surroundings.mailbox?.close();
			surroundings.mailbox = await startMailbox();
			surroundings.smtp = await createMailCredential(world.session, surroundings.mailbox.port);
		};
		stops.add(() => surroundings.mailbox?.close());
		return surroundings;
	});

/** The shifts whose guard has been on duty for half an hour by the package's clock, and stays longer than a test lasts. */
export async function shiftsOnDuty<T extends LiveShift>({ admin, now }: Surroundings): Promise<T[]> {
	const at = now();
	const [begun, ending] = [at - HALF_HOUR_MS, at + behindMs];
	return (await admin<T[]>('GET', '/live')).filter(
		({ name, startTime, endTime, timeIn, timeOut }) =>
			name !== '' &&
			Date.parse(startTime) < begun &&
			timeIn !== null &&
			Date.parse(timeIn) < begun &&
			timeOut === null &&
			Date.parse(endTime) > ending,
	);
}

/** Imports the very file that people import, and removes it afterwards, whatever `work` did. */
export async function withRecipe(
	surroundings: Surroundings,
	name: string,
	work: (workflowId: string) => Promise<void>,
): Promise<void> {
	const { session } = surroundings.world;
	const { id } = await createWorkflow(session, withAccounts(readRecipe(name).workflow, { smtp: surroundings.smtp }));
	try {
		await work(id);
	} finally {
		if ((await getWorkflow(session, id)).active) await unpublish(session, id);
		await deleteWorkflow(session, id);
	}
}

/** Does what makes the service report something, and waits for the end of the run that this starts. */
export async function runStartedBy(
	{ world: { session, n8n } }: Surroundings,
	workflowId: string,
	what: () => Promise<unknown>,
): Promise<Execution> {
	const before = new Set((await listExecutions(session, workflowId)).map(({ id }) => id));
	await what();
	const started = await waitFor(
		'a run after a delivery',
		async () => (await listExecutions(session, workflowId)).find(({ id }) => !before.has(id)),
		{ explain: () => n8n.log().split('\n').slice(-15).join('\n') },
	);
	return finished(session, started.id);
}

/** Pins what a recipe needs somebody else's account for, in n8n's copy of it, and runs it as the editor does. */
export async function runPinned(
	{ world: { session } }: Surroundings,
	workflowId: string,
	trigger: string,
	pinData?: PinData,
): Promise<Execution> {
	if (pinData) {
		const saved = await getWorkflow(session, workflowId);
		await updateWorkflow(session, saved, { ...saved, pinData });
	}
	return runByHand(session, workflowId, trigger);
}

/** Lets a node for Microsoft Teams keep its message in an item in place of posting it: its expression runs in n8n all the same. */
export const keepMessage = (surroundings: Surroundings, workflowId: string, name: string): Promise<void> =>
	changeNode(surroundings, workflowId, name, ({ parameters, webhookId: _, ...node }) => {
		expect(node.type).toBe('n8n-nodes-base.microsoftTeams');
		const message = { id: 'message', name: 'message', type: 'string', value: parameters['message'] };
		return {
			...node,
			type: 'n8n-nodes-base.set',
			typeVersion: 3.4,
			parameters: { mode: 'manual', includeOtherFields: false, assignments: { assignments: [message] }, options: {} },
		};
	});

/** Changes a node in n8n's copy of a recipe, as its user does in the editor. */
export async function changeNode(
	{ world: { session } }: Surroundings,
	workflowId: string,
	name: string,
	change: (node: WorkflowNode) => WorkflowNode,
): Promise<void> {
	const saved = await getWorkflow(session, workflowId);
	const nodes = saved.nodes.map((node) => (node.name === name ? change(node) : node));
	await updateWorkflow(session, saved, { ...saved, nodes });
}
