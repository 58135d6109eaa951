import { describe, expect, test } from '@jest/globals';
import type { IDataObject } from 'n8n-workflow';
import { engines, watchNode, type Reported, pageSize } from '../support/watchHost.mts';
import { MINUTE, useWatchWorld } from '../support/watchWorld.mts';

const world = useWatchWorld();

const keys = (items: Reported[]): string[] => items.map(({ watch }) => watch.key);
const logins = (more: object = {}) => watchNode({ event: 'login.failed', ...more });
const staff = (more: object = {}) => watchNode({ event: 'staff.created', ...more });

/** Somebody whom the company takes on, by the API itself. */
async function hire(email: string): Promise<string> {
	const { url, keys: apiKeys, subscriptionKey } = world.sandbox;
	const headers = { 'content-type': 'application/json', 'external-gh-apim-sub-key': subscriptionKey };
	const ask = async (path: string, body: object, more: object = {}): Promise<{ data: IDataObject }> => {
		const init = { method: 'POST', headers: { ...headers, ...more }, body: JSON.stringify(body) };
		return (await (await fetch(`${url}${path}`, init)).json()) as { data: IDataObject };
	};
	const { data } = await ask('/api/external/token/request', { apiKey: apiKeys.developer });
	const authorization = `Bearer ${String(data.accessToken)}`;
	await ask(
		'/api/external/staffs',
		{ employees: [{ firstName: 'Mere', lastName: 'Parata', email }] },
		{ authorization },
	);
	const found = await fetch(`${url}/api/external/staffs/search?email=${encodeURIComponent(email)}`, {
		headers: { ...headers, authorization },
	});
	return String(((await found.json()) as { data: IDataObject }).data.id);
}

describe.each(engines)('failed logins, with polls of the %s engine', (engine) => {
	test('are told once each, from the publishing on', async () => {
		const n8n = await world.published(engine, 'loginaudit', logins());
		expect(n8n.runs).toEqual([]);
		const id = await world.failedLogin('mallory@example.com');
		const [item, ...others] = await n8n.tick();
		expect(others).toEqual([]);
		expect(item).toMatchObject({
			emailAttempted: 'mallory@example.com',
			watch: { key: `login.failed:${id}`, count: 1 },
		});
		expect(item?.watch.reason).toMatch(/^mallory@example\.com failed to log in at \d\d:\d\d from 203\.0\.113\.99: /);
		await world.pass(MINUTE);
		expect(await n8n.tick()).toEqual([]);
	});

	test('of before the publishing are told with “now”, the oldest first, and so many at once', async () => {
		const n8n = await world.published(engine, 'loginaudit', logins({ startWith: 'now', options: { maxItems: 3 } }));
		const told = n8n.runs.flatMap(({ items }) => items);
		expect(told).toHaveLength(3);
		for (let polls = 0; polls < 50; polls++) {
			const items = await n8n.tick();
			if (items.length === 0) break;
			told.push(...items);
		}
		const times = told.map(({ occurredUtc }) => String(occurredUtc));
		expect(times).toEqual([...times].sort());
		expect(new Set(keys(told)).size).toBe(told.length);
		expect(told.length).toBeGreaterThan(20);
	});

	test('the first window reaches one interval and five minutes back, and no further', async () => {
		const n8n = world.host(engine, 'loginaudit');
		await world.failedLogin('too-old@example.com');
		await world.pass(3 * MINUTE);
		const id = await world.failedLogin('in-between@example.com');
		await world.pass(33 * MINUTE);
		await n8n.activate(logins({ pollTimes: { item: [{ mode: 'everyX', value: 30, unit: 'minutes' }] } }));
		expect(n8n.runs.flatMap(({ items }) => keys(items))).toEqual([`login.failed:${id}`]);
	});

	test('with “now” the first poll looks back so many hours, and no further', async () => {
		const n8n = world.host(engine, 'loginaudit');
		await world.failedLogin('too-old@example.com');
		await world.pass(90 * MINUTE);
		await world.failedLogin('last-hour@example.com');
		await world.pass(30 * MINUTE);
		await n8n.activate(logins({ startWith: 'now', options: { lookBackHours: 1 } }));
		const people = n8n.runs.flatMap(({ items }) => items.map(({ emailAttempted }) => emailAttempted));
		expect(people).toContain('last-hour@example.com');
		expect(people).not.toContain('too-old@example.com');
	});

	test('several of one address are one finding', async () => {
		const n8n = await world.published(engine, 'loginaudit', logins({ options: { loginsAtLeast: 3, loginsWithin: 5 } }));
		await world.failedLogin('a@example.com');
		await world.failedLogin('b@example.com');
		expect(await n8n.tick()).toEqual([]);
		await world.pass(MINUTE);
		const third = await world.failedLogin('c@example.com');
		const [item, ...others] = await n8n.tick();
		expect(others).toEqual([]);
		expect(item?.watch).toMatchObject({ key: `login.failed:${third}`, count: 3, sameAddress: true, sameUser: false });
		expect(item?.watch.reason).toMatch(
			/^3 failed logins from 203\.0\.113\.99 within 5 minutes, the last at \d\d:\d\d$/,
		);
		await world.failedLogin('d@example.com');
		expect(await n8n.tick()).toEqual([]);
	});

	test('nothing that is stored names anybody', async () => {
		const n8n = await world.published(engine, 'loginaudit', logins({ options: { loginsAtLeast: 2 } }));
		await world.failedLogin('mallory@example.com');
		await world.failedLogin('mallory@example.com');
		expect(await n8n.tick()).toHaveLength(1);
		expect(JSON.stringify(n8n.database)).not.toMatch(/mallory|203\.0\.113/);
	});
});

