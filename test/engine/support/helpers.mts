import { WorkflowExecute } from 'n8n-core';
import {
	createRunExecutionData,
	type IExecuteFunctions,
	type INode,
	type INodeExecutionData,
	type INodeType,
	Workflow,
} from 'n8n-workflow';
import type { CredentialStore } from '../../../kit/core/credentials.mts';
import { additionalDataOf, type NodeError } from '../../../kit/core/engine.mts';

/** Runs code with the context of a node that uses our credential, as n8n's own nodes do. */
export async function asNode<Result>(
	store: CredentialStore,
	work: (context: IExecuteFunctions) => Promise<Result>,
): Promise<{ result?: Result; error?: NodeError }> {
	let result: Result | undefined;
	const probe = {
		description: {
			displayName: 'Probe',
			name: 'probe',
			group: ['transform'],
			version: 1,
			description: '',
			defaults: { name: 'Probe' },
			inputs: ['main'],
			outputs: ['main'],
			credentials: [{ name: 'workforceOperationsApi', required: true }],
			properties: [],
		},
		async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
			result = await work(this);
			return [[{ json: {} }]];
		},
	} as INodeType;
	const node: INode = {
		id: 'p',
		name: 'Probe',
		type: 'test.probe',
		typeVersion: 1,
		position: [0, 0],
		parameters: {},
		credentials: { workforceOperationsApi: { id: '1', name: 'c' } },
	};
	const nodeTypes = { getByName: () => probe, getByNameAndVersion: () => probe, getKnownTypes: () => ({}) };
	const workflow = new Workflow({ id: 'w1', nodes: [node], connections: {}, active: false, nodeTypes });
	const data = createRunExecutionData({
		executionData: { nodeExecutionStack: [{ node, data: { main: [[{ json: {} }]] }, source: null }] },
	});
	const { resultData } = (
		await new WorkflowExecute(additionalDataOf(store, node), 'trigger', data).processRunExecutionData(workflow)
	).data;
	return { result, error: (resultData.runData.Probe?.[0]?.error ?? resultData.error) as NodeError | undefined };
}
