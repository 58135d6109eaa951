// One real n8n with the packed package installed, signed in, and one sandbox; started once for all tests of a version. Or an n8n
// that is there already, and a sandbox beside it.
import fs from 'node:fs';
import path from 'node:path';
import { startSandbox, type Sandbox, type SandboxOptions } from '../../sandbox/index.mts';
import { startTogether } from '../lib/stops.mts';
import { clockEnvironment } from './clock.mts';
import { createCredential, listCredentials, type CredentialData, type SavedCredential } from './credentials.mts';
import type { Elsewhere } from './elsewhere.mts';
import { startN8n, type RunningN8n } from './process.mts';
import type { N8nSession } from './rest.mts';
import {
	createSandboxCredential,
	credentialData,
	credentialName,
	credentialType,
	credentialKinds,
	type CredentialKind,
} from './sandboxCredentials.mts';
import { SandboxAdmin } from '../sandbox/admin.mts';
import { againAtOnce } from '../sandbox/deliverySettings.mts';
import { signedIn } from './owner.mts';
import { logFile } from '../lib/results.mts';
import { inInstallation } from './installation.mts';
import { copyTables } from './tables.mts';

export interface World {
	version: string;
	/** The log exists only if this process started n8n. */
	n8n: Pick<RunningN8n, 'url'> & Partial<Pick<RunningN8n, 'log'>>;
	session: N8nSession;
	sandbox: Sandbox;
	admin: SandboxAdmin;
	/** The one folder in which n8n may read and write files. */
	files?: string;
	/** Credentials that aren't of these tests. */
	foreign?: ReadonlySet<string>;
	stop: () => Promise<void>;
}

/** … whose n8n this process has started. */
export interface OwnWorld extends World {
	n8n: RunningN8n;
}

export interface WorldOptions {
	sandbox?: SandboxOptions;
	/** Keeps the logs of worlds apart that run one beside the other. */
	name?: string;
	/**
	 * The package's clock follows the sandbox's, this many milliseconds ahead. Without it both clocks are
	 * independent.
	 */
	clockAheadMs?: number;
	/** Which clock follows the sandbox's, if any; the package's by default. */
	clockOf?: 'n8n' | 'package';
	withoutEditor?: boolean;
}

export const startWorld = (
	version: string,
	{ sandbox: sandboxOptions = {}, name = '', clockAheadMs, clockOf = 'package', withoutEditor }: WorldOptions = {},
): Promise<OwnWorld> =>
	inInstallation('e2e', version, async ({ install, userFolder, stops }) => {
		const sandbox = await startSandbox({ port: 0, deliveries: againAtOnce, ...sandboxOptions });
		stops.add(() => sandbox.close());
		const clock = clockAheadMs === undefined ? {} : await clockEnvironment(sandbox.url, clockOf, clockAheadMs);
		const files = path.join(userFolder, 'files');
		fs.mkdirSync(files);
		// Expressions in a context of their own would keep the real day.
		const engine: Record<string, string> = clockOf === 'n8n' ? { N8N_EXPRESSION_ENGINE: 'legacy' } : {};
		const env = { ...clock, ...engine, N8N_RESTRICT_FILE_ACCESS_TO: files };
		await copyTables(install, userFolder);
		const n8n = await startN8n({ install, userFolder, env, withoutEditor, logFile: logFile(`${version}${name}`) });
		stops.add(() => n8n.stop());
		const session = await signedIn(n8n);
		return { version, n8n, session, sandbox, admin: new SandboxAdmin(sandbox.url), files };
	});

async function removeCredentials({ session, foreign }: Pick<World, 'session' | 'foreign'>): Promise<void> {
	for (const { id } of await listCredentials(session))
		if (foreign?.has(id) !== true) await session.request('DELETE', `/rest/credentials/${id}`);
}

/** An n8n started by somebody else, with a sandbox beside it. Existing content stays. */
export const reachWorld = (elsewhere: Elsewhere): Promise<World> =>
	startTogether(async (stops) => {
		const { url } = elsewhere;
		const session = await signedIn(elsewhere);
		const { urlBaseWebhook, versionCli } = await session.request<Record<string, string>>('GET', '/rest/settings');
		if (urlBaseWebhook !== `${url}/`)
			throw new Error(
				`This n8n expects deliveries at ${urlBaseWebhook}. Start it with N8N_WEBHOOK_URL and WEBHOOK_URL set to ${url}/.`,
			);
		const sandbox = await startSandbox({ port: 0, deliveries: againAtOnce });
		stops.add(() => sandbox.close());
		// A sandbox's credentials are useless to anybody else: an interrupted run may have left some.
		const ours = new Set(credentialKinds.map(credentialName));
		const before = (await listCredentials(session)).filter(({ name }) => !ours.has(name));
		const foreign = new Set(before.map(({ id }) => id));
		stops.add(() => removeCredentials({ session, foreign }));
		const admin = new SandboxAdmin(sandbox.url);
		return { version: versionCli ?? '', n8n: { url }, session, sandbox, admin, foreign };
	});

/** The credentials that `npm start` makes, without a token: what was there before is removed. */
export async function freshCredentials(world: World): Promise<Record<CredentialKind, SavedCredential>> {
	const { session, sandbox } = world;
	await removeCredentials(world);
	const made = {} as Record<CredentialKind, SavedCredential>;
	for (const kind of credentialKinds) made[kind] = await createSandboxCredential(session, sandbox, kind);
	return made;
}

/** A timesheet credential with some fields changed, for failures. */
export const oddCredential = ({ session, sandbox }: World, changes: CredentialData): Promise<SavedCredential> =>
	createCredential(session, `Odd credential ${Object.keys(changes).join(' ')}`, credentialType, {
		...credentialData(sandbox, 'timesheet'),
		...changes,
	});
