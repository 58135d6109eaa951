// A workflow of two nodes: a manual start, and one node that uses a credential.
import type { SavedCredential } from './credentials.mts';
import { createWorkflow, deleteWorkflow, manualStart, type WorkflowFile } from './workflows.mts';
import type { World } from './world.mts';

interface NodeKind {
	type: string;
	typeVersion: number;
}

const action: NodeKind = { type: 'n8n-nodes-workforce-operations.workforceOperations', typeVersion: 1 };

function file(credential: SavedCredential, parameters: Record<string, unknown>, kind: NodeKind): WorkflowFile {
	return {
		name: 'End-to-end: one node',
		nodes: [
			manualStart,
			{
				id: 'work',
				name: 'Work',
				...kind,
				position: [220, 0],
				parameters,
				credentials: { [credential.type]: { id: credential.id, name: credential.name } },
			},
		],
		connections: { Start: { main: [[{ node: 'Work', type: 'main', index: 0 }]] } },
		settings: { executionOrder: 'v1' },
	};
}

/** Saves the workflow, and removes it afterwards, even if `work` fails. */
export async function withActionWorkflow(
	world: World,
	credential: SavedCredential,
	parameters: Record<string, unknown>,
	work: (workflowId: string) => Promise<void>,
	kind: NodeKind = action,
): Promise<void> {
	const { id } = await createWorkflow(world.session, file(credential, parameters, kind));
	try {
		await work(id);
	} finally {
		await deleteWorkflow(world.session, id);
	}
}
