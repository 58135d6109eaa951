import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, describe, expect, test } from '@jest/globals';
import type { RunningN8n } from '../../../../kit/n8n/process.mts';
import { develop, watchFiles } from '../../../../scripts/start/develop.mts';
import { HostedN8n } from '../../../../scripts/start/hosted.mts';

const undo: Array<() => void> = [];
afterEach(() =>
	undo
		.splice(0)
		.reverse()
		.forEach((step) => step()),
);

/** A folder with `nodes/`, `package.json` and something else in it. */
function project(): { root: string; write: (file: string, text?: string) => void } {
	const root = fs.mkdtempSync(path.join(fs.realpathSync(os.tmpdir()), 'workforce-develop-'));
	undo.push(() => fs.rmSync(root, { recursive: true, force: true }));
	const write = (file: string, text = String(Math.random())): void => {
		fs.mkdirSync(path.dirname(path.join(root, file)), { recursive: true });
		fs.writeFileSync(path.join(root, file), text);
	};
	for (const file of ['nodes/deep/one.ts', 'package.json', 'README.md']) write(file);
	return { root, write };
}

describe('Watching', () => {
	test('tells what has changed, also deep in a folder and for a file that is replaced', async () => {
		const { root, write } = project();
		const { next, close } = watchFiles(root, ['nodes', 'package.json']);
		undo.push(close);
		const first = next();
		write('nodes/deep/one.ts');
		expect(await first).toContain(path.join('nodes', 'deep', 'one.ts'));
		const second = next();
		fs.writeFileSync(path.join(root, 'new'), '{}');
		fs.renameSync(path.join(root, 'new'), path.join(root, 'package.json'));
		expect(await second).toEqual(['package.json']);
	});

	test('goes on seeing a file that was replaced, and files in new folders', async () => {
		const { root, write } = project();
		const { next, close } = watchFiles(root, ['nodes']);
		undo.push(close);
		const file = path.join(root, 'nodes', 'deep', 'one.ts');
		const first = next();
		fs.writeFileSync(`${file}.new`, 'replaced');
		fs.renameSync(`${file}.new`, file);
		expect(await first).toContain(path.join('nodes', 'deep', 'one.ts'));
		const second = next();
		fs.appendFileSync(file, 'changed in place');
		expect(await second).toEqual([path.join('nodes', 'deep', 'one.ts')]);
		const third = next();
		fs.mkdirSync(path.join(root, 'nodes', 'fresh'));
		await third;
		const fourth = next();
		write('nodes/fresh/two.ts');
		expect(await fourth).toContain(path.join('nodes', 'fresh', 'two.ts'));
	});

	test('takes several changes for one, keeps those that come between two looks, and leaves out what isn’t watched', async () => {
		const { root, write } = project();
		const { next, close } = watchFiles(root, ['nodes', 'package.json']);
		undo.push(close);
		for (const name of ['a', 'b', 'c']) write(`nodes/${name}.ts`);
		write('README.md');
		const seen = new Set<string>();
		while (!['a.ts', 'b.ts', 'c.ts'].every((name) => seen.has(name)))
			for (const file of await next()) seen.add(path.basename(file));
		expect(seen).not.toContain('README.md');
	});
});

describe('Developing', () => {
	/** Runs through these changes; what `build` makes of each is what it finds. */
	async function through(builds: Array<boolean | Error>): Promise<string[]> {
		const [done, controller] = [[] as string[], new AbortController()];
		const left = [...builds];
		await develop({
			next: async () => {
				if (left.length === 0) controller.abort();
				return ['nodes/a.ts', 'b', 'c', 'd'];
			},
			build: async () => {
				const made = left.shift() ?? false;
				if (made instanceof Error) throw made;
				return made;
			},
			restart: async () => void done.push('restart'),
			say: (line) => void done.push(line),
			signal: controller.signal,
		});
		return done;
	}

	test('builds a change and starts n8n again', async () => {
		expect(await through([true])).toEqual([
			'Changed: nodes/a.ts, b, c and 1 more. Building …',
			'restart',
			'n8n now runs your changes. Reload its page.',
		]);
	});

	test('leaves n8n alone when nothing comes of it', async () => {
		expect(await through([false])).not.toContain('restart');
	});

	test('tells what can’t be built, and goes on with the next change', async () => {
		const told = await through([new Error('a.ts(1,1): error'), true]);
		expect(told[1]).toMatch(/^a\.ts\(1,1\): error\nn8n continues with the previous build\.$/);
		expect(told.filter((line) => line === 'restart')).toHaveLength(1);
	});
});

describe('A hosted n8n', () => {
	function hosted(): { n8n: HostedN8n; ends: Array<(code: number) => void>; running: () => number } {
		const ends: Array<(code: number) => void> = [];
		let running = 0;
		const boot = async (): Promise<RunningN8n> => {
			let resolve: (code: number) => void = () => undefined;
			const promise = new Promise<number>((end) => (resolve = end));
			running++;
			void promise.then(() => running--);
			ends.push(resolve);
			const stop = async (): Promise<void> => {
				resolve(0);
				await promise;
			};
			return { url: '', port: 0, log: () => '', ended: promise, stop, kill: stop };
		};
		return { n8n: new HostedN8n(boot), ends, running: () => running };
	}

	test('that is started anew has not ended, and there is one at a time', async () => {
		const { n8n, ends, running } = hosted();
		await n8n.start();
		await n8n.restart();
		await n8n.restart();
		expect({ ends: ends.length, running: running() }).toEqual({ ends: 3, running: 1 });
		ends[2]?.(7);
		expect(await n8n.ended).toBe(7);
	});

	test('that can’t start is no hindrance to the end', async () => {
		const n8n = new HostedN8n(async () => await Promise.reject(new Error('port')));
		await expect(n8n.start()).rejects.toThrow('port');
		await expect(n8n.stop()).resolves.toBeUndefined();
	});
});
