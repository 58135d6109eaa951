// The sandbox as a program of its own.
import { spawn, type ChildProcess } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { until } from './support.mts';

const main = fileURLToPath(new URL('../../sandbox/main.mts', import.meta.url));

interface Run {
	child: ChildProcess;
	out: () => string;
	err: () => string;
	ended: Promise<number | null>;
	/** Its address, as soon as it has told everything that it tells at the start. */
	url: () => Promise<string>;
}

export function run(...args: string[]): Run {
	const child = spawn(process.execPath, [main, ...args], { stdio: ['ignore', 'pipe', 'pipe'] });
	let out = '';
	let err = '';
	child.stdout?.on('data', (chunk) => (out += String(chunk)));
	child.stderr?.on('data', (chunk) => (err += String(chunk)));
	return {
		child,
		out: () => out,
		err: () => err,
		ended: new Promise((resolve) => child.on('close', resolve)),
		url: () => until(() => out.includes('Ctrl-C') && /http:\/\/127\.0\.0\.1:\d+/.exec(out)?.[0]),
	};
}
