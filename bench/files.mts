// A list as a file in real n8n: what it needs and what else has to wait for it, against the same list as items.
import fs from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { inClone } from '../kit/lib/paths.mts';
import { waitFor } from '../kit/lib/wait.mts';
import type { SavedCredential } from '../kit/n8n/credentials.mts';
import { createWorkflow, type WorkflowFile } from '../kit/n8n/workflows.mts';
import type { Sandbox } from '../sandbox/index.mts';
import { listAddress, period } from './lib/list.mts';
import { megabytes, millis, seconds, table, times } from './lib/measure.mts';
import { chain, httpWalk, kinds, node, start } from './lib/nodes.mts';
import { inPlace, timed, withN8n, type Place, type Running } from './lib/place.mts';
import type { Bench } from './lib/report.mts';
import { saveCredential, unlimited, withSandbox } from './lib/service.mts';
import { rowBytes, withWordRows } from './lib/wordRows.mts';

/** What n8n may keep in its heap on a small server, in MB. It doesn't get going with 256. */
const smallHeap = 320;

/** Other data in the process while turns of the event loop are measured, in MB. */
const otherMb = 400;

interface Candidate {
	label: string;
	simplify: boolean;
	/** The format of Output As; absent where items go to Convert to File. */
	asFile?: string;
	convert?: string;
	/** Without our node. */
	byHttp?: boolean;
}

const items: Candidate = { label: 'items, without a file', simplify: true };
const itemsCsv: Candidate = { label: 'items, then Convert to File: CSV', simplify: true, convert: 'csv' };
const httpCsv: Candidate = {
	label: 'HTTP Request with pagination, Split Out, Convert to File: CSV',
	simplify: false,
	convert: 'csv',
	byHttp: true,
};
const csv: Candidate = { label: 'Output As: CSV', simplify: true, asFile: 'csv' };
const excel: Candidate = { label: 'Output As: Excel', simplify: true, asFile: 'xlsx' };
const jsonLines: Candidate = { label: 'Output As: JSON Lines', simplify: true, asFile: 'jsonl' };
const wholeCsv: Candidate = { label: 'Output As: CSV, whole records', simplify: false, asFile: 'csv' };
const candidates = [items, itemsCsv, httpCsv, csv, excel, jsonLines, wholeCsv];

function workflow(
	{ label, simplify, asFile, convert, byHttp }: Candidate,
	credential: SavedCredential,
	sandbox: Sandbox,
): WorkflowFile {
	const parameters = {
		resource: 'timesheet',
		operation: 'getAll',
		period: 'custom',
		...period,
		simplify,
		returnAll: true,
		options: asFile === undefined ? {} : { asFile },
	};
	const rows =
		byHttp === true
			? [
					httpWalk(listAddress(sandbox, 500), credential),
					node('Rows', kinds.splitOut, { fieldToSplitOut: 'data', options: {} }),
				]
			: [node('Rows', kinds.ours, parameters, credential)];
	const nodes = [start(), ...rows];
	if (convert !== undefined)
		nodes.push(node('File', kinds.convertToFile, { operation: convert, binaryPropertyName: 'data', options: {} }));
	if (convert === undefined && asFile === undefined) return chain(label, ...nodes);
	const size = { mode: 'raw', jsonOutput: '={{ JSON.stringify({ bytes: $binary.data.bytes }) }}', options: {} };
	return chain(label, ...nodes, node('Size', kinds.set, size));
}

interface Figures {
	ms: number;
	bytes: number;
	/** What was watched: milliseconds of the longest turn, or bytes held. */
	watched: number;
}

/** What is watched of a run in a process of its own, which was warmed up by a few rows. */
interface Watch {
	kind?: 'turns' | 'held';
	otherMb?: number;
	/** Megabytes of the heap; as much as Node.js chooses when absent. */
	heap?: number;
}

class Measuring {
	private readonly place: Place;

	private readonly ids: ReadonlyMap<Candidate, string>;

	private readonly setCount: (count: number) => void;

	constructor(place: Place, ids: ReadonlyMap<Candidate, string>, setCount: (count: number) => void) {
		[this.place, this.ids, this.setCount] = [place, ids, setCount];
	}

