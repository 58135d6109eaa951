// What an AI agent may write: nothing unless a person has switched it on, never twice, and nothing at all with a read-only credential.
import { describe, expect, test } from '@jest/globals';
import type { IDataObject } from 'n8n-workflow';
import { endpoints } from '../../../nodes/WorkforceOperations/contract/index.ts';
import { CredentialStore } from '../../../kit/core/credentials.mts';
import { runNode } from '../../../kit/core/engine.mts';
import { asTool } from './asked.mts';
import { type Key, useBench } from '../support/bench.mts';
import { everyOperation } from '../support/everyOperation.mts';
import type { Seen } from '../support/recorder.mts';

const bench = useBench();

const isWrite = (id: string): boolean => id in endpoints && endpoints[id as keyof typeof endpoints].method !== 'GET';
const writing = everyOperation.filter(({ id }) => isWrite(id)).map((row): [string, typeof row] => [row.id, row]);
const writes = (): Seen[] => bench.recorder.seen.filter(({ method }) => method !== 'GET');

const staffs = { resource: 'customRequest', operation: 'send', path: '/api/external/staffs' };
const custom = (more: IDataObject): IDataObject => ({ ...staffs, ...more });
const change = custom({ method: 'PATCH', body: '{"employees": [{"id": 3001, "mobile": "+61 400 000 000"}]}' });

describe('As a tool of an agent, where writes are not allowed', () => {
	test.each(writing)('%s sends nothing and tells what it would send', async (_, { key, parameters }) => {
		const json = await bench.ok(key, parameters, asTool);
		expect(writes()).toEqual([]);
		expect(json).toHaveLength(1);
		expect(json[0]).toMatchObject({ written: false, wouldSend: expect.anything() });
		expect(String(json[0]?.['notes'])).toMatch(/^Nothing was written: “Allow Writes” is off/);
	});

	test.each(['POST', 'PUT', 'PATCH', 'DELETE'])('a custom request with %s is not sent', async (method) => {
		const [answer] = await bench.ok('developer', { ...change, method }, asTool);
		expect(bench.recorder.seen).toEqual([]);
		expect(answer).toMatchObject({
			written: false,
			wouldSend: { method, path: '/api/external/staffs', body: { employees: [{ id: 3001 }] } },
		});
	});

	test.each<[string, unknown]>([
		['an expression', '={{ true }}'],
		['what a model says', "={{ $fromAI('allow', '', 'boolean', true) }}"],
		['a text', 'true'],
		['a number', 1],
	])('%s allows nothing', async (_, allowWrites) => {
		const [answer] = await bench.ok('developer', { ...change, allowWrites } as IDataObject, asTool);
		expect(answer?.['written']).toBe(false);
		expect(bench.recorder.seen).toEqual([]);
	});

	test('a custom request that reads is answered', async () => {
		const [answer] = await bench.ok('developer', custom({ method: 'GET', limit: 2, contactDetails: true }), asTool);
		expect(answer).toMatchObject({ shown: 2 });
	});

	test('staff come as their preview, one answer for each row', async () => {
		const [known] = await bench.ok('developer', { resource: 'staff', operation: 'getAll', limit: 1, simplify: false });
		const rows = [
			{ email: known?.['email'], firstName: known?.['firstName'], lastName: 'Othername' },
			{ email: 'nobody.else@example.com', firstName: 'Nobody', lastName: 'Else' },
		];
		const columns = { mappingMode: 'autoMapInputData', value: null };
		const items = rows.map((row) => ({ json: row as IDataObject }));
		const upsert = { resource: 'staff', operation: 'upsert', columns };
		const json = await bench.ok('developer', upsert, { ...asTool, items });
		expect(json.map(({ wouldSend }) => (wouldSend as IDataObject)['action'])).toEqual(['wouldUpdate', 'wouldCreate']);
		expect(writes()).toEqual([]);
	});

	test('what is wrong with its fields is an error as ever', async () => {
		const update = { resource: 'staff', operation: 'update', employeeId: '={{ "" }}', updateFields: { mobile: '1' } };
		const { error } = await bench.run('developer', update, asTool);
		expect(error).toBeDefined();
		expect(writes()).toEqual([]);
	});
});

