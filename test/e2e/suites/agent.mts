// The node as a tool: n8n's own AI agent, and a model that always asks for the one tool that it was offered.
import http from 'node:http';
import { expect, test } from '@jest/globals';
import { createCredential, type SavedCredential } from '../../../kit/n8n/credentials.mts';
import { runByHand } from '../../../kit/n8n/executions.mts';
import { createSandboxCredential, type KeyType } from '../../../kit/n8n/sandboxCredentials.mts';
import { createWorkflow, deleteWorkflow, type WorkflowFile, type WorkflowNode } from '../../../kit/n8n/workflows.mts';
import { notes } from '../../../kit/sandbox/admin.mts';
import { listen, type Listening } from '../../../kit/servers/loopback.mts';
import type { World } from '../../../kit/n8n/world.mts';

interface Message {
	role: string;
	content?: unknown;
}

interface Tool {
	function: {
		name: string;
		description?: string;
		parameters?: { properties?: Record<string, { description?: string }> };
	};
}

interface Asked {
	messages: Message[];
	tools?: Tool[];
}

/** Answers like OpenAI's API: first with a call of the tool, then, when it has the result, with a sentence. */
function startModel(argument: Record<string, unknown>): Promise<Listening & { asked: Asked[] }> {
	const asked: Asked[] = [];
	const server = http.createServer(async (request, response) => {
		const parts: Buffer[] = [];
		for await (const part of request) parts.push(part as Buffer);
		const question = JSON.parse(Buffer.concat(parts).toString('utf8')) as Asked;
		asked.push(question);
		const name = question.tools?.[0]?.function.name ?? 'none';
		const call = { id: 'call_1', type: 'function', function: { name, arguments: JSON.stringify(argument) } };
		const hasResult = question.messages.some(({ role }) => role === 'tool');
		const message = {
			role: 'assistant',
			...(hasResult ? { content: 'Here it is.' } : { content: null, tool_calls: [call] }),
		};
		const choice = { index: 0, message, finish_reason: hasResult ? 'stop' : 'tool_calls' };
		const usage = { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 };
		const answer = { id: 'answer', object: 'chat.completion', created: 1, model: 'a-model', choices: [choice], usage };
		response.setHeader('content-type', 'application/json').end(JSON.stringify(answer));
	});
	return listen(server, () => server.closeAllConnections()).then((listening) => ({ ...listening, asked }));
}

function agentWorkflow(parameters: object, service: SavedCredential, openAi: SavedCredential): WorkflowFile {
	const node = (
		name: string,
		type: string,
		typeVersion: number,
		parameters: object,
		credential?: SavedCredential,
	): WorkflowNode => ({
		id: name,
		name,
		type,
		typeVersion,
		position: [0, 0],
		parameters: parameters as Record<string, unknown>,
		...(credential && { credentials: { [credential.type]: { id: credential.id, name: credential.name } } }),
	});
	const to = (type: string): object => ({ [type]: [[{ node: 'Agent', type, index: 0 }]] });
	return {
		name: 'End-to-end: agent',
		nodes: [
			node('Start', 'n8n-nodes-base.manualTrigger', 1, {}),
			node('Agent', '@n8n/n8n-nodes-langchain.agent', 2, {
				promptType: 'define',
				text: 'Who worked on this timesheet?',
				options: { enableStreaming: false },
			}),
			node(
				'Model',
				'@n8n/n8n-nodes-langchain.lmChatOpenAi',
				1.2,
				{ model: { __rl: true, mode: 'id', value: 'a-model' }, options: {} },
				openAi,
			),
			node('Tool', 'n8n-nodes-workforce-operations.workforceOperationsTool', 1, parameters, service),
		],
		connections: { Start: to('main'), Model: to('ai_languageModel'), Tool: to('ai_tool') },
		settings: { executionOrder: 'v1' },
	};
}