	async run(count: number, candidate: Candidate, { kind, otherMb: other = 0, heap }: Watch): Promise<Figures> {
		const file = path.join(this.place.folder, 'watched');
		fs.rmSync(file, { force: true });
		const id = this.ids.get(candidate) ?? '';
		const work = async (n8n: Running): Promise<Figures> => {
			this.setCount(1000);
			await timed(n8n, id);
			this.setCount(count);
			if (kind !== undefined) process.kill(n8n.pid, 'SIGUSR2');
			const { ms, read } = await timed(n8n, id, 900_000);
			if (kind !== undefined) {
				process.kill(n8n.pid, 'SIGUSR2');
				await waitFor('what was watched', () => fs.existsSync(file));
			}
			const watched = kind === undefined ? 0 : Number(fs.readFileSync(file, 'utf8'));
			if (candidate === items) return { ms, bytes: 0, watched };
			const { outputs, error } = await read();
			if (error) throw new Error(`The run failed: ${error.message}`);
			return { ms, bytes: Number(outputs['Size']?.[0]?.['bytes']), watched };
		};
		const preload = `--import ${pathToFileURL(inClone('bench', 'lib', 'watched.mjs')).href}`;
		const settings: Record<string, string> =
			kind === undefined
				? {}
				: { WORKFORCE_WATCH: kind, WORKFORCE_WATCH_FILE: file, WORKFORCE_OTHER_MB: String(other) };
		const figures = await withN8n(this.place, work, settings, [
			...(kind === undefined ? [] : [preload]),
			...(heap === undefined ? [] : [`--max-old-space-size=${heap}`]),
		]);
		console.log([count, candidate.label, kind ?? '', heap ?? '', JSON.stringify(figures)].join(' | '));
		return figures;
	}
}

async function turnsTable(measuring: Measuring): Promise<string> {
	const lines: string[][] = [];
	let base = 0;
	for (const candidate of [items, csv, excel, jsonLines, wholeCsv, httpCsv]) {
		const { ms, bytes, watched } = await measuring.run(100_000, candidate, { kind: 'turns', otherMb });
		base ||= watched;
		lines.push([
			candidate.label,
			seconds(ms),
			bytes === 0 ? '' : megabytes(bytes),
			millis(watched),
			times(watched / base),
		]);
	}
	return table(['What', 'Time', 'File', 'Longest turn', 'Ratio'], lines);
}

async function heldTable(measuring: Measuring): Promise<string> {
	const lines: string[][] = [];
	const watch = { kind: 'held', heap: smallHeap } as const;
	for (const candidate of [csv, excel, jsonLines, wholeCsv]) {
		const few = await measuring.run(10_000, candidate, watch);
		const many = await measuring.run(100_000, candidate, watch);
		const held = [few.watched, many.watched, many.watched - few.watched].map(megabytes);
		lines.push([candidate.label, ...held, seconds(many.ms), megabytes(many.bytes)]);
	}
	// n8n ends where its heap is full, so that nobody answers any more.
	const asItems = await measuring.run(100_000, itemsCsv, { heap: smallHeap }).catch(() => undefined);
	lines.push([itemsCsv.label, '', asItems ? '' : 'out of memory', '', asItems ? seconds(asItems.ms) : '', '']);
	return table(['What', '10,000 rows', '100,000 rows', 'Growth', 'Time', 'File'], lines);
}

export const files: Bench = {
	letter: 'i',
	title: 'Lists as files',
	rooms: ['contract', 'form', 'operations', 'transport', 'resources/timesheet'],
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
								saved.set(candidate, (await createWorkflow(n8n.session, workflow(candidate, credential, service))).id);
							return saved;
						});
						const measuring = new Measuring(place, ids, (wanted) => (count = wanted));
						const [turns, held] = [await turnsTable(measuring), await heldTable(measuring)];
						return `Timesheets of ${rowBytes} bytes each, of words that repeat nowhere, 500 a page, from a service without a rate limit. Each figure is from a fresh
process of n8n in filesystem mode, warmed up by 1,000 rows; the time is that of n8n's execution. With Simplify, which is on unless the row says
“whole records”, a row has ten columns.

While a list becomes a file, n8n goes on: the longest turn of its event loop for 100,000 rows, in a process that holds ${otherMb} MB of other data, and its ratio to the same
run without a file.

${turns}

What n8n's process holds at most in a heap of ${smallHeap} MB (\`--max-old-space-size\`), as on a small server, with buffers, each time all garbage
has been collected, every 1.5 seconds. Where the columns aren't known before the last page has come, the pages are kept compressed until then: those of whole
records in CSV come on top, and words that repeat nowhere compress to about 40 %.

${held}`;
					}),
			);
		}),
};
