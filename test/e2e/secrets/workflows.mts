// The workflows of the sweep: a start by hand and nodes that use credentials.
import type { SavedCredential } from '../../../kit/n8n/credentials.mts';
import type { WorkflowFile, WorkflowNode } from '../../../kit/n8n/workflows.mts';

export type Step = Pick<WorkflowNode, 'name' | 'parameters'> &
	Partial<Pick<WorkflowNode, 'type' | 'typeVersion'>> & {
		credential?: SavedCredential;
		onError?: 'continueRegularOutput';
	};

const ours = 'n8n-nodes-workforce-operations';

const nodeOf = ({ credential, ...step }: Step, index: number): WorkflowNode => ({
	id: `step-${index}`,
	type: `${ours}.workforceOperations`,
	typeVersion: 1,
	position: [220 * index, 0],
	...step,
	...(credential ? { credentials: { [credential.type]: { id: credential.id, name: credential.name } } } : {}),
});

const startNode: Step = { name: 'Start', type: 'n8n-nodes-base.manualTrigger', parameters: {} };

const link = (node: string): object => ({ node, type: 'main', index: 0 });

function file(name: string, steps: Step[], connections: Record<string, unknown>): WorkflowFile {
	return { name, nodes: steps.map(nodeOf), connections, settings: { executionOrder: 'v1' } };
}

/** All steps follow the start, each by itself. */
export const sideBySide = (name: string, steps: Step[]): WorkflowFile =>
	file(name, [startNode, ...steps], { Start: { main: [steps.map((step) => link(step.name))] } });

/** Each step follows the one before. */
export function oneAfterAnother(name: string, first: Step, ...steps: Step[]): WorkflowFile {
	const all = [first, ...steps];
	const connections = steps.map((step, index) => [all[index]?.name ?? '', { main: [[link(step.name)]] }] as const);
	return file(name, all, Object.fromEntries(connections));
}

export const byHand = (name: string, ...steps: Step[]): WorkflowFile => oneAfterAnother(name, startNode, ...steps);

export const triggerStep = (name: string, credential: SavedCredential, webhookId: string): Step =>
	({
		name,
		type: `${ours}.workforceOperationsTrigger`,
		typeVersion: 1.1,
		webhookId,
		credential,
		parameters: {
			events: ['timesheet.approve'],
			options: { rotateSecretOnActivation: true, includeHeaders: true },
		},
	}) as Step;

export const noOperation: Step = { name: 'End', type: 'n8n-nodes-base.noOp', typeVersion: 1, parameters: {} };

/** A node that puts out this record. */
export const recordStep = (name: string, record: object): Step => ({
	name,
	type: 'n8n-nodes-base.set',
	typeVersion: 3.4,
	parameters: { mode: 'raw', jsonOutput: JSON.stringify(record), options: {} },
});
