// The forms that the README and the guides show: each node as it looks when it was just added in the editor.
import { credentialName, credentialType } from '../../kit/n8n/sandboxCredentials.mts';
import type { WorkflowNode } from '../../kit/n8n/workflows.mts';

/** Wide enough for some output columns, and high enough for the longest form. */
export const formWindow = { width: 1600, height: 1010 };

interface Form {
	file: string;
	node: WorkflowNode;
	/** Waits for an event of the service. */
	waits: boolean;
	/** How the output is shown: a list as a table, and one record as the names of its fields. */
	output: 'table' | 'schema';
}

const node = (type: string, typeVersion: number, name: string, parameters: Record<string, unknown>): WorkflowNode => ({
	id: 'form',
	name,
	type: `n8n-nodes-workforce-operations.${type}`,
	typeVersion,
	position: [0, 0],
	parameters,
	credentials: { [credentialType]: { id: null, name: credentialName('all') } },
});

export const forms: Form[] = [
	{
		file: 'node.png',
		node: node('workforceOperations', 1, 'Get many timesheets', { resource: 'timesheet', operation: 'getAll' }),
		waits: false,
		output: 'table',
	},
	{
		file: 'trigger.png',
		node: {
			...node('workforceOperationsTrigger', 1.1, 'On timesheet approved', { events: ['timesheet.approve'] }),
			webhookId: 'form',
		},
		waits: true,
		output: 'schema',
	},
	{
		file: 'watch-trigger.png',
		node: node('workforceOperationsWatchTrigger', 1.2, 'On guard not clocked in', { event: 'shift.notClockedIn' }),
		waits: false,
		output: 'schema',
	},
];
