// A list as a file in real n8n: items and Convert to File against our node's Output As.
import type { SavedCredential } from '../kit/n8n/credentials.mts';
import { createWorkflow, type WorkflowFile } from '../kit/n8n/workflows.mts';
import { period } from './lib/list.mts';
import { megabytes, seconds, table } from './lib/measure.mts';
import { chain, kinds, node, start } from './lib/nodes.mts';
import { inPlace, timed, withN8n, type Place, type Running } from './lib/place.mts';
import type { Bench } from './lib/report.mts';
import { saveCredential, unlimited, withSandbox } from './lib/service.mts';
import { peak, startPeak } from './lib/vitals.mts';
import { rowBytes, withWordRows } from './lib/wordRows.mts';

/** What n8n may keep in its heap on a small server, in MB. It doesn't get going with 256. */
const smallHeap = 320;

interface Candidate {
	label: string;
	simplify: boolean;
	/** The format of Output As; absent where items go to Convert to File. */
	asFile?: string;
	convert?: string;
}

const itemsCsv: Candidate = { label: 'items, then Convert to File: CSV', simplify: true, convert: 'csv' };
const itemsExcel: Candidate = { label: 'items, then Convert to File: Excel', simplify: true, convert: 'xlsx' };
const csv: Candidate = { label: 'Output As: CSV', simplify: true, asFile: 'csv' };
const excel: Candidate = { label: 'Output As: Excel', simplify: true, asFile: 'xlsx' };
const jsonLines: Candidate = { label: 'Output As: JSON Lines, whole records', simplify: false, asFile: 'jsonl' };
const wholeCsv: Candidate = { label: 'Output As: CSV, whole records', simplify: false, asFile: 'csv' };
const candidates = [itemsCsv, csv, itemsExcel, excel, jsonLines, wholeCsv];

interface Run {
	count: number;
	candidate: Candidate;
	/** Megabytes of the heap; as much as Node.js chooses when absent. */
	heap?: number;
	/** Measures the second file of the process, as in an n8n that has been running for a while. */
	second?: boolean;
}

const plan: Run[] = [
	...[10_000, 100_000].flatMap((count) =>
		[itemsCsv, csv, itemsExcel, excel].map((candidate) => ({ count, candidate })),
	),
	...[jsonLines, wholeCsv].map((candidate) => ({ count: 100_000, candidate })),
	...[itemsCsv, csv].map((candidate) => ({ count: 100_000, candidate, second: true })),
	...[itemsCsv, csv, excel, jsonLines, wholeCsv].map((candidate) => ({ count: 100_000, candidate, heap: smallHeap })),
];

function workflow({ label, simplify, asFile, convert }: Candidate, credential: SavedCredential): WorkflowFile {
	const parameters = {
		resource: 'timesheet',
		operation: 'getAll',
		period: 'custom',
		...period,
		simplify,
		returnAll: true,
		options: asFile === undefined ? {} : { asFile },
	};
	const nodes = [start(), node('Rows', kinds.ours, parameters, credential)];
	if (convert !== undefined)
		nodes.push(node('File', kinds.convertToFile, { operation: convert, binaryPropertyName: 'data', options: {} }));
	const size = { mode: 'raw', jsonOutput: '={{ JSON.stringify({ bytes: $binary.data.bytes }) }}', options: {} };
	return chain(label, ...nodes, node('Size', kinds.set, size));
}

interface Figures {
	ms: number;
	above: number | undefined;
	bytes: number;
}

async function measure(n8n: Running, id: string): Promise<Figures> {
	const before = startPeak(n8n.pid);
	const { ms, read } = await timed(n8n, id, 900_000);
	const most = peak(n8n.pid);
	const { outputs, error } = await read();
	if (error) throw new Error(`The run failed: ${error.message}`);
	const bytes = Number(outputs['Size']?.[0]?.['bytes']);
	return { ms, bytes, above: before === undefined || most === undefined ? undefined : most - before };
}

/** Each in a process of its own, warmed up by a few rows. */
async function rows(place: Place, ids: ReadonlyMap<Candidate, string>, setCount: (count: number) => void) {
	const lines: string[][] = [];
	for (const { count, candidate, heap, second = false } of plan) {
		const id = ids.get(candidate) ?? '';
		const run = async (n8n: Running): Promise<Figures> => {
			setCount(1000);
			await measure(n8n, id);
			setCount(count);
			if (second) await measure(n8n, id);
			return await measure(n8n, id);
		};
		const settings = heap === undefined ? [] : [`--max-old-space-size=${heap}`];
		const running = withN8n(place, run, {}, settings);
		// n8n ends where its heap is full, so that nobody answers any more.
		const figures = await (heap === undefined ? running : running.catch(() => undefined));
		const what = [
			count.toLocaleString('en'),
			candidate.label,
			heap === undefined ? `as it comes${second ? ', second run' : ''}` : `${heap} MB`,
		];
		const above = figures?.above === undefined ? 'not told by this system' : megabytes(figures.above);
		lines.push([
			...what,
			...(figures === undefined ? ['', 'out of memory', ''] : [seconds(figures.ms), above, megabytes(figures.bytes)]),
		]);
		console.log(lines.at(-1)?.join(' | '));
	}
	return lines;
}

export const files: Bench = {
	letter: 'i',
	title: 'Lists as files',
	run: () =>
		withSandbox({ ratePerMinute: unlimited }, (sandbox) => {
			let count = 0;
			return withWordRows(
				sandbox,
				() => count,
				(service) =>
					inPlace(async (place) => {
						const ids = await withN8n(place, async (n8n) => {
							const credential = await saveCredential(n8n, service, 'timesheet', unlimited);
							const saved = new Map<Candidate, string>();
							for (const candidate of candidates)
								saved.set(candidate, (await createWorkflow(n8n.session, workflow(candidate, credential))).id);
							return saved;
						});
						const lines = await rows(place, ids, (wanted) => (count = wanted));
						return `Timesheets of ${rowBytes} bytes each, of words that repeat nowhere, 500 a page, from a service without a rate limit. Each row is a fresh
process of n8n in filesystem mode, warmed up by a file of 1,000 rows. The time is that of n8n's execution, the memory is by how much the peak of n8n's process is
above what it held before the run. As it comes, Node.js collects garbage late where the computer has memory to spare, so that much of what items take is no
longer needed; a second run of the process finds room in what the first one has taken. Output As makes it collect while rows pass. With a heap of ${smallHeap} MB
(\`--max-old-space-size\`), as on a small server, only what is needed finds room.

With Simplify, which is on unless the row says “whole records”, the file has ten columns. Where the columns aren't known before the last page has come, the
pages are kept compressed until then, which comes on top; words that repeat nowhere compress to about 40 %.

${table(['Rows', 'What', 'Heap', 'Time', 'Above rest', 'File'], lines)}`;
					}),
			);
		}),
};
