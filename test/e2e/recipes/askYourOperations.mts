// Ask your operations: the recipe as it is, asked in n8n’s chat, with a model by script; and one write, which a person approves, or not.
import { expect } from '@jest/globals';
import { createCredential } from '../../../kit/n8n/credentials.mts';
import { readRecipe } from '../../../kit/n8n/recipes.mts';
import { publish } from '../../../kit/n8n/workflows.mts';
import { tokenPath } from '../../../kit/sandbox/admin.mts';
import { listDirectly } from '../../engine/agent/directly.mts';
import { complaintsOfSecrets, recordsOf } from '../../engine/agent/judge.mts';
import { openChat, press, readAsking, type Chat } from '../agent/chat.mts';
import { LAST_WORDS, startModel, type ScriptedCall, type ScriptedModel } from '../agent/model.mts';
import { readTruth } from '../agent/truth.mts';
import { modelNode } from '../agent/workflow.mts';
import { changeNode, withRecipe, type Surroundings } from './recipeRun.mts';

const recipe = 'ask-your-operations';
const trigger = 'When chat message received';
const GUARD = 3001;

type Ask = (question: string, calls: ScriptedCall[]) => Promise<Chat>;

/** The recipe, published with a chat for everybody and a model by script. */
const withChat = (surroundings: Surroundings, work: (ask: Ask, model: ScriptedModel) => Promise<void>): Promise<void> =>
	withRecipe(surroundings, recipe, async (id) => {
		const { n8n, session } = surroundings.world;
		const model = await startModel();
		try {
			const openAi = await createCredential(session, 'Model', 'openAiApi', { apiKey: 'not asked for', url: model.url });
			const { parameters, typeVersion, credentials } = modelNode('', openAi);
			await changeNode(surroundings, id, 'Chat Model', (node) => ({ ...node, parameters, typeVersion, credentials }));
			await changeNode(surroundings, id, trigger, (node) => ({
				...node,
				parameters: { ...node.parameters, public: true },
			}));
			await publish(session, id);
			const { webhookId = '' } = readRecipe(recipe).workflow.nodes.find(({ name }) => name === trigger) ?? {};
			await work((question, calls) => {
				model.plays(calls);
				return openChat(n8n.url, webhookId, question);
			}, model);
		} finally {
			await model.close();
		}
	});

const writesSince = async ({ world: { admin } }: Surroundings, mark: number): Promise<string[]> =>
	(await admin.requestsSince(mark))
		.filter(({ method, path }) => method !== 'GET' && path !== tokenPath)
		.map(({ method, path }) => `${method} ${path}`);

export const answersInChat = (surroundings: Surroundings): Promise<void> =>
	withChat(surroundings, async (ask, model) => {
		const { sandbox } = surroundings.world;
		const { sheets, secrets } = await readTruth(sandbox);
		const period = '2020-01-01 to 2035-12-31';
		const calls = [
			{ tool: 'Count_timesheets', arguments: { period, site: '', guard: '' } },
			{ tool: 'List_timesheets', arguments: { period: 'last week', site: 'Southern Cross Tower Lobby', guard: '' } },
			{ tool: 'Punctuality', arguments: { period: 'yesterday', site: '' } },
			{ tool: 'Incident_reports', arguments: { period: 'last two weeks', text: '' } },
			{ tool: 'Licences_of_a_guard', arguments: { guard: 'aroha ngata' } },
		];
		const chat = await ask('How are we doing?', calls);
		expect(await chat.next()).toBe(LAST_WORDS);
		chat.close();
		const { tools, results } = model.heard();
		expect(tools.map(({ function: { name } }) => name).sort()).toEqual(
			[...calls.map(({ tool }) => tool), 'Enter_a_licence'].sort(),
		);
		expect(results).toHaveLength(calls.length);
		for (const told of results) {
			expect(told).toContain('"shown":');
			expect(complaintsOfSecrets(told, secrets)).toEqual([]);
		}
		const [counted = '', , , reports = ''] = results;
		const counts = recordsOf(counted).map(({ count }) => Number(count));
		expect(counts.reduce((sum, count) => sum + count, 0)).toBe(sheets.length);
		for (const { customerName } of recordsOf(reports)) expect(customerName).toBe('Southern Cross Tower');
	});

export const asksBeforeItWrites = (surroundings: Surroundings): Promise<void> =>
	withChat(surroundings, async (ask, model) => {
		const { admin, sandbox } = surroundings.world;
		const licences = () => listDirectly(sandbox, 'developer', `staffs/${GUARD}/licenses`, {}, '');
		const [licence] = await licences();
		const { licenseNumber: number, state } = licence ?? {};
		const toolParameters = { guardId: String(GUARD), number, state, lastDay: '2031-05-17' };
		const calls = [{ tool: 'Enter_a_licence', arguments: { toolParameters, hitlParameters: {} } }];
		for (const label of ['Decline', 'Approve']) {
			const mark = await admin.mark();
			const chat = await ask('Enter the new licence of Aroha Ngata.', calls);
			const asking = readAsking(await chat.next());
			expect(asking.text).toContain(String(number));
			expect(asking.text).toContain('2031-05-17');
			expect(await writesSince(surroundings, mark)).toEqual([]);
			await press(asking, label);
			expect(await chat.next()).toBe(LAST_WORDS);
			chat.close();
			const [told = ''] = model.heard().results;
			expect(told).toMatch(label === 'Approve' ? /employeeId|saved|written/ : /rejected/i);
			expect(await writesSince(surroundings, mark)).toHaveLength(label === 'Approve' ? 1 : 0);
		}
		const known = (await licences()).filter(({ licenseNumber }) => licenseNumber === number);
		expect(known.map(({ expiryDate }) => String(expiryDate).slice(0, 10))).toEqual(['2031-05-17']);
	});
