// The content of n8n after `npm start`: a credential with every key, one for each type of key, and the recipes; those
// that need only the sandbox are published if something starts them. Existing items are looked up first, so a second
// start neither duplicates nor overwrites anything.
import { SandboxAdmin } from '../../kit/sandbox/admin.mts';
import {
	credentialData,
	credentialName,
	createSandboxCredential,
	credentialType,
	credentialKinds,
	type SandboxAccess,
} from '../../kit/n8n/sandboxCredentials.mts';
import { listCredentials, updateCredential } from '../../kit/n8n/credentials.mts';
import { allRecipes, runsWithSandbox, startsByItself, type Recipe } from '../../kit/n8n/recipes.mts';
import { N8nRefusal, type N8nSession } from '../../kit/n8n/rest.mts';
import { createWorkflow, getWorkflow, listWorkflows, publish, unpublish } from '../../kit/n8n/workflows.mts';
import { hashOf, writeState, type StartState } from './state.mts';

export interface ImportedRecipe {
	id: string;
	name: string;
	/** A short note for the user. */
	note: string;
}

export async function provideCredentials(
	session: N8nSession,
	sandbox: SandboxAccess,
	state: StartState,
): Promise<void> {
	const existing = (await listCredentials(session)).filter((credential) => credential.type === credentialType);
	for (const kind of credentialKinds) {
		const hash = hashOf(credentialData(sandbox, kind));
		const known = state.credentials[kind];
		const found =
			existing.find(({ id }) => id === known?.id) ?? existing.find(({ name }) => name === credentialName(kind));
		const saved = found ?? (await createSandboxCredential(session, sandbox, kind));
		// Another sandbox port or a new sandbox: address and keys are other ones. Unchanged data is left alone, with its token.
		if (found && known?.hash !== hash) await updateCredential(session, found, credentialData(sandbox, kind));
		state.credentials[kind] = { id: saved.id, hash };
		writeState(state);
	}
}

/** Whether the sandbox would deliver to this n8n; it doesn't after a port has changed or its state was removed. */
async function sandboxKnows(sandbox: SandboxAccess, n8nUrl: string): Promise<boolean> {
	return (await new SandboxAdmin(sandbox.url).activeSubscriptions(n8nUrl)).length > 0;
}

async function provideRecipe(
	session: N8nSession,
	recipe: Recipe,
	registered: boolean,
	state: StartState,
	save: typeof writeState,
): Promise<ImportedRecipe> {
	const existing = await listWorkflows(session);
	const known = state.recipes[recipe.name];
	const found =
		existing.find(({ id }) => id === known?.id) ?? existing.find(({ name }) => name === recipe.workflow.name);
	const { id, name } = found ?? (await createWorkflow(session, recipe.workflow));
	const remember = (published: boolean): void => {
		state.recipes[recipe.name] = { id, published };
		save(state);
	};
	const { active } = await getWorkflow(session, id);
	// Published before and inactive now: the user unpublished it on purpose.
	const publishedBefore = found !== undefined && (known?.published ?? active);
	remember(publishedBefore);
	const byHand = !startsByItself(recipe);
	const needsCredential = !runsWithSandbox(recipe);
	const wanted = active || (!publishedBefore && !needsCredential && !byHand);
	// A published one must be known to the sandbox as well.
	if (active && !registered) await unpublish(session, id);
	try {
		if (wanted && !(active && registered)) await publish(session, id);
	} catch (error) {
		// A refused recipe doesn't stop the others.
		if (!(error instanceof N8nRefusal)) throw error;
		return { id, name, note: `not published: ${error.message}` };
	}
	remember(publishedBefore || wanted);
	if (wanted) return { id, name, note: 'published' };
	if (needsCredential) return { id, name, note: `add your credential, then ${byHand ? 'run it by hand' : 'publish'}` };
	return { id, name, note: byHand ? 'run it by hand' : 'unpublished' };
}

export async function provideRecipes(
	session: N8nSession,
	sandbox: SandboxAccess,
	state: StartState,
	save = writeState,
): Promise<ImportedRecipe[]> {
	const registered = await sandboxKnows(sandbox, session.url);
	const imported: ImportedRecipe[] = [];
	for (const recipe of allRecipes()) imported.push(await provideRecipe(session, recipe, registered, state, save));
	return imported;
}
