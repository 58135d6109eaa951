// 10,000 timesheets in real n8n: our node against the HTTP Request node that follows the pages.
import type { Sandbox } from '../sandbox/index.mts';
import type { SavedCredential } from '../kit/n8n/credentials.mts';
import { createWorkflow, type WorkflowFile } from '../kit/n8n/workflows.mts';
import type { SandboxAdmin } from '../kit/sandbox/admin.mts';
import { listAddress, period } from './lib/list.mts';
import { inTurns, median, megabytes, seconds, table, times } from './lib/measure.mts';
import { peak, startPeak } from './lib/vitals.mts';
import { chain, httpWalk, kinds, node, start } from './lib/nodes.mts';
import { inPlace, timed, withN8n, type Place } from './lib/place.mts';
import { profiled, type Part } from './lib/profile.mts';
import type { Bench } from './lib/report.mts';
import { saveCredential, unlimited, withSandbox } from './lib/service.mts';

const count = 10_000;
const pageSize = 100;
const rounds = 3;

const labels = {
	http: 'HTTP Request with pagination, then Split Out',
	whole: 'our node, Simplify off (the same records)',
	simple: 'our node, Simplify on (as it comes)',
};
type Candidate = keyof typeof labels;
const candidates = Object.keys(labels) as Candidate[];

function byHttp(sandbox: Sandbox, credential: SavedCredential, pages?: number): WorkflowFile {
	return chain(
		'HTTP Request',
		start(),
		httpWalk(listAddress(sandbox, pageSize), credential, pages),
		node('Rows', kinds.splitOut, { fieldToSplitOut: 'data', options: {} }),
	);
}

function byOurs(credential: SavedCredential, simplify: boolean, limit?: number): WorkflowFile {
	const parameters = {
		resource: 'timesheet',
		operation: 'getAll',
		period: 'custom',
		...period,
		simplify,
		...(limit === undefined ? { returnAll: true } : { returnAll: false, limit }),
		advanced: { pageSize },
	};
	return chain('Ours', start(), node('Rows', kinds.ours, parameters, credential));
}

interface Prepared {
	small: string;
	whole: string;
}

/** For each candidate a workflow that reads everything, and one that reads a page to get n8n going. */
async function prepare(place: Place, sandbox: Sandbox): Promise<Record<Candidate, Prepared>> {
	return await withN8n(place, async (n8n) => {
		const credential = await saveCredential(n8n, sandbox, 'timesheet');
		const save = async (file: WorkflowFile): Promise<string> => (await createWorkflow(n8n.session, file)).id;
		const both = async (small: WorkflowFile, whole: WorkflowFile): Promise<Prepared> => ({
			small: await save(small),
			whole: await save(whole),
		});
		return {
			http: await both(byHttp(sandbox, credential, 1), byHttp(sandbox, credential)),
			whole: await both(byOurs(credential, false, 50), byOurs(credential, false)),
			simple: await both(byOurs(credential, true, 50), byOurs(credential, true)),
		};
	});
}

interface Figures {
	ms: number;
	peak: number | undefined;
	above: number | undefined;
	requests: number;
}

async function measure(place: Place, admin: SandboxAdmin, { small, whole }: Prepared): Promise<Figures> {
	return await withN8n(place, async (n8n) => {
		await timed(n8n, small);
		const before = startPeak(n8n.pid);
		const mark = await admin.mark();
		const { ms, read } = await timed(n8n, whole);
		const most = peak(n8n.pid);
		const requests = (await admin.requestsSince(mark)).length;
		const { outputs, error } = await read();
		if (error) throw new Error(`The run failed: ${error.message}`);
		const rows = outputs['Rows'] ?? [];
		if (new Set(rows.map(({ timesheetId }) => timesheetId)).size !== count)
			throw new Error(`${rows.length} records came instead of ${count}.`);
		return { ms, requests, peak: most, above: before === undefined || most === undefined ? undefined : most - before };
	});
}

/** What reading every page costs without n8n: the service's own share of the time. */
async function bare(sandbox: Sandbox): Promise<number> {
	const key = { 'external-svc-apim-sub-key': sandbox.subscriptionKey, 'content-type': 'application/json' };
	const body = JSON.stringify({ apiKey: sandbox.keys.timesheet });
	const answer = await fetch(`${sandbox.url}/api/external/token/request`, { method: 'POST', headers: key, body });
	const { data } = (await answer.json()) as { data: { accessToken: string } };
	const headers = { ...key, authorization: `Bearer ${data.accessToken}` };
	const begun = performance.now();
	for (let next: string | null = ''; next !== null;) {
		const page: Response = await fetch(`${listAddress(sandbox, pageSize)}${next && `&${next}`}`, { headers });
		next = ((await page.json()) as { nextPageParameter: string | null }).nextPageParameter;
	}
	return performance.now() - begun;
}

/** Where the time of our node goes, as it comes. */
const profile = (place: Place, { small, whole }: Prepared): Promise<Array<[Part, number]>> =>
	profiled(
		place,
		(n8n) => timed(n8n, small),
		(n8n) => timed(n8n, whole),
	);

function describe(results: Record<Candidate, Figures[]>, service: number, where: Array<[Part, number]>): string {
	const middle = (name: Candidate, field: keyof Figures): number | undefined => {
		const values = results[name].map((figures) => figures[field]);
		return values.includes(undefined) ? undefined : median(values as number[]);
	};
	const memory = (value: number | undefined): string =>
		value === undefined ? 'not told by this system' : megabytes(value);
	const first = middle('http', 'ms') ?? 0;
	const rows = candidates.map((name) => {
		const ms = middle(name, 'ms') ?? 0;
		return [
			labels[name],
			seconds(ms),
			times(ms / first),
			memory(middle(name, 'peak')),
			memory(middle(name, 'above')),
			String(middle(name, 'requests')),
		];
	});
	return `Every row reads the same ${count.toLocaleString('en')} timesheets from a service without a rate limit, ${pageSize} a page, into as many
items; the execution is saved, as n8n does by default. A fresh process of n8n for each of ${rounds} rounds, warmed up by a run of one page.
The time is that of n8n's execution; the memory is the peak of n8n's process, and by how much that is above what it held before the run.
Reading the same pages without n8n takes ${seconds(service)}.

${table(['What', 'Time', 'Ratio', 'Peak memory', 'Above rest', 'Requests'], rows)}

Where the time goes, by a profile of n8n's process during one more run of our node as it comes (from the command to run until n8n has saved the execution):

${table(
	['Part', 'Share of the time'],
	where.map(([part, share]) => [part, `${(100 * share).toFixed(0)} %`]),
)}

The part that our code could still save is its own row. The rest is the service's answers, one after the other, since each page names the
next one, and what n8n does with ${count.toLocaleString('en')} items; both are the same for the HTTP Request node. With larger pages, which our node asks for by itself, there are fewer answers to
wait for (see F).`;
}

export const returnAll: Bench = {
	letter: 'a',
	title: `Return All of ${count.toLocaleString('en')} timesheets`,
	run: () =>
		withSandbox({ data: { timesheets: count }, ratePerMinute: unlimited }, (sandbox, admin) =>
			inPlace(async (place) => {
				const workflows = await prepare(place, sandbox);
				const results = await inTurns(candidates, rounds, (name) => measure(place, admin, workflows[name]));
				const service = [await bare(sandbox), await bare(sandbox), await bare(sandbox)];
				return describe(results, median(service), await profile(place, workflows.simple));
			}),
		),
};
