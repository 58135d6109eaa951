// One real n8n that can be killed and started again, one sandbox that does not give up soon, and one receiver that counts runs.
import fs from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Sandbox } from '../../../sandbox/index.mts';
import { inClone } from '../../../kit/lib/paths.mts';
import { reservePort } from '../../../kit/lib/ports.mts';
import { clockEnvironment } from '../../../kit/n8n/clock.mts';
import { startN8n, type RunningN8n } from '../../../kit/n8n/process.mts';
import type { N8nSession } from '../../../kit/n8n/rest.mts';
import { dataFolder } from '../../../kit/n8n/userFolder.mts';
import { signedIn } from '../../../kit/n8n/owner.mts';
import { startPatientSandbox } from '../../../kit/sandbox/patientSandbox.mts';
import { startReceiver, type Receiver } from '../../../kit/servers/receiver.mts';
import { logFile } from '../../../kit/lib/results.mts';
import { inInstallation } from '../../../kit/n8n/installation.mts';
import { copyTables } from '../../../kit/n8n/tables.mts';

export interface TriggerWorld {
	version: string;
	n8n: RunningN8n;
	session: N8nSession;
	sandbox: Sandbox;
	receiver: Receiver;
	/** Ends n8n without warning, as a power failure does. */
	kill: () => Promise<void>;
	/** Starts n8n again, under the same address and with the same data. */
	startAgain: () => Promise<void>;
	stop: () => Promise<void>;
}

/** The processes that n8n started, which a killed n8n leaves alone. */
function childrenOf(pid: number): number[] {
	try {
		return fs.readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').filter(Boolean).map(Number);
	} catch {
		// Only Linux tells; elsewhere they end by themselves when their broker is gone.
		return [];
	}
}

function endQuietly(pid: number): void {
	try {
		process.kill(pid, 'SIGKILL');
	} catch {
		// Ended already.
	}
}

interface TriggerWorldOptions {
	/** Requests a minute that the sandbox allows each key. */
	ratePerMinute?: number;
	/** Keeps the logs of worlds apart that run one beside the other. */
	name?: string;
	/** The package's clock goes along with the sandbox's, so that `sandbox.advance` moves both. Without it they go by themselves. */
	clockGoesAlong?: boolean;
	/** More settings of n8n. */
	env?: Record<string, string>;
}

export const startTriggerWorld = (
	version: string,
	{ ratePerMinute, name = 'trigger', clockGoesAlong = false, env: more = {} }: TriggerWorldOptions = {},
): Promise<TriggerWorld> =>
	inInstallation(name, version, async ({ folder, install, userFolder, stops }) => {
		const receiver = await startReceiver();
		stops.add(() => receiver.close());
		const sandbox = await startPatientSandbox(ratePerMinute);
		stops.add(() => sandbox.close());
		const { port, release } = await reservePort();
		stops.add(release);
		const pidFile = path.join(folder, 'pid');
		const clock = clockGoesAlong ? await clockEnvironment(sandbox.url, 'package') : {};
		const tellsPid = `--import ${pathToFileURL(inClone('kit', 'n8n', 'pid.mjs')).href}`;
		const env = {
			...clock,
			NODE_OPTIONS: [clock['NODE_OPTIONS'], tellsPid].filter(Boolean).join(' '),
			WORKFORCE_PID_FILE: pidFile,
			EXECUTIONS_DATA_PRUNE: 'false',
			...more,
		};
		const world = { version, sandbox, receiver } as TriggerWorld;
		const boot = async (): Promise<void> => {
			world.n8n = await startN8n({
				install,
				userFolder,
				port,
				env,
				withoutEditor: true,
				logFile: logFile(`${version}-${name}`),
			});
			world.session = await signedIn(world.n8n);
		};
		// Also an n8n that has started and can't be signed in to; without one there is nothing to end yet.
		stops.add(() => world.n8n?.stop());
		await copyTables(install, userFolder);
		await boot();
		world.kill = async () => {
			const pid = Number(fs.readFileSync(pidFile, 'utf8'));
			const children = childrenOf(pid);
			process.kill(pid, 'SIGKILL');
			await world.n8n.ended;
			children.forEach(endQuietly);
		};
		world.startAgain = async () => {
			// n8n waits ten seconds when it finds this file; a test needn't.
			fs.rmSync(path.join(dataFolder(userFolder), 'crash.journal'), { force: true });
			await boot();
		};
		return world;
	});
