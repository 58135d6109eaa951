// A thousand calls that a model might make, with every switch off: nothing is written, nobody’s contact data comes out, and no list lies.
import { describe, expect, test } from '@jest/globals';
import { WorkflowHasIssuesError } from 'n8n-core';
import type { IDataObject } from 'n8n-workflow';
import type { Result } from '../../../kit/core/engine.mts';
import { useBench } from '../operations/bench.mts';
import { contactsOf, listDirectly, type KeyName, type SandboxRecord } from './directly.mts';
import { complaintsOfList, complaintsOfSecrets, complaintsOfWords, itemsOf } from './judge.mts';
import { randomCalls, TIME_ZONE, type Asked } from './randomCalls.mts';

// Where the service may be understood in two ways, the lists that are asked for without the package are those of one.
const bench = useBench({ isApproved: 'all', inactive: 'all', total: 'right', largestPage: 'clamped' });

const SEED = 43;
const CALLS = 1000;
const AT_ONCE = 4;

const asTool = { node: { type: 'n8n-nodes-workforce-operations.workforceOperationsTool' }, timeZone: TIME_ZONE };

/** A form that n8n itself finds incomplete doesn’t run, which is an error as well. */
const run = async (
	key: KeyName,
	parameters: IDataObject,
	argument: IDataObject,
): Promise<Pick<Result, 'json' | 'error'>> => {
	try {
		return await bench.run(key, parameters, { ...asTool, items: [{ json: argument }] });
	} catch (error) {
		const message = error instanceof WorkflowHasIssuesError ? error.message : `n8n fails: ${String(error)}`;
		return { json: [], error: { message, context: {} } };
	}
};

describe('A thousand random calls', () => {
	test('write nothing, tell nobody’s contact data, and tell the truth about every list', async () => {
		const { sandbox } = bench;
		const secrets = {
			contacts: await contactsOf(sandbox),
			keys: [...Object.values(sandbox.keys), sandbox.subscriptionKey],
		};
		const known = new Map<string, Promise<SandboxRecord[]>>();
		const due = ({ key, path, query }: Asked): Promise<SandboxRecord[]> => {
			const name = `${path}?${new URLSearchParams(query).toString()}`;
			const list = known.get(name) ?? listDirectly(sandbox, key, path, query);
			known.set(name, list);
			return list;
		};
		const complaints: string[] = [];
		const seen = { lists: 0, refused: 0, held: 0 };
		const calls = randomCalls(SEED, CALLS).entries();
		const work = async (): Promise<void> => {
			for (const [number, call] of calls) {
				const { key, parameters, argument, asked } = call;
				const T0 = Date.now();
				const { json, error } = await run(key, parameters, argument);
				if (Date.now() - T0 > 1500)
					console.log(
						'SLOW',
						Date.now() - T0,
						call.id,
						JSON.stringify(parameters),
						JSON.stringify(argument).slice(0, 200),
						error?.message,
					);
				// n8n’s agent gives the model the items as JSON, or what an error says.
				const told = error === undefined ? JSON.stringify(json) : `${error.message} ${error.description ?? ''}`;
				const found = [...complaintsOfSecrets(told, secrets), ...complaintsOfWords(told, { never: [/^n8n fails/] })];
				if (error !== undefined) seen.refused++;
				else if (itemsOf(told)?.some(({ written }) => written === false)) seen.held++;
				else if (asked !== undefined) {
					seen.lists++;
					const ids = (await due(asked)).map((record) => record[asked.idField]);
					found.push(...complaintsOfList(told, { idField: asked.idField, ids }));
				}
				complaints.push(...found.map((complaint) => `${number} ${call.id} ${JSON.stringify(parameters)} ${complaint}`));
			}
		};
		await Promise.all(Array.from({ length: AT_ONCE }, work));
		const written = bench.recorder.seen.filter(({ method }) => method !== 'GET');
		expect(written.map(({ method, path }) => `${method} ${path}`)).toEqual([]);
		expect(complaints).toEqual([]);
		// All of it happened: lists, errors, and writes that were held.
		expect(Math.min(...Object.values(seen))).toBeGreaterThan(50);
	}, 300_000);
});
