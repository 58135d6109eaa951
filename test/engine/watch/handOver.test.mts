import { describe, expect, test } from '@jest/globals';
import { bothEngines, settled, type Reported, type Engine, WatchHost, watchNode } from '../support/watchHost.mts';
import { HOUR, MINUTE, useWatchWorld } from '../support/watchWorld.mts';

const world = useWatchWorld();
const logins = (options: object = {}) => watchNode({ event: 'login.failed', options });
const keys = (items: Reported[]): string[] => items.map(({ watch }) => watch.key);
/** A published trigger, and failed logins of these people that are waiting to be found. */
async function published(engine: Engine, options: object, ...people: string[]): Promise<WatchHost> {
	const n8n = await world.published(engine, 'loginaudit', logins(options));
	for (const person of people) await world.failedLogin(`${person}@example.com`);
	return n8n;
}

const who = ({ items }: { items: Reported[] }): string[] =>
	items.map(({ emailAttempted }) => String(emailAttempted).split('@')[0] ?? '');

describe.each(bothEngines)('with polls of the %s engine', (engine) => {
	test('findings of one poll are one run, and their success is the end of it', async () => {
		const n8n = await published(engine, {}, 'a', 'b');
		await n8n.tick();
		expect(n8n.runs.map(who)).toEqual([['a', 'b']]);
		await world.pass(HOUR);
		expect(await n8n.tick()).toEqual([]);
	});

	test('a failed run is handed over again, marked, each finding in a run of its own so that a bad one repeats only itself', async () => {
		const n8n = await published(engine, {}, 'good', 'bad');
		n8n.outcome = (run) => (who(run).includes('bad') ? 'error' : 'success');
		await n8n.tick();
		expect(await n8n.tick()).toEqual([]);
		await world.pass(2 * MINUTE);
		await n8n.tick();
		expect(n8n.runs.slice(1).map(who).sort()).toEqual([['bad'], ['good']]);
		expect(n8n.runs.slice(1).map(({ items }) => items[0]?.watch.redelivered)).toEqual([true, true]);
		await world.pass(6 * MINUTE);
		await n8n.tick();
		expect(n8n.runs.slice(3).map(who)).toEqual([['bad']]);
		expect(n8n.runs.at(-1)?.items[0]?.watch.attempt).toBe(3);
	});

	test('the gaps grow, and after the last try the log names the key, once', async () => {
		const n8n = await published(engine, { retries: 2 }, 'bad');
		n8n.outcome = () => 'error';
		const minutes: number[] = [];
		for (let minute = 0; minute < 60; minute++) {
			if ((await n8n.tick()).length > 0) minutes.push(minute);
			await world.pass(MINUTE);
		}
		expect(minutes).toHaveLength(3);
		expect(minutes[2]! - minutes[1]!).toBeGreaterThan(minutes[1]! - minutes[0]!);
		const lines = n8n.log.filter((line) => line.startsWith('error'));
		expect(lines).toHaveLength(1);
		expect(lines[0]).toMatch(/“Watch” no longer returns \d+: .*in 3 attempts/);
	});

	test('a run whose end nobody knows after a restart is handed over again, and says whether it is still so', async () => {
		const n8n = await published(engine, {}, 'cut');
		n8n.outcome = () => undefined;
		await n8n.tick();
		expect(await n8n.tick()).toEqual([]);
		n8n.outcome = () => 'success';
		await n8n.restart();
		await n8n.tick();
		const told = n8n.runs.slice(1);
		expect(told.map(who)).toEqual([['cut']]);
		expect(told[0]?.items[0]?.watch).toMatchObject({ redelivered: true, stillSo: true, attempt: 2 });
		await world.pass(HOUR);
		expect(await n8n.tick()).toEqual([]);
	});

	test('a run of which nothing is heard for 24 hours is handed over again as it was', async () => {
		const n8n = await published(engine, {}, 'silent');
		n8n.outcome = () => undefined;
		await n8n.tick();
		await world.pass(23 * HOUR);
		expect(await n8n.tick()).toEqual([]);
		await world.pass(2 * HOUR);
		expect(who({ items: await n8n.tick() })).toEqual(['silent']);
		expect(n8n.runs.at(-1)?.items[0]?.watch).not.toHaveProperty('stillSo');
	});

	test('with no retries everything is handed over once, whatever becomes of it', async () => {
		const n8n = await published(engine, { retries: 0 }, 'once');
		n8n.outcome = () => 'error';
		expect(keys(await n8n.tick())).toHaveLength(1);
		await world.pass(HOUR);
		await n8n.restart();
		expect(await n8n.tick()).toEqual([]);
	});

	test('what had failed when Retries became 0 is named in the log, once', async () => {
		const n8n = await published(engine, {}, 'open');
		n8n.outcome = () => 'error';
		const [key] = keys(await n8n.tick());
		await n8n.activate(logins({ retries: 0 }), 'update');
		await n8n.tick();
		await n8n.tick();
		expect(n8n.runs).toHaveLength(1);
		const lines = n8n.log.filter((line) => line.includes('no longer returns'));
		// The durable engine loses what the poll of the activation changed.
		expect(lines.length).toBeLessThanOrEqual(engine === 'memory' ? 1 : 2);
		expect(lines[0]).toContain(`no longer returns ${key?.split(':')[1]}: the node no longer waits for the run to end`);
	});

	test('an n8n without promises gets what is found the usual way, and the log says so once', async () => {
		const n8n = world.host(engine, 'loginaudit');
		n8n.offersPromise = false;
		await n8n.activate(logins());
		await world.failedLogin('plain@example.com');
		expect(await n8n.tick()).toHaveLength(1);
		expect(await n8n.tick()).toEqual([]);
		expect(n8n.log.filter((line) => line.includes('doesn’t tell'))).toHaveLength(1);
	});

	test('a run that ends well while the next poll reads is over', async () => {
		const n8n = await published(engine, {}, 'open');
		n8n.outcome = () => undefined;
		expect(await n8n.tick()).toHaveLength(1);
		n8n.onRequest = async () => {
			n8n.runs[0]?.end('success');
			await settled();
		};
		for (let polls = 0; polls < 3; polls++) expect(await n8n.tick()).toEqual([]);
	});

	test('what n8n takes only the usual way comes so, once, and the log says why', async () => {
		const n8n = world.host(engine, 'loginaudit');
		n8n.refusesPromise = true;
		await n8n.activate(logins());
		for (const name of ['one', 'two']) await world.failedLogin(`${name}@example.com`);
		expect(await n8n.tick()).toHaveLength(2);
		n8n.refusesPromise = false;
		expect(await n8n.tick()).toEqual([]);
		const lines = n8n.log.filter((line) => line.includes('doesn’t tell'));
		expect(lines).toEqual([expect.stringContaining('how its runs end (not now)')]);
	});
});

