import { afterAll, afterEach, beforeAll } from '@jest/globals';
import * as contract from '../../../nodes/WorkforceOperations/contract/index.ts';
import type { Sandbox } from '../../../sandbox/index.mts';
import { startSandbox } from '../../shared.mts';
import { command } from '../../../scripts/compare/command.mts';
import type { Time } from '../../../scripts/compare/slidingWindow.mts';
import { type Alter, type Altered, startAltered } from './alteredPayload.mts';

/** What one run of the comparison ended with. */
export interface Run {
	code: number;
	out: string;
	notes: string;
}

/** Runs the command in this process. */
export async function run(
	args: string[],
	environment: NodeJS.ProcessEnv = {},
	ask?: (question: string) => Promise<string>,
	time?: Time,
): Promise<Run> {
	const out: string[] = [];
	const notes: string[] = [];
	const code = await command(args, contract, {
		environment,
		ask,
		time,
		out: (text) => out.push(text),
		note: (text) => notes.push(text),
	});
	return { code, out: out.join('\n'), notes: notes.join('\n') };
}

interface ComparedService {
	readonly sandbox: Sandbox;
	/** A service that differs from the sandbox in what `alter` says, up to the end of the test. */
	altered(alter: Alter): Promise<Altered>;
	/** Runs the command against the service at `url`, with a key of the sandbox. */
	compare(url: string, key: keyof Sandbox['keys'], ...more: string[]): Promise<Run>;
}

/** One sandbox for a test file, and services that differ from it. */
export function useComparedService(): ComparedService {
	let sandbox: Sandbox;
	const services: Altered[] = [];
	// What waits for the limit of a minute passes at once: the sandbox has none here.
	let passed = 0;
	const timeless: Time = { now: () => passed, wait: async (ms) => await Promise.resolve(void (passed += ms)) };
	beforeAll(async () => {
		sandbox = await startSandbox({ ratePerMinute: 100_000 });
	});
	afterAll(async () => await sandbox.close());
	afterEach(async () => {
		await Promise.all(services.splice(0).map(({ close }) => close()));
	});
	return {
		get sandbox() {
			return sandbox;
		},
		altered: async (alter) => {
			const service = await startAltered(sandbox.url, alter);
			services.push(service);
			return service;
		},
		compare: (url, key, ...more) =>
			run(
				['--base-url', url, '--api-key-env', 'KEY', '--subscription-key-env', 'SUB', ...more],
				{ KEY: sandbox.keys[key], SUB: sandbox.subscriptionKey },
				undefined,
				timeless,
			),
	};
}
