import fs from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { endpointsOf, loadDescription, type Fact } from '../../sandbox/description/load.mts';
import { records } from '../../nodes/WorkforceOperations/contract/eventTable.ts';
import { calls, everyKey } from './calls.mts';
import { startInbox } from '../../kit/servers/inbox.mts';
import { request, startClient, subscribe, until, type Client, type Json } from './support.mts';

// What the description says of no single endpoint is what the sandbox does.
const description = loadDescription();
const factsOf = (topic: string): Fact[] => description['x-facts'][topic] ?? [];
const namesOf = (topic: string): string[] => factsOf(topic).map(({ name }) => String(name));

let client: Client;
beforeAll(async () => {
	client = await startClient();
});
afterAll(async () => await client.close());

test('a token holds exactly the claims that are described', async () => {
	const { body } = await request(client.sandbox, 'POST', '/api/external/token/request', {
		apiKey: client.sandbox.keys.scoped,
	});
	const token = String((body.data as Json).accessToken);
	const claims = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as Json;
	expect(Object.keys(claims).sort()).toEqual(namesOf('Claims').sort());
});

describe('notifications', () => {
	test.each(Object.keys(description.webhooks))(
		'%s: exactly the fields that are described, under the header that is described',
		async (eventType) => {
			const list = `/${eventType}s`;
			const id = records[eventType as keyof typeof records].identifier;
			const receiver = await startInbox();
			try {
				await subscribe(client, receiver.url, 'approve', eventType);
				const [first] = await client.admin<Json[]>('GET', list);
				await client.admin('POST', `${list}/${String(first?.[id])}/approve`);
				await until(() => receiver.received.length > 0);
				const schema = (description.webhooks[eventType]?.post.requestBody.content?.['application/json']?.schema ??
					{}) as {
					$ref?: string;
				};
				const target = description.components.schemas[schema.$ref?.split('/').at(-1) ?? ''];
				const payload = JSON.parse(String(receiver.received[0]?.body ?? '{}')) as Json;
				expect(Object.keys(payload).sort()).toEqual(Object.keys(target?.properties ?? {}).sort());
				expect(receiver.received[0]?.signature).toMatch(/^[0-9a-f]{64}$/);
			} finally {
				await receiver.close();
			}
		},
	);
});

test('every status that the service side can refuse with is described', () => {
	const home = fileURLToPath(new URL('../../sandbox/', import.meta.url));
	// What the admin API and the simulation of people refuse is no answer of the service; 500 is a mistake of the sandbox.
	const files = ['core', 'server', 'endpoints', 'store'].flatMap((folder) =>
		fs.readdirSync(`${home}${folder}`).map((name) => `${home}${folder}/${name}`),
	);
	const statuses = files.flatMap((file) =>
		[...fs.readFileSync(file, 'utf8').matchAll(/new ServiceError\(\s*(4\d\d)/g)].map(([, status]) => String(status)),
	);
	expect(statuses.length).toBeGreaterThan(20);
	expect([...new Set(statuses)].filter((status) => !namesOf('Errors').includes(status))).toEqual([]);
});

test('a 405 is what a method brings that a path does not have', async () => {
	expect((await client.call('developer', 'DELETE', '/external/staffs')).status).toBe(405);
});

test('the limit, the wait in seconds and the largest page are those that are described', async () => {
	const strict = await startClient({ ratePerMinute: undefined });
	try {
		const limit = Number(/^\d+/.exec(factsOf('Limits')[0]?.meaning ?? '')?.[0]);
		const statuses: number[] = [];
		for (let index = 0; index < limit; index++)
			statuses.push((await strict.get('timesheet', '/external/sites')).status);
		expect(new Set(statuses)).toEqual(new Set([200]));
		const refused = await strict.get('timesheet', '/external/sites');
		expect([refused.status, Number(refused.headers.get('retry-after'))]).toEqual([429, expect.any(Number)]);
		expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
	} finally {
		await strict.close();
	}
});

test('every guarded endpoint says which keys open it, or that any does', () => {
	const unsaid = endpointsOf(description).filter(
		({ open, keyTypes, scope }) => !open && keyTypes.length === 0 && scope === null,
	);
	const open = Object.entries(calls).filter(([, { keys }]) => keys.length === everyKey.length);
	expect(unsaid.map(({ operationId }) => operationId)).toEqual(open.map(([operationId]) => operationId));
});