test('in memory a success is saved with the next finding: after a stop the last batch comes once more, marked, and no other, and after a second stop nothing does', async () => {
	const n8n = await published('memory', {}, 'first');
	await n8n.tick();
	await world.failedLogin('second@example.com');
	await n8n.tick();
	await n8n.restart();
	expect(n8n.runs.slice(2).map(who)).toEqual([['second']]);
	expect(n8n.runs[2]?.items[0]?.watch.redelivered).toBe(true);
	await n8n.restart();
	await n8n.tick();
	expect(n8n.runs).toHaveLength(3);
});

test('a run that lasts does not hold up the first poll, and what nobody knows of it is not given up', async () => {
	const n8n = await published('memory', {}, 'slow');
	n8n.outcome = () => undefined;
	await n8n.tick();
	for (let stops = 0; stops < 3; stops++) await n8n.restart();
	expect(n8n.runs.map(who)).toEqual([['slow'], ['slow'], ['slow'], ['slow']]);
});

test('the durable engine saves a success with the next poll, so that a stop repeats nothing', async () => {
	const n8n = await published('durable', {}, 'only');
	await n8n.tick();
	await n8n.tick();
	await n8n.restart();
	expect(await n8n.tick()).toEqual([]);
});

test('a finding whose record is gone after a restart is looked for again for a day, and then goes to the log', async () => {
	const n8n = await published('memory', {}, 'gone');
	n8n.outcome = () => undefined;
	const [item] = await n8n.tick();
	const saved = JSON.stringify(n8n.database);
	n8n.database = JSON.parse(saved.replaceAll(`"${String(item?.id)}"`, '"99999999"')) as typeof n8n.database;
	await n8n.restart();
	const errors = (): string => n8n.log.filter((line) => line.startsWith('error')).join();
	expect(errors()).toBe('');
	await world.polls(n8n, 30, HOUR);
	expect(errors()).toMatch(/99999999: .*no longer in the service’s list/);
});

