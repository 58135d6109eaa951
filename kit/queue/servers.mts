// A test's own Redis and PostgreSQL: with their own folders and ports, on the loopback interface only.
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import { inClone } from '../lib/paths.mts';
import { reservePort } from '../lib/ports.mts';
import { spawnOwned } from '../lib/processes.mts';
import { waitFor } from '../lib/wait.mts';
import type { PostgresPrograms, Programs } from './programs.mts';

export interface Server {
	port: number;
	stop: () => Promise<void>;
}

interface Person {
	uid?: number;
	gid?: number;
}

interface Guarded {
	log: () => string;
	ended: Promise<number>;
	stop: () => Promise<void>;
}

/** PostgreSQL refuses to run as root, so it runs as its package's user, or as nobody. */
function unprivileged(): Person {
	if (process.getuid?.() !== 0) return {};
	for (const name of ['postgres', 'nobody']) {
		try {
			const id = (flag: string): number => Number(execFileSync('id', [flag, name], { stdio: 'pipe' }));
			return { uid: id('-u'), gid: id('-g') };
		} catch {
			// There is no such user.
		}
	}
	throw new Error('There is no user that can run PostgreSQL.');
}

function guarded(command: string, args: string[], cwd: string, person: Person = {}): Guarded {
	const spec = JSON.stringify({ command, args, cwd, env: { PATH: process.env['PATH'], LC_ALL: 'C' }, ...person });
	const child = spawnOwned(process.execPath, [inClone('kit', 'queue', 'guard.mjs'), spec], {
		stdio: ['pipe', 'pipe', 'pipe'],
	});
	let log = '';
	child.stdout?.on('data', (chunk: Buffer) => (log += chunk));
	child.stderr?.on('data', (chunk: Buffer) => (log += chunk));
	const ended = new Promise<number>((resolve) => child.once('close', (code) => resolve(code ?? 1)));
	const stop = async (): Promise<void> => {
		child.kill('SIGTERM');
		await ended;
	};
	return { log: () => log, ended, stop };
}

async function ready(name: string, { log, ended, stop }: Guarded, sign: RegExp): Promise<void> {
	const over = { yes: false };
	void ended.then(() => (over.yes = true));
	try {
		await waitFor(
			`${name} to be ready`,
			() => {
				if (over.yes) throw new Error(`${name} ended while it was starting:\n${log()}`);
				return sign.test(log());
			},
			{ explain: log },
		);
	} catch (error) {
		await stop();
		throw error;
	}
}

/** A server on its own port until it is stopped. */
async function onOwnPort(start: (port: number) => Promise<Guarded>): Promise<Server> {
	const { port, release } = await reservePort();
	try {
		const { stop } = await start(port);
		return { port, stop: () => stop().finally(release) };
	} catch (error) {
		await release();
		throw error;
	}
}

export async function startRedis({ redis }: Programs, folder: string): Promise<Server> {
	fs.mkdirSync(folder);
	return onOwnPort(async (port) => {
		const args = ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no', '--dir', folder];
		const server = guarded(redis, args, folder);
		await ready('Redis', server, /Ready to accept connections/);
		return server;
	});
}

export const databaseUser = 'n8n';

/** `folder` must be one that everybody may enter. */
export async function startPostgres({ initdb, postgres }: PostgresPrograms, folder: string): Promise<Server> {
	const person = unprivileged();
	fs.mkdirSync(folder, { mode: 0o700 });
	if (person.uid !== undefined && person.gid !== undefined) fs.chownSync(folder, person.uid, person.gid);
	const make = guarded(
		initdb,
		['--pgdata', folder, '--username', databaseUser, '--auth=trust', '--encoding=UTF8', '--locale=C', '--no-sync'],
		folder,
		person,
	);
	if ((await make.ended) !== 0) throw new Error(`No database could be created:\n${make.log()}`);
	// No socket files, and no durability: the data ends with the test.
	const settings = ['listen_addresses=127.0.0.1', 'unix_socket_directories=', 'fsync=off', 'full_page_writes=off'];
	return onOwnPort(async (port) => {
		const args = ['-D', folder, '-p', String(port), ...settings.flatMap((setting) => ['-c', setting])];
		const server = guarded(postgres, args, folder, person);
		await ready('PostgreSQL', server, /database system is ready to accept connections/);
		return server;
	});
}
