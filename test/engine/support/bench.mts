import { afterAll, beforeAll, beforeEach } from '@jest/globals';
import type { IDataObject, INodeType } from 'n8n-workflow';
import { WorkforceOperations } from '../../../nodes/WorkforceOperations/WorkforceOperations.node.ts';
import type { Choices } from '../../../sandbox/core/choices.mts';
import type { Sandbox } from '../../../sandbox/index.mts';
import { startSandbox } from '../../shared.mts';
import type { CredentialStore } from '../../../kit/core/credentials.mts';
import { credentialFor, type Result, type RunOptions, runNode } from '../../../kit/core/engine.mts';
import { type Recorder, type Seen, startRecorder } from './recorder.mts';

export type Key = keyof Sandbox['keys'];

export interface Bench {
	node: INodeType;
	sandbox: Sandbox;
	recorder: Recorder;
	/** A credential that reaches the sandbox through the recorder. */
	store(key: Key): CredentialStore;
	run(key: Key, parameters: IDataObject, options?: RunOptions): Promise<Result>;
	/** Runs, expects success and returns the records. */
	ok(key: Key, parameters: IDataObject, options?: RunOptions): Promise<IDataObject[]>;
	/** Runs and returns the requests that were sent, token aside. */
	sent(key: Key, parameters: IDataObject, options?: RunOptions): Promise<Seen[]>;
	/** Runs, expects one request and returns it in short. */
	one(key: Key, parameters: IDataObject, options?: RunOptions): Promise<Sent>;
}

export interface Sent {
	request: string;
	query: Record<string, string>;
	body?: unknown;
}

export const short = ({ method, path, query, body }: Seen): Sent => ({
	request: `${method} ${path}`,
	query,
	...(body === undefined ? {} : { body }),
});

/**
 * One sandbox and one recorder for a test file or a `describe`; what the recorder wrote down is forgotten before each test.
 * `choices`: open questions that its tests need an answer to, whatever variant the run is against.
 */
export function useBench(choices: Partial<Choices> = {}): Bench {
	const stores = new Map<Key, CredentialStore>();
	let sandbox: Sandbox;
	let recorder: Recorder;
	beforeAll(async () => {
		sandbox = await startSandbox({ ratePerMinute: 100_000, choices });
		recorder = await startRecorder(sandbox.url);
	});
	afterAll(async () => {
		await recorder.close();
		await sandbox.close();
	});
	beforeEach(() => recorder.clear());
	const bench: Bench = {
		node: new WorkforceOperations(),
		get sandbox() {
			return sandbox;
		},
		get recorder() {
			return recorder;
		},
		store(key) {
			const known = stores.get(key);
			if (known) return known;
			const store = credentialFor(sandbox, key, { baseUrl: recorder.url, requestsPerMinute: 6000 });
			stores.set(key, store);
			return store;
		},
		async run(key, parameters, options) {
			return await runNode(bench.store(key), parameters, options);
		},
		async ok(key, parameters, options) {
			const { json, error } = await bench.run(key, parameters, options);
			if (error !== undefined) throw new Error(`${error.message}: ${error.description ?? ''}`);
			return json;
		},
		async sent(key, parameters, options) {
			recorder.seen.length = 0;
			await bench.ok(key, parameters, options);
			return [...recorder.seen];
		},
		async one(key, parameters, options) {
			const seen = await bench.sent(key, parameters, options);
			if (seen.length !== 1 || seen[0] === undefined)
				throw new Error(
					`${seen.length} requests: ${seen.map((entry) => `${entry.method} ${entry.path}?${entry.search}`).join(', ')}`,
				);
			return short(seen[0]);
		},
	};
	return bench;
}

/** n8n's resource locator as the editor stores it. */
export const locator = (value: string | number, mode: 'list' | 'id' = 'id'): IDataObject => ({
	__rl: true,
	mode,
	value,
});
