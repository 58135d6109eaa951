// One real n8n with the packed package installed, signed in, and one sandbox; started once for all tests of a version.
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { startSandbox, type Sandbox, type SandboxOptions } from '../../../sandbox/index.mts';
import { buildIfChanged } from '../../../scripts/lib/build.mts';
import { packInto } from '../../../scripts/lib/pack.mts';
import {
	createCredential,
	listCredentials,
	type CredentialData,
	type SavedCredential,
} from '../../../scripts/n8n/credentials.mts';
import { startN8n, type RunningN8n } from '../../../scripts/n8n/process.mts';
import { N8nSession, type Owner } from '../../../scripts/n8n/rest.mts';
import {
	createSandboxCredential,
	credentialData,
	credentialType,
	keyTypes,
	type KeyType,
} from '../../../scripts/n8n/sandboxCredentials.mts';
import { installPackage } from '../../../scripts/n8n/userFolder.mts';
import { n8nInstall } from '../../../scripts/n8n/versions.mts';
import { SandboxAdmin } from './admin.mts';

export const owner: Owner = {
	email: 'tester@example.com',
	firstName: 'End',
	lastName: 'Tester',
	password: 'Tester-1234',
};

/** Installing n8n may be part of it when only this suite is run. */
export const startTimeoutMs = 20 * 60_000;

export interface World {
	version: string;
	n8n: RunningN8n;
	session: N8nSession;
	sandbox: Sandbox;
	admin: SandboxAdmin;
	stop: () => Promise<void>;
}

/** `name` keeps the logs of worlds apart that run one beside the other. */
export async function startWorld(version: string, sandboxOptions: SandboxOptions = {}, name = ''): Promise<World> {
	const stops: Array<() => Promise<void> | void> = [];
	const stop = async (): Promise<void> => {
		for (const each of stops.splice(0).reverse()) await each();
	};
	try {
		const folder = fs.mkdtempSync(path.join(fs.realpathSync(os.tmpdir()), 'workforce-e2e-'));
		stops.push(() => fs.rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));
		await buildIfChanged();
		const { file } = await packInto(path.join(folder, 'packed'));
		const install = await n8nInstall(version);
		const userFolder = path.join(folder, 'user');
		await installPackage(userFolder, file);
		// Deliveries that fail are tried again at once: no test waits for the service's patience.
		const sandbox = await startSandbox({
			port: 0,
			deliveries: { timeoutMs: 10_000, retryDelaysMs: [200, 200] },
			...sandboxOptions,
		});
		stops.push(() => sandbox.close());
		const n8n = await startN8n({ install, userFolder, logFile: logFile(`${version}${name}`) });
		stops.push(() => n8n.stop());
		const session = new N8nSession(n8n.url);
		await session.signIn(owner);
		return { version, n8n, session, sandbox, admin: new SandboxAdmin(sandbox.url), stop };
	} catch (error) {
		await stop();
		throw error;
	}
}

/** Where pictures and logs of a test run are left. */
export function resultsFolder(): string {
	const folder = path.resolve('test-results');
	fs.mkdirSync(folder, { recursive: true });
	return folder;
}

const logFile = (name: string): string => path.join(resultsFolder(), `n8n-${name}.txt`);

/** The credentials that `npm start` makes, without a token: what was there before is removed. */
export async function freshCredentials({ session, sandbox }: World): Promise<Record<KeyType, SavedCredential>> {
	for (const { id } of await listCredentials(session)) await session.request('DELETE', `/rest/credentials/${id}`);
	const made = {} as Record<KeyType, SavedCredential>;
	for (const keyType of keyTypes) made[keyType] = await createSandboxCredential(session, sandbox, keyType);
	return made;
}

/** A timesheet credential with some fields changed, for what goes wrong. */
export const oddCredential = ({ session, sandbox }: World, changes: CredentialData): Promise<SavedCredential> =>
	createCredential(session, `Odd credential ${Object.keys(changes).join(' ')}`, credentialType, {
		...credentialData(sandbox, 'timesheet'),
		...changes,
	});
