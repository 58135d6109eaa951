// Questions to n8n’s AI Agent over the sandbox, judged by a program that knows nothing of the package: what the model is told is true, or says that
// it is not all; nobody’s contact data comes out by default; nothing is written that a person hasn’t allowed.
import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { createCredential, type SavedCredential } from '../../../kit/n8n/credentials.mts';
import { runByHand } from '../../../kit/n8n/executions.mts';
import { startTimeoutMs } from '../../../kit/n8n/installation.mts';
import { credentialData, credentialType } from '../../../kit/n8n/sandboxCredentials.mts';
import { newestVersion } from '../../../kit/n8n/versions.mts';
import { createWorkflow, deleteWorkflow } from '../../../kit/n8n/workflows.mts';
import { startWorld, type OwnWorld } from '../../../kit/n8n/world.mts';
import { askAdmin, tokenPath } from '../../../kit/sandbox/admin.mts';
import { complaintsOfSecrets } from '../../engine/agent/judge.mts';
import { startModel, type ScriptedModel } from './model.mts';
import { ofLists } from './ofLists.mts';
import { ofPeople } from './ofPeople.mts';
import type { Question } from './question.mts';
import { readTruth, TIME_ZONE, type Truth } from './truth.mts';
import { agentWorkflow } from './workflow.mts';

jest.setTimeout(120_000);

const questions = [...ofLists, ...ofPeople];

describe.each([newestVersion()])('n8n %s', (version) => {
	let world: OwnWorld;
	let model: ScriptedModel;
	let openAi: SavedCredential;
	let truth: Truth;

	beforeAll(async () => {
		world = await startWorld(version, { sandbox: { ratePerMinute: 10_000 }, name: '-questions', withoutEditor: true });
		model = await startModel();
		openAi = await createCredential(world.session, 'Model', 'openAiApi', { apiKey: 'not asked for', url: model.url });
		truth = await readTruth(world.sandbox);
	}, startTimeoutMs);

	afterAll(async () => {
		await model?.close();
		await world?.stop();
	});

	/** What the model was told, and the requests that write. */
	async function ask({
		asks,
		key,
		credential,
		tools,
		calls,
		before,
	}: Question): Promise<{ told: string[]; writes: string[] }> {
		const { admin, sandbox, session } = world;
		const data = { ...credentialData(sandbox, key), requestsPerMinute: 6000, ...credential };
		const service = await createCredential(session, `For a question: ${key}`, credentialType, data);
		const { id } = await createWorkflow(session, agentWorkflow(asks, tools, service, openAi, TIME_ZONE));
		model.plays([...calls]);
		await before?.(sandbox);
		const mark = await admin.mark();
		try {
			const run = await runByHand(session, id, 'Start');
			expect(run.error).toBeUndefined();
		} finally {
			await askAdmin(sandbox.url, 'DELETE', '/faults');
			await deleteWorkflow(session, id);
		}
		const writes = (await admin.requestsSince(mark)).filter(
			({ method, path }) => method !== 'GET' && path !== tokenPath,
		);
		return { told: model.heard().results, writes: writes.map(({ method, path }) => `${method} ${path}`) };
	}

	test('there are at least thirty questions', () => {
		expect(new Set(questions.map(({ asks }) => asks)).size).toBeGreaterThanOrEqual(30);
	});

	test.each(questions.map((question): [string, Question] => [question.asks, question]))('%s', async (_, question) => {
		const { told, writes } = await ask(question);
		expect(told).toHaveLength(question.calls.length);
		const { keys, contacts } = truth.secrets;
		const secrets = { keys, contacts: question.tellsContacts ? [] : contacts };
		const complaints = [
			...question.judge(told, truth),
			...told.flatMap((each) => complaintsOfSecrets(each, secrets, question.tellsContacts)),
		];
		expect([complaints, complaints.length === 0 ? '' : told.map((each) => each.slice(0, 3000))]).toEqual([[], '']);
		expect(writes).toHaveLength(question.writes ?? 0);
	});
});
