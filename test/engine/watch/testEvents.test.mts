import { describe, expect, test } from '@jest/globals';
import { WorkforceOperationsTrigger } from '../../../nodes/WorkforceOperations/WorkforceOperationsTrigger.node.ts';
import { WorkforceOperationsWatchTrigger } from '../../../nodes/WorkforceOperations/WorkforceOperationsWatchTrigger.node.ts';
import { readPreview, unkept } from '../support/observe.mts';
import { watchEvents } from '../../../kit/sandbox/watchEvents.mts';
import { ENTERED } from '../support/watchDay.mts';
import { watchNode, type Reported, pageSize } from '../support/watchHost.mts';
import { HOUR, shiftKey, useWatchWorld } from '../support/watchWorld.mts';
import type { Sandbox } from '../../../sandbox/index.mts';

const world = useWatchWorld();

const fetched = async (event: string, key: keyof Sandbox['keys'] = 'liveops', more: object = {}): Promise<Reported[]> =>
	await world.host('memory', key).fetchTestEvent(watchNode({ event, ...more }));

describe('“Fetch Test Event”', () => {
	test.each(watchEvents.filter(({ event }) => !ENTERED.includes(event)).map(({ event, key }) => [event, key] as const))(
		'of %s shows at most five, how many records it looked at, and unmarked only what publishing then sends',
		async (event, key) => {
			await world.requests();
			const items = await fetched(event, key, { startWith: 'now' });
			expect(items.length).toBeGreaterThan(0);
			expect(items.length).toBeLessThanOrEqual(5);
			for (const { watch } of items) {
				expect(watch).toMatchObject({ event, recordsRead: expect.any(Number) });
				expect(watch.reason).toMatch(/\S/);
			}
			expect((await world.requests()).length).toBeLessThanOrEqual(20);
			const unmarked = items.filter(({ watch }) => watch.wouldTrigger === undefined).map(({ watch }) => watch.key);
			const n8n = await world.published('memory', key, watchNode({ event, startWith: 'now' }));
			for (let poll = 0; poll < 12; poll++) await n8n.tick();
			const sent = n8n.runs.flatMap((run) => run.items.map(({ watch }) => watch.key));
			expect(sent).toEqual(expect.arrayContaining(unmarked));
		},
	);

	test('shows all that the output preview promises', async () => {
		const items = await fetched('login.failed', 'loginaudit');
		// n8n finds the previews of both triggers by their versions alone: those that both have are the other’s.
		const [others, versions] = [new WorkforceOperationsTrigger(), new WorkforceOperationsWatchTrigger()].map(
			({ description }) => [description.version].flat(),
		) as [number[], number[]];
		const own = versions.filter((version) => !others.includes(version));
		expect(own.length).toBeGreaterThan(0);
		for (const version of own) expect(unkept(items, readPreview(`v${version.toFixed(1)}.0`))).toEqual([]);
	});

	test.each([
		['shift.clockedIn', 'liveops'],
		['login.failed', 'loginaudit'],
		['staff.created', 'developer'],
	] as const)('of %s shows what publishing would send, and marks what it would not', async (event, key) => {
		const old = await fetched(event, key, { startWith: 'new' });
		expect(old.length).toBeGreaterThan(0);
		for (const { watch } of old) {
			expect(watch.wouldTrigger).toBe(false);
			expect(watch.reason).toMatch(/“New Cases Only”/);
		}
		const silent = await world.published('memory', key, watchNode({ event, startWith: 'new' }));
		expect(silent.runs).toEqual([]);
		const so = await fetched(event, key, { startWith: 'now' });
		expect(so.map(({ watch }) => [watch.key, watch.wouldTrigger])).toEqual(
			old.map(({ watch }) => [watch.key, undefined]),
		);
	});

	test('of what has happened within the first interval shows it as what would be sent', async () => {
		const shift = await world.runningShift();
		await world.clock(shift, 'absent');
		await world.clock(shift, 'clockin');
		const items = await fetched('shift.clockedIn', 'liveops', { startWith: 'new' });
		expect(items.map(({ watch }) => [watch.wouldTrigger, watch.reason.includes(shift.name)])).toEqual([
			[undefined, true],
		]);
	});

	test('shows what was reported before, too', async () => {
		const shift = await world.runningShift();
		await world.clock(shift, 'absent');
		const node = watchNode({ event: 'shift.notClockedIn', filters: { fullName: shift.name } });
		const n8n = await world.published('memory', 'liveops', node);
		expect(n8n.runs).toHaveLength(1);
		expect((await n8n.fetchTestEvent(node)).map(({ watch }) => watch.key)).toEqual([
			shiftKey('shift.notClockedIn', shift),
		]);
		expect(await n8n.tick()).toEqual([]);
	});

	test('where there is none, shows the nearest record and why it would not start the workflow', async () => {
		const shift = await world.runningShift();
		const [item, ...others] = await fetched('shift.notClockedIn', 'liveops', { filters: { fullName: shift.name } });
		expect(others).toEqual([]);
		expect(item?.name).toBe(shift.name);
		expect(item?.watch.wouldTrigger).toBe(false);
		expect(item?.watch.reason).toMatch(/has clocked in|starts at/);
	});

	test('without any record there is still an item, which says what was looked for', async () => {
		const [item] = await fetched('shift.notClockedIn', 'liveops', { filters: { fullName: 'Nobody Whosoever' } });
		const said = { key: 'shift.notClockedIn:none', wouldTrigger: false, recordsRead: 0 };
		expect(item).toEqual({ watch: expect.objectContaining(said) });
		expect(item?.watch.reason).toMatch(/lists no shifts that start between/);
		const [login] = await fetched('login.failed', 'loginaudit', { filters: { userId: '424242' } });
		expect(login?.watch).toMatchObject({ wouldTrigger: false });
	});

	test('a log of many pages costs no more than twenty requests', async () => {
		const form = { options: { loginsAtLeast: 500 }, advanced: { additionalQuery: pageSize(1) } };
		await fetched('login.failed', 'loginaudit', form);
		expect((await world.requests()).length).toBeLessThanOrEqual(20);
	});

	test('a service that answers a page at a time, slowly, is looked at for half a minute', async () => {
		const n8n = world.host('memory', 'loginaudit');
		let requests = 0;
		n8n.onRequest = () => {
			requests++;
			world.wait(9_000);
		};
		const form = { options: { loginsAtLeast: 500 }, advanced: { additionalQuery: pageSize(1) } };
		const [item] = await n8n.fetchTestEvent(watchNode({ event: 'login.failed', ...form }));
		expect(requests).toBeLessThanOrEqual(4);
		expect(item?.watch).toMatchObject({ wouldTrigger: false, recordsRead: expect.any(Number) });
	});

	test('an error is shown as one', async () => {
		await expect(fetched('shift.notClockedIn', 'timesheet')).rejects.toThrow('The API key has no access to this');
		await expect(fetched('shift.notClockedIn', 'liveops', { minutes: 'x' })).rejects.toThrow('“Minutes After Start”');
		await world.pass(HOUR);
	});
});
