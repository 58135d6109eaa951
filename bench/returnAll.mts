// Return All in real n8n: our node against the HTTP Request node that follows the pages, by processor time and memory.
import type { Sandbox } from '../sandbox/index.mts';
import type { SavedCredential } from '../kit/n8n/credentials.mts';
import { createWorkflow, type WorkflowFile } from '../kit/n8n/workflows.mts';
import { askAdmin } from '../kit/sandbox/admin.mts';
import { listAddress, listPath, period } from './lib/list.mts';
import { inTurns, median, megabytes, seconds, table, times } from './lib/measure.mts';
import { peak, processorMs, startPeak } from './lib/vitals.mts';
import { chain, httpWalk, kinds, node, start } from './lib/nodes.mts';
import { inPlace, timed, withN8n, type Place } from './lib/place.mts';
import { profiled, type Part } from './lib/profile.mts';
import type { Bench } from './lib/report.mts';
import { saveCredential, unlimited, withSandbox } from './lib/service.mts';
import { rowBytes, withWordRows } from './lib/wordRows.mts';

const count = 10_000;
const pageSize = 100;
const pairs = 9;
const large = { count: 100_000, pairs: 3 };
const largest = 300_000;
const latencies = [100, 300];

interface Candidate {
	label: string;
	/** Of the HTTP Request node's, at most: processor time and memory above rest. */
	most?: { processor: number; memory: number; large?: { processor: number; memory: number } };
	workflow: (sandbox: Sandbox, credential: SavedCredential, isSmall: boolean) => WorkflowFile;
}

const ours =
	(simplify: boolean, options = {}, size = pageSize): Candidate['workflow'] =>
	(_, credential, isSmall) => {
		const parameters = {
			resource: 'timesheet',
			operation: 'getAll',
			period: 'custom',
			...period,
			simplify,
			...(isSmall ? { returnAll: false, limit: 50 } : { returnAll: true }),
			options,
			// 0: the size that the node chooses by itself.
			...(size === 0 ? {} : { advanced: { pageSize: size } }),
		};
		return chain('Ours', start(), node('Rows', kinds.ours, parameters, credential));
	};

const http: Candidate = {
	label: 'HTTP Request with pagination, then Split Out',
	workflow: (sandbox, credential, isSmall) =>
		chain(
			'HTTP Request',
			start(),
			httpWalk(listAddress(sandbox, pageSize), credential, isSmall ? 1 : undefined),
			node('Rows', kinds.splitOut, { fieldToSplitOut: 'data', options: {} }),
		),
};
const whole: Candidate = {
	label: 'our node, Simplify off (the same records)',
	most: { processor: 0.7, memory: 0.55, large: { processor: 0.45, memory: 0.2 } },
	workflow: ours(false),
};
const simple: Candidate = {
	label: 'our node, Simplify on (as it comes)',
	most: { processor: 0.55, memory: 0.3, large: { processor: 0.45, memory: 0.2 } },
	workflow: ours(true),
};
const local: Candidate = {
	label: 'our node, Simplify on, Local Times',
	workflow: ours(true, { localTimes: true }),
};
const hours: Candidate = { label: 'our node, Simplify on, Add Hours', workflow: ours(true, { addHours: true }) };
const ownPages: Candidate = {
	label: 'our node with its own page size',
	most: { processor: 0.55, memory: 0.3, large: { processor: 0.45, memory: 0.2 } },
	workflow: ours(true, {}, 0),
};

interface Figures {
	ms: number;
	processor: number;
	/** Peak memory of n8n's process above what it held before the run, in bytes. */
	above: number;
}

const told = (value: number | undefined): number => {
	if (value === undefined) throw new Error('Only Linux tells the memory and the processor time of a process.');
	return value;
};

/** Runs in a fresh process of n8n, warmed up by one page. */
class Measuring {
	private readonly place: Place;

	private readonly sandbox: Sandbox;

	private readonly saved = new Map<Candidate, { small: string; whole: string }>();

	constructor(place: Place, sandbox: Sandbox) {
		[this.place, this.sandbox] = [place, sandbox];
	}

	async save(candidates: readonly Candidate[]): Promise<void> {
		await withN8n(this.place, async (n8n) => {
			const credential = await saveCredential(n8n, this.sandbox, 'timesheet', unlimited);
			for (const each of candidates) {
				const [small, all] = [true, false].map((isSmall) => each.workflow(this.sandbox, credential, isSmall));
				if (small === undefined || all === undefined) continue;
				this.saved.set(each, {
					small: (await createWorkflow(n8n.session, small)).id,
					whole: (await createWorkflow(n8n.session, all)).id,
				});
			}
		});
	}

	ids(candidate: Candidate): { small: string; whole: string } {
		const ids = this.saved.get(candidate);
		if (ids === undefined) throw new Error(`${candidate.label} was not saved.`);
		return ids;
	}

	async run(candidate: Candidate, rows: number): Promise<Figures> {
		const ids = this.ids(candidate);
		const figures = await withN8n(this.place, async (n8n) => {
			await timed(n8n, ids.small);
			const [rest, before] = [told(startPeak(n8n.pid)), told(processorMs(n8n.pid))];
			const { ms, read } = await timed(n8n, ids.whole, 1_800_000);
			const [after, most] = [told(processorMs(n8n.pid)), told(peak(n8n.pid))];
			// What large runs put out is more than n8n reads back in a text; that they ended well is enough there.
			if (rows <= count) {
				const { outputs, error } = await read();
				if (error) throw new Error(`The run failed: ${error.message}`);
				const came = new Set((outputs['Rows'] ?? []).map(({ timesheetId }) => timesheetId)).size;
				if (came !== rows) throw new Error(`${came} records came instead of ${rows}.`);
			}
			return { ms, processor: after - before, above: most - rest };
		});
		console.log([candidate.label, rows, JSON.stringify(figures)].join(' | '));
		return figures;
	}
}

