// The node as a tool: n8n's own AI agent, and a model that always asks for the one tool that it was offered.
import { expect, test } from '@jest/globals';
import { createCredential } from '../../../kit/n8n/credentials.mts';
import { runByHand } from '../../../kit/n8n/executions.mts';
import { createSandboxCredential, type KeyType } from '../../../kit/n8n/sandboxCredentials.mts';
import { createWorkflow, deleteWorkflow } from '../../../kit/n8n/workflows.mts';
import { notes } from '../../../kit/sandbox/admin.mts';
import type { World } from '../../../kit/n8n/world.mts';
import { LAST_WORDS, type OfferedTool, startModel } from '../agent/model.mts';
import { agentWorkflow } from '../agent/workflow.mts';

/** What an agent was told of its one tool, and what it got. */
interface Told {
	tool: OfferedTool | undefined;
	result: string;
	sent: string[];
}

async function callTool(
	{ admin, sandbox, session }: World,
	keyType: KeyType,
	parameters: object,
	argument: Record<string, unknown>,
): Promise<Told> {
	const model = await startModel();
	try {
		model.plays([{ arguments: argument }]);
		const openAi = await createCredential(session, 'Model', 'openAiApi', { apiKey: 'not asked for', url: model.url });
		const service = await createSandboxCredential(session, sandbox, keyType);
		const workflow = agentWorkflow('Who worked on this timesheet?', [{ parameters }], service, openAi);
		const { id } = await createWorkflow(session, workflow);
		const mark = await admin.mark();
		const run = await runByHand(session, id, 'Start').finally(() => deleteWorkflow(session, id));
		expect(run.error).toBeUndefined();
		expect(run.outputs['Agent']).toEqual([expect.objectContaining({ output: LAST_WORDS })]);
		const { tools, results } = model.heard();
		return { tool: tools[0], result: results[0] ?? '', sent: notes(await admin.requestsSince(mark)) };
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
