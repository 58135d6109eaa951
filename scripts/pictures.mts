// `npm run pictures`: takes the pictures of the README and the recipes from the running thing, so that they show what there is.
import { askAdmin } from '../kit/sandbox/admin.mts';
import fs from 'node:fs';
import path from 'node:path';
import { startSandbox, type Sandbox } from '../sandbox/index.mts';
import { makeRoom, whereTheWorkflowIs } from '../kit/browser/canvas.mts';
import { openEditor, openNode, openWorkflow, runByClicking, windowSize, type Editor } from '../kit/browser/editor.mts';
import { findBrowser } from '../kit/browser/find.mts';
import { inClone } from '../kit/lib/paths.mts';
import { waitFor } from '../kit/lib/wait.mts';
import { inInstallation } from '../kit/n8n/installation.mts';
import { startN8n } from '../kit/n8n/process.mts';
import { allRecipes, readRecipe } from '../kit/n8n/recipes.mts';
import { N8nSession } from '../kit/n8n/rest.mts';
import { createSandboxCredential, credentialKinds } from '../kit/n8n/sandboxCredentials.mts';
import { newestVersion } from '../kit/n8n/versions.mts';
import { createWorkflow, deleteWorkflow, type WorkflowFile } from '../kit/n8n/workflows.mts';
import { owner } from './start/welcome.mts';

const folder = inClone('docs', 'pictures');
const stepsOf = ({ nodes }: WorkflowFile): string[] =>
	nodes.filter(({ type }) => !type.endsWith('.stickyNote')).map(({ name }) => name);

/** Toasts and n8n's own hints are not what a picture is about. */
async function tidy({ page }: Editor): Promise<void> {
	for (const close of await page.locator('.el-notification__closeBtn, [data-test-id="suggested-action-close"]').all()) {
		await close.click().catch(() => undefined);
	}
	await page.mouse.move(0, 0);
}

async function photograph(editor: Editor, file: string): Promise<void> {
	await tidy(editor);
	await editor.page.screenshot({ path: file, animations: 'disabled' });
	console.log(path.relative(inClone(), file));
}

async function photographCanvas(editor: Editor, file: string): Promise<void> {
	await tidy(editor);
	const clip = await whereTheWorkflowIs(editor.page);
	await editor.page.screenshot({ path: file, animations: 'disabled', clip });
	console.log(path.relative(inClone(), file));
}

async function openInFullSize(editor: Editor, id: string, workflow: WorkflowFile): Promise<void> {
	await makeRoom(editor.page, workflow.nodes);
	await openWorkflow(editor, id, stepsOf(workflow));
}

/** Every recipe's canvas, beside its page. */
async function photographRecipes(editor: Editor, session: N8nSession): Promise<void> {
	for (const { name, workflow } of allRecipes()) {
		const { id } = await createWorkflow(session, workflow);
		await openInFullSize(editor, id, workflow);
		await photographCanvas(editor, inClone('recipes', name, 'canvas.png'));
		await deleteWorkflow(session, id);
	}
}

const admin = <T,>(sandbox: Sandbox, method: string, what: string): Promise<T> =>
	askAdmin<T>(sandbox.url, method, what);

/** What the recipe waits for in the editor: a manager approves a timesheet. */
async function approve(sandbox: Sandbox): Promise<void> {
	await waitFor('the subscription of the test run', async () =>
		(await admin<Array<{ isActive: boolean }>>(sandbox, 'GET', '/subscriptions')).find(({ isActive }) => isActive),
	);
	const [pending] = await admin<Array<{ timesheetId: number }>>(sandbox, 'GET', '/timesheets?status=Pending&limit=1');
	await admin(sandbox, 'POST', `/timesheets/${pending?.timesheetId}/approve`);
}

/** The pictures of the README: a recipe that has just run, and two of its nodes with what they got and gave. */
async function photographReadme(editor: Editor, session: N8nSession, sandbox: Sandbox): Promise<void> {
	const { workflow } = readRecipe('timesheet-approved-to-payroll-row');
	const { id } = await createWorkflow(session, workflow);
	await openInFullSize(editor, id, workflow);
	await runByClicking(editor, stepsOf(workflow).length, () => approve(sandbox));
	await photographCanvas(editor, path.join(folder, 'recipe.png'));
	await editor.page.setViewportSize(windowSize);
	for (const [name, file] of [
		['Payroll row', 'node.png'],
		['Timesheet approved', 'trigger.png'],
	] as const) {
		await openNode(editor, name);
		await photograph(editor, path.join(folder, file));
		await editor.page.keyboard.press('Escape');
	}
	await deleteWorkflow(session, id);
}

async function takePictures(session: N8nSession, sandbox: Sandbox, program: string): Promise<void> {
	const editor = await openEditor(program, session.url, owner);
	try {
		await photographReadme(editor, session, sandbox);
		await photographRecipes(editor, session);
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