test('more failures than one poll can read come in slices from the old end, none lost and none twice', async () => {
	const all = { startWith: 'now', options: { retries: 0 }, advanced: { additionalQuery: pageSize(5) } };
	const slow = world.host('memory', 'loginaudit');
	// A first poll has ten seconds, the others a minute, or what n8n gives them.
	slow.onRequest = () => world.wait(20_000);
	slow.budgetMs = 100_000;
	await slow.activate(logins(all));
	expect(slow.runs).toEqual([]);
	for (let polls = 0; polls < 40; polls++) await slow.tick();
	const quick = world.host('memory', 'loginaudit');
	quick.workflowId = 'workflow-2';
	await quick.activate(logins(all));
	const told = slow.runs.map(({ items }) => keys(items));
	expect(told.length).toBeGreaterThan(2);
	expect(told.flat()).toEqual(quick.runs.flatMap(({ items }) => keys(items)));
});

describe.each(engines)('new staff, with polls of the %s engine', (engine) => {
	test('are told once, also who joined while n8n was off, and those of before are not', async () => {
		const n8n = await world.published(engine, 'developer', staff());
		expect(await n8n.tick()).toEqual([]);
		const id = await hire('mere.parata@example.com');
		const [item, ...others] = await n8n.tick();
		expect(others).toEqual([]);
		expect(item).toMatchObject({ email: 'mere.parata@example.com', watch: { key: `staff.created:${id}` } });
		expect(item?.watch.reason).toMatch(/^Mere Parata.* is new on the staff list$/);
		expect(await n8n.tick()).toEqual([]);
		const away = await hire('tane@example.com');
		const before = n8n.runs.length;
		await n8n.restart();
		await n8n.tick();
		const fresh = n8n.runs
			.slice(before)
			.flatMap(({ items }) => items.filter(({ watch }) => watch.redelivered !== true));
		expect(keys(fresh)).toEqual([`staff.created:${away}`]);
	});

	test('with “now” all who are there are told', async () => {
		const n8n = await world.published(engine, 'developer', staff({ startWith: 'now' }));
		const told = n8n.runs.flatMap(({ items }) => items);
		expect(told.length).toBeGreaterThan(30);
		expect(await n8n.tick()).toEqual([]);
	});
});

test('those who are switched off are known from the beginning, so that nobody is new who is switched on later', async () => {
	const n8n = await world.published('memory', 'developer', staff());
	const queries = async (): Promise<string[]> => (await world.requests()).map(({ query }) => String(query));
	expect((await queries()).map((query) => query.includes('isActive=false'))).toEqual([true, false]);
	await n8n.tick();
	expect((await queries()).map((query) => query.includes('isActive'))).toEqual([false]);
});