/** What an agent was told of its one tool, and what it got. */
interface Told {
	tool: Tool | undefined;
	result: string;
	sent: string[];
}

async function callTool(
	{ admin, sandbox, session }: World,
	keyType: KeyType,
	parameters: object,
	argument: Record<string, unknown>,
): Promise<Told> {
	const model = await startModel(argument);
	try {
		const url = `${model.url}/v1`;
		const openAi = await createCredential(session, 'Model', 'openAiApi', { apiKey: 'not asked for', url });
		const service = await createSandboxCredential(session, sandbox, keyType);
		const { id } = await createWorkflow(session, agentWorkflow(parameters, service, openAi));
		const mark = await admin.mark();
		const run = await runByHand(session, id, 'Start').finally(() => deleteWorkflow(session, id));
		expect(run.error).toBeUndefined();
		expect(run.outputs['Agent']).toEqual([expect.objectContaining({ output: 'Here it is.' })]);
		const result = model.asked[1]?.messages.find(({ role }) => role === 'tool')?.content;
		return {
			tool: model.asked[0]?.tools?.[0],
			result: typeof result === 'string' ? result : JSON.stringify(result),
			sent: notes(await admin.requestsSince(mark)),
		};
	} finally {
		await model.close();
	}
}

export function agentSuite(world: () => World): void {
	test('an agent calls the node as a tool, with an id that the model chose', async () => {
		const { timesheetId, staffName } = await world().admin.pendingTimesheet();
		const { tool, result, sent } = await callTool(
			world(),
			'timesheet',
			{
				resource: 'timesheet',
				operation: 'get',
				timesheetId: "={{ $fromAI('timesheet', 'The ID of the timesheet', 'number') }}",
				options: {},
			},
			{ timesheet: timesheetId },
		);
		expect(sent).toContain(`timesheet GET /api/external/timesheets/${timesheetId}`);
		expect(tool?.function.description).toBe('Get timesheet in Workforce Operations');
		expect(tool?.function.parameters?.properties?.['timesheet']?.description).toBe('The ID of the timesheet');
		expect(result).toContain(staffName);
	});

	test('a list says that there is more, of which period, and what else a person would be told', async () => {
		const { result } = await callTool(
			world(),
			'timesheet',
			{
				resource: 'timesheet',
				operation: 'getAll',
				period: 'custom',
				startDate: '2020-01-01',
				endDate: '2035-12-31',
				limit: "={{ $fromAI('limit', 'How many', 'number') }}",
			},
			{ limit: 2 },
		);
		const [answer] = JSON.parse(result) as Array<Record<string, unknown>>;
		expect(answer).toMatchObject({
			shown: 2,
			more: true,
			period: expect.stringMatching(/^Wed 1 Jan 2020 to Mon 31 Dec 2035, /),
		});
		expect(String(answer?.['notes'])).toMatch(/there may be more/);
	});

	test('nothing is written unless a person allows it, whatever the model says', async () => {
		const parameters = {
			resource: 'customRequest',
			operation: 'send',
			method: "={{ $fromAI('method', 'The method', 'string') }}",
			path: '/api/external/staffs',
			body: "={{ $fromAI('body', 'The body', 'string') }}",
			allowWrites: "={{ $fromAI('allow', 'Whether it may write', 'boolean') }}",
		};
		const body = '{"employees": [{"id": 3001, "mobile": "+61 400 999 999"}]}';
		const asked = { method: 'PATCH', body, allow: true };
		const held = await callTool(world(), 'developer', parameters, asked);
		expect(held.result).toMatch(/"written":false/);
		expect(held.sent.filter((request) => request.includes('PATCH'))).toEqual([]);
		const allowed = await callTool(
			world(),
			'developer',
			{ ...parameters, allowWrites: true, contactDetails: true },
			asked,
		);
		expect(allowed.sent.filter((request) => request.includes('PATCH'))).toHaveLength(1);
	});
}
