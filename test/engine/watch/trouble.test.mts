import { describe, expect, test } from '@jest/globals';
import { separateKeysOf } from '../../../kit/n8n/sandboxCredentials.mts';
import { engines, type Reported, watchNode, pageSize } from '../support/watchHost.mts';
import { HOUR, MINUTE, useWatchWorld } from '../support/watchWorld.mts';

const world = useWatchWorld();

const logins = (more: object = {}) => watchNode({ event: 'login.failed', ...more });
const keys = (items: Reported[]): string[] => items.map(({ watch }) => watch.key);
const down = { path: '/api/external', status: 503, times: null };
const up = async (): Promise<void> => void (await fetch(`${world.sandbox.url}/_admin/faults`, { method: 'DELETE' }));

describe.each(engines)('an outage, with polls of the %s engine', (engine) => {
	test('at the publishing fails nothing, and what happened since is told when the service is back', async () => {
		const n8n = world.host(engine, 'loginaudit');
		await world.fault(down);
		await n8n.activate(logins());
		const id = await world.failedLogin('early@example.com');
		await world.pass(10 * MINUTE);
		expect(await n8n.tick()).toEqual([]);
		await up();
		expect(keys(await n8n.tick())).toEqual([`login.failed:${id}`]);
		expect(n8n.told).toEqual([]);
	});

	test('at the start of n8n does not end the trigger', async () => {
		const n8n = await world.published(engine, 'loginaudit', logins());
		await n8n.tick();
		await world.fault(down);
		const id = await world.failedLogin('start@example.com');
		await n8n.restart();
		for (let polls = 0; polls < 5; polls++) await n8n.tick();
		await up();
		expect(keys(await n8n.tick())).toEqual([`login.failed:${id}`]);
	});

	test('is told after 15 minutes and then hourly, and ends with a line in the log', async () => {
		const n8n = await world.published(engine, 'loginaudit', logins());
		await world.fault(down);
		const told: number[] = [];
		for (let minute = 0; minute < 150; minute += 5) {
			const before = n8n.told.length;
			await n8n.tick();
			if (n8n.told.length > before) told.push(minute);
			await world.pass(5 * MINUTE);
		}
		expect(told).toEqual([15, 75, 135]);
		expect(n8n.told[0]).toMatch(
			/^Every check has failed for 15 minutes: .*503.*reported when the service responds again$/s,
		);
		await up();
		await n8n.tick();
		await n8n.tick();
		expect(n8n.log.filter((line) => line.startsWith('info'))).toEqual([
			'info Workforce Operations: “Watch” reached the service again, after 2 hours 30 minutes',
		]);
	});
});

describe.each(engines)('a quota of the gateway that is used up, with polls of the %s engine', (engine) => {
	const words = 'Out of call volume quota. Quota will be replenished in 02:30:00.';

	test.each<[string, object]>([
		['says so in its body', { body: { statusCode: 403, message: words } }],
		['names no time', { body: { statusCode: 403, message: 'Out of call volume quota.' } }],
		['has Retry-After', { headers: { 'retry-after': '9000' }, body: 'x' }],
	])('blames no key and loses nothing: the refusal %s', async (_, refusal) => {
		const n8n = await world.published(engine, 'loginaudit', logins());
		await world.fault({ path: '/api/external', status: 403, times: null, ...refusal });
		const id = await world.failedLogin('quota@example.com');
		for (let minute = 0; minute < 80; minute += 5) {
			expect(await n8n.tick()).toEqual([]);
			await world.pass(5 * MINUTE);
		}
		const all = [...n8n.log, ...n8n.told].join('\n');
		expect(n8n.told.length).toBeGreaterThan(0);
		expect(all).toMatch(/The request quota is used up/);
		expect(all).not.toMatch(/rejected|may not do|no access|SuperAdmin|another key/);
		await up();
		// The answer that ends it comes, and no key is remembered as rejected.
		expect(keys(await n8n.tick())).toEqual([`login.failed:${id}`]);
		expect(n8n.log.at(-1)).toMatch(/reached the service again/);
	});

	test('is no word about a 403 in an envelope, which is the key’s', async () => {
		const n8n = world.host(engine, 'liveops');
		await expect(n8n.activate(logins())).rejects.toThrow(/has no access to this/);
	});
});

describe('a service that takes a request and never answers', () => {
	test.each(['activate', 'init'] as const)(
		'does not hold up the first poll (%s) longer than n8n lets it, and what happened meanwhile is told later',
		async (activation) => {
			const n8n = world.host('memory', 'loginaudit');
			n8n.budgetMs = 1500;
			n8n.onRequest = async () => await new Promise(() => undefined);
			await n8n.activate(logins(), activation);
			expect(n8n.log).toEqual([expect.stringMatching(/could not check the service: .*did not answer during the poll/)]);
			n8n.onRequest = () => undefined;
			const id = await world.failedLogin('meanwhile@example.com');
			expect(keys(await n8n.tick())).toEqual([`login.failed:${id}`]);
		},
	);

	test('a page that never comes does not end a long list: it is read in smaller slices', async () => {
		const n8n = await world.published('memory', 'loginaudit', logins({ advanced: { additionalQuery: pageSize(2) } }));
		const ids: string[] = [];
		for (let index = 0; index < 5; index++) ids.push(await world.failedLogin(`slow${index}@example.com`));
		n8n.budgetMs = 1500;
		let requests = 0;
		n8n.onRequest = async () => {
			if (++requests === 2) await new Promise(() => undefined);
		};
		expect(await n8n.tick()).toEqual([]);
		const told: string[] = [];
		for (let polls = 0; polls < 10 && told.length < ids.length; polls++) told.push(...keys(await n8n.tick()));
		expect(told).toEqual(ids.map((id) => `login.failed:${id}`));
	});
});

