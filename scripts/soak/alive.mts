// The recipes, published in real n8n beside a sandbox whose simulated day runs sixty times as fast; n8n's `Date`
// follows it. Timers are real, so hourly or nightly schedules may not come up in time: those workflows are also
// started by hand. Passes if no execution failed, no delivery was abandoned, and the service refused and failed
// nothing.
import { askAdmin } from '../../kit/sandbox/admin.mts';
import { startSandbox, type Sandbox } from '../../sandbox/index.mts';
import type { JournalRow } from '../../sandbox/server/journal.mts';
import { signedIn } from '../../kit/n8n/owner.mts';
import { inInstallation } from '../../kit/n8n/installation.mts';
import { startMailbox, type Mailbox } from '../../kit/servers/mailbox.mts';
import { clockEnvironment } from '../../kit/n8n/clock.mts';
import { createMailCredential, type SavedCredential } from '../../kit/n8n/credentials.mts';
import { listExecutions, readExecution, runByHand, type ExecutionSummary } from '../../kit/n8n/executions.mts';
import { startN8n, type RunningN8n } from '../../kit/n8n/process.mts';
import { allRecipes, withAccounts } from '../../kit/n8n/recipes.mts';
import type { N8nSession } from '../../kit/n8n/rest.mts';
import { createSandboxCredential, credentialKinds } from '../../kit/n8n/sandboxCredentials.mts';
import { newestVersion } from '../../kit/n8n/versions.mts';
import {
	createWorkflow,
	publish,
	type SavedWorkflow,
	type WorkflowFile,
	type WorkflowNode,
} from '../../kit/n8n/workflows.mts';

const pace = 60;
const seed = 1;
const lookEveryMs = 15_000;
const byHandEveryMs = 120_000;
const settleMs = 120_000;
const unfinished = new Set(['new', 'running', 'waiting']);

interface World {
	sandbox: Sandbox;
	sandboxLog: string[];
	n8n: RunningN8n;
	session: N8nSession;
	mailbox: Mailbox;
	smtp: SavedCredential;
}

const startWorld = (version: string): Promise<World & { stop: () => Promise<void> }> =>
	inInstallation('soak', version, async ({ install, userFolder, stops }) => {
		const mailbox = await startMailbox();
		stops.add(() => mailbox.close());
		const sandboxLog: string[] = [];
		const sandbox = await startSandbox({ alive: seed, pace, log: (line) => sandboxLog.push(line) });
		stops.add(() => sandbox.close());
		const n8n = await startN8n({ install, userFolder, env: await clockEnvironment(sandbox.url) });
		stops.add(() => n8n.stop());
		const session = await signedIn(n8n);
		for (const kind of credentialKinds) await createSandboxCredential(session, sandbox, kind);
		const smtp = await createMailCredential(session, mailbox.port);
		return { sandbox, sandboxLog, n8n, session, mailbox, smtp };
	});

/** The recipe as it is, with the mailbox for mail and a stand-in for Slack, which takes every message. */
function withStandIns(file: WorkflowFile, smtp: SavedCredential): WorkflowFile {
	const replace = (node: WorkflowNode): WorkflowNode => {
		if (node.type !== 'n8n-nodes-base.slack') return node;
		const { credentials: _credentials, ...rest } = node;
		return {
			...rest,
			type: 'n8n-nodes-base.set',
			typeVersion: 3.4,
			parameters: { mode: 'raw', jsonOutput: '{ "ok": true }', options: {} },
		};
	};
	const mailing = withAccounts(file, { smtp });
	return { ...mailing, nodes: mailing.nodes.map(replace) };
}

const admin = <T,>(sandbox: Sandbox, path: string): Promise<T> => askAdmin<T>(sandbox.url, 'GET', path);

/** Lets running work end: nothing new happens, in the sandbox or by its webhooks. */
async function endDay(sandbox: Sandbox): Promise<void> {
	await askAdmin(sandbox.url, 'POST', '/alive', { on: false });
}

interface Published {
	workflow: SavedWorkflow;
	/** Its schedule, if it has one. */
	schedule: string | undefined;
}

async function publishRecipes({ session, smtp }: World, say: (line: string) => void): Promise<Published[]> {
	const published: Published[] = [];
	for (const { name, workflow } of allRecipes()) {
		if (workflow.nodes.some(({ type }) => /^n8n-nodes-base\.(googleSheets|postgres)$|\.lmChat/.test(type))) {
			say(`Left out, because it needs a Google account, a database or a model: ${name}`);
			continue;
		}
		const saved = await createWorkflow(session, withStandIns(workflow, smtp));
		await publish(session, saved.id);
		const schedule = workflow.nodes.find(({ type }) => type === 'n8n-nodes-base.scheduleTrigger')?.name;
		published.push({ workflow: saved, schedule });
	}
	say(`Published: ${published.map(({ workflow }) => workflow.name).join(', ')}`);
	return published;
}

const sum = <Key,>(counts: Map<Key, number>, key: Key): void => void counts.set(key, (counts.get(key) ?? 0) + 1);
const told = (counts: ReadonlyMap<unknown, number>): string =>
	[...counts]
		.sort(([a], [b]) => String(a).localeCompare(String(b)))
		.map(([key, count]) => `${String(key)} ${count}`)
		.join(', ') || 'none';

