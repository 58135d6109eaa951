import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { request } from 'node:http';
import { networkInterfaces, tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from '@jest/globals';
import { help, readOptions } from '../../sandbox/options.mts';
import { startSandbox } from '../shared.mts';
import { until } from './support.mts';

const main = fileURLToPath(new URL('../../sandbox/main.mts', import.meta.url));

interface Run {
	child: ChildProcess;
	out: () => string;
	err: () => string;
	ended: Promise<number | null>;
}

function run(...args: string[]): Run {
	const child = spawn(process.execPath, [main, ...args], { stdio: ['ignore', 'pipe', 'pipe'] });
	let out = '';
	let err = '';
	child.stdout?.on('data', (chunk) => (out += String(chunk)));
	child.stderr?.on('data', (chunk) => (err += String(chunk)));
	return { child, out: () => out, err: () => err, ended: new Promise((resolve) => child.on('close', resolve)) };
}

test('starts with lines to paste from, and ends on a signal', async () => {
	const { child, out, ended } = run('--port', '0', '--data', '10');
	await until(() => out().includes('Ctrl-C'));
	const address = /http:\/\/127\.0\.0\.1:\d+/.exec(out())?.[0];
	const names = ['timesheet', 'incidentreport', 'liveops', 'developer', 'webhook', 'loginaudit'];
	for (const name of [...names, 'scoped', 'scopedReports', 'scopedLive'])
		expect(out()).toMatch(new RegExp(`^ {2}sandbox-${name}-key {2,}\\w`, 'm'));
	expect(out()).toContain('sandbox-subscription-key');
	const state = (await (await fetch(`${address}/_admin/state`)).json()) as { counts: { timesheets: number } };
	expect(state.counts.timesheets).toBe(11);
	child.kill('SIGTERM');
	expect(await ended).toBe(0);
});

test('--reset begins anew with the same file', async () => {
	const folder = mkdtempSync(path.join(tmpdir(), 'sandbox-reset-'));
	const sizeOf = async (...args: string[]): Promise<number> => {
		const options = readOptions(['--port', '0', '--file', path.join(folder, 'service.sqlite'), ...args]);
		const sandbox = await startSandbox(options ?? {});
		try {
			const state = (await (await fetch(`${sandbox.url}/_admin/state`)).json()) as { counts: { timesheets: number } };
			return state.counts.timesheets;
		} finally {
			await sandbox.close();
		}
	};
	try {
		expect(await sizeOf('--data', '10')).toBe(11);
		expect(await sizeOf('--data', '20')).toBe(11);
		expect(await sizeOf('--data', '20', '--reset')).toBe(21);
	} finally {
		rmSync(folder, { recursive: true, force: true });
	}
});

describe('--host', () => {
	const anywhere = '0.0.0.0';

	test('together with --yes-expose listens there, and answers to the names of this machine only', async () => {
		const { child, out, ended } = run('--port', '0', '--data', '1', '--host', anywhere, '--yes-expose');
		await until(() => out().includes('Ctrl-C'));
		expect(out()).toContain(`Listens on        ${anywhere}`);
		const port = Number(/127\.0\.0\.1:(\d+)/.exec(out())?.[1]);
		// Another address of this machine: a socket on 127.0.0.1 alone hears nothing of it.
		const own = Object.values(networkInterfaces()).flatMap((each) => each ?? []);
		const other = own.find(({ internal, family }) => !internal && family === 'IPv4')?.address ?? '127.0.0.2';
		const asked = (host: string): Promise<number | undefined> =>
			new Promise((resolve, reject) =>
				request({ host: other, port, path: '/_admin/state', headers: { host } }, (answer) => {
					answer.resume();
					resolve(answer.statusCode);
				})
					.on('error', reject)
					.end(),
			);
		expect(await asked(`127.0.0.1:${port}`)).toBe(200);
		expect(await asked(`sandbox.example:${port}`)).toBe(403);
		child.kill('SIGTERM');
		expect(await ended).toBe(0);
	});

	test.each([
		[['--host', anywhere], '--host 0.0.0.0 gives other computers access'],
		[['--host', '192.168.1.10'], 'Add --yes-expose to confirm'],
		[['--yes-expose'], '--yes-expose has no effect without --host'],
	])('%j is refused', (args, message) => {
		expect(() => readOptions(args)).toThrow(message);
	});
});

test('a taken port is one clear line', async () => {
	const other = await startSandbox({ data: { timesheets: 1 } });
	const { err, ended } = run('--port', String(other.port));
	expect(await ended).toBe(1);
	expect(err()).toBe(`Port ${other.port} is in use. Choose another with --port <n>, or any free one with --port 0.\n`);
	await other.close();
});

test('the help names every option', () => {
	const names = ['port', 'host', 'yes-expose', 'file', 'rate', 'token-ttl', 'data', 'world', 'delay-retries', 'region'];
	for (const name of [...names, 'alive', 'seed', 'pace', 'variant', 'choose', 'reset'])
		expect(help).toContain(`--${name} `);
	expect(readOptions(['--help'])).toBeNull();
});

test('a mistake is told in words', async () => {
	const { err, ended } = run('--rate', 'many');
	expect(await ended).toBe(1);
	expect(err()).toBe('--rate must be a whole number from 1 to 1000000, not "many".\nSee --help.\n');
});

test.each([
	[['--region', 'Australia'], '--region must be the code of a region, such as au or uk, not "Australia".'],
	[['--nonsense'], '--nonsense'],
	[['--data', '-5'], '--data'],
	[['--alive', '--pace', '0'], '--pace must be a whole number from 1 to 3600, not "0".'],
])('%j is a mistake', (args, message) => {
	expect(() => readOptions(args)).toThrow(message);
});
