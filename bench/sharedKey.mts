// Three workflows that share one key: ours on a fast clock, and n8n's HTTP Request node for comparison.
import type { Sandbox } from '../sandbox/index.mts';
import { createCredential } from '../kit/n8n/credentials.mts';
import { credentialData, credentialType } from '../kit/n8n/sandboxCredentials.mts';
import { newestVersion } from '../kit/n8n/versions.mts';
import { createWorkflow } from '../kit/n8n/workflows.mts';
import { type Busy, keepBusy } from '../kit/queue/busy.mts';
import { providePrograms } from '../kit/queue/programs.mts';
import { startQueueWorld } from '../kit/queue/world.mts';
import { requests, walkAll } from './lib/engine.mts';
import { listAddress } from './lib/list.mts';
import { seconds, table } from './lib/measure.mts';
import { chain, httpWalk, start } from './lib/nodes.mts';
import { inPlace, timed, withN8n } from './lib/place.mts';
import type { Bench } from './lib/report.mts';
import { saveCredential, withSandbox } from './lib/service.mts';

const workflows = 3;
const pagesEach = 100;
const pageSize = 2;
const perMinute = 60;
const pages = workflows * pagesEach;
/** A minute's requests at once, and the next ones whenever a window is over. */
const leastMs = (Math.ceil(pages / perMinute) - 1) * 60_000;

interface Figures {
	ms: number;
	served: number;
	refused: number;
	failed: number;
}

async function ours(sandbox: Sandbox): Promise<Figures> {
	const { ms, records } = await walkAll(sandbox, workflows, { pageSize });
	const failed = records.filter((count) => count !== pagesEach * pageSize).length;
	return { ms, failed, ...(await requests(sandbox)) };
}

/** The same three walks by HTTP Request nodes in real n8n, in real time. */
async function theirs(sandbox: Sandbox): Promise<Figures> {
	return await inPlace((place) =>
		withN8n(place, async (n8n) => {
			const credential = await saveCredential(n8n, sandbox, 'timesheet', perMinute);
			const file = chain('Walk', start(), httpWalk(listAddress(sandbox, pageSize), credential));
			const saved = [];
			for (let index = 0; index < workflows; index += 1) saved.push(await createWorkflow(n8n.session, file));
			const runs = await Promise.all(saved.map(({ id }) => timed(n8n, id)));
			const results = await Promise.all(runs.map(({ read }) => read()));
			return {
				ms: Math.max(...runs.map(({ ms }) => ms)),
				failed: results.filter(({ status }) => status !== 'success').length,
				...(await requests(sandbox)),
			};
		}),
	);
}

const busyMinutes = 5;

/** Three workers and two webhook processes in real n8n, in real time; nothing where Redis or PostgreSQL is missing. */
async function queueMode(): Promise<Busy | undefined> {
	const { found } = providePrograms();
	if (!found) return undefined;
	const world = await startQueueWorld(newestVersion(), found);
	try {
		const data = credentialData(world.sandbox, 'timesheet');
		const credential = await createCredential(world.session, 'Timesheets', credentialType, data);
		return await keepBusy(world, credential, busyMinutes);
	} finally {
		await world.stop();
	}
}

function describeQueue(busy: Busy | undefined): string {
	if (busy === undefined) return 'Queue mode was left out: this machine has no Redis or no PostgreSQL.';
	const { minutes, most, served, refused, failed, runs } = busy;
	return `Queue mode: real n8n with three workers and two webhook processes, each with a window of its own, which nobody told of the others (nothing is set).
Six runs at a time, each reading six pages of the same key, for ${minutes.toFixed(1)} minutes against the sandbox's own limit of ${perMinute} a minute.

${table(
	['Minutes', 'Requests served', 'Share of the minutes', 'Refused (429)', 'Runs failed'],
	[
		[
			minutes.toFixed(1),
			`${served} of at most ${most}`,
			`${((100 * served) / most).toFixed(0)} %`,
			String(refused),
			`${failed.length} of ${runs}`,
		],
	],
)}`;
}

function describe(our: Figures, their: Figures, queue: Busy | undefined): string {
	const row = (label: string, { ms, served, refused, failed }: Figures): string[] => [
		label,
		`${served} of ${pages}`,
		String(refused),
		`${failed} of ${workflows}`,
		seconds(ms),
	];
	return `${workflows} workflows at the same time, each reading ${pagesEach} pages with the same key, at ${perMinute} requests a minute: ${pages} pages can't take less than
${seconds(leastMs)}, since each ${perMinute} have to wait for the window of those before them. Ours runs in n8n's own engine, in one process, on a clock that is moved forwards
by every wait, as is the service's; its time is what a clock on the wall would show (${((our.ms / leastMs - 1) * 100).toFixed(1)} % over the minimum: after a minute's requests of its own, a Return All
leaves room for single reads, and has the last requests of a minute later; see G). The HTTP Request
nodes run in real n8n and end at their first refusal, so that their time is that of failing. A pause between their pages has to be
worked out by hand from the number of workflows: with ${workflows} of them ${(60 / perMinute) * workflows} s, and no other workflow may use the key.

${table(
	['What', 'Pages served', '429 seen', 'Workflows failed', 'Time'],
	[row('our node', our), row('HTTP Request with pagination', their)],
)}

${describeQueue(queue)}`;
}

export const sharedKey: Bench = {
	letter: 'c',
	title: `${workflows} workflows on one key: ${pages} pages at ${perMinute} a minute`,
	rooms: ['operations', 'transport'],
	run: async () => {
		const options = { data: { timesheets: pagesEach * pageSize }, ratePerMinute: perMinute };
		const our = await withSandbox(options, ours);
		return describe(our, await withSandbox(options, theirs), await queueMode());
	},
};
