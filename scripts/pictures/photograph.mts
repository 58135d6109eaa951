// Takes a picture of part of the editor: the whole workflow, or a node's form with its output.
import path from 'node:path';
import { whereTheWorkflowIs } from '../../kit/browser/canvas.mts';
import type { Editor } from '../../kit/browser/editor.mts';
import { inClone } from '../../kit/lib/paths.mts';

const MARGIN = 32;

type Clip = Awaited<ReturnType<typeof whereTheWorkflowIs>>;

/** Hides toasts, tooltips and n8n's own hints, which appear and disappear at random times. */
const style = `.el-notification, .el-popper, [role="tooltip"], [data-test-id="node-feature-request"] { visibility: hidden !important; }`;

async function photograph({ page }: Editor, file: string, clip: Clip): Promise<void> {
	for (const close of await page.locator('[data-test-id="suggested-action-close"]').all())
		await close.click().catch(() => undefined);
	await page.mouse.move(0, 0);
	await page.screenshot({ path: file, animations: 'disabled', clip, style });
	console.log(path.relative(inClone(), file));
}

/** The open workflow with its notes, and nothing around it. */
export async function photographCanvas(editor: Editor, file: string): Promise<void> {
	await photograph(editor, file, await whereTheWorkflowIs(editor.page));
}

/** The parameters and the output of the open node, without the empty input beside them, down to the end of the form. */
export async function photographForm(editor: Editor, file: string): Promise<void> {
	const boxOf = async (name: string, which: number): Promise<Clip> => {
		const box = await editor.page.locator(`[data-test-id="${name}"]`).nth(which).boundingBox();
		if (box === null) throw new Error(`The editor shows no ${name}.`);
		return box;
	};
	const form = await boxOf('node-parameters', 0);
	const output = await boxOf('output-panel', 0);
	const last = await boxOf('collection-parameter-add', -1);
	await photograph(editor, file, {
		x: form.x,
		y: output.y,
		width: output.x + output.width - form.x,
		height: last.y + last.height + MARGIN - output.y,
	});
}
