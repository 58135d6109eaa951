// Signed deliveries: our trigger against the nodes that check a signature in n8n without it.
import type { Sandbox } from '../sandbox/index.mts';
import { waitFor } from '../kit/lib/wait.mts';
import type { SavedCredential } from '../kit/n8n/credentials.mts';
import {
	createWorkflow,
	deleteWorkflow,
	publish,
	unpublish,
	type WorkflowFile,
	type WorkflowNode,
} from '../kit/n8n/workflows.mts';
import type { SandboxAdmin } from '../kit/sandbox/admin.mts';
import { signingSecrets } from '../kit/n8n/published.mts';
import { inTurns, median, millis, table, times } from './lib/measure.mts';
import { chain, kinds, node } from './lib/nodes.mts';
import { inPlace, withN8n, type Running } from './lib/place.mts';
import type { Bench } from './lib/report.mts';
import { deliveries, send } from './lib/sender.mts';
import { saveCredential, unlimited, withSandbox } from './lib/service.mts';
import { processorMs } from './lib/vitals.mts';

const each = 80;
const atOnce = 10;
const rounds = 4;
const warmUp = 30;
/** n8n's setting to set up isolates only where an expression needs one. */
const lazy = 'N8N_EXPRESSION_ENGINE_LAZY_ACQUIRE';
const secretOfTheirs = 'a-secret-that-the-service-would-have-made';

const labels = {
	check: 'Webhook, Crypto, If',
	expression: 'the same with an expression in the Webhook node',
	checkOnce: 'Webhook, Crypto, If, Remove Duplicates',
	plain: 'our trigger, Drop Duplicates off',
	once: 'our trigger as it comes',
};
type Candidate = keyof typeof labels;
const candidates = Object.keys(labels) as Candidate[];

interface Target {
	workflowId: string;
	url: string;
	secret: string;
}

/** The raw body goes to Crypto as a file, since a signature is over the bytes. */
function check(path: string, dropDuplicates: boolean, options: Record<string, unknown> = {}): WorkflowFile {
	const condition = {
		id: 'same',
		leftValue: '={{ $json.expected }}',
		rightValue: '={{ $json.headers["webhooks-signature"] }}',
		operator: { type: 'string', operation: 'equals' },
	};
	const nodes: WorkflowNode[] = [
		{
			...node('Webhook', kinds.webhook, { httpMethod: 'POST', path, options: { rawBody: true, ...options } }),
			webhookId: path,
		},
		node('Crypto', kinds.crypto, {
			action: 'hmac',
			binaryData: true,
			binaryPropertyName: 'data',
			type: 'SHA256',
			dataPropertyName: 'expected',
			secret: secretOfTheirs,
			encoding: 'hex',
		}),
		node('If', kinds.if, {
			conditions: { options: { version: 2 }, conditions: [condition], combinator: 'and' },
			options: {},
		}),
	];
	const seen = {
		operation: 'removeItemsSeenInPreviousExecutions',
		logic: 'removeItemsWithAlreadySeenKeyValues',
		dedupeValue: '={{ $json.expected }}',
		options: { historySize: 2000 },
	};
	if (dropDuplicates) nodes.push(node('Remove Duplicates', kinds.removeDuplicates, seen));
	return chain(path, ...nodes, node('Work', kinds.noOp));
}

const ours = (name: string, credential: SavedCredential, deduplicate: boolean): WorkflowFile => {
	const parameters = { events: ['timesheet.approve'], options: deduplicate ? {} : { deduplicate } };
	return chain(
		name,
		{ ...node('Trigger', kinds.ourTrigger, parameters, credential), webhookId: name },
		node('Work', kinds.noOp),
	);
};

async function addTheirs({ session, url }: Running, file: WorkflowFile): Promise<Target> {
	const { id } = await createWorkflow(session, file);
	await publish(session, id);
	return { workflowId: id, url: `${url}/webhook/${file.name}`, secret: secretOfTheirs };
}

/** The address and the secret that the trigger got from the service when it was published. */
async function addOurs({ session, url }: Running, admin: SandboxAdmin, file: WorkflowFile): Promise<Target> {
	const before = new Set((await admin.activeSubscriptions(url)).map(({ id }) => id));
	const { id } = await createWorkflow(session, file);
	await publish(session, id);
	const mine = (await admin.activeSubscriptions(url)).find((subscription) => !before.has(subscription.id));
	const [secret] = await signingSecrets(session, id);
	if (!mine || !secret) throw new Error('The trigger has no subscription or no secret.');
	return { workflowId: id, url: mine.uri, secret };
}

/** Executions that have ended like this. */
async function ended({ session }: Running, { workflowId }: Target, ...status: string[]): Promise<number> {
	const filter = encodeURIComponent(JSON.stringify({ workflowId, status }));
	return (await session.request<{ count: number }>('GET', `/rest/executions?filter=${filter}&limit=1`)).count;
}

interface Rates {
	accepted: number;
	done: number;
	/** Of the executions that were started. */
	failed: number;
	/** Processor time of n8n for each delivery. */
	work: number | undefined;
}