/** The result in lines, and whether everything went as intended. */
async function judge(world: World, seen: ReadonlyMap<string, ExecutionSummary>, names: ReadonlyMap<string, string>) {
	const { sandbox, session, n8n, sandboxLog, mailbox } = world;
	const lines: string[] = [];
	const wrong: string[] = [];
	const byWorkflow = new Map<string, Map<string, number>>();
	for (const { id, workflowId, status } of seen.values()) {
		const name = names.get(workflowId) ?? workflowId;
		const counts = byWorkflow.get(name) ?? new Map<string, number>();
		sum(counts, status);
		byWorkflow.set(name, counts);
		if (status === 'success') continue;
		const { error } = await readExecution(session, id);
		wrong.push(
			`execution ${id} of ${name}: ${status} at ${error?.node ?? '?'}: ${error?.message ?? ''} ${error?.description ?? ''}`,
		);
	}
	for (const [name, counts] of byWorkflow) lines.push(`  ${name}: ${told(counts)}`);
	const kinds = new Map<string, number>();
	for (const { kind } of await admin<Array<{ kind: string }>>(sandbox, '/happenings')) sum(kinds, kind);
	const statuses = new Map<number | null, number>();
	for (const { status, reason, path } of await admin<JournalRow[]>(sandbox, '/requests')) {
		sum(statuses, status);
		if (status !== 200) wrong.push(`request ${path}: ${status ?? 'no answer'} ${reason ?? ''}`);
	}
	const deliveries = new Map<string, number>();
	for (const { id, status, attempts } of await admin<
		Array<{ id: number; status: string; attempts: Array<{ statusCode: number | null; error: string | null }> }>
	>(sandbox, '/deliveries?limit=100000')) {
		sum(deliveries, status);
		if (status !== 'Delivered') wrong.push(`delivery ${id}: ${status} ${JSON.stringify(attempts.at(-1) ?? {})}`);
		else if (attempts.length > 1) lines.push(`  delivery ${id} was accepted at attempt ${attempts.length}`);
	}
	for (const line of sandboxLog) if (/^(failed|the day)/.test(line)) wrong.push(`sandbox: ${line}`);
	for (const line of n8n.log().split('\n'))
		if (/\b(error|exception|rejection)\b/i.test(line)) wrong.push(`n8n's log: ${line}`);
	lines.push(
		`Happenings: ${told(kinds)}`,
		`Requests by status: ${told(statuses)}`,
		`Deliveries: ${told(deliveries)}`,
		`Mails: ${mailbox.mails.length}`,
	);
	return { lines, wrong };
}

export async function soak(minutes: number, say: (line: string) => void): Promise<boolean> {
	const version = newestVersion();
	say(`Preparing n8n ${version} and the sandbox …`);
	const world = await startWorld(version);
	try {
		const { session, sandbox } = world;
		const published = await publishRecipes(world, say);
		const names = new Map(published.map(({ workflow }) => [workflow.id, workflow.name]));
		const began = await admin<{ now: string }>(sandbox, '/clock');
		say(
			`Running for ${minutes} minutes, ${(minutes * pace) / 60} sandbox hours, from ${began.now} with the seed ${seed}.`,
		);
		const seen = new Map<string, ExecutionSummary>();
		const look = async (): Promise<void> => {
			for (const { workflow } of published) {
				const listed = await listExecutions(session, workflow.id);
				for (const execution of listed) seen.set(execution.id, execution);
				// For recipes that run often, n8n keeps only failed runs: a missing one has succeeded.
				for (const execution of seen.values())
					if (
						execution.workflowId === workflow.id &&
						unfinished.has(execution.status) &&
						!listed.some(({ id }) => id === execution.id)
					)
						seen.set(execution.id, { ...execution, status: 'success' });
			}
		};
		const end = performance.now() + minutes * 60_000;
		let byHandAt = performance.now() + byHandEveryMs / 2;
		while (performance.now() < end) {
			await new Promise((resolve) => setTimeout(resolve, lookEveryMs));
			await look();
			if (performance.now() < byHandAt) continue;
			byHandAt = performance.now() + byHandEveryMs;
			for (const { workflow, schedule } of published) {
				if (schedule === undefined) continue;
				const run = await runByHand(session, workflow.id, schedule, 10 * 60_000);
				seen.set(run.id, { id: run.id, status: run.status, mode: run.mode, workflowId: workflow.id });
			}
		}
		await endDay(sandbox);
		const settled = performance.now() + settleMs;
		do {
			await new Promise((resolve) => setTimeout(resolve, 2000));
			await look();
		} while ([...seen.values()].some(({ status }) => unfinished.has(status)) && performance.now() < settled);
		const { lines, wrong } = await judge(world, seen, names);
		const now = await admin<{ now: string }>(sandbox, '/clock');
		say([`Until ${now.now}. Executions:`, ...lines].join('\n'));
		say(
			wrong.length === 0 ? 'No problems found.' : [`${wrong.length} problems found:`, ...wrong.slice(0, 60)].join('\n'),
		);
		return wrong.length === 0;
	} finally {
		await world.stop();
	}
}
