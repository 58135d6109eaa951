// Workflows that report what our trigger starts to a receiver.
import type { SavedCredential } from '../../../kit/n8n/credentials.mts';
import type { WorkflowFile, WorkflowNode } from '../../../kit/n8n/workflows.mts';
import { reportingTo } from '../reporting.mts';

export const triggerType = 'n8n-nodes-workforce-operations.workforceOperationsTrigger';

/** The fields of an event of a timesheet, sorted. */
export const promised = ['event', 'eventType', 'payload', 'receivedAt', 'timesheetId'];

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

export const reportingWorkflow = (receiverUrl: string, ...triggers: TriggerSpec[]): WorkflowFile =>
	reportingTo(receiverUrl, 'End-to-end: trigger', triggers.map(triggerOf));
