// A real n8n of its own, which may be ended and looked into, with the recorder between it and the sandbox.
import { startSandbox, type Sandbox } from '../../../sandbox/index.mts';
import { startN8n, type RunningN8n } from '../../../kit/n8n/process.mts';
import type { N8nSession } from '../../../kit/n8n/rest.mts';
import { dataFolder } from '../../../kit/n8n/userFolder.mts';
import { SandboxAdmin } from '../../../kit/sandbox/admin.mts';
import { againAtOnce } from '../../../kit/sandbox/deliverySettings.mts';
import { signedIn } from '../../../kit/n8n/owner.mts';
import { logFile } from '../../../kit/lib/results.mts';
import { inInstallation } from '../../../kit/n8n/installation.mts';
import { copyTables } from '../../../kit/n8n/tables.mts';
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

export const startSecretsWorld = (version: string): Promise<SecretsWorld> =>
	inInstallation('secrets', version, async ({ install, userFolder, stops }) => {
		const sandbox = await startSandbox({ port: 0, ratePerMinute: 1000, deliveries: againAtOnce });
		stops.add(() => sandbox.close());
		const recorder = await startRecorder(sandbox.url);
		stops.add(() => recorder.close());
		await copyTables(install, userFolder);
		const n8n = await startN8n({
			install,
			userFolder,
			logFile: logFile(`${version}-secrets`),
			// Nothing is kept back from the log, nor thrown away before it was looked at.
			env: { N8N_LOG_LEVEL: 'debug', EXECUTIONS_DATA_PRUNE: 'false' },
		});
		stops.add(() => n8n.stop());
		const session = await signedIn(n8n);
		const admin = new SandboxAdmin(sandbox.url);
		return { n8n, session, sandbox, admin, recorder, dataFolder: dataFolder(userFolder) };
	});
