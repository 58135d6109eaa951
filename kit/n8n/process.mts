// One n8n process: its settings, its start until it is usable, its log, its end. In queue mode n8n has several: the
// main one, workers, and webhook processes.
import fs from 'node:fs';
import path from 'node:path';
import type { ChildProcess } from 'node:child_process';
import { pathToFileURL } from 'node:url';
import { inClone } from '../lib/paths.mts';
import { reservePort } from '../lib/ports.mts';
import { spawnOwned } from '../lib/processes.mts';
import { waitFor } from '../lib/wait.mts';
import type { N8nInstall } from './versions.mts';

/** The role of a process: `start` is a whole n8n, or the main process of a queue. */
export type N8nRole = 'start' | 'worker' | 'webhook';

interface N8nOptions {
	install: N8nInstall;
	userFolder: string;
	/** `start` by default. The others need the settings of a queue in `env`. */
	role?: N8nRole;
	/** Without one, a free port is taken. */
	port?: number;
	/** Without its editor n8n starts much faster: at each start it copies all files of the editor. It then has no settings, icons and previews. */
	withoutEditor?: boolean;
	/** Keeps a copy of the log, after those of earlier starts. */
	logFile?: string;
	env?: Record<string, string>;
	/** Gives up the start when it aborts. */
	signal?: AbortSignal;
}

export interface RunningN8n {
	url: string;
	port: number;
	/** Everything n8n has written so far. */
	log: () => string;
	/** Resolves when n8n has ended, for whatever reason. */
	ended: Promise<number>;
	/** Asks n8n to end (SIGTERM) and waits until it has. */
	stop: () => Promise<void>;
	/** Ends this process without warning (SIGKILL), as a power failure does. A task runner that it started is left to itself. */
	kill: () => Promise<void>;
}

const health = '/healthz/readiness';

/** How a process is started, and how to see that it is usable: its port responds before it is. */
const roles: Record<N8nRole, { args: string[]; said: string; path: string }> = {
	start: { args: ['start'], said: 'Editor is now accessible via', path: '/rest/settings' },
	worker: { args: ['worker', '--concurrency=5'], said: 'n8n worker is now ready', path: health },
	webhook: { args: ['webhook'], said: 'Webhook listener waiting for requests', path: health },
};

const leash = pathToFileURL(inClone('kit', 'n8n', 'killWithParent.mjs')).href;
const bootTimeoutMs = 240_000;
const stopTimeoutMs = 60_000;
const attempts = 3;

/** n8n ended because one of its ports was in use. */
export class PortTaken extends Error {}

function settings(options: N8nOptions, port: number, brokerPort: number): NodeJS.ProcessEnv {
	// Settings in the caller's shell for its own n8n must not reach this one.
	const inherited = Object.fromEntries(
		Object.entries(process.env).filter(
			([name]) => !/^(n8n_|npm_|db_|executions_|queue_|webhook_url|node_options$|jest_)/i.test(name),
		),
	);
	const url = `http://127.0.0.1:${port}/`;
	const noProxy = [process.env['NO_PROXY'] ?? process.env['no_proxy'], '127.0.0.1', 'localhost']
		.filter(Boolean)
		.join(',');
	return {
		...inherited,
		NODE_ENV: 'production',
		N8N_USER_FOLDER: options.userFolder,
		N8N_PORT: String(port),
		N8N_LISTEN_ADDRESS: '127.0.0.1',
		// The older and the newer name of one setting.
		WEBHOOK_URL: url,
		N8N_WEBHOOK_URL: url,
		// A proxy of the caller's must not be asked for the sandbox.
		NO_PROXY: noProxy,
		no_proxy: noProxy,
		// n8n always opens a port for its task runners; two instances with the default one collide.
		N8N_RUNNERS_BROKER_PORT: String(brokerPort),
		// A worker's only port is that of its health check.
		...(options.role === 'worker' && {
			QUEUE_HEALTH_CHECK_ACTIVE: 'true',
			QUEUE_HEALTH_CHECK_ADDRESS: '127.0.0.1',
			QUEUE_HEALTH_CHECK_PORT: String(port),
		}),
		WORKFORCE_LEASH_HOLDER: String(process.pid),
		...(options.withoutEditor && { N8N_DISABLE_UI: 'true' }),
		N8N_SECURE_COOKIE: 'false',
		N8N_DIAGNOSTICS_ENABLED: 'false',
		N8N_VERSION_NOTIFICATIONS_ENABLED: 'false',
		N8N_TEMPLATES_ENABLED: 'false',
		N8N_PERSONALIZATION_ENABLED: 'false',
		N8N_HIRING_BANNER_ENABLED: 'false',
		N8N_LICENSE_AUTO_RENEW_ENABLED: 'false',
		N8N_VERIFIED_PACKAGES_ENABLED: 'false',
		N8N_UNVERIFIED_PACKAGES_ENABLED: 'true',
		...options.install.env,
		...options.env,
	};
}

