// A workflow that sends each of its items to a receiver.
import type { WorkflowFile, WorkflowNode } from '../../kit/n8n/workflows.mts';

/** `starts`: its triggers, and other nodes that start it. */
export function reportingTo(receiverUrl: string, name: string, starts: readonly WorkflowNode[]): WorkflowFile {
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
		name,
		nodes: [...starts, report],
		connections: Object.fromEntries(
			starts.map((start) => [start.name, { main: [[{ node: report.name, type: 'main', index: 0 }]] }]),
		),
		settings: { executionOrder: 'v1' },
	};
}