async function measure(n8n: Running, target: Target, count = each): Promise<Rates> {
	const all = deliveries(count, target.secret);
	const failedBefore = await ended(n8n, target, 'error', 'crashed');
	const goal = (await ended(n8n, target, 'success', 'error', 'crashed')) + count;
	const workBefore = processorMs(n8n.pid);
	const begun = performance.now();
	const statuses = await send(target.url, all, atOnce);
	const accepted = performance.now() - begun;
	if (statuses.get(200) !== count) throw new Error(`Not every delivery was accepted: ${JSON.stringify([...statuses])}`);
	await waitFor(
		'every execution to end',
		async () => (await ended(n8n, target, 'success', 'error', 'crashed')) >= goal,
		{
			timeoutMs: 120_000,
			intervalMs: 50,
		},
	);
	const done = performance.now() - begun;
	const workAfter = processorMs(n8n.pid);
	const work = workBefore === undefined || workAfter === undefined ? undefined : (workAfter - workBefore) / count;
	const failed = (await ended(n8n, target, 'error', 'crashed')) - failedBefore;
	return { accepted: (count / accepted) * 1000, done: (count / done) * 1000, failed, work };
}

async function refusal(target: Target): Promise<string> {
	const status = await send(target.url, deliveries(1, `${target.secret}-wrong`), 1);
	return [...status.keys()].join();
}

interface Results {
	first: Record<Candidate, Rates>;
	rounds: Record<Candidate, Rates[]>;
	refusals: Record<Candidate, string>;
}

function tableOf({ first, rounds: results, refusals }: Results): string {
	const rate = (name: Candidate, field: 'accepted' | 'done'): number =>
		median(results[name].map((rates) => rates[field]));
	const work = (name: Candidate): string => {
		const values = results[name].map((rates) => rates.work);
		return values.includes(undefined) ? 'not told' : millis(median(values as number[]));
	};
	const rows = candidates.map((name) => [
		labels[name],
		rate(name, 'accepted').toFixed(0),
		times(rate(name, 'accepted') / rate('check', 'accepted')),
		rate(name, 'done').toFixed(0),
		times(rate(name, 'done') / rate('check', 'done')),
		work(name),
		`${results[name].reduce((sum, { failed }) => sum + failed, first[name].failed)} of ${warmUp + each * rounds}`,
		refusals[name],
	]);
	return table(
		[
			'What',
			'Accepted per second',
			'Ratio',
			'Done per second',
			'Ratio',
			'Processor time each',
			'Runs failed',
			'Forged',
		],
		rows,
	);
}

function describe(asItComes: Results, lazily: Results): string {
	return `Genuine deliveries, each with another content, ${each} a round and ${atOnce} at once, ${rounds} rounds in one process of n8n for each table, after a warm-up. Accepted:
answered with 200. Done: the execution that it started has ended and is saved. The processor time is that of n8n for each delivery;
other work on the computer changes it less than the rates. Failed runs are counted from the first delivery of the warm-up on. The last
column is what the sender of a wrong signature is told: the Webhook node answers before Crypto and If have looked, and n8n keeps an
execution of it; our trigger refuses, and nothing runs.

Before any trigger gets to see a request, n8n 2.41 sets up a fresh isolate for the expressions of its settings; there is just one
exception: its own Webhook node without an expression in its settings. The second row shows what that exception is worth.

${tableOf(asItComes)}

With \`${lazy}=true\` in n8n's environment an isolate is set up when the first expression needs one, so that a trigger and a workflow
without expressions need none:

${tableOf(lazily)}`;
}

async function run(n8n: Running, sandbox: Sandbox, admin: SandboxAdmin): Promise<Results> {
	const credential = await saveCredential(n8n, sandbox, 'webhook');
	const targets: Record<Candidate, Target> = {
		check: await addTheirs(n8n, check('check', false)),
		expression: await addTheirs(n8n, check('expression', false, { responseData: "={{ 'taken' }}" })),
		checkOnce: await addTheirs(n8n, check('check-once', true)),
		plain: await addOurs(n8n, admin, ours('plain', credential, false)),
		once: await addOurs(n8n, admin, ours('once', credential, true)),
	};
	const first = {} as Record<Candidate, Rates>;
	for (const name of candidates) first[name] = await measure(n8n, targets[name], warmUp);
	const results = await inTurns(candidates, rounds, (name) => measure(n8n, targets[name]));
	const refusals = {} as Record<Candidate, string>;
	for (const name of candidates) refusals[name] = await refusal(targets[name]);
	for (const { workflowId } of Object.values(targets)) {
		await unpublish(n8n.session, workflowId);
		// The addresses of their webhooks are wanted again in the next process.
		await deleteWorkflow(n8n.session, workflowId);
	}
	return { first, rounds: results, refusals };
}

export const signedDeliveries: Bench = {
	letter: 'd',
	title: 'Signed deliveries',
	rooms: ['trigger/receive', 'transport/http'],
	run: () =>
		withSandbox({ ratePerMinute: unlimited }, (sandbox, admin) =>
			inPlace(async (place) => {
				const measureAll = (n8n: Running): Promise<Results> => run(n8n, sandbox, admin);
				return describe(await withN8n(place, measureAll), await withN8n(place, measureAll, { [lazy]: 'true' }));
			}),
		),
};