/** The end of a log, for a message. */
const lastLines = (text: string, count = 25): string => text.trimEnd().split('\n').slice(-count).join('\n');

async function answers(url: string): Promise<boolean> {
	try {
		const response = await fetch(url, { signal: AbortSignal.timeout(5_000) });
		await response.arrayBuffer();
		return response.status === 200;
	} catch {
		// Not listening yet; the caller knows when to give up.
		return false;
	}
}

async function kill(child: ChildProcess, ended: Promise<number>): Promise<void> {
	child.kill('SIGKILL');
	await ended;
}

async function end(child: ChildProcess, ended: Promise<number>): Promise<void> {
	if (child.exitCode !== null || child.signalCode !== null) return;
	child.kill('SIGTERM');
	const timer = setTimeout(() => child.kill('SIGKILL'), stopTimeoutMs);
	await ended;
	clearTimeout(timer);
	if (child.signalCode === 'SIGKILL')
		throw new Error(`n8n had not ended ${stopTimeoutMs / 1000} s after SIGTERM and was killed.`);
}

async function boot(options: N8nOptions, port: number, brokerPort: number): Promise<RunningN8n> {
	const role = roles[options.role ?? 'start'];
	const child = spawnOwned(process.execPath, ['--import', leash, options.install.program, ...role.args], {
		cwd: options.userFolder,
		env: settings(options, port, brokerPort),
		stdio: ['pipe', 'pipe', 'pipe'],
	});
	let log = '';
	if (options.logFile) fs.appendFileSync(options.logFile, '');
	const keep = (chunk: Buffer): void => {
		log += chunk;
		if (options.logFile) fs.appendFileSync(options.logFile, chunk);
	};
	child.stdout?.on('data', keep);
	child.stderr?.on('data', keep);
	const ended = new Promise<number>((resolve) => {
		child.once('error', (error) => {
			log += error.message;
			resolve(1);
		});
		child.once('close', (code) => resolve(code ?? 1));
	});
	const over = { yes: false };
	void ended.then(() => (over.yes = true));
	const url = `http://127.0.0.1:${port}`;
	const path = options.withoutEditor ? health : role.path;
	try {
		// The port answers long before the REST routes exist; only the settings and the last line of the log tell.
		await waitFor(
			'n8n to be usable',
			async () => {
				options.signal?.throwIfAborted();
				if (over.yes) {
					const message = `n8n ended while it was starting:\n${lastLines(log)}`;
					throw /EADDRINUSE|already in use/i.test(log) ? new PortTaken(message) : new Error(message);
				}
				return log.includes(role.said) && (await answers(`${url}${path}`));
			},
			{ timeoutMs: bootTimeoutMs, explain: () => lastLines(log) },
		);
	} catch (error) {
		await end(child, ended);
		throw error;
	}
	return { url, port, log: () => log, ended, stop: () => end(child, ended), kill: () => kill(child, ended) };
}

/** Starts n8n and returns when it can be used. A port that somebody else took in the meantime is exchanged for another one. */
export async function startN8n(options: N8nOptions): Promise<RunningN8n> {
	fs.mkdirSync(path.resolve(options.userFolder), { recursive: true });
	for (let attempt = 1; ; attempt += 1) {
		const [own, broker] = [await reservePort(), await reservePort()];
		try {
			return await boot(options, options.port ?? own.port, broker.port);
		} catch (error) {
			// A port that the caller asked for isn't exchanged; the task broker's always is.
			const asked = options.port !== undefined && new RegExp(`n8n's port ${options.port}\\b`).test(String(error));
			if (!(error instanceof PortTaken) || asked || attempt === attempts) throw error;
		} finally {
			// By now n8n uses them, or no longer needs them.
			await Promise.all([own.release(), broker.release()]);
		}
	}
}
