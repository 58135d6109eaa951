// The preload that lets n8n's `Date` go along with the sandbox's clock, in processes of their own.
import { spawn } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { expect, test } from '@jest/globals';
import { clockEnvironment } from '../../kit/n8n/clock.mts';
import { inTemporaryFolder } from '../../kit/lib/temporary.mts';
import { withClient } from './support.mts';

const day = 86_400_000;

/** Runs a program with the preload until it ends; `onLine` may write to it. Gives its lines. */
async function run(
	program: string,
	env: Record<string, string>,
	onLine: (line: string, say: (text: string) => void) => void | Promise<void> = () => undefined,
): Promise<string[]> {
	const child = spawn(process.execPath, ['--input-type=module', '-e', program], {
		env: { ...process.env, ...env },
		stdio: ['pipe', 'pipe', 'inherit'],
	});
	const ended = new Promise((resolve) => child.once('close', resolve));
	const lines: string[] = [];
	for await (const line of createInterface({ input: child.stdout })) {
		lines.push(line);
		await onLine(line, (text) => child.stdin.write(text));
	}
	await ended;
	return lines;
}

test('every way to ask for the time tells the sandbox’s; dates that are given stay as they are, timers too', async () => {
	await withClient({ pace: 1000 }, async (client) => {
		const program = `
			class Own extends Date {}
			const wrapped = Date.now;
			Date.now = () => wrapped();
			const real = performance.now();
			const start = Date.now();
			await new Promise((resolve) => setTimeout(resolve, 100));
			const passed = Date.now() - start;
			const took = performance.now() - real;
			console.log(JSON.stringify({
				now: start, made: +new Date(), own: +new Own(), text: Date.parse(Date()), given: new Date('2020-02-02').toISOString(),
				utc: Date.UTC(2020, 1, 2), isDate: new Date() instanceof Date, ownIsDate: new Own() instanceof Date,
				constructed: +new (new Date(0).constructor)() - start > -1000, ratio: passed / took,
			}));`;
		const [line] = await run(program, await clockEnvironment(client.sandbox.url));
		const told = JSON.parse(String(line)) as Record<string, unknown>;
		const { nowMs } = await client.admin<{ nowMs: number }>('GET', '/clock');
		// The sandbox is at some winter's noon, years away from real time at this pace: seconds more or less don't matter.
		for (const name of ['now', 'made', 'own', 'text']) {
			expect([name, Math.abs(Number(told[name]) - nowMs) < 3_600_000]).toEqual([name, true]);
			expect([name, Math.abs(Number(told[name]) - Date.now()) > day]).toEqual([name, true]);
		}
		expect(told).toMatchObject({ given: '2020-02-02T00:00:00.000Z', utc: 1_580_601_600_000, isDate: true });
		expect(told).toMatchObject({ ownIsDate: true, constructed: true });
		expect(Number(told.ratio)).toBeGreaterThan(500);
	});
});

test.each([
	['is followed', 0],
	['is followed by one that is to stay ahead of it', 40 * day],
])('a clock that is moved later %s', async (_, aheadMs) => {
	await withClient({}, async (client) => {
		const { nowMs } = await client.admin<{ nowMs: number }>('GET', '/clock');
		const program = `
			const start = Date.now();
			console.log(start);
			while (Date.now() - start < ${day}) await new Promise((resolve) => setTimeout(resolve, 20));
			console.log(Date.now());`;
		const lines = await run(program, await clockEnvironment(client.sandbox.url, 'n8n', aheadMs), async (line) => {
			if (Number(line) < nowMs + aheadMs + day) await client.sandbox.advance(2 * day);
		});
		expect(Number(lines[0])).toBeGreaterThanOrEqual(nowMs + aheadMs);
		expect(Number(lines[1])).toBeGreaterThanOrEqual(nowMs + aheadMs + 2 * day);
	});
});

test('the clock of the package alone can go along: everything else keeps real time', async () => {
	await inTemporaryFolder((folder) =>
		withClient({ pace: 1000 }, async (client) => {
			const dist = path.join(folder, 'n8n-nodes-workforce-operations', 'dist');
			fs.mkdirSync(dist, { recursive: true });
			const bundle = 'var clock = {\n  date: () => Date.now()\n};\nexports.clock = clock;\n';
			fs.writeFileSync(path.join(dist, 'package.js'), bundle);
			const program = `
			import { createRequire } from 'node:module';
			const { clock } = createRequire(import.meta.url)(${JSON.stringify(path.join(dist, 'package.js'))});
			console.log(JSON.stringify({ own: clock.date(), real: Date.now() }));`;
			const [line] = await run(program, await clockEnvironment(client.sandbox.url, 'package'));
			const { own, real } = JSON.parse(String(line)) as { own: number; real: number };
			const { nowMs } = await client.admin<{ nowMs: number }>('GET', '/clock');
			expect(Math.abs(own - nowMs)).toBeLessThan(3_600_000);
			expect(Math.abs(real - Date.now())).toBeLessThan(600_000);
			expect(Math.abs(own - real)).toBeGreaterThan(day);
		}),
	);
});
