// A thousand calls that a model might make, with every switch off, in a world whose records are spoilt: nothing is written, nobody’s contact
// data comes out, and no list lies.
import { beforeAll, describe, expect, test } from '@jest/globals';
import { WorkflowHasIssuesError } from 'n8n-core';
import { CredentialStore } from '../../../kit/core/credentials.mts';
import { runNode } from '../../../kit/core/engine.mts';
import { separateKeysOf } from '../../../kit/n8n/sandboxCredentials.mts';
import { useBench } from '../support/bench.mts';
import { poisoned } from './poison.mts';
import { contactsOf, listDirectly, type SandboxRecord } from './directly.mts';
import {
	complaintsOfList,
	complaintsOfSecrets,
	complaintsOfSum,
	complaintsOfWords,
	itemsOf,
	recordsOf,
} from './judge.mts';
import type { Secrets } from './judge.mts';
import { randomCalls, TIME_ZONE, type Asked, type RandomCall } from './randomCalls.mts';

// Where the service may be understood in two ways, the lists that are asked for without the package are those of one.
const bench = useBench({ isApproved: 'all', inactive: 'all', total: 'right', largestPage: 'clamped' });

const SEED = 43;
const CALLS = 1000;
const AT_ONCE = 4;

const options = { node: { type: 'n8n-nodes-workforce-operations.workforceOperationsTool' }, timeZone: TIME_ZONE };

/** What n8n’s agent tells the model: the items as JSON, or what an error says. A form that n8n itself finds incomplete doesn’t run. */
async function toldTo({ key, parameters, argument }: RandomCall): Promise<{ told: string; isError: boolean }> {
	const { data } = bench.store(key);
	const everyKey = new CredentialStore({ ...data, ...separateKeysOf(bench.sandbox) });
	try {
		const { json, error } = await runNode(everyKey, parameters, { ...options, items: [{ json: argument }] });
		if (error === undefined) return { told: JSON.stringify(json), isError: false };
		return { told: `${error.message} ${error.description ?? ''}`, isError: true };
	} catch (error) {
		const told = error instanceof WorkflowHasIssuesError ? error.message : `n8n fails: ${String(error)}`;
		return { told, isError: true };
	}
}

/** Lists of the sandbox as it tells them without the package, each read once. */
class Directly {
	private readonly known = new Map<string, Promise<SandboxRecord[]>>();

	list(key: Asked['key'], path: string, query: Record<string, string>): Promise<SandboxRecord[]> {
		const name = `${path}?${new URLSearchParams(query).toString()}`;
		const list = this.known.get(name) ?? listDirectly(bench.sandbox, key, path, query);
		this.known.set(name, list);
		return list;
	}

	/** The id of a name: whoever has it in other letters. A text that is neither stays one. */
	private async idOf(parameter: string, value: string): Promise<string> {
		if (!/^(customerId|siteIds?)$/.test(parameter) || /^\d+$/.test(value)) return value;
		const letters = (text: unknown): string =>
			String(text)
				.toLowerCase()
				.replace(/[^a-z]/g, '');
		const named = await this.list('liveops', parameter === 'customerId' ? 'customers' : 'sites', {});
		return String(named.find(({ name }) => letters(name) === letters(value))?.['id'] ?? 'nobody');
	}

	async due({ key, path, query, filter, idField }: Asked): Promise<unknown[]> {
		const more = filter && { [filter.parameter]: await this.idOf(filter.parameter, filter.value) };
		return (await this.list(key, path, { ...query, ...more })).map((record) => record[idField]);
	}
}

describe('A thousand random calls', () => {
	let secrets: Secrets;

	beforeAll(async () => {
		const { sandbox } = bench;
		const keys = [...Object.values(sandbox.keys), sandbox.subscriptionKey];
		secrets = { contacts: [...(await contactsOf(sandbox)), '+61 491 570 006', 'poison.example'], keys };
	});

	test('write nothing, tell nobody’s contact data, and tell the truth about every list', async () => {
		bench.recorder.answer(poisoned(bench.sandbox.url));
		const directly = new Directly();
		const complaints: string[] = [];
		const seen = { lists: 0, counts: 0, refused: 0, held: 0 };
		const calls = randomCalls(SEED, CALLS).entries();
		const judge = async (call: RandomCall): Promise<string[]> => {
			const { told, isError } = await toldTo(call);
			const found = [...complaintsOfSecrets(told, secrets), ...complaintsOfWords(told, { never: [/^n8n fails/] })];
			if (isError) seen.refused++;
			else if (itemsOf(told)?.some(({ written }) => written === false)) seen.held++;
			else if (call.asked !== undefined) {
				const ids = await directly.due(call.asked);
				// Not every list can be counted: of the others come the records.
				const isCounted = call.parameters['output'] === 'counts' && recordsOf(told).every((row) => 'count' in row);
				seen[isCounted ? 'counts' : 'lists']++;
				const { idField } = call.asked;
				found.push(...(isCounted ? complaintsOfSum(told, ids.length) : complaintsOfList(told, { idField, ids })));
			}
			return found;
		};
		const work = async (): Promise<void> => {
			for (const [number, call] of calls)
				for (const complaint of await judge(call))
					complaints.push(`${number} ${call.id} ${JSON.stringify([call.parameters, call.argument])} ${complaint}`);
		};
		await Promise.all(Array.from({ length: AT_ONCE }, work));
		const written = bench.recorder.seen.filter(({ method }) => method !== 'GET');
		expect(written.map(({ method, path }) => `${method} ${path}`)).toEqual([]);
		expect(complaints).toEqual([]);
		// All of it happened: lists, counts, errors, and writes that were held.
		expect(Math.min(...Object.values(seen))).toBeGreaterThan(50);
	}, 600_000);
});
