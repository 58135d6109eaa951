import { request } from 'node:http';
import { networkInterfaces } from 'node:os';
import path from 'node:path';
import { expect, test } from '@jest/globals';
import { inTemporaryFolder } from '../../kit/lib/temporary.mts';
import { help, readOptions } from '../../sandbox/options.mts';
import { startSandbox } from '../shared.mts';
import { run } from './process.mts';

const timesheetsAt = async (url: string): Promise<number> => {
	const state = (await (await fetch(`${url}/_admin/state`)).json()) as { counts: { timesheets: number } };
	return state.counts.timesheets;
};

test('starts with lines to paste from, and ends on a signal', async () => {
	const { child, out, ended, url } = run('--port', '0', '--data', '10');
	const address = await url();
	const names = ['timesheet', 'incidentreport', 'liveops', 'developer', 'webhook', 'loginaudit'];
	for (const name of [...names, 'scoped', 'scopedReports', 'scopedLive'])
		expect(out()).toMatch(new RegExp(`^ {2}sandbox-${name}-key {2,}\\w`, 'm'));
	expect(out()).toContain('sandbox-subscription-key');
	expect(await timesheetsAt(address)).toBe(11);
	child.kill('SIGTERM');
	expect(await ended).toBe(0);
});

test('--reset begins anew with the same file', async () => {
	await inTemporaryFolder(async (folder) => {
		const sizeOf = async (...args: string[]): Promise<number> => {
			const options = readOptions(['--port', '0', '--file', path.join(folder, 'service.sqlite'), ...args]);
			const sandbox = await startSandbox(options ?? {});
			try {
				return await timesheetsAt(sandbox.url);
			} finally {
				await sandbox.close();
			}
		};
		expect(await sizeOf('--data', '10')).toBe(11);
		expect(await sizeOf('--data', '20')).toBe(11);
		expect(await sizeOf('--data', '20', '--reset')).toBe(21);
	});
});

test('--host together with --yes-expose listens there, and answers to the names of this machine only', async () => {
	const { child, out, ended, url } = run('--port', '0', '--data', '1', '--host', '0.0.0.0', '--yes-expose');
	const { port } = new URL(await url());
	expect(out()).toContain('Listens on        0.0.0.0');
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
	[['--host', '0.0.0.0'], '--host 0.0.0.0 gives other computers access'],
	[['--host', '192.168.1.10'], 'Add --yes-expose to confirm'],
	[['--yes-expose'], '--yes-expose has no effect without --host'],
	[['--region', 'Australia'], '--region must be the code of a region, such as au or uk, not "Australia".'],
	[['--nonsense'], '--nonsense'],
	[['--data', '-5'], '--data'],
	[['--alive', '--pace', '0'], '--pace must be a whole number from 1 to 3600, not "0".'],
])('%j is refused', (args, message) => {
	expect(() => readOptions(args)).toThrow(message);
});
