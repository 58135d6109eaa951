import fs from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from '@jest/globals';
import { loadDescription, type Fact } from '../../sandbox/description/load.mts';
import { records } from '../../nodes/WorkforceOperations/contract/eventTable.ts';
import {
	askForToken,
	bodyOf,
	subscribe,
	tokenIn,
	until,
	useClient,
	useInbox,
	withClient,
	type Json,
} from './support.mts';

// What the description says of no single endpoint is what the sandbox does.
const description = loadDescription();
const factsOf = (topic: string): Fact[] => description['x-facts'][topic] ?? [];
const namesOf = (topic: string): string[] => factsOf(topic).map(({ name }) => String(name));

const client = useClient();
const receiver = useInbox();

test('a token holds exactly the claims that are described', async () => {
	const token = tokenIn(await askForToken(client.sandbox, client.sandbox.keys.scoped));
	const claims = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as Json;
	expect(Object.keys(claims).sort()).toEqual(namesOf('Claims').sort());
});

test.each(Object.keys(description.webhooks))(
	'a notification of %s has exactly the fields that are described, under the header that is described',
	async (eventType) => {
		const id = records[eventType as keyof typeof records].identifier;
		await subscribe(client, receiver.url, 'approve', eventType);
		const [first] = await client.admin<Json[]>('GET', `/${eventType}s`);
		await client.admin('POST', `/${eventType}s/${String(first?.[id])}/approve`);
		const hit = await until(() => receiver.received[0]);
		const { content } = description.webhooks[eventType]?.post.requestBody ?? {};
		const { $ref = '' } = (content?.['application/json']?.schema ?? {}) as { $ref?: string };
		const target = description.components.schemas[$ref.split('/').at(-1) ?? ''];
		expect(Object.keys(bodyOf(hit)).sort()).toEqual(Object.keys(target?.properties ?? {}).sort());
		expect(hit.signature).toMatch(/^[0-9a-f]{64}$/);
	},
);

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

test('the limit is the one that is described, and a refusal says how long to wait', async () => {
	await withClient({ ratePerMinute: undefined }, async (strict) => {
		const limit = Number(/^\d+/.exec(factsOf('Limits')[0]?.meaning ?? '')?.[0]);
		const statuses: number[] = [];
		for (let index = 0; index < limit; index++)
			statuses.push((await strict.get('timesheet', '/external/sites')).status);
		expect(new Set(statuses)).toEqual(new Set([200]));
		const refused = await strict.get('timesheet', '/external/sites');
		expect(refused.status).toBe(429);
		expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
	});
});
