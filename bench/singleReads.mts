// 50 single records at 300 ms latency in real n8n: one after another, ours, and everything at once.
import { askAdmin } from '../kit/sandbox/admin.mts';
import type { Sandbox } from '../sandbox/index.mts';
import type { SavedCredential } from '../kit/n8n/credentials.mts';
import { createWorkflow, type WorkflowFile, type WorkflowNode } from '../kit/n8n/workflows.mts';
import { listPath } from './lib/list.mts';
import { inTurns, median, seconds, table, times } from './lib/measure.mts';
import { chain, httpRequest, kinds, looped, node, start } from './lib/nodes.mts';
import { inPlace, timed, withN8n, type Running } from './lib/place.mts';
import type { Bench } from './lib/report.mts';
import { saveCredential, unlimited, withSandbox } from './lib/service.mts';

const reads = 50;
const latencyMs = 300;
const rounds = 2;

const labels = {
	loop: 'HTTP Request in a Loop Over Items: one after another',
	ours: 'our node: side by side',
	all: 'HTTP Request as it comes: all at once',
};
type Candidate = keyof typeof labels;
const candidates = Object.keys(labels) as Candidate[];

/** A start that puts out the ids, one item each. */
const ids = (numbers: readonly number[]): WorkflowNode[] => [
	start(),
	node('Ids', kinds.set, { mode: 'raw', jsonOutput: JSON.stringify({ id: numbers }), options: {} }),
	node('Each', kinds.splitOut, { fieldToSplitOut: 'id', options: {} }),
];

function workflows(sandbox: Sandbox, credential: SavedCredential, numbers: number[]): Record<Candidate, WorkflowFile> {
	const http = httpRequest(`=${sandbox.url}${listPath}/{{ $json.id }}`, credential);
	const parameters = { resource: 'timesheet', operation: 'get', timesheetId: '={{ $json.id }}', simplify: false };
	return {
		loop: looped('Loop', ...ids(numbers), http),
		ours: chain('Ours', ...ids(numbers), node('Work', kinds.ours, parameters, credential)),
		all: chain('All at once', ...ids(numbers), http),
	};
}

async function measure(n8n: Running, sandbox: Sandbox): Promise<Record<Candidate, number[]>> {
	const credential = await saveCredential(n8n, sandbox, 'timesheet');
	const approved = `/timesheets?status=Approved&limit=${reads}`;
	const state = await askAdmin<Array<{ timesheetId: number }>>(sandbox.url, 'GET', approved);
	const numbers = state.map(({ timesheetId }) => timesheetId);
	if (numbers.length !== reads) throw new Error(`There are ${numbers.length} timesheets to read instead of ${reads}.`);
	const save = async (files: Record<Candidate, WorkflowFile>): Promise<Record<Candidate, string>> => {
		const saved = {} as Record<Candidate, string>;
		for (const name of candidates) saved[name] = (await createWorkflow(n8n.session, files[name])).id;
		return saved;
	};
	const small = await save(workflows(sandbox, credential, numbers.slice(0, 2)));
	const whole = await save(workflows(sandbox, credential, numbers));
	for (const name of candidates) await timed(n8n, small[name]);
	const fault = { path: `${listPath}/`, delayMs: latencyMs, times: null };
	await askAdmin(sandbox.url, 'POST', '/faults', fault);
	return await inTurns(candidates, rounds, async (name) => {
		const { ms, read } = await timed(n8n, whole[name]);
		const { outputs, error } = await read();
		const got = outputs['Work']?.length ?? 0;
		if (error || got !== reads) throw new Error(`${got} of ${reads} records were read: ${error?.message ?? ''}`);
		return ms;
	});
}

function describe(results: Record<Candidate, number[]>): string {
	const slow = median(results.loop);
	const rows = candidates.map((name) => [
		labels[name],
		seconds(median(results[name])),
		times(median(results[name]) / slow),
	]);
	return `${reads} timesheets by their id, each answer ${latencyMs} ms late, in one process of n8n after a warm-up, ${rounds} rounds; the time of
n8n's execution. One after another can't take less than ${seconds(reads * latencyMs)}, five side by side not less than ${seconds((reads / 5) * latencyMs)}. Sending everything at once
is quicker for as long as the service takes it: the HTTP Request node knows no limit, and item 61 is refused (see C).

${table(['What', 'Time', 'Ratio'], rows)}`;
}

export const singleReads: Bench = {
	letter: 'b',
	title: `${reads} single reads at ${latencyMs} ms latency`,
	rooms: ['operations', 'transport'],
	run: () =>
		withSandbox({ ratePerMinute: unlimited }, (sandbox) =>
			inPlace((place) => withN8n(place, async (n8n) => describe(await measure(n8n, sandbox)))),
		),
};
