// How long a Return All takes at 60 requests a minute: ours, and n8n's HTTP Request node that follows the pages.
import type { Sandbox } from '../sandbox/index.mts';
import { createWorkflow } from '../kit/n8n/workflows.mts';
import { requests, walkAll } from './lib/engine.mts';
import { listAddress } from './lib/list.mts';
import { seconds, table } from './lib/measure.mts';
import { chain, httpWalk, start } from './lib/nodes.mts';
import { inPlace, timed, withN8n, type Place } from './lib/place.mts';
import type { Bench } from './lib/report.mts';
import { saveCredential, withSandbox } from './lib/service.mts';

const counts = [1_000, 10_000, 50_000];
const perMinute = 60;
const pageSize = 100;

interface Figures {
	ms: number;
	served: number;
	refused: number;
	complete: boolean;
}

async function ours(sandbox: Sandbox, count: number): Promise<Figures> {
	const { ms, records } = await walkAll(sandbox, 1);
	return { ms, complete: records[0] === count, ...(await requests(sandbox)) };
}

async function theirs(place: Place, sandbox: Sandbox): Promise<Figures> {
	return await withN8n(place, async (n8n) => {
		const credential = await saveCredential(n8n, sandbox, 'timesheet', perMinute);
		const file = chain('Walk', start(), httpWalk(listAddress(sandbox, pageSize), credential));
		const { ms, read } = await timed(n8n, (await createWorkflow(n8n.session, file)).id);
		const { status } = await read();
		return { ms, complete: status === 'success', ...(await requests(sandbox)) };
	});
}

const row = (what: string, count: number, { ms, served, refused, complete }: Figures): string[] => [
	`${count.toLocaleString('en')} timesheets: ${what}`,
	String(served),
	String(refused),
	complete ? seconds(ms) : `failed after ${seconds(ms)}`,
];

async function run(): Promise<string> {
	const rows = await inPlace(async (place) => {
		const all: string[][] = [];
		for (const count of counts) {
			const options = { data: { timesheets: count }, ratePerMinute: perMinute };
			all.push(row('our node', count, await withSandbox(options, (sandbox) => ours(sandbox, count))));
			all.push(row('HTTP Request', count, await withSandbox(options, (sandbox) => theirs(place, sandbox))));
		}
		return all;
	});
	return `A service that takes ${perMinute} requests a minute. Our node with Return All as it comes, which chooses the size of its pages by itself; it runs in n8n's
own engine on a clock that is moved forwards by every wait, and its time is what a clock on the wall would show. n8n's HTTP Request node
follows the pages at ${pageSize} rows each in real n8n; it waits for nothing, and its run fails at request ${perMinute + 1} with all that it has read.

${table(['What', 'Requests served', 'Refused', 'Time'], rows)}`;
}

export const minutes: Bench = {
	letter: 'f',
	title: `Return All at ${perMinute} requests a minute`,
	rooms: ['operations', 'transport'],
	run,
};
