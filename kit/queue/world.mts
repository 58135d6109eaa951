// n8n in queue mode: the main process, two webhook processes and three workers, with Redis and PostgreSQL.
import fs from 'node:fs';
import path from 'node:path';
import type { Sandbox } from '../../sandbox/index.mts';
import { reservePort } from '../lib/ports.mts';
import { clockEnvironment } from '../n8n/clock.mts';
import { startN8n, type N8nRole, type RunningN8n } from '../n8n/process.mts';
import { SandboxAdmin } from '../sandbox/admin.mts';
import { signedIn } from '../n8n/owner.mts';
import { startPatientSandbox } from '../sandbox/patientSandbox.mts';
import { startReceiver, type Receiver } from '../servers/receiver.mts';
import { logFile } from '../lib/results.mts';
import { inInstallation, type Installation } from '../n8n/installation.mts';
import type { OwnWorld } from '../n8n/world.mts';
import type { Programs } from './programs.mts';
import { databaseUser, startPostgres, startRedis, type Server } from './servers.mts';

/** Here `n8n` is the main process. */
export interface QueueWorld extends OwnWorld {
	/** Receives all deliveries; there is no load balancer between the two. */
	webhook: RunningN8n;
	workers: [RunningN8n, RunningN8n, RunningN8n];
	receiver: Receiver;
}

const shared = (redis: Server, postgres: Server, webhookPort: number): Record<string, string> => ({
	EXECUTIONS_MODE: 'queue',
	QUEUE_BULL_REDIS_HOST: '127.0.0.1',
	QUEUE_BULL_REDIS_PORT: String(redis.port),
	DB_TYPE: 'postgresdb',
	DB_POSTGRESDB_HOST: '127.0.0.1',
	DB_POSTGRESDB_PORT: String(postgres.port),
	DB_POSTGRESDB_DATABASE: 'postgres',
	DB_POSTGRESDB_USER: databaseUser,
	DB_POSTGRESDB_PASSWORD: 'not asked for',
	N8N_ENCRYPTION_KEY: 'the same for all processes',
	OFFLOAD_MANUAL_EXECUTIONS_TO_WORKERS: 'true',
	// Deliveries reach only the webhook process.
	N8N_DISABLE_PRODUCTION_MAIN_PROCESS: 'true',
	WEBHOOK_URL: `http://127.0.0.1:${webhookPort}/`,
	N8N_WEBHOOK_URL: `http://127.0.0.1:${webhookPort}/`,
	// No Code node is used, so four task runners needn't start.
	N8N_RUNNERS_MODE: 'external',
	N8N_RUNNERS_AUTH_TOKEN: 'nobody comes',
	EXECUTIONS_DATA_PRUNE: 'false',
});

/** Only a main process and workers, for tests without webhooks. The package's clock follows the sandbox's. */
export interface WorkersWorld extends OwnWorld {
	workers: RunningN8n[];
	receiver: Receiver;
}

type Starter = (name: string, role: N8nRole, port?: number) => Promise<RunningN8n>;

/**
 * The servers, the sandbox and the receiver; `start` starts a process of n8n. The main one has to be the first. The package's clock
 * goes along with the sandbox's if `clockGoesAlong`.
 */
const provide = async (
	programs: Programs,
	version: string,
	{ folder, install, userFolder: template, stops }: Installation,
	logs: string,
	clockGoesAlong = false,
): Promise<{ receiver: Receiver; sandbox: Sandbox; ports: [number, number]; start: Starter }> => {
	// PostgreSQL runs as another user, who must be able to enter its own folder.
	fs.chmodSync(folder, 0o711);
	const redis = await startRedis(programs, path.join(folder, 'redis'));
	stops.add(redis.stop);
	const postgres = await startPostgres(programs, path.join(folder, 'postgres'));
	stops.add(postgres.stop);
	const receiver = await startReceiver();
	stops.add(receiver.close);
	const sandbox = await startPatientSandbox();
	stops.add(() => sandbox.close());

	const reserve = async (): Promise<number> => {
		const { port, release } = await reservePort();
		stops.add(release);
		return port;
	};
	const [webhookPort, otherPort] = [await reserve(), await reserve()];
	const clock = clockGoesAlong ? await clockEnvironment(sandbox.url, 'package') : {};
	const env = { ...shared(redis, postgres, webhookPort), ...clock };
	const start = async (name: string, role: N8nRole, port?: number): Promise<RunningN8n> => {
		// Each process has its own folder with the package, as on its own machine.
		const userFolder = path.join(folder, name);
		fs.cpSync(template, userFolder, { recursive: true, mode: fs.constants.COPYFILE_FICLONE });
		const log = logFile(`${version}-${logs}-${name}`);
		const n8n = await startN8n({
			install,
			userFolder,
			role,
			env,
			withoutEditor: true,
			logFile: log,
			...(port !== undefined && { port }),
		});
		stops.add(() => n8n.stop());
		return n8n;
	};
	return { receiver, sandbox, ports: [webhookPort, otherPort], start };
};

export const startWorkersWorld = (version: string, programs: Programs, count: number): Promise<WorkersWorld> =>
	inInstallation('workers', version, async (installation) => {
		const { receiver, sandbox, start } = await provide(programs, version, installation, 'workers', true);
		const n8n = await start('main', 'start');
		const starts = Array.from({ length: count }, (_, index) => start(`worker-${index + 1}`, 'worker'));
		await Promise.allSettled(starts);
		const workers = await Promise.all(starts);
		const session = await signedIn(n8n);
		return { version, n8n, workers, session, sandbox, admin: new SandboxAdmin(sandbox.url), receiver };
	});

export const startQueueWorld = (version: string, programs: Programs): Promise<QueueWorld> =>
	inInstallation('queue', version, async (installation) => {
		const { receiver, sandbox, ports, start } = await provide(programs, version, installation, 'queue');
		const [webhookPort, otherPort] = ports;
		// The main process creates the tables.
		const main = await start('main', 'start');
		const webhooks = [start('webhook', 'webhook', webhookPort), start('webhook-2', 'webhook', otherPort)];
		const starts = ['worker-1', 'worker-2', 'worker-3'].map((name) => start(name, 'worker'));
		await Promise.allSettled([...webhooks, ...starts]);
		const [webhook] = (await Promise.all(webhooks)) as [RunningN8n, RunningN8n];
		const workers = (await Promise.all(starts)) as QueueWorld['workers'];
		const session = await signedIn(main);
		const admin = new SandboxAdmin(sandbox.url);
		return { version, n8n: main, webhook, workers, session, sandbox, admin, receiver };
	});

/** According to the worker's log. */
export const begunBy = (worker: RunningN8n): string[] =>
	[...worker.log().matchAll(/Worker started execution (\d+)/g)].map(([, id]) => id ?? '');

/** Repeated deliveries that a worker has dropped, according to its log. */
export const droppedBy = (worker: RunningN8n): number => worker.log().split('a duplicate delivery to').length - 1;
