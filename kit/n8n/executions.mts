import { parse } from 'flatted';
import { waitFor } from '../lib/wait.mts';
import { isRecord, type N8nSession } from './rest.mts';
import { getWorkflow } from './workflows.mts';

export interface ExecutionSummary {
	id: string;
	status: string;
	workflowId: string;
	mode: string;
}

export interface Execution {
	id: string;
	status: string;
	mode: string;
	/** The first output of each node that ran, as the items' JSON, run after run. */
	outputs: Record<string, Array<Record<string, unknown>>>;
	/** Set if an error ended the run. */
	error?: { message: string; description: string; node: string };
}

const unfinished = new Set(['new', 'running', 'waiting', 'unknown']);

export async function listExecutions(session: N8nSession, workflowId: string): Promise<ExecutionSummary[]> {
	const filter = encodeURIComponent(JSON.stringify({ workflowId }));
	const { results } = await session.request<{ results: ExecutionSummary[] }>(
		'GET',
		`/rest/executions?filter=${filter}&limit=100`,
	);
	return results;
}

const text = (value: unknown): string => (typeof value === 'string' ? value : '');
const records = (value: unknown): Array<Record<string, unknown>> =>
	Array.isArray(value) ? value.filter(isRecord) : [];

function outputsOf(runData: unknown): Execution['outputs'] {
	if (!isRecord(runData)) return {};
	return Object.fromEntries(
		Object.entries(runData).map(([node, runs]) => [
			node,
			records(runs).flatMap((run) => {
				const data = run['data'];
				const main = isRecord(data) && Array.isArray(data['main']) ? (data['main'][0] as unknown) : [];
				return records(main).map((item) => (isRecord(item['json']) ? item['json'] : {}));
			}),
		]),
	);
}

/** n8n sends the data as a string in the format of the package `flatted`. */
export async function readExecution(session: N8nSession, id: string): Promise<Execution> {
	const saved = await session.request<ExecutionSummary & { data: string }>('GET', `/rest/executions/${id}`);
	const data: unknown = saved.data ? parse(saved.data) : {};
	const result = isRecord(data) && isRecord(data['resultData']) ? data['resultData'] : {};
	const failure = isRecord(result['error']) ? result['error'] : undefined;
	return {
		id: saved.id,
		status: saved.status,
		mode: saved.mode,
		outputs: outputsOf(result['runData']),
		...(failure && {
			error: {
				message: text(failure['message']),
				description: text(failure['description']),
				node: isRecord(failure['node']) ? text(failure['node']['name']) : '',
			},
		}),
	};
}

export async function finished(session: N8nSession, id: string, timeoutMs?: number): Promise<Execution> {
	return waitFor(
		`execution ${id} to finish`,
		async () => {
			const execution = await readExecution(session, id);
			return unfinished.has(execution.status) ? undefined : execution;
		},
		{ timeoutMs },
	);
}

/** Like the editor's button; waits for the end. */
export async function runByHand(
	session: N8nSession,
	workflowId: string,
	trigger: string,
	timeoutMs?: number,
): Promise<Execution> {
	const workflowData = await getWorkflow(session, workflowId);
	const { executionId } = await session.request<{ executionId: string }>('POST', `/rest/workflows/${workflowId}/run`, {
		workflowData,
		triggerToStartFrom: { name: trigger },
	});
	return finished(session, executionId, timeoutMs);
}
