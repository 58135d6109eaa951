// `npm run pictures`: takes the pictures of the README and the recipes from the running thing, so that they show what there is.
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { startSandbox } from '../sandbox/index.mts';
import { openEditor, openNode, openWorkflow, type Editor } from './browser/editor.mts';
import { findBrowser } from './browser/find.mts';
import { buildIfChanged } from './lib/build.mts';
import { packInto } from './lib/pack.mts';
import { inClone } from './lib/paths.mts';
import { startN8n } from './n8n/process.mts';
import { allRecipes, readRecipe } from './n8n/recipes.mts';
import { N8nSession } from './n8n/rest.mts';
import { createSandboxCredential, keyTypes } from './n8n/sandboxCredentials.mts';
import { installPackage } from './n8n/userFolder.mts';
import { n8nInstall, newestVersion } from './n8n/versions.mts';
import { createWorkflow, deleteWorkflow, publish, unpublish } from './n8n/workflows.mts';
import { owner } from './start/welcome.mts';

const folder = inClone('docs', 'pictures');

async function photograph({ page }: Editor, file: string): Promise<void> {
	// Toasts and n8n's own hints are not what the picture is about.
	for (const close of await page.locator('.el-notification__closeBtn, [data-test-id="suggested-action-close"]').all()) {
		await close.click().catch(() => undefined);
	}
	await page.mouse.move(0, 0);
	await page.screenshot({ path: file, animations: 'disabled' });
	console.log(path.relative(inClone(), file));
}

/** Every recipe's canvas, beside its page. */
async function photographRecipes(editor: Editor, session: N8nSession): Promise<void> {
	for (const { name, workflow } of allRecipes()) {
		const { id } = await createWorkflow(session, workflow);
		await openWorkflow(editor, id, workflow.nodes.filter(({ type }) => !type.endsWith('.stickyNote')).map((node) => node.name));
		await photograph(editor, inClone('recipes', name, 'canvas.png'));
		await deleteWorkflow(session, id);
	}
}

async function takePictures(session: N8nSession, workflowId: string, program: string): Promise<void> {
	const editor = await openEditor(program, session.url, owner);
	try {
		const { page } = editor;
		await openWorkflow(editor, workflowId, ['Timesheet approved', 'Get timesheet', 'Get rates', 'Payroll row']);
		await page.keyboard.press('Escape');
		await photograph(editor, path.join(folder, 'recipe.png'));
		await openNode(editor, 'Get timesheet');
		await photograph(editor, path.join(folder, 'node.png'));
		await page.keyboard.press('Escape');
		await openNode(editor, 'Timesheet approved');
		await photograph(editor, path.join(folder, 'trigger.png'));
		await unpublish(session, workflowId);
		await deleteWorkflow(session, workflowId);
		await photographRecipes(editor, session);
	} finally {
		await editor.close();
	}
}

const program = findBrowser();
if (program === undefined) throw new Error('No browser was found. Install Chromium, or name a browser in CHROME_PATH.');
fs.mkdirSync(folder, { recursive: true });
const work = fs.mkdtempSync(path.join(fs.realpathSync(os.tmpdir()), 'workforce-pictures-'));
const stops: Array<() => Promise<void> | void> = [() => fs.rmSync(work, { recursive: true, force: true })];
try {
	const [install] = await Promise.all([n8nInstall(newestVersion()), buildIfChanged()]);
	const { file } = await packInto(path.join(work, 'packed'));
	const userFolder = path.join(work, 'user');
	await installPackage(userFolder, file);
	const sandbox = await startSandbox();
	stops.push(() => sandbox.close());
	const n8n = await startN8n({ install, userFolder, logFile: path.join(work, 'n8n.log') });
	stops.push(() => n8n.stop());
	const session = new N8nSession(n8n.url);
	await session.signIn(owner);
	for (const keyType of keyTypes) await createSandboxCredential(session, sandbox, keyType);
	const { id } = await createWorkflow(session, readRecipe('timesheet-approved-to-payroll-row').workflow);
	await publish(session, id);
	await takePictures(session, id, program);
} finally {
	for (const stop of stops.reverse()) await stop();
}
process.exit();
