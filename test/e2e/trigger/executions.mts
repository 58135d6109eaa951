// Executions of a workflow by their state: there are more of them than n8n lists at once.
import { readExecution, type ExecutionSummary } from '../../../kit/n8n/executions.mts';
import type { N8nSession } from '../../../kit/n8n/rest.mts';

async function executionsThatAre(
	session: N8nSession,
	workflowId: string,
	...status: string[]
): Promise<ExecutionSummary[]> {
	const filter = encodeURIComponent(JSON.stringify({ workflowId, status }));
	const { results } = await session.request<{ results: ExecutionSummary[] }>(
		'GET',
		`/rest/executions?filter=${filter}&limit=100`,
	);
	// A version that does not know the filter would list them all.
	return results.filter((execution) => status.includes(execution.status));
}

export const nothingRuns = async (session: N8nSession, workflowId: string): Promise<boolean> =>
	(await executionsThatAre(session, workflowId, 'new', 'running', 'waiting')).length === 0;

/** For the message of a failed test: what became of the executions that did not succeed. */
export async function describeFailures(session: N8nSession, workflowId: string): Promise<string> {
	const failed = await executionsThatAre(
		session,
		workflowId,
		'new',
		'running',
		'waiting',
		'error',
		'crashed',
		'canceled',
	);
	const reasons = await Promise.all(
		failed.slice(0, 5).map(async ({ id }) => JSON.stringify(await readExecution(session, id))),
	);
	return [`${failed.length} executions did not succeed`, ...reasons].join('\n');
}
