// The node as a tool: n8n's own AI agent, and a model that always asks for the one tool that it was offered.
import http from 'node:http';
import { expect, test } from '@jest/globals';
import { createCredential, type SavedCredential } from '../../../kit/n8n/credentials.mts';
import { runByHand } from '../../../kit/n8n/executions.mts';
import { createSandboxCredential } from '../../../kit/n8n/sandboxCredentials.mts';
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

function agentWorkflow(timesheets: SavedCredential, openAi: SavedCredential): WorkflowFile {
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
			node(
				'Timesheets',
				'n8n-nodes-workforce-operations.workforceOperationsTool',
				1,
				{
					resource: 'timesheet',
					operation: 'get',
					timesheetId: "={{ $fromAI('timesheet', 'The ID of the timesheet', 'number') }}",
					options: {},
				},
				timesheets,
			),
		],
		connections: { Start: to('main'), Model: to('ai_languageModel'), Timesheets: to('ai_tool') },
		settings: { executionOrder: 'v1' },
	};
}

export function agentSuite(world: () => World): void {
	test('an agent calls the node as a tool, with an id that the model chose', async () => {
		const { admin, sandbox, session } = world();
		const { timesheetId, staffName } = await admin.pendingTimesheet();
		const model = await startModel({ timesheet: timesheetId });
		try {
			const openAi = await createCredential(session, 'Model', 'openAiApi', {
				apiKey: 'not asked for',
				url: `${model.url}/v1`,
			});
			const { id } = await createWorkflow(
				session,
				agentWorkflow(await createSandboxCredential(session, sandbox, 'timesheet'), openAi),
			);
			const mark = await admin.mark();
			const run = await runByHand(session, id, 'Start').finally(() => deleteWorkflow(session, id));
			expect(run.error).toBeUndefined();
			expect(run.outputs['Agent']).toEqual([expect.objectContaining({ output: 'Here it is.' })]);
			expect(notes(await admin.requestsSince(mark))).toContain(`timesheet GET /api/external/timesheets/${timesheetId}`);
			const [tool] = model.asked[0]?.tools ?? [];
			expect(tool?.function.description).toBe('Get timesheet in Workforce Operations');
			expect(tool?.function.parameters?.properties?.['timesheet']?.description).toBe('The ID of the timesheet');
			const result = model.asked[1]?.messages.find(({ role }) => role === 'tool')?.content;
			expect(JSON.stringify(result)).toContain(staffName);
		} finally {
			await model.close();
		}
	});
}
