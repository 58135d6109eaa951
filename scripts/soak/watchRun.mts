// One n8n beside a day of the sandbox at many times its pace: polls fail, steps fail, and n8n dies at random moments.
import fs from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { startSandbox, type Sandbox } from '../../sandbox/index.mts';
import { Random } from '../../sandbox/seed/random.mts';
import { clockEnvironment } from '../../kit/n8n/clock.mts';
import { type PollEngine, pollEngines } from '../../kit/n8n/pollEngines.mts';
import { makePlace } from '../../kit/n8n/place.mts';
import { startN8n, type RunningN8n } from '../../kit/n8n/process.mts';
import { signedIn } from '../../kit/n8n/owner.mts';
import { N8nRefusal, type N8nSession } from '../../kit/n8n/rest.mts';
import { createCredential } from '../../kit/n8n/credentials.mts';
import { credentialData, credentialType } from '../../kit/n8n/sandboxCredentials.mts';
import { createWorkflow, publish, type WorkflowFile } from '../../kit/n8n/workflows.mts';
import type { JournalRow } from '../../sandbox/server/journal.mts';
import { askAdmin } from '../../kit/sandbox/admin.mts';
import { dataFolder } from '../../kit/n8n/userFolder.mts';
import { type Happening, watchEvents, type Watched } from '../../kit/sandbox/watchEvents.mts';
import { type Course, judge, type Verdict } from './watchJudge.mts';
import { type Arrival, startSteps, type Steps } from './watchSteps.mts';

export const pace = 60;

export interface Run {
	version: string;
	engine: PollEngine;
	/** Of the sandbox. */
	hours: number;
	kills: number;
	seed: number;
}

export interface Lived {
	verdicts: Verdict[];
	course: Course;
	happenings: Happening[];
	arrivals: Arrival[];
	/** The package's lines in n8n's log. */
	log: string[];
}

const tenSeconds = {
	item: [0, 10, 20, 30, 40, 50].map((second) => ({ mode: 'custom', cronExpression: `${second} * * * * *` })),
};

/** The maximum real time after the end for the remaining retries. */
const SETTLE_MS = 180_000;

/** Happenings this late in the sandbox need not have arrived by the end. */
const TAIL_MS = 30 * 60_000;

/** A unique page size identifies the trigger in the journal. */
const pageSizeOf = (event: Watched): number => 499 - watchEvents.indexOf(event);

function workflowOf(event: Watched, credential: { id: string; name: string }, steps: Steps): WorkflowFile {
	const marked = event.lasts === undefined ? [] : [{ name: 'limit', value: String(pageSizeOf(event)) }];
	const trigger = {
		id: `watch-${event.event}`,
		name: 'Watch',
		type: 'n8n-nodes-workforce-operations.workforceOperationsWatchTrigger',
		typeVersion: 1.2,
		position: [0, 0] as [number, number],
		parameters: {
			pollTimes: tenSeconds,
			event: event.event,
			...event.form,
			options: event.form?.options ?? {},
			advanced: { ...event.form?.advanced, additionalQuery: { parameters: marked } },
		},
		credentials: { workforceOperationsApi: credential },
	};
	const step = {
		id: `step-${event.event}`,
		name: 'Step',
		type: 'n8n-nodes-base.httpRequest',
		typeVersion: 4.2,
		position: [220, 0] as [number, number],
		parameters: {
			method: 'POST',
			url: steps.url,
			sendBody: true,
			specifyBody: 'json',
			jsonBody: '={{ JSON.stringify({ execution: $execution.id, item: $json }) }}',
			options: { batching: { batch: { batchSize: 1, batchInterval: 0 } } },
		},
	};
	return {
		name: `Soak: ${event.event}`,
		nodes: [trigger, step],
		connections: { Watch: { main: [[{ node: 'Step', type: 'main', index: 0 }]] } },
		settings: { executionOrder: 'v1' },
	};
}

