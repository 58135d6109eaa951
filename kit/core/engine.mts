import { ExecutionLifecycleHooks, WorkflowExecute } from 'n8n-core';
import { commonPollingParameters } from 'n8n-core/dist/nodes-loader/constants.js';
import {
	createRunExecutionData,
	type IBinaryKeyData,
	type IDataObject,
	type INode,
	type INodeExecutionData,
	type INodeType,
	type INodeTypes,
	type IWorkflowExecuteAdditionalData,
	Workflow,
	type WorkflowExecuteMode,
} from 'n8n-workflow';
import { WorkforceOperations } from '../../nodes/WorkforceOperations/WorkforceOperations.node.ts';
import { WorkforceOperationsTrigger } from '../../nodes/WorkforceOperations/WorkforceOperationsTrigger.node.ts';
import { WorkforceOperationsWatchTrigger } from '../../nodes/WorkforceOperations/WorkforceOperationsWatchTrigger.node.ts';
import type { Sandbox } from '../../sandbox/index.mts';
import { CredentialStore } from './credentials.mts';

/** n8n adds the poll times to the form of polling nodes when it loads them. */
function polling(type: INodeType): INodeType {
	const { description } = type;
	return Object.assign(type, {
		description: { ...description, properties: [...commonPollingParameters, ...description.properties] },
	});
}

/** n8n's variant of a node for agents: its name differs, and with it form and parameters. */
function asTool(type: INodeType): INodeType {
	const { description } = type;
	return Object.assign(type, { description: { ...description, name: `${description.name}Tool` } });
}

const types: Record<string, INodeType> = {
	workforceOperations: new WorkforceOperations(),
	workforceOperationsTool: asTool(new WorkforceOperations()),
	workforceOperationsTrigger: new WorkforceOperationsTrigger(),
	workforceOperationsWatchTrigger: polling(new WorkforceOperationsWatchTrigger()),
};

export function addType(name: string, type: INodeType): void {
	types[name] = type;
}

const typeOf = (name: string): INodeType => {
	const type = types[name.split('.').pop() ?? ''];
	if (type === undefined) throw new Error(`no such node: ${name}`);
	return type;
};

export const nodeTypes: INodeTypes = { getByName: typeOf, getByNameAndVersion: typeOf, getKnownTypes: () => ({}) };

export interface NodeError {
	message: string;
	description?: string;
	httpCode?: string;
	context: { itemIndex?: number };
}

export interface Result {
	items: INodeExecutionData[];
	/** n8n adds an output for errors if the node is set to use it. */
	outputs: INodeExecutionData[][];
	json: IDataObject[];
	/** Shown in the editor after the run. */
	hints: string[];
	error?: NodeError;
}

export interface RunOptions {
	/** Records, or whole items with binary data. */
	items?: Array<{ json: IDataObject; binary?: IBinaryKeyData }>;
	node?: Partial<INode>;
	timeZone?: string;
	signal?: AbortController;
	mode?: WorkflowExecuteMode;
	/** Kept by n8n from run to run. */
	staticData?: IDataObject;
	/** Service Details: an object is merged with the credential's own, a text replaces them. */
	serviceDetails?: object | string;
}

export const additionalDataOf = (store: CredentialStore, node: INode): IWorkflowExecuteAdditionalData =>
	({
		credentialsHelper: store,
		hooks: new ExecutionLifecycleHooks('trigger', '1', {
			id: 'w1',
			name: 'w',
			nodes: [node],
			connections: {},
		} as never),
		executionId: '1',
		instanceBaseUrl: 'http://localhost/',
		webhookBaseUrl: 'http://localhost/webhook/',
		webhookTestBaseUrl: 'http://localhost/webhook-test/',
		webhookWaitingBaseUrl: 'http://localhost/webhook-waiting',
		formWaitingBaseUrl: 'http://localhost/form-waiting',
		restApiUrl: 'http://localhost/rest',
		variables: {},
		setExecutionStatus() {},
	}) as unknown as IWorkflowExecuteAdditionalData;

/** For one of the sandbox's keys. If its lists don't state their end, Service Details do, as a user's would. */
export const credentialFor = (
	sandbox: Sandbox,
	key: keyof Sandbox['keys'],
	changes: IDataObject = {},
): CredentialStore =>
	new CredentialStore({
		region: 'custom',
		baseUrl: sandbox.url,
		apiKey: sandbox.keys[key],
		subscriptionKey: sandbox.subscriptionKey,
		requestsPerMinute: 60,
		...(sandbox.choices.end === 'absent' ? { serviceDetails: '{"listEnd":"unsaid"}' } : {}),
		...(changes as Record<string, string>),
	});

export async function runNode(
	credential: CredentialStore,
	parameters: IDataObject,
	options: RunOptions = {},
): Promise<Result> {
	const { serviceDetails } = options;
	const own = JSON.parse(String(credential.data.serviceDetails || '{}')) as object;
	const written = typeof serviceDetails === 'object' ? JSON.stringify({ ...own, ...serviceDetails }) : serviceDetails;
	const store =
		written === undefined ? credential : new CredentialStore({ ...credential.data, serviceDetails: written });
	const node: INode = {
		id: 'n1',
		name: 'Workforce Operations',
		type: 'n8n-nodes-workforce-operations.workforceOperations',
		typeVersion: 1,
		position: [0, 0],
		parameters: parameters as INode['parameters'],
		credentials: { workforceOperationsApi: { id: '1', name: 'c' } },
		...options.node,
	};
	const workflow = new Workflow({
		id: 'w1',
		nodes: [node],
		connections: {},
		active: false,
		nodeTypes,
		staticData: options.staticData,
		settings: { timezone: options.timeZone ?? 'UTC' },
	});
	const data = createRunExecutionData({
		executionData: { nodeExecutionStack: [{ node, data: { main: [options.items ?? [{ json: {} }]] }, source: null }] },
	});
	const start = (tries: number): ReturnType<WorkflowExecute['processRunExecutionData']> => {
		const execution = new WorkflowExecute(additionalDataOf(store, node), options.mode ?? 'trigger', data);
		try {
			return execution.processRunExecutionData(workflow);
		} catch (error) {
			// n8n allows the patterns of a form a quarter of a second, which may be too short under heavy load. Nothing has
			// run by then.
			if (tries > 0 && error instanceof Error && error.message.includes('expression execution timed out'))
				return start(tries - 1);
			throw error;
		}
	};
	const running = start(20);
	options.signal?.signal.addEventListener('abort', () => running.cancel());
	const { resultData } = (await running).data;
	const task = resultData.runData[node.name]?.[0];
	const outputs = task?.data?.main?.map((output) => output ?? []) ?? [];
	const items = outputs.flat();
	return {
		items,
		outputs,
		json: items.map(({ json }) => json),
		hints: (task?.hints ?? []).map(({ message }) => message),
		error: (task?.error ?? resultData.error) as NodeError | undefined,
	};
}
