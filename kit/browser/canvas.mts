// Crops pictures of n8n's canvas to the workflow.
import type { Page } from 'playwright-core';
import type { WorkflowNode } from '../n8n/workflows.mts';

/** A node's parts outside its square: a trigger's bolt, the name, the plus after it. */
const around = { left: 64, right: 104, top: 24, bottom: 76 };
/** The editor's panels around the canvas; with less room n8n would shrink the workflow. */
const editorRoom = { width: 520, height: 520 };
const nodeSize = 96;

interface Box {
	left: number;
	top: number;
	right: number;
	bottom: number;
}

const union = (boxes: Box[]): Box => ({
	left: Math.min(...boxes.map(({ left }) => left)),
	top: Math.min(...boxes.map(({ top }) => top)),
	right: Math.max(...boxes.map(({ right }) => right)),
	bottom: Math.max(...boxes.map(({ bottom }) => bottom)),
});

const sizeOf = ({ parameters }: WorkflowNode, name: 'width' | 'height'): number =>
	typeof parameters[name] === 'number' ? parameters[name] : nodeSize;

/**
 * Makes the window large enough for n8n to show these nodes in full size. To be called before the workflow is opened.
 */
export async function makeRoom(page: Page, nodes: WorkflowNode[]): Promise<void> {
	const { left, top, right, bottom } = union(
		nodes.map((node) => {
			const [x, y] = node.position;
			return { left: x, top: y, right: x + sizeOf(node, 'width'), bottom: y + sizeOf(node, 'height') };
		}),
	);
	// n8n leaves a fifth of the canvas free when it fits a workflow in.
	const viewport = {
		width: Math.ceil((right - left) * 1.3) + editorRoom.width,
		height: Math.ceil((bottom - top) * 1.3) + editorRoom.height,
	};
	await page.setViewportSize(viewport);
}

export async function whereTheWorkflowIs(page: Page): Promise<{ x: number; y: number; width: number; height: number }> {
	const boxes = async (selector: string): Promise<Box[]> =>
		page.locator(selector).evaluateAll((elements) =>
			elements.map((element) => {
				const { left, top, right, bottom } = element.getBoundingClientRect();
				return { left, top, right, bottom };
			}),
		);
	const nodes = await boxes('[data-test-id="canvas-node"]');
	const { left, top, right, bottom } = union([
		...nodes.map((box) => ({
			left: box.left - around.left,
			top: box.top - around.top,
			right: box.right + around.right,
			bottom: box.bottom + around.bottom,
		})),
		...(await boxes('[data-test-id="sticky"]')).map((box) => ({
			left: box.left - around.top,
			top: box.top - around.top,
			right: box.right + around.top,
			bottom: box.bottom + around.top,
		})),
		...(await boxes('.vue-flow__edge-path')),
	]);
	return { x: left, y: top, width: right - left, height: bottom - top };
}
