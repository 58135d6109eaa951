// Workflows that watch the sandbox and report each of their items to a receiver.
import type { SavedCredential } from '../../../kit/n8n/credentials.mts';
import type { WorkflowFile, WorkflowNode } from '../../../kit/n8n/workflows.mts';

export const watchType = 'n8n-nodes-workforce-operations.workforceOperationsWatchTrigger';

/** Every ten seconds: n8n refuses less than a minute in one expression, but takes several. */
export const tenSeconds = {
	item: [0, 10, 20, 30, 40, 50].map((second) => ({ mode: 'custom', cronExpression: `${second} * * * * *` })),
};

interface WatchSpec {
	name: string;
	credential: SavedCredential;
	parameters: Record<string, unknown>;
}

export const watchNode = ({ name, credential, parameters }: WatchSpec, place = 0): WorkflowNode => ({
	id: `node-${name}`,
	name,
	type: watchType,
	typeVersion: 1.2,
	position: [0, 200 * place],
	parameters: { pollTimes: tenSeconds, ...parameters },
	credentials: { [credential.type]: { id: credential.id, name: credential.name } },
});

/** Watch triggers, and other nodes that start the workflow, before one node that sends each item to `receiverUrl`. */
export function watchingWorkflow(
	receiverUrl: string,
	watches: readonly WatchSpec[],
	others: readonly WorkflowNode[] = [],
): WorkflowFile {
	const starts = [...watches.map(watchNode), ...others];
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
		name: 'End-to-end: watch',
		nodes: [...starts, report],
		connections: Object.fromEntries(
			starts.map(({ name }) => [name, { main: [[{ node: report.name, type: 'main', index: 0 }]] }]),
		),
		settings: { executionOrder: 'v1' },
	};
}
