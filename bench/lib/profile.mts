// Where the time of a run goes: n8n's own process, profiled from the run's begin to its end.
import fs from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { inClone } from '../../kit/lib/paths.mts';
import { waitFor } from '../../kit/lib/wait.mts';
import { type Place, type Running, withN8n } from './place.mts';

interface CpuProfile {
	nodes: Array<{ id: number; callFrame: { functionName: string; url: string } }>;
	samples: number[];
	/** Microseconds between one sample and the next. */
	timeDeltas: number[];
}

const parts = ['waiting', 'our package', 'n8n and its libraries', 'Node.js itself', 'collecting garbage'] as const;
export type Part = (typeof parts)[number];

function partOf({ functionName, url }: CpuProfile['nodes'][number]['callFrame']): Part {
	if (functionName === '(idle)') return 'waiting';
	if (functionName === '(garbage collector)') return 'collecting garbage';
	// What n8n is installed in has a folder of that name above it, too.
	if (/n8n-nodes-workforce-operations[\\/]dist[\\/]/.test(url)) return 'our package';
	if (url === '' || url.startsWith('node:')) return 'Node.js itself';
	return 'n8n and its libraries';
}

/** Each part's share of the profiled time, of 1; the longest first. */
function shares({ nodes, samples, timeDeltas }: CpuProfile): Array<[Part, number]> {
	const byId = new Map(nodes.map(({ id, callFrame }) => [id, partOf(callFrame)]));
	const sums = new Map<Part, number>(parts.map((part) => [part, 0]));
	for (const [index, id] of samples.entries()) {
		const part = byId.get(id) ?? 'Node.js itself';
		sums.set(part, (sums.get(part) ?? 0) + (timeDeltas[index] ?? 0));
	}
	const total = [...sums.values()].reduce((sum, one) => sum + one, 0);
	return [...sums].map(([part, sum]): [Part, number] => [part, sum / total]).sort(([, one], [, other]) => other - one);
}

/** Profiles a fresh process of n8n during `work`, after `warmUp`. */
export async function profiled(
	place: Place,
	warmUp: (n8n: Running) => Promise<unknown>,
	work: (n8n: Running) => Promise<unknown>,
): Promise<Array<[Part, number]>> {
	const file = path.join(place.folder, 'profile.json');
	const preload = `--import ${pathToFileURL(inClone('bench', 'lib', 'profiler.mjs')).href}`;
	return await withN8n(
		place,
		async (n8n) => {
			await warmUp(n8n);
			process.kill(n8n.pid, 'SIGUSR2');
			await waitFor('the profile to begin', () => fs.existsSync(`${file}.begun`));
			await work(n8n);
			process.kill(n8n.pid, 'SIGUSR2');
			await waitFor('the profile', () => fs.existsSync(file));
			return shares(JSON.parse(fs.readFileSync(file, 'utf8')) as CpuProfile);
		},
		{ WORKFORCE_PROFILE_FILE: file },
		[preload],
	);
}
