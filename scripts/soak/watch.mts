// A day of the sandbox at sixty times its pace, watched by real n8n: polls fail, steps fail, and n8n dies at random moments.
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { startSandbox, type Sandbox } from '../../sandbox/index.mts';
import { Random } from '../../sandbox/seed/random.mts';
import { clockEnvironment } from '../n8n/clock.mts';
import { makePlace } from '../n8n/place.mts';
import { startN8n, type RunningN8n } from '../n8n/process.mts';
import { N8nRefusal, N8nSession } from '../n8n/rest.mts';
import { createSandboxCredential } from '../n8n/sandboxCredentials.mts';
import { n8nVersions } from '../n8n/versions.mts';
import { createWorkflow, publish, type WorkflowFile } from '../n8n/workflows.mts';
import { dataFolder } from '../n8n/userFolder.mts';
import { type Happening, watched, type Watched } from './watchEvents.mts';
import { type Course, judge, type Verdict } from './watchJudge.mts';
import { startSteps, type Steps } from './watchSteps.mts';

const pace = 60;
const owner = { email: 'soak@example.com', firstName: 'Long', lastName: 'Run', password: 'Soaking-1234' };

/** The settings with which n8n keeps the state of its pollers by itself. */
const durable = {
	N8N_SCHEDULER_ENABLED: 'true',
	N8N_SCHEDULER_POLL_TRIGGERS_ENABLED: 'true',
	N8N_POLLER_DURABLE_CURSORS_ENABLED: 'true',
};

const tenSeconds = {
	item: [0, 10, 20, 30, 40, 50].map((second) => ({ mode: 'custom', cronExpression: `${second} * * * * *` })),
};

async function ask<T>(sandbox: Sandbox, method: string, route: string, body?: unknown): Promise<T> {
	const response = await fetch(`${sandbox.url}/_admin${route}`, {
		method,
		headers: { 'content-type': 'application/json' },
		...(body === undefined ? {} : { body: JSON.stringify(body) }),
	});
	if (!response.ok) throw new Error(`${method} ${route}: ${response.status} ${await response.text()}`);
	return (await response.json().catch(() => undefined)) as T;
}

