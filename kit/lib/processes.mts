// Child processes that never outlive this one.
import { spawn, type ChildProcess, type SpawnOptions } from 'node:child_process';
import { root } from './paths.mts';

const running = new Set<ChildProcess>();
let hooked = false;

export function spawnOwned(command: string, args: readonly string[], options: SpawnOptions): ChildProcess {
	if (!hooked) {
		hooked = true;
		process.once('exit', () => running.forEach((child) => child.kill('SIGTERM')));
	}
	const child = spawn(command, [...args], options);
	running.add(child);
	child.once('close', () => running.delete(child));
	child.once('error', () => running.delete(child));
	return child;
}

export interface RunOptions {
	cwd?: string;
	env?: NodeJS.ProcessEnv;
	/** Also shows the output while it arrives. */
	show?: boolean;
}

interface RunResult {
	code: number;
	stdout: string;
	/** Both streams in order of arrival. */
	output: string;
}

/** Any exit code is a result, not an exception. */
export function run(command: string, args: readonly string[], options: RunOptions = {}): Promise<RunResult> {
	return new Promise((resolve, reject) => {
		const child = spawnOwned(command, args, {
			cwd: options.cwd ?? root,
			env: options.env ?? process.env,
			stdio: ['ignore', 'pipe', 'pipe'],
		});
		let stdout = '';
		let output = '';
		child.stdout?.on('data', (chunk: Buffer) => {
			stdout += chunk;
			output += chunk;
			if (options.show) process.stdout.write(chunk);
		});
		child.stderr?.on('data', (chunk: Buffer) => {
			output += chunk;
			if (options.show) process.stderr.write(chunk);
		});
		child.once('error', reject);
		child.once('close', (code, signal) => resolve({ code: code ?? (signal ? 1 : 0), stdout, output }));
	});
}

/** Like `run`, but throws for an exit code other than 0. */
export async function runOrThrow(
	what: string,
	command: string,
	args: readonly string[],
	options: RunOptions = {},
): Promise<RunResult> {
	const result = await run(command, args, options);
	if (result.code !== 0) throw new Error(`${what} failed (code ${result.code}):\n${result.output.trim()}`);
	return result;
}