/** n8n says for a moment that its database isn't ready when the machine is busy. */
async function patiently(work: () => Promise<void>): Promise<void> {
	for (let attempt = 1; ; attempt++) {
		try {
			await work();
			return;
		} catch (error) {
			if (!(error instanceof N8nRefusal) || error.status !== 503 || attempt === 20) throw error;
			await sleep(2_000);
		}
	}
}

/** Reads the sandbox's journal continuously, because it is short. */
class Journal {
	private read = 0;

	private readonly sandbox: Sandbox;

	private readonly looks: Course['looks'];

	constructor(sandbox: Sandbox, looks: Course['looks']) {
		this.sandbox = sandbox;
		this.looks = looks;
	}

	async follow(): Promise<void> {
		const rows = await askAdmin<JournalRow[]>(this.sandbox.url, 'GET', `/requests?since=${this.read}`);
		// A request without an answer yet is read again next time, and so are all later ones.
		for (const { id, at, query, status, method } of rows) {
			if (status === null) return;
			this.read = id;
			const asked = new URLSearchParams(query);
			const event = watchEvents.find((each) => String(pageSizeOf(each)) === asked.get('limit'));
			if (method !== 'GET' || status !== 200 || event?.lasts === undefined) continue;
			const judgedAt = Date.parse(asked.get('endDate') ?? '') - event.lasts.aheadMs;
			(this.looks[event.event] ??= []).push({ at: Date.parse(at), judgedAt });
		}
	}

	/** Waits for the next request, for fifteen seconds at most. */
	async next(): Promise<void> {
		const newest = async (): Promise<number> =>
			(await askAdmin<JournalRow[]>(this.sandbox.url, 'GET', `/requests?since=${this.read}`)).at(-1)?.id ?? this.read;
		await whenever(newest, 20);
	}
}

async function executionOf(
	session: N8nSession,
	id: string,
): Promise<{ createdAt: string; stoppedAt: string | null } | undefined> {
	try {
		return await session.request('GET', `/rest/executions/${id}`);
	} catch (error) {
		if (error instanceof N8nRefusal && error.status === 404) return undefined;
		throw error;
	}
}

/** When n8n made and ended executions, in real time. `sandboxNow` is given where n8n's own clock goes with the sandbox's. */
async function runsOf(
	session: N8nSession,
	executions: readonly string[],
	sandboxNow: number | undefined,
): Promise<Course['runs']> {
	const realNow = Date.now();
	const toReal = (text: string): number =>
		sandboxNow === undefined ? Date.parse(text) : realNow - (sandboxNow - Date.parse(text)) / pace;
	const runs: Course['runs'] = {};
	for (const execution of new Set(executions)) {
		const run = await executionOf(session, execution);
		// n8n may have died before saving it.
		if (run === undefined) continue;
		runs[execution] = { made: toReal(run.createdAt), ended: run.stoppedAt ? toReal(run.stoppedAt) : undefined };
	}
	return runs;
}

const linesOf = (n8n: RunningN8n): string[] =>
	n8n
		.log()
		.split('\n')
		.filter((line) => line.includes('Workforce Operations:'));

/** Waits until a number has grown, for fifteen seconds at most. */
async function whenever(count: () => Promise<number> | number, everyMs: number): Promise<void> {
	const before = await count();
	const until = Date.now() + 15_000;
	while ((await count()) <= before && Date.now() < until) await sleep(everyMs);
}

