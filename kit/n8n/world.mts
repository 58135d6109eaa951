// One real n8n with the packed package installed, signed in, and one sandbox; started once for all tests of a version.
import fs from 'node:fs';
import path from 'node:path';
import { startSandbox, type Sandbox, type SandboxOptions } from '../../sandbox/index.mts';
import { clockEnvironment } from './clock.mts';
import { createCredential, listCredentials, type CredentialData, type SavedCredential } from './credentials.mts';
import { startN8n, type RunningN8n } from './process.mts';
import type { N8nSession } from './rest.mts';
import {
	createSandboxCredential,
	credentialData,
	credentialType,
	credentialKinds,
	type CredentialKind,
} from './sandboxCredentials.mts';
import { SandboxAdmin } from '../sandbox/admin.mts';
import { againAtOnce } from '../sandbox/deliverySettings.mts';
import { signedIn } from './owner.mts';
import { logFile } from '../lib/results.mts';
import { inInstallation } from './installation.mts';

export interface World {
	version: string;
	n8n: RunningN8n;
	session: N8nSession;
	sandbox: Sandbox;
	admin: SandboxAdmin;
	/** The one folder in which n8n may read and write files. */
	files?: string;
	stop: () => Promise<void>;
}

interface WorldOptions {
	sandbox?: SandboxOptions;
	/** Keeps the logs of worlds apart that run one beside the other. */
	name?: string;
	/** The package's clock goes along with the sandbox's, so many milliseconds ahead of it. Without it both go by themselves. */
	clockAheadMs?: number;
	withoutEditor?: boolean;
}

export const startWorld = (
	version: string,
	{ sandbox: sandboxOptions = {}, name = '', clockAheadMs, withoutEditor }: WorldOptions = {},
): Promise<World> =>
	inInstallation('e2e', version, async ({ install, userFolder, stops }) => {
		const sandbox = await startSandbox({ port: 0, deliveries: againAtOnce, ...sandboxOptions });
		stops.add(() => sandbox.close());
		const clock = clockAheadMs === undefined ? {} : await clockEnvironment(sandbox.url, 'package', clockAheadMs);
		const files = path.join(userFolder, 'files');
		fs.mkdirSync(files);
		const env = { ...clock, N8N_RESTRICT_FILE_ACCESS_TO: files };
		const n8n = await startN8n({ install, userFolder, env, withoutEditor, logFile: logFile(`${version}${name}`) });
		stops.add(() => n8n.stop());
		const session = await signedIn(n8n);
		return { version, n8n, session, sandbox, admin: new SandboxAdmin(sandbox.url), files };
	});

/** The credentials that `npm start` makes, without a token: what was there before is removed. */
export async function freshCredentials({ session, sandbox }: World): Promise<Record<CredentialKind, SavedCredential>> {
	for (const { id } of await listCredentials(session)) await session.request('DELETE', `/rest/credentials/${id}`);
	const made = {} as Record<CredentialKind, SavedCredential>;
	for (const kind of credentialKinds) made[kind] = await createSandboxCredential(session, sandbox, kind);
	return made;
}

/** A timesheet credential with some fields changed, for what goes wrong. */
export const oddCredential = ({ session, sandbox }: World, changes: CredentialData): Promise<SavedCredential> =>
	createCredential(session, `Odd credential ${Object.keys(changes).join(' ')}`, credentialType, {
		...credentialData(sandbox, 'timesheet'),
		...changes,
	});
