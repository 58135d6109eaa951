// A workflow that reports each of its runs to the receiver.
import type { SavedCredential } from '../../../kit/n8n/credentials.mts';
import type { WorkflowFile, WorkflowNode } from '../../../kit/n8n/workflows.mts';

export const triggerType = 'n8n-nodes-workforce-operations.workforceOperationsTrigger';

interface TriggerSpec {
	name: string;
	webhookId: string;
	credential: SavedCredential;
	parameters: Record<string, unknown>;
}

const triggerOf = ({ name, webhookId, credential, parameters }: TriggerSpec): WorkflowNode => ({
	id: `node-${webhookId}`,
	name,
	type: triggerType,
	typeVersion: 1.1,
	position: [0, 0],
	webhookId,
	parameters,
	credentials: { [credential.type]: { id: credential.id, name: credential.name } },
});

export function reportingWorkflow(receiverUrl: string, ...triggers: TriggerSpec[]): WorkflowFile {
	const report: WorkflowNode = {
		id: 'report',
		name: 'Report',
		type: 'n8n-nodes-base.httpRequest',
		typeVersion: 4.2,
		position: [220, 0],
		parameters: {
			method: 'POST',
			url: receiverUrl,
			sendBody: true,
			specifyBody: 'json',
			jsonBody: '={{ JSON.stringify($json) }}',
			options: {},
		},
	};
	return {
		name: 'End-to-end: trigger',
		nodes: [...triggers.map(triggerOf), report],
		connections: Object.fromEntries(
			triggers.map(({ name }) => [name, { main: [[{ node: report.name, type: 'main', index: 0 }]] }]),
		),
		settings: { executionOrder: 'v1' },
	};
}
