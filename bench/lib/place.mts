// A real n8n with the packed package, which can be started again and again: each time a fresh process over the same data.
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { inClone } from '../../kit/lib/paths.mts';
import { waitFor } from '../../kit/lib/wait.mts';
import { listExecutions, readExecution, type Execution } from '../../kit/n8n/executions.mts';
import { makePlace, type Place } from '../../kit/n8n/place.mts';
import { startN8n } from '../../kit/n8n/process.mts';
import { signedIn } from '../../kit/n8n/owner.mts';
import type { N8nSession } from '../../kit/n8n/rest.mts';
import { newestVersion } from '../../kit/n8n/versions.mts';
import { getWorkflow } from '../../kit/n8n/workflows.mts';

export type { Place };

export interface Running {
	url: string;
	pid: number;
	session: N8nSession;
	stop: () => Promise<void>;
}

/** Packs and installs; `work` gets the place, which is removed afterwards. */
export async function inPlace<Result>(work: (place: Place) => Promise<Result>): Promise<Result> {
	const folder = fs.mkdtempSync(path.join(fs.realpathSync(os.tmpdir()), 'workforce-bench-'));
	const remove = (): void => fs.rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
	// A bench that is stopped by a signal doesn't get to its end.
	process.once('exit', remove);
	try {
		return await work(await makePlace(folder, newestVersion()));
	} finally {
		process.off('exit', remove);
		remove();
	}
}

async function start(
	{ install, folder, userFolder }: Place,
	settings: Record<string, string>,
	preloads: readonly string[],
): Promise<Running> {
	const pidFile = path.join(folder, 'pid');
	const env = {
		NODE_OPTIONS: [`--import ${pathToFileURL(inClone('kit', 'n8n', 'pid.mjs')).href}`, ...preloads].join(' '),
		WORKFORCE_PID_FILE: pidFile,
		...settings,
	};
	const n8n = await startN8n({ install, userFolder, env });
	try {
		const session = await signedIn(n8n);
		return { url: n8n.url, pid: Number(fs.readFileSync(pidFile, 'utf8')), session, stop: n8n.stop };
	} catch (error) {
		await n8n.stop();
		throw error;
	}
}

/** Starts a process of n8n, with further settings and preloads where wanted, and ends it after the work, whatever happens. */
export async function withN8n<Result>(
	place: Place,
	work: (n8n: Running) => Promise<Result>,
	settings: Record<string, string> = {},
	preloads: readonly string[] = [],
): Promise<Result> {
	const n8n = await start(place, settings, preloads);
	try {
		return await work(n8n);
	} finally {
		await n8n.stop();
	}
}

interface Timed {
	ms: number;
	/** Reads what the run put out; costs n8n time and memory, so it comes after everything is measured. */
	read: () => Promise<Execution>;
}

interface Times {
	id: string;
	status: string;
	startedAt: string;
	stoppedAt: string | null;
}

/** Runs a workflow by hand and takes n8n's own times of it. n8n is asked for the state only, never for the data. */
export async function timed({ session }: Running, workflowId: string, within = 180_000): Promise<Timed> {
	const workflowData = await getWorkflow(session, workflowId);
	const { executionId } = await session.request<{ executionId: string }>('POST', `/rest/workflows/${workflowId}/run`, {
		workflowData,
		triggerToStartFrom: { name: 'Start' },
	});
	const done = await waitFor(
		`execution ${executionId} to finish`,
		async () => {
			const rows = (await listExecutions(session, workflowId)) as unknown as Times[];
			return rows.find(({ id, status, stoppedAt }) => id === executionId && stoppedAt !== null && status !== 'running');
		},
		{ timeoutMs: within, intervalMs: 200 },
	);
	return {
		ms: Date.parse(String(done.stoppedAt)) - Date.parse(done.startedAt),
		read: () => readExecution(session, executionId),
	};
}
