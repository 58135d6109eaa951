// Workflows that watch the sandbox and report each of their items to a receiver.
import type { SavedCredential } from '../../../kit/n8n/credentials.mts';
import type { WorkflowFile, WorkflowNode } from '../../../kit/n8n/workflows.mts';
import { everyFiveSeconds } from '../pollTimes.mts';
import { reportingTo } from '../reporting.mts';

export const watchType = 'n8n-nodes-workforce-operations.workforceOperationsWatchTrigger';

interface WatchSpec {
	name: string;
	credential: SavedCredential;
	parameters: Record<string, unknown>;
}

const watchNode = ({ name, credential, parameters }: WatchSpec, place = 0): WorkflowNode => ({
	id: `node-${name}`,
	name,
	type: watchType,
	typeVersion: 1.2,
	position: [0, 200 * place],
	parameters: { pollTimes: everyFiveSeconds, ...parameters },
	credentials: { [credential.type]: { id: credential.id, name: credential.name } },
});

/** Watch triggers, and other nodes that start the workflow, before one node that sends each item to `receiverUrl`. */
export const watchingWorkflow = (
	receiverUrl: string,
	watches: readonly WatchSpec[],
	others: readonly WorkflowNode[] = [],
): WorkflowFile =>
	reportingTo(receiverUrl, 'End-to-end: watch', [...watches.map((watch, place) => watchNode(watch, place)), ...others]);
