import { afterAll, beforeAll, beforeEach } from '@jest/globals';
import type { IDataObject } from 'n8n-workflow';
import type { Choices } from '../../../sandbox/core/choices.mts';
import type { Sandbox } from '../../../sandbox/index.mts';
import { startSandbox } from '../../shared.mts';
import { admin, clearJournal, isToken, journal } from './admin.mts';
import type { CredentialStore } from '../../../kit/core/credentials.mts';
import { credentialFor } from '../../../kit/core/engine.mts';

export type Key = keyof Sandbox['keys'];

export interface Service {
	readonly sandbox: Sandbox;
	/** A credential with more requests per minute than a test sends. */
	store(key?: Key, changes?: IDataObject): CredentialStore;
	/** Disturbs requests, up to the end of the test. */
	fault(input: object): Promise<void>;
	/** How many requests the journal holds, tokens aside. */
	calls(): Promise<number>;
}

/**
 * One sandbox for a test file; each test begins without faults and with an empty journal. `choices`: open questions that its tests
 * need an answer to, whatever variant the run is against.
 */
export function useService(choices: Partial<Choices> = {}): Service {
	let sandbox: Sandbox;
	beforeAll(async () => {
		sandbox = await startSandbox({ ratePerMinute: 100_000, choices });
	});
	afterAll(async () => await sandbox.close());
	beforeEach(async () => {
		await admin(sandbox, 'DELETE', '/faults');
		await clearJournal(sandbox);
	});
	return {
		get sandbox() {
			return sandbox;
		},
		store: (key = 'developer', changes = {}) => credentialFor(sandbox, key, { requestsPerMinute: 6000, ...changes }),
		fault: async (input) => await admin(sandbox, 'POST', '/faults', input),
		calls: async () => (await journal(sandbox)).filter((row) => !isToken(row)).length,
	};
}
