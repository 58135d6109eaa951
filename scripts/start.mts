// `npm start`: real n8n with this package, connected to the sandbox, ready to try. `npm run dev` also builds each
// change and restarts n8n with it.
import fs from 'node:fs';
import path from 'node:path';
import { startSandbox } from '../sandbox/index.mts';
import { buildIfChanged, sources } from '../kit/lib/build.mts';
import { inClone } from '../kit/lib/paths.mts';
import { N8nRefusal, N8nSession } from '../kit/n8n/rest.mts';
import { clockEnvironment } from '../kit/n8n/clock.mts';
import { startN8n } from '../kit/n8n/process.mts';
import { n8nInstall, newestVersion } from '../kit/n8n/versions.mts';
import { readOptions, sandboxOptions, usage, UsageError, type StartOptions } from './start/options.mts';
import { installBuiltPackage } from './start/package.mts';
import { onPort, refuseBusyPorts, usesOf } from './start/ports.mts';
import { provideCredentials, provideRecipes, type ImportedRecipe } from './start/provision.mts';
import { endRequested, Ending } from './start/ending.mts';
import { owner, welcome } from './start/welcome.mts';
import { n8nLogFile, readState, sandboxFile, type StartState, userFolder, writeState } from './start/state.mts';
import { develop, watchFiles } from './start/develop.mts';
import { HostedN8n } from './start/hosted.mts';

const say = (line: string): void => console.log(line);

/** The user's own zone. In n8n's default, New York, weeks begin at Monday noon elsewhere. */
function timeZone(): string {
	const { timeZone: own } = Intl.DateTimeFormat().resolvedOptions();
	// n8n doesn't take “UTC” for the name of a zone.
	return process.env['GENERIC_TIMEZONE'] ?? (own === 'UTC' ? 'Etc/UTC' : own);
}

/** Starts everything; each running part is handed to `ending` at once. Resolves when n8n has ended by itself. */
async function start(options: StartOptions, ending: Ending): Promise<void> {
	await refuseBusyPorts(options);
	const uses = usesOf(options);
	const version = newestVersion();
	say(`Preparing n8n ${version}, the package and the sandbox …`);
	// Both take long on the first start and have nothing to do with each other.
	const [install] = await Promise.all([n8nInstall(version), buildIfChanged()]);
	const state = readState();
	await installBuiltPackage(state, say);

	fs.mkdirSync(path.dirname(sandboxFile), { recursive: true });
	const sandbox = await onPort(uses.sandbox, () => startSandbox({ ...sandboxOptions(options), file: sandboxFile }));
	ending.add('the sandbox', () => sandbox.close());

	say(`Starting n8n ${version} …`);
	// n8n sees the sandbox's current events only if it uses the same clock.
	const clock = options.pace === 1 ? {} : await clockEnvironment(sandbox.url);
	const env = { GENERIC_TIMEZONE: timeZone(), ...clock };
	const hosted = new HostedN8n(() =>
		onPort(uses.n8n, () =>
			startN8n({ env, install, userFolder, port: options.n8nPort, logFile: n8nLogFile, signal: ending.signal }),
		),
	);
	ending.add('n8n', () => hosted.stop());
	const n8n = await hosted.start();

	const session = new N8nSession(n8n.url);
	let recipes: ImportedRecipe[] = [];
	try {
		await session.signIn(owner);
		await provideCredentials(session, sandbox, state);
		recipes = await provideRecipes(session, sandbox, state);
	} catch (error) {
		if (!(error instanceof N8nRefusal) || error.status !== 401) throw error;
		say('n8n refused the sign-in: its owner’s password has changed. Credentials and recipes are left unchanged.');
	}
	say(welcome(n8n.url, sandbox, recipes, options));
	const code = await Promise.race([hosted.ended, ...(options.watch ? [developing(hosted, state, ending)] : [])]);
	if (!ending.signal.aborted)
		throw new Error(`n8n stopped unexpectedly with code ${code}. Its log: ${path.relative(process.cwd(), n8nLogFile)}`);
}

/** Ends only if it fails. */
async function developing(hosted: HostedN8n, state: StartState, ending: Ending): Promise<never> {
	const watching = watchFiles(inClone(), sources);
	ending.add('the watch', async () => watching.close());
	const build = async (): Promise<boolean> => {
		if (!(await buildIfChanged())) return false;
		await installBuiltPackage(state, say);
		writeState(state);
		return true;
	};
	const restart = (): Promise<void> => hosted.restart();
	say('Watching: your changes are built, and n8n restarts with them.');
	await develop({ next: watching.next, build, restart, say, signal: ending.signal });
	return await new Promise<never>(() => undefined);
}

const ending = new Ending(say);
try {
	const options = readOptions(process.argv.slice(2));
	if (options) await Promise.race([start(options, ending), endRequested(ending)]);
	else say(usage);
} catch (error) {
	if (!ending.signal.aborted) {
		console.error(
			error instanceof UsageError
				? error.message
				: error instanceof Error
					? `npm start failed: ${error.message}`
					: error,
		);
		process.exitCode = 1;
	}
} finally {
	await ending.run();
}
process.exit();
