// A sandbox for the length of a bench, and the credential that leads n8n to it.
import { startSandbox, type Sandbox, type SandboxOptions } from '../../sandbox/index.mts';
import { createCredential, type SavedCredential } from '../../kit/n8n/credentials.mts';
import { credentialData, credentialType, type KeyType } from '../../kit/n8n/sandboxCredentials.mts';
import { SandboxAdmin } from '../../kit/sandbox/admin.mts';
import type { Running } from './place.mts';

/** More than any bench sends in a minute, where the limit is not what is measured. */
export const unlimited = 1_000_000;

export async function withSandbox<Result>(
	options: SandboxOptions,
	work: (sandbox: Sandbox, admin: SandboxAdmin) => Promise<Result>,
): Promise<Result> {
	const sandbox = await startSandbox(options);
	try {
		return await work(sandbox, new SandboxAdmin(sandbox.url));
	} finally {
		await sandbox.close();
	}
}

export const saveCredential = (
	{ session }: Running,
	sandbox: Sandbox,
	keyType: KeyType,
	requestsPerMinute = 6000,
): Promise<SavedCredential> =>
	createCredential(session, `Bench ${keyType}`, credentialType, {
		...credentialData(sandbox, keyType),
		requestsPerMinute,
	});