/** Every candidate as often as told, in turns, with the middle of its ratios to the first one within each round. */
async function compared(
	measuring: Measuring,
	candidates: readonly Candidate[],
	rounds: number,
	rows: number,
): Promise<string> {
	const results = await inTurns(
		candidates.map(({ label }) => label),
		rounds,
		(label) => measuring.run(candidates.find((each) => each.label === label) ?? http, rows),
	);
	const of = ({ label }: Candidate): Figures[] => results[label] ?? [];
	const first = candidates[0] ?? http;
	const lines = candidates.map((each) => {
		const ratio = (field: 'processor' | 'above'): number =>
			median(of(each).map((figures, round) => figures[field] / (of(first)[round]?.[field] ?? Number.NaN)));
		const middle = (field: keyof Figures): number => median(of(each).map((figures) => figures[field]));
		const most = rows > count ? each.most?.large : each.most;
		return [
			each.label,
			seconds(middle('processor')),
			times(ratio('processor')),
			most === undefined ? '' : times(most.processor),
			megabytes(middle('above')),
			times(ratio('above')),
			most === undefined ? '' : times(most.memory),
		];
	});
	return table(['What', 'Processor time', 'Ratio', 'At most', 'Memory above rest', 'Ratio', 'At most'], lines);
}

/** With answers that are late the size of the pages decides. */
async function withLatency(measuring: Measuring, sandbox: Sandbox): Promise<string> {
	const lines: string[][] = [];
	for (const delayMs of latencies) {
		const fault = { path: listPath, delayMs, times: null };
		const { id } = await askAdmin<{ id: number }>(sandbox.url, 'POST', '/faults', fault);
		for (const each of [http, simple, ownPages]) {
			const { ms } = await measuring.run(each, count);
			lines.push([`${each.label}${each === ownPages ? '' : `, ${pageSize} a page`}, ${delayMs} ms`, seconds(ms)]);
		}
		await askAdmin(sandbox.url, 'DELETE', `/faults/${id}`);
	}
	return table(['What', 'Time'], lines);
}

/** Where the time of our node goes, as it comes. */
async function profile(place: Place, ids: { small: string; whole: string }): Promise<string> {
	const where: Array<[Part, number]> = await profiled(
		place,
		(n8n) => timed(n8n, ids.small),
		(n8n) => timed(n8n, ids.whole),
	);
	return table(
		['Part', 'Share of the time'],
		where.map(([part, share]) => [part, `${(100 * share).toFixed(0)} %`]),
	);
}

async function large100(sandbox: Sandbox, place: Place): Promise<string> {
	let rows = large.count;
	return await withWordRows(
		sandbox,
		() => rows,
		async (service) => {
			const measuring = new Measuring(place, service);
			const candidates = [http, whole, simple, ownPages];
			await measuring.save(candidates);
			const text = await compared(measuring, candidates, large.pairs, rows);
			const lines: string[][] = [];
			// Whole records of the largest list are more than n8n can save of one run.
			for (const [each, counts] of [
				[whole, [count, large.count]],
				[simple, [count, large.count, largest]],
			] as const) {
				for (const wanted of counts) {
					rows = wanted;
					const { processor, above } = await measuring.run(each, Math.max(wanted, count + 1));
					const perThousand = (value: number): number => value / (wanted / 1000);
					lines.push([
						`${each.label}, ${wanted.toLocaleString('en')} rows`,
						seconds(processor),
						`${perThousand(processor).toFixed(0)} ms`,
						`${(perThousand(above) / 1_000_000).toFixed(1)} MB`,
					]);
				}
			}
			const head = ['What', 'Processor time', 'for 1,000 rows', 'Memory above rest for 1,000 rows'];
			return `${text}\n\nIn proportion, one run each:\n\n${table(head, lines)}`;
		},
	);
}

export const returnAll: Bench = {
	letter: 'a',
	title: `Return All of ${count.toLocaleString('en')} timesheets and more`,
	rooms: ['contract', 'form', 'operations', 'transport', 'resources/timesheet'],
	run: () =>
		withSandbox({ data: { timesheets: count }, ratePerMinute: unlimited }, (sandbox) =>
			inPlace(async (place) => {
				const measuring = new Measuring(place, sandbox);
				await measuring.save([http, whole, simple, local, hours, ownPages]);
				const bounded = await compared(measuring, [http, whole, simple], pairs, count);
				const options = await compared(measuring, [simple, local, hours], large.pairs, count);
				const late = await withLatency(measuring, sandbox);
				const where = await profile(place, measuring.ids(simple));
				return `Every row reads the same ${count.toLocaleString('en')} timesheets from a service without a rate limit, ${pageSize} a page, into as many items; the execution
is saved, as n8n does by default. A fresh process of n8n for each run, warmed up by a run of one page. Processor time is that of all threads of
n8n's process from the command to run until the execution is saved; memory is its peak above what it held before. The middle of ${pairs} rounds in
turns, and of the ratios within each round.

${bounded}

What options add, in ${large.pairs} rounds; the ratio is to the first row:

${options}

The time of n8n's execution where each answer is late by as much, one run each:

${late}

Where the time goes, by a profile of n8n's process during one more run of our node as it comes (from the command to run until n8n has saved the execution):

${where}

${large.count.toLocaleString('en')} timesheets of ${rowBytes} bytes each, ${pageSize} a page, ${large.pairs} rounds:

${await large100(sandbox, place)}`;
			}),
		),
};
