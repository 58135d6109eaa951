// Run by `compose.yaml` when n8n and the sandbox are up: creates credentials and recipes, and prints the lines of
// `npm start`.
import { askAdmin } from '../kit/sandbox/admin.mts';
import { N8nSession } from '../kit/n8n/rest.mts';
import type { SandboxAccess } from '../kit/n8n/sandboxCredentials.mts';
import { provideCredentials, provideRecipes } from './start/provision.mts';
import { readState } from './start/state.mts';
import { owner, welcome } from './start/welcome.mts';

const { N8N_ADDRESS = 'http://127.0.0.1:5678', SANDBOX_ADDRESS = 'http://127.0.0.1:5690' } = process.env;

try {
	const told = await askAdmin<Omit<SandboxAccess, 'url'> & { variantInWords: string }>(
		SANDBOX_ADDRESS,
		'GET',
		'/state',
	);
	const sandbox = { ...told, url: SANDBOX_ADDRESS, variant: told.variantInWords };
	const session = new N8nSession(N8N_ADDRESS);
	await session.signIn(owner);
	const state = readState();
	await provideCredentials(session, sandbox, state);
	const recipes = await provideRecipes(session, sandbox, state);
	const ending =
		'Press Ctrl-C to stop everything. Your changes stay in volumes. To start from scratch, delete them: docker compose down --volumes.';
	console.log(welcome(N8N_ADDRESS, sandbox, recipes, { alive: undefined, pace: 1 }, ending));
} catch (error) {
	console.error(error instanceof Error ? error.message : error);
	process.exitCode = 1;
}
