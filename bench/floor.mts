// What a list costs beyond n8n's own share of it, in processor time: nightly, so that a slow way can't come back unseen.
import type { IDataObject, IExecuteFunctions, INodeType } from 'n8n-workflow';
import { buildIfChanged } from '../kit/lib/build.mts';
import { credentialData } from '../kit/n8n/sandboxCredentials.mts';
import { listPath, period } from './lib/list.mts';
import { inTurns, longestTurn, median, millis, spent, table, times } from './lib/measure.mts';
import type { Bench } from './lib/report.mts';
import { unlimited } from './lib/service.mts';
import { type Served, withSandboxApart } from './lib/servedApart.mts';

const count = 10_000;
const pageSize = 500;
const pairs = 9;

/** At most so many times the floor's processor time. */
const MOST = 2.2;

const labels = {
	floor: 'n8n’s own requests, one JSON.parse a page, one item a row',
	whole: 'our node, Simplify off',
	simple: 'our node, Simplify on',
	local: 'our node, Simplify off, Local Times',
	hours: 'our node, Simplify off, Add Hours',
	counts: 'our node, counts by day',
};
type Candidate = keyof typeof labels;
const candidates = Object.keys(labels) as Candidate[];

const changes: Record<Exclude<Candidate, 'floor'>, IDataObject> = {
	whole: { simplify: false },
	simple: { simplify: true },
	local: { simplify: false, options: { localTimes: true } },
	hours: { simplify: false, options: { addHours: true } },
	counts: { output: 'counts', countBy: ['day'] },
};

interface Page {
	data: IDataObject[];
	nextPageParameter: string | null;
}

/** A node that does nothing but what no node can leave out. */
const floorNode = ({ url }: Served): INodeType => ({
	description: {
		displayName: 'Floor',
		name: 'floor',
		group: ['input'],
		version: 1,
		description: '',
		defaults: { name: 'Floor' },
		inputs: ['main'],
		outputs: ['main'],
		credentials: [{ name: 'workforceOperationsApi', required: true }],
		properties: [],
	},
	async execute(this: IExecuteFunctions) {
		const list = `${url}${listPath}?limit=${pageSize}&startDate=${period.startDate}&endDate=${period.endDate}`;
		const items = [];
		for (let next: string | null = ''; next !== null;) {
			const text: string = (await this.helpers.httpRequestWithAuthentication.call(this, 'workforceOperationsApi', {
				url: `${list}${next && `&${next}`}`,
				json: false,
				encoding: 'text',
			})) as string;
			const page = JSON.parse(text) as Page;
			for (const json of page.data) items.push({ json, pairedItem: { item: 0 } });
			next = page.nextPageParameter;
		}
		return [items];
	},
});

function describe(results: Record<Candidate, number[]>, turns: Record<Candidate, number>): string {
	const ratios = (name: Candidate): number[] => results[name].map((ms, pair) => ms / (results.floor[pair] ?? ms));
	const rows = candidates.map((name) => [
		labels[name],
		millis(median(results[name])),
		times(median(ratios(name))),
		millis(turns[name]),
	]);
	const most = Math.max(median(ratios('whole')), median(ratios('simple')));
	const text = `${count.toLocaleString('en')} timesheets, ${pageSize} a page, in n8n's own engine; the service runs in a thread of its own. Processor time of n8n's
thread, the middle of ${pairs} rounds in turns, and of the ratios within each round. The longest turn is the most processor time for which nothing else in n8n could go on.

${table(['What', 'Processor time', 'Ratio', 'Longest turn'], rows)}

The second and the third row may take at most ${times(MOST)}; above that this bench fails, as it does every night.`;
	if (most > MOST)
		throw new Error(`${times(most)} the floor’s processor time, and not ${times(MOST)} at most.\n\n${text}`);
	return text;
}

export const floor: Bench = {
	letter: 'j',
	title: 'A list against what n8n itself takes for it',
	rooms: ['contract', 'form', 'operations', 'transport', 'resources/timesheet'],
	run: () =>
		withSandboxApart({ data: { timesheets: count }, ratePerMinute: unlimited }, async (sandbox) => {
			process.env['N8N_LOG_LEVEL'] ??= 'silent';
			await buildIfChanged();
			await import('./lib/compiled.mts');
			const { CredentialStore } = await import('../kit/core/credentials.mts');
			const { addType, runNode } = await import('../kit/core/engine.mts');
			addType('floor', floorNode(sandbox));
			const store = new CredentialStore({
				...credentialData(sandbox, 'timesheet'),
				requestsPerMinute: unlimited as never,
			});
			const list = { resource: 'timesheet', operation: 'getAll', period: 'custom', ...period, returnAll: true };
			const run = async (name: Candidate): Promise<void> => {
				const parameters = name === 'floor' ? {} : { ...list, advanced: { pageSize }, ...changes[name] };
				const { json, error } = await runNode(store, parameters, name === 'floor' ? { node: { type: 'x.floor' } } : {});
				if (error !== undefined) throw new Error(`The run failed: ${error.message}`);
				const counted = json.reduce((sum, { count: own }) => sum + Number(own), 0);
				const records = name === 'counts' ? counted : json.length;
				if (records !== count) throw new Error(`${records} records came instead of ${count}.`);
			};
			const turns: Partial<Record<Candidate, number>> = {};
			for (const name of candidates) {
				// The first run gets everything compiled.
				await run(name);
				turns[name] = await longestTurn(() => run(name));
			}
			const results = await inTurns(candidates, pairs, async (name) => {
				const before = spent();
				await run(name);
				return spent() - before;
			});
			return describe(results, turns as Record<Candidate, number>);
		}),
};