export async function live({ version, engine, hours, kills, seed }: Run, folder: string): Promise<Lived> {
	const random = new Random(seed);
	const steps = await startSteps();
	const sandbox = await startSandbox({ port: 0, alive: seed, pace });
	const { install, userFolder } = await makePlace(folder, version);
	let n8n: RunningN8n | undefined;
	const log: string[] = [];
	const course: Course = { from: 0, to: 0, looks: {}, deaths: [], runs: {}, keepsSuccesses: engine === 'durable' };
	const journal = new Journal(sandbox, course.looks);
	const now = async (): Promise<number> =>
		Date.parse((await askAdmin<{ now: string }>(sandbox.url, 'GET', '/state')).now);
	/** At any moment: during a poll, between delivery and save, or during a run. */
	const moments = [
		async () => await sleep(random.between(0, 10_000)),
		async () => {
			await journal.next();
			await sleep(random.between(0, 150));
		},
		async () => {
			await whenever(() => steps.arrivals.length, 5);
			await sleep(random.between(0, 80));
		},
	];
	try {
		const boot = async (): Promise<RunningN8n> => {
			fs.rmSync(path.join(dataFolder(userFolder), 'crash.journal'), { force: true });
			const env = {
				// The durable scheduler compares `Date` with its database's time, so that n8n keeps real time there.
				...(await clockEnvironment(sandbox.url, engine === 'memory' ? 'n8n' : 'package')),
				EXECUTIONS_DATA_PRUNE: 'false',
				...pollEngines[engine],
			};
			return await startN8n({ install, userFolder, port: n8n?.port, env, withoutEditor: true });
		};
		n8n = await boot();
		const session = await signedIn(n8n);
		for (const event of watchEvents) {
			// The service's minute passes in a second, so the triggers may send more per real minute.
			const data = { ...credentialData(sandbox, event.key), requestsPerMinute: 600 };
			const credential = await createCredential(session, event.event, credentialType, data);
			const { id } = await createWorkflow(session, workflowOf(event, credential, steps));
			await patiently(() => publish(session, id));
		}
		course.from = await now();
		const end = course.from + hours * 3_600_000;
		const deathsDue = Array.from(
			{ length: kills },
			() => course.from + random.between(5, Math.max(10, hours * 60 - 30)) * 60_000,
		).sort((one, other) => one - other);
		for (let at = course.from; at < end || deathsDue.length > 0; at = await now()) {
			await journal.follow();
			if (deathsDue[0] !== undefined && at >= deathsDue[0]) {
				deathsDue.shift();
				await moments[course.deaths.length % moments.length]?.();
				course.deaths.push({ at: await now(), real: Date.now() });
				await n8n.kill();
				log.push(...linesOf(n8n));
				n8n = await boot();
			} else if (random.chance(0.15)) {
				await askAdmin(sandbox.url, 'POST', '/faults', {
					path: '/api/external',
					status: 503,
					times: random.between(2, 12),
				});
			}
			await sleep(3_000);
		}
		course.to = (await now()) - TAIL_MS;
		await askAdmin(sandbox.url, 'DELETE', '/faults');
		// Leaves time for the remaining retries: minutes of the sandbox are seconds.
		const until = Date.now() + SETTLE_MS;
		for (;;) {
			await sleep(10_000);
			await journal.follow();
			// The day continues while n8n is asked for its runs: whatever has arrived here has happened by then, and
			// is in the list.
			const arrivals = [...steps.arrivals];
			const happenings = await askAdmin<Happening[]>(sandbox.url, 'GET', '/happenings?limit=100000');
			const verdicts = watchEvents.map((event) => judge(event, happenings, arrivals, course));
			const isOpen = verdicts.some(({ lost, open }) => lost.length > 0 || open.length > 0);
			if (isOpen && Date.now() < until) continue;
			const doubtful = verdicts.filter(({ twice }) => twice.unexplained.length > 0).map(({ event }) => `${event}:`);
			const asked = arrivals.filter(({ key }) => doubtful.some((event) => key.startsWith(event)));
			course.runs = await runsOf(
				session,
				asked.map(({ execution }) => execution),
				engine === 'memory' ? await now() : undefined,
			);
			const told = watchEvents.map((event) => judge(event, happenings, arrivals, course));
			log.push(...linesOf(n8n));
			return { verdicts: told, course, happenings, arrivals, log };
		}
	} finally {
		await n8n?.stop().catch(() => undefined);
		await sandbox.close();
		await steps.close();
	}
}