test.each(engines)(
	'%s: an outage at the publishing that outlasts a restart loses nothing since the publishing',
	async (engine) => {
		const n8n = world.host(engine, 'loginaudit');
		await world.fault(down);
		await n8n.activate(logins({ startWith: 'new' }));
		await n8n.tick();
		const id = await world.failedLogin('early@example.com');
		await world.pass(3 * HOUR);
		await n8n.restart();
		await n8n.tick();
		await up();
		expect(keys(await n8n.tick())).toEqual([`login.failed:${id}`]);
	},
);

describe('a list that errs half-way', () => {
	test('counts as not read: nothing of that poll is seen, and nothing is lost', async () => {
		const n8n = await world.published('memory', 'loginaudit', logins({ advanced: { additionalQuery: pageSize(2) } }));
		const ids: string[] = [];
		for (let index = 0; index < 5; index++) ids.push(await world.failedLogin(`p${index}@example.com`));
		const before = JSON.stringify(n8n.database);
		let requests = 0;
		n8n.onRequest = async () => {
			// The first page comes, the second doesn’t.
			if (++requests === 2) await world.fault({ path: '/api/external/loginaudit', kind: 'statusCode', status: 100 });
		};
		expect(await n8n.tick()).toEqual([]);
		expect(JSON.stringify(n8n.database)).toBe(before);
		n8n.onRequest = () => undefined;
		await up();
		expect(keys(await n8n.tick())).toEqual(ids.map((id) => `login.failed:${id}`));
	});

	test.each([['html'], ['truncated'], ['reset']])('an answer that is %s is one', async (kind) => {
		const n8n = await world.published('memory', 'loginaudit', logins());
		const id = await world.failedLogin('odd@example.com');
		await world.fault({ path: '/api/external/loginaudit', kind, times: null });
		expect(await n8n.tick()).toEqual([]);
		await up();
		expect(keys(await n8n.tick())).toEqual([`login.failed:${id}`]);
	});
});

describe('what a person has to mend fails the publishing, with the cure in the message', () => {
	test.each([
		['a key of another type', 'timesheet', { event: 'shift.notClockedIn' }, /“liveops”.*of type “timesheet”/],
		['a key without the scope', 'developer', { event: 'login.failed' }, /login-audits\.read/],
		['no event', 'liveops', { event: '' }, /^No event is chosen\. Choose/],
		[
			'minutes that are none',
			'liveops',
			{ event: 'shift.notClockedIn', minutes: 'soon' },
			/“Minutes After Start” must be a whole number.*“soon”/,
		],
		[
			'a filter whose expression gave nothing',
			'liveops',
			{ event: 'shift.notClockedIn', filters: { siteName: null } },
			/filter “Site Name \(Text\)” is empty\. .*check the expression \(it returned nothing\)/,
		],
	] as const)('%s', async (_, key, parameters, message) => {
		for (const activation of ['activate', 'update'] as const) {
			const n8n = world.host('memory', key);
			n8n.workflowId = `${activation} ${key}`;
			await expect(n8n.activate(watchNode({ ...parameters }), activation)).rejects.toThrow(message);
			await expect(n8n.activate(watchNode({ ...parameters }), activation)).rejects.not.toThrow(/Authorization/);
		}
	});

	test('also while a poll of the version before is still under way', async () => {
		const n8n = await world.published('memory', 'loginaudit', logins());
		let answer: () => void = () => undefined;
		const answered = new Promise<void>((resolve) => (answer = resolve));
		n8n.onRequest = async () => await answered;
		const busy = n8n.tick();
		await expect(n8n.activate(logins({ options: { retries: 11 } }), 'update')).rejects.toThrow(/“Retries”/);
		await n8n.activate(logins(), 'update');
		answer();
		await busy;
	});

	test('but never while n8n starts: it is told as an outage', async () => {
		const n8n = world.host('memory', 'timesheet');
		await n8n.activate(watchNode({ event: 'shift.notClockedIn' }), 'init');
		expect(n8n.told).toEqual([]);
		await world.pass(20 * MINUTE);
		await n8n.tick();
		expect(n8n.told[0]).toMatch(/Every check has failed for 20 minutes: .*“liveops”/);
	});

	test('a key that is no key', async () => {
		const n8n = world.host('memory', 'liveops', { apiKey: 'nonsense' });
		await expect(n8n.activate(watchNode({ event: 'shift.notClockedIn' }))).rejects.toThrow(
			/API key was rejected.*\S+/s,
		);
	});
});

test('no error, log line or state holds a secret', async () => {
	const n8n = world.host('memory', 'timesheet', { apiKey: 'nonsense-secret-key' });
	await n8n.activate(watchNode({ event: 'shift.notClockedIn' })).catch((error: Error) => n8n.told.push(error.message));
	const everything = JSON.stringify([n8n.log, n8n.told, n8n.database]);
	expect(everything).not.toContain('nonsense-secret-key');
	expect(everything).not.toContain(world.sandbox.subscriptionKey);
	await world.pass(HOUR);
});

test('a credential with a key for each area is read with the one of the event', async () => {
	const n8n = await world.published('memory', 'timesheet', logins(), separateKeysOf(world.sandbox));
	const id = await world.failedLogin('keys@example.com');
	await world.pass(10 * MINUTE);
	expect(keys(await n8n.tick())).toEqual([`login.failed:${id}`]);
	expect(n8n.told).toEqual([]);
});