test.each(bothEngines)(
	'a finding whose record is missing from its list for once after a restart is handed over when it is there again, with polls of the %s engine',
	async (engine) => {
		const n8n = await published(engine, {}, 'missing');
		n8n.outcome = () => undefined;
		await n8n.tick();
		n8n.outcome = () => 'success';
		const body = { data: [], errors: null, meta: { traceId: 'x', nextPageEndpoint: null, prevPageEndpoint: null } };
		await world.fault({ path: '/api/external/loginaudit', status: 200, times: 2, body });
		await n8n.restart();
		await world.polls(n8n, 10, MINUTE);
		expect(n8n.runs.map(who)).toEqual([['missing'], ['missing']]);
		expect(n8n.log.filter((line) => line.startsWith('error'))).toEqual([]);
	},
);

test('many findings whose ends nobody knows are read again a few at a time, so that a slow service holds up neither them nor what is new', async () => {
	const people = Array.from({ length: 25 }, (_, index) => `cut${index}`);
	const n8n = await published('memory', {}, ...people);
	n8n.outcome = () => undefined;
	await n8n.tick();
	expect(n8n.runs).toHaveLength(1);
	n8n.outcome = () => 'success';
	// As long as a poll of the durable engine has for 15 requests.
	n8n.budgetMs = 36_000;
	n8n.onRequest = () => world.wait(2300);
	await n8n.restart();
	const id = await world.failedLogin('new@example.com');
	for (let polls = 0; polls < 4; polls++) await n8n.tick();
	const told = n8n.runs.slice(1);
	expect(told.flatMap(who).sort()).toEqual([...people, 'new'].sort());
	expect(told.flatMap(({ items }) => keys(items))).toContain(`login.failed:${id}`);
});

test('a shift that is in order when its finding is handed over again comes with stillSo false', async () => {
	const shift = await world.runningShift();
	const n8n = world.host('memory');
	n8n.outcome = () => undefined;
	await world.clock(shift, 'absent');
	await n8n.activate(watchNode({ event: 'shift.notClockedIn', filters: { fullName: shift.name } }));
	await world.clock(shift, 'clockin');
	await n8n.restart();
	const [item] = n8n.runs.at(-1)?.items ?? [];
	expect(item?.watch).toMatchObject({ redelivered: true, stillSo: false });
	expect(item?.watch.reason).toBe(`${shift.name} has clocked in at ${String(shift.siteName)}`);
});

test('a state that another poller wrote back does not matter while n8n runs', async () => {
	const n8n = await published('memory', {}, 'one');
	const old = structuredClone(n8n.database);
	await n8n.tick();
	n8n.database = old;
	await n8n.activate(logins(), 'update');
	expect(n8n.runs).toHaveLength(1);
	expect(await n8n.tick()).toEqual([]);
});

test('two polls at once are one: the second brings nothing', async () => {
	const n8n = await published('memory', {}, 'once');
	const told = await Promise.all([n8n.tick(), n8n.tick(), n8n.tick()]);
	await settled();
	expect(told.flat().map(({ watch }) => watch.key)).toHaveLength(
		new Set(told.flat().map(({ watch }) => watch.key)).size,
	);
	expect(n8n.runs).toHaveLength(1);
});