const OPEN = {
	isFound: false,
	notes: expect.arrayContaining(['It may have worked. Do not call this again; ask a person.']),
};
const FOUND = { isFound: true, id: expect.anything() };

describe('As a tool of an agent that may write', () => {
	test('a step is written and answered as ever', async () => {
		const parameters = { ...change, allowWrites: true, contactDetails: true };
		const [tool] = await bench.ok('developer', parameters, asTool);
		expect(writes()).toHaveLength(1);
		const [step] = await bench.ok('developer', parameters);
		expect(tool).toEqual(step);
	});

	test.each(writing)('%s is not sent again after a lost answer, and says that it may have worked', async (id, row) => {
		bench.recorder.answer(({ method }) => (method === 'GET' ? undefined : 'cut'));
		const { json, error } = await bench.run(row.key, { ...row.parameters, allowWrites: true }, asTool);
		bench.recorder.answer(undefined);
		const sent = writes().map(({ method, path, body }) => `${method} ${path} ${JSON.stringify(body)}`);
		expect(new Set(sent).size).toBe(sent.length);
		expect(error).toBeUndefined();
		// What a search has found afterwards was surely written.
		const isFound = json[0]?.['written'] !== null;
		expect({ isFound, ...json[0] }).toMatchObject(isFound && id.startsWith('staff.') ? FOUND : OPEN);
	});

	test('a refusal is an error, because nothing was written', async () => {
		const { error } = await bench.run('timesheet', { ...change, allowWrites: true }, asTool);
		expect(error?.message).toMatch(/key|type|allowed|may/i);
	});

	test('in a step of a workflow the switch means nothing', async () => {
		await bench.ok('developer', { ...change, allowWrites: false });
		expect(writes()).toHaveLength(1);
	});
});

describe('With a credential that is read only', () => {
	const readOnly = (key: Key): CredentialStore => new CredentialStore({ ...bench.store(key).data, readOnly: true });

	test.each(writing)('%s is refused before anything is sent', async (_, { key, parameters }) => {
		for (const options of [{}, asTool]) {
			const { error } = await runNode(readOnly(key), { ...parameters, allowWrites: true }, options);
			expect(error?.message).toMatch(/This credential is read-only/);
			expect(error?.description).toMatch(/Nothing was sent/);
		}
		expect(writes()).toEqual([]);
	});

	test.each<[unknown, string]>([
		['', '""'],
		[null, 'null'],
		['false', '"false"'],
		[0, '0'],
	])('a switch that gives %p is on, and the refusal says what it gave', async (given, words) => {
		const store = new CredentialStore({ ...bench.store('developer').data, readOnly: given as never });
		const { error } = await runNode(store, { ...change, allowWrites: true });
		expect(error?.message).toMatch(/This credential is read-only/);
		expect(error?.description).toContain(`“Read Only” returned ${words}, and only false switches it off`);
		expect(writes()).toEqual([]);
	});

	test('reads are answered', async () => {
		const { error, json } = await runNode(readOnly('developer'), custom({ method: 'GET', limit: 1 }));
		expect({ error, json: json.length }).toEqual({ error: undefined, json: 1 });
	});
});

const withHeader = (name: string, value: string): IDataObject =>
	custom({ method: 'GET', headers: { parameters: [{ name, value }] }, contactDetails: true });

test.each(['X-Tenant', 'Cookie', 'X-Forwarded-For', 'x-original-url'])('a tool sends no header %s', async (name) => {
	expect((await bench.run('developer', withHeader(name, 'x'), asTool)).error).toMatchObject({
		message: expect.stringContaining(`A tool can’t send the header “${name}”`),
		description: expect.stringContaining('or use “accept” or “accept-language” or '),
	});
	expect(bench.recorder.seen).toEqual([]);
	expect((await bench.run('developer', withHeader('Accept-Language', 'en'), asTool)).error).toBeUndefined();
});

test.each(['X-HTTP-Method-Override', 'x-method-override', 'X-HTTP-Method'])(
	'the header %s can’t make another request of a custom one',
	async (name) => {
		const { error } = await bench.run('developer', withHeader(name, 'DELETE'));
		expect(error?.message).toBe(`The header “${name}” would change the method`);
		expect(bench.recorder.seen).toEqual([]);
	},
);
