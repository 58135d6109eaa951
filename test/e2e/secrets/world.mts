// A real n8n of its own, which may be ended and looked into, with the recorder between it and the sandbox.
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { startSandbox, type Sandbox } from '../../../sandbox/index.mts';
import { buildIfChanged } from '../../../scripts/lib/build.mts';
import { packInto } from '../../../scripts/lib/pack.mts';
import { startN8n, type RunningN8n } from '../../../scripts/n8n/process.mts';
import { N8nSession } from '../../../scripts/n8n/rest.mts';
import { dataFolder, installPackage } from '../../../scripts/n8n/userFolder.mts';
import { n8nInstall } from '../../../scripts/n8n/versions.mts';
import { SandboxAdmin } from '../harness/admin.mts';
import { owner, resultsFolder } from '../harness/world.mts';
import { startRecorder, type Recorder } from './recorder.mts';

export interface SecretsWorld {
	n8n: RunningN8n;
	session: N8nSession;
	sandbox: Sandbox;
	admin: SandboxAdmin;
	recorder: Recorder;
	/** Where n8n keeps its database. */
	dataFolder: string;
	stop: () => Promise<void>;
}

export async function startSecretsWorld(version: string): Promise<SecretsWorld> {
	const stops: Array<() => Promise<void> | void> = [];
	const stop = async (): Promise<void> => {
		for (const each of stops.splice(0).reverse()) await each();
	};
	try {
		const folder = fs.mkdtempSync(path.join(fs.realpathSync(os.tmpdir()), 'workforce-secrets-'));
		stops.push(() => fs.rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));
		await buildIfChanged();
		const { file } = await packInto(path.join(folder, 'packed'));
		const install = await n8nInstall(version);
		const userFolder = path.join(folder, 'user');
		await installPackage(userFolder, file);
		const deliveries = { timeoutMs: 10_000, retryDelaysMs: [200, 200] };
		const sandbox = await startSandbox({ port: 0, ratePerMinute: 1000, deliveries });
		stops.push(() => sandbox.close());
		const recorder = await startRecorder(sandbox.url);
		stops.push(() => recorder.close());
		const n8n = await startN8n({
			install,
			userFolder,
			logFile: path.join(resultsFolder(), `n8n-${version}-secrets.txt`),
			// Nothing is kept back from the log, nor thrown away before it was looked at.
			env: { N8N_LOG_LEVEL: 'debug', EXECUTIONS_DATA_PRUNE: 'false' },
		});
		stops.push(() => n8n.stop());
		const session = new N8nSession(n8n.url);
		await session.signIn(owner);
		const admin = new SandboxAdmin(sandbox.url);
		return { n8n, session, sandbox, admin, recorder, dataFolder: dataFolder(userFolder), stop };
	} catch (error) {
		await stop();
		throw error;
	}
}
