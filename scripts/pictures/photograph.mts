// Takes a picture of a part of the editor: of the whole workflow, or of a node's form with what it gave.
import path from 'node:path';
import { whereTheWorkflowIs } from '../../kit/browser/canvas.mts';
import type { Editor } from '../../kit/browser/editor.mts';
import { inClone } from '../../kit/lib/paths.mts';

const TOASTS = '.el-notification';
const CLOSE_BUTTONS = `${TOASTS}__closeBtn, [data-test-id="suggested-action-close"]`;

/** Toasts and n8n's own hints are not what a picture is about. */
async function tidy({ page }: Editor): Promise<void> {
	for (const close of await page.locator(CLOSE_BUTTONS).all()) await close.click().catch(() => undefined);
	// They fade out.
	await page.locator(TOASTS).first().waitFor({ state: 'detached' });
	await page.mouse.move(0, 0);
}

async function photograph(
	editor: Editor,
	file: string,
	clip: Awaited<ReturnType<typeof whereTheWorkflowIs>>,
): Promise<void> {
	await editor.page.screenshot({ path: file, animations: 'disabled', clip });
	console.log(path.relative(inClone(), file));
}

/** The open workflow with its notes, and nothing around it. */
export async function photographCanvas(editor: Editor, file: string): Promise<void> {
	await tidy(editor);
	await photograph(editor, file, await whereTheWorkflowIs(editor.page));
}

/** The parameters and the output of the open node, without the empty input beside them. */
export async function photographForm(editor: Editor, file: string): Promise<void> {
	await tidy(editor);
	const { page } = editor;
	const boxOf = async (name: string): Promise<{ x: number; y: number; width: number; height: number }> => {
		const box = await page.locator(`[data-test-id="${name}"]`).first().boundingBox();
		if (box === null) throw new Error(`The editor shows no ${name}.`);
		return box;
	};
	const [form, output] = [await boxOf('node-parameters'), await boxOf('output-panel')];
	const { x } = form;
	await photograph(editor, file, {
		x,
		y: output.y,
		width: output.x + output.width - x,
		height: output.height,
	});
}
