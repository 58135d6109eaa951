// A workflow in which n8n’s AI Agent has tools of ours and a model by script.
import type { SavedCredential } from '../../../kit/n8n/credentials.mts';
import { manualStart, type WorkflowFile, type WorkflowNode } from '../../../kit/n8n/workflows.mts';

/** The version of n8n’s AI Agent that whoever adds one today gets, in every n8n that is supported. */
const AGENT_VERSION = 3.1;

const using = (credential: SavedCredential): Pick<WorkflowNode, 'credentials'> => ({
	credentials: { [credential.type]: { id: credential.id, name: credential.name } },
});

/** n8n’s model node, led to a model by script. */
export const modelNode = (name: string, credential: SavedCredential): WorkflowNode => ({
	id: name,
	name,
	type: '@n8n/n8n-nodes-langchain.lmChatOpenAi',
	typeVersion: 1.2,
	position: [0, 200],
	parameters: { model: { __rl: true, mode: 'id', value: 'a-model' }, options: {} },
	...using(credential),
});

/** A tool and what n8n is told of it. */
export interface ToolNode {
	parameters: object;
	/** Settings of the node, such as Retry On Fail. */
	settings?: object;
}

/** Of a tool without a name of its own: the model knows it by `Tool_1`. */
const nameOf = (index: number): string => `Tool ${index + 1}`;

/** Asks one question of an agent with these tools, which use one credential; what it calls is the model’s. */
export function agentWorkflow(
	question: string,
	tools: readonly ToolNode[],
	service: SavedCredential,
	openAi: SavedCredential,
	timezone = 'UTC',
): WorkflowFile {
	const to = (type: string): object => ({ [type]: [[{ node: 'Agent', type, index: 0 }]] });
	return {
		name: 'End-to-end: agent',
		nodes: [
			manualStart,
			{
				id: 'agent',
				name: 'Agent',
				type: '@n8n/n8n-nodes-langchain.agent',
				typeVersion: AGENT_VERSION,
				position: [200, 0],
				parameters: { promptType: 'define', text: question, options: { enableStreaming: false } },
			},
			modelNode('Model', openAi),
			...tools.map(({ parameters, settings }, index): WorkflowNode => ({
				id: `tool${index}`,
				name: nameOf(index),
				type: 'n8n-nodes-workforce-operations.workforceOperationsTool',
				typeVersion: 1,
				position: [400 + 200 * index, 200],
				parameters: parameters as Record<string, unknown>,
				...settings,
				...using(service),
			})),
		],
		connections: {
			Start: to('main'),
			Model: to('ai_languageModel'),
			...Object.fromEntries(tools.map((_, index) => [nameOf(index), to('ai_tool')])),
		},
		settings: { executionOrder: 'v1', timezone },
	};
}
