// `npm run pictures`: takes the pictures of the README and the recipes from the running software, so that they are up
// to date.
import { askAdmin } from '../kit/sandbox/admin.mts';
import fs from 'node:fs';
import path from 'node:path';
import { startSandbox, type Sandbox } from '../sandbox/index.mts';
import { makeRoom } from '../kit/browser/canvas.mts';
import {
	openEditor,
	openNode,
	openWorkflow,
	runByClicking,
	runOpenNode,
	showOutput,
	type Editor,
} from '../kit/browser/editor.mts';
import { findBrowser } from '../kit/browser/find.mts';
import { inClone } from '../kit/lib/paths.mts';
import { waitFor } from '../kit/lib/wait.mts';
import { inInstallation } from '../kit/n8n/installation.mts';
import { startN8n } from '../kit/n8n/process.mts';
import { allRecipes, readRecipe, withAccounts } from '../kit/n8n/recipes.mts';
import { N8nSession } from '../kit/n8n/rest.mts';
import { createSandboxCredential, credentialKinds } from '../kit/n8n/sandboxCredentials.mts';
import { newestVersion } from '../kit/n8n/versions.mts';
import { createWorkflow, deleteWorkflow, type WorkflowFile } from '../kit/n8n/workflows.mts';
import { createAccounts, type Accounts } from './pictures/accounts.mts';
import { forms, formWindow } from './pictures/forms.mts';
import { photographCanvas, photographForm } from './pictures/photograph.mts';
import { owner } from './start/welcome.mts';

const folder = inClone('docs', 'pictures');
const stepsOf = ({ nodes }: WorkflowFile): string[] =>
	nodes.filter(({ type }) => !type.endsWith('.stickyNote')).map(({ name }) => name);

async function openInFullSize(editor: Editor, id: string, workflow: WorkflowFile): Promise<void> {
	await makeRoom(editor.page, workflow.nodes);
	await openWorkflow(editor, id, stepsOf(workflow));
}

/** Every recipe's canvas, beside its page, as it looks once its user has chosen the accounts. */
async function photographRecipes(editor: Editor, session: N8nSession, accounts: Accounts): Promise<void> {
	for (const { name, workflow } of allRecipes()) {
		const { id } = await createWorkflow(session, withAccounts(workflow, accounts));
		await openInFullSize(editor, id, workflow);
		const issues = await editor.page.locator('[data-test-id="node-issues"]').count();
		if (issues > 0) throw new Error(`${name}: ${issues} nodes have a red triangle.`);
		await photographCanvas(editor, inClone('recipes', name, 'canvas.png'));
		await deleteWorkflow(session, id);
	}
}

const admin = <T,>(sandbox: Sandbox, method: string, what: string): Promise<T> =>
	askAdmin<T>(sandbox.url, method, what);

/** The event for the trigger in the editor: a manager approves a timesheet. */
async function approve(sandbox: Sandbox): Promise<void> {
	await waitFor('the subscription of the test run', async () =>
		(await admin<Array<{ isActive: boolean }>>(sandbox, 'GET', '/subscriptions')).find(({ isActive }) => isActive),
	);
	const [pending] = await admin<Array<{ timesheetId: number }>>(sandbox, 'GET', '/timesheets?status=Pending&limit=1');
	await admin(sandbox, 'POST', `/timesheets/${pending?.timesheetId}/approve`);
}

/** A recipe that has just run. */
async function photographRun(editor: Editor, session: N8nSession, sandbox: Sandbox): Promise<void> {
	const { workflow } = readRecipe('timesheet-approved-to-payroll-row');
	const { id } = await createWorkflow(session, workflow);
	await openInFullSize(editor, id, workflow);
	await runByClicking(editor, stepsOf(workflow).length, () => approve(sandbox));
	await photographCanvas(editor, path.join(folder, 'recipe.png'));
	await deleteWorkflow(session, id);
}

/** The three forms as they open, each with its output. */
async function photographForms(editor: Editor, session: N8nSession, sandbox: Sandbox): Promise<void> {
	for (const { file, node, waits, output } of forms) {
		const { id } = await createWorkflow(session, { name: node.name, nodes: [node], connections: {} });
		await editor.page.setViewportSize(formWindow);
		await openWorkflow(editor, id, [node.name]);
		await openNode(editor, node.name);
		await runOpenNode(editor, () => (waits ? approve(sandbox) : Promise.resolve()));
		await showOutput(editor, output);
		await photographForm(editor, path.join(folder, file));
		await deleteWorkflow(session, id);
	}
}

async function takePictures(session: N8nSession, sandbox: Sandbox, program: string): Promise<void> {
	const accounts = await createAccounts(session);
	const editor = await openEditor(program, session.url, owner);
	try {
		await photographRun(editor, session, sandbox);
		await photographForms(editor, session, sandbox);
		await photographRecipes(editor, session, accounts);
	} finally {
		await editor.close();
	}
}

const program = findBrowser();
if (program === undefined) throw new Error('No browser was found. Install Chromium, or name a browser in CHROME_PATH.');
fs.mkdirSync(folder, { recursive: true });
const world = await inInstallation('pictures', newestVersion(), async ({ install, userFolder, stops }) => {
	const sandbox = await startSandbox();
	stops.add(() => sandbox.close());
	const n8n = await startN8n({ install, userFolder });
	stops.add(() => n8n.stop());
	const session = new N8nSession(n8n.url);
	await session.signIn(owner);
	for (const kind of credentialKinds) await createSandboxCredential(session, sandbox, kind);
	return { session, sandbox };
});
try {
	await takePictures(world.session, world.sandbox, program);
} finally {
	await world.stop();
}
process.exit();