function workflowOf({ event }: Watched, credential: { id: string; name: string }, steps: Steps): WorkflowFile {
	const trigger = {
		id: `watch-${event}`,
		name: 'Watch',
		type: 'n8n-nodes-workforce-operations.workforceOperationsWatchTrigger',
		typeVersion: 1.2,
		position: [0, 0] as [number, number],
		parameters: { pollTimes: tenSeconds, event },
		credentials: { workforceOperationsApi: credential },
	};
	const step = {
		id: `step-${event}`,
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
		name: `Soak: ${event}`,
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

interface Run {
	version: string;
	isDurable: boolean;
	hours: number;
	kills: number;
	seed: number;
}

async function live(
	{ version, isDurable, hours, kills, seed }: Run,
	folder: string,
): Promise<{ verdicts: Verdict[]; course: Course }> {
	const random = new Random(seed);
	const steps = await startSteps();
	const sandbox = await startSandbox({ port: 0, alive: seed, pace });
	const { install, userFolder } = await makePlace(folder, version);
	let n8n: RunningN8n | undefined;
	const course: Course = { from: 0, to: 0, looks: {}, deaths: [] };
	let seen = 0;
	/** The journal is short, so that it is read while it grows. */
	const follow = async (): Promise<void> => {
		const rows = await ask<Array<{ id: number; at: string; key: string; status: number; method: string }>>(
			sandbox,
			'GET',
			`/requests?since=${seen}`,
		);
		for (const { id, at, key, status, method } of rows) {
			seen = Math.max(seen, id);
			if (method === 'GET' && status === 200) (course.looks[key] ??= []).push(Date.parse(at));
		}
	};
	const now = async (): Promise<number> => Date.parse((await ask<{ now: string }>(sandbox, 'GET', '/state')).now);
	try {
		const boot = async (): Promise<RunningN8n> => {
			fs.rmSync(path.join(dataFolder(userFolder), 'crash.journal'), { force: true });
			const env = {
				...(await clockEnvironment(sandbox.url)),
				EXECUTIONS_DATA_PRUNE: 'false',
				...(isDurable ? durable : {}),
			};
			return await startN8n({ install, userFolder, port: n8n?.port, env });
		};
		n8n = await boot();
		const session = new N8nSession(n8n.url);
		await session.signIn(owner);
		for (const event of watched) {
			const credential = await createSandboxCredential(session, sandbox, event.key);
			const { id } = await createWorkflow(session, workflowOf(event, credential, steps));
			await patiently(() => publish(session, id));
		}
		course.from = await now();
		const end = course.from + hours * 3_600_000;
		const deathsDue = Array.from(
			{ length: kills },
			() => course.from + random.between(5, hours * 60 - 10) * 60_000,
		).sort((one, other) => one - other);
		for (let at = course.from; at < end; at = await now()) {
			await follow();
			if (deathsDue[0] !== undefined && at >= deathsDue[0]) {
				deathsDue.shift();
				await sleep(random.between(0, 10_000));
				course.deaths.push(Date.now());
				await n8n.kill();
				n8n = await boot();
			} else if (random.chance(0.15)) {
				await ask(sandbox, 'POST', '/faults', { path: '/api/external', status: 503, times: random.between(2, 12) });
			}
			await sleep(3_000);
		}
		course.to = (await now()) - 30 * 60_000;
		// What failed last has its other tries: minutes of the sandbox are seconds.
		await ask(sandbox, 'DELETE', '/faults');
		await sleep(120_000);
		await follow();
		const happenings = await ask<Happening[]>(sandbox, 'GET', '/happenings?limit=100000');
		return { course, verdicts: watched.map((event) => judge(event, happenings, steps.arrivals, course)) };
	} finally {
		await n8n?.stop().catch(() => undefined);
		await sandbox.close();
		await steps.close();
	}
}

/** A minute is an hour of the sandbox. True when nothing was lost, and nothing came twice without a reason. */
export async function soak(minutes: number, say: (line: string) => void, more: string[]): Promise<boolean> {
	const { values } = parseArgs({
		args: more,
		options: {
			version: { type: 'string', multiple: true, default: [...n8nVersions] },
			durable: { type: 'boolean', default: false },
			kills: { type: 'string', default: '10' },
			seed: { type: 'string', default: '1' },
		},
	});
	let isGood = true;
	for (const version of values.version) {
		const folder = fs.mkdtempSync(path.join(fs.realpathSync(os.tmpdir()), 'workforce-soak-'));
		const run = {
			version,
			isDurable: values.durable,
			hours: (minutes * pace) / 60,
			kills: Number(values.kills),
			seed: Number(values.seed),
		};
		say(
			`\nn8n ${version}${run.isDurable ? ', durable polls' : ''}: ${run.hours} h at ${pace} times their pace, ${run.kills} kills, seed ${run.seed}`,
		);
		try {
			const { verdicts, course } = await live(run, folder);
			say(
				`n8n died ${course.deaths.length} times. Columns: due, arrived, lost, twice because failed / cut off / last batch / no reason, too brief to be due`,
			);
			for (const { event, due, lost, brief, arrived, twice } of verdicts) {
				const { failed, cut, lastBatch, unexplained } = twice;
				say(
					`${event.padEnd(26)}${[due, arrived, lost.length].map((count) => String(count).padStart(6)).join('')}    ${failed} / ${cut} / ${lastBatch} / ${unexplained.length}    ${brief}`,
				);
				if (lost.length > 0) say(`  lost: ${lost.join(', ')}`);
				if (unexplained.length > 0) say(`  twice without a reason: ${unexplained.join(', ')}`);
				isGood &&= lost.length === 0 && unexplained.length === 0;
			}
		} finally {
			fs.rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
		}
	}
	say(isGood ? '\nNothing was lost, and nothing came twice without a reason.' : '\nSomething is wrong.');
	return isGood;
}
