// Findings whose runs have not ended: none is handed over a second time meanwhile, and there are never too many of them.
import { expect, test } from '@jest/globals';
import { engines, settled, type WatchHost, watchNode } from '../support/watchHost.mts';
import { MINUTE, useWatchWorld } from '../support/watchWorld.mts';

const world = useWatchWorld();

test.each(engines)(
	'what is due to be repeated waits for the run of the last time, with polls of the %s engine',
	async (engine) => {
		const shift = await world.runningShift();
		await world.clock(shift, 'absent');
		const n8n = world.host(engine);
		n8n.outcome = () => undefined;
		const options = { repeatEveryMinutes: 30 };
		await n8n.activate(watchNode({ event: 'shift.notClockedIn', filters: { fullName: shift.name }, options }));
		await n8n.tick();
		expect(n8n.runs).toHaveLength(1);
		for (let minutes = 0; minutes < 100; minutes += 20) {
			await world.pass(20 * MINUTE);
			await n8n.tick();
		}
		expect(n8n.runs).toHaveLength(1);
		n8n.runs[0]?.end('success');
		await settled();
		await world.pass(31 * MINUTE);
		await n8n.tick();
		expect(n8n.runs).toHaveLength(2);
		expect(n8n.runs[1]?.items.map(({ watch }) => watch.redelivered)).toEqual([undefined]);
	},
);

test('a thousand are open at most, or as many as Max Items allows; the others come when runs have ended, none lost and none twice', async () => {
	const FOUND = 1040;
	const published = async (workflowId: string, options: object): Promise<WatchHost> => {
		const n8n = world.host('memory', 'loginaudit');
		n8n.workflowId = workflowId;
		n8n.outcome = () => undefined;
		await n8n.activate(watchNode({ event: 'login.failed', options }));
		return n8n;
	};
	const [usual, larger] = [await published('usual', {}), await published('larger', { maxItems: 1020 })];
	const people = Array.from({ length: FOUND }, (_, index) => `p${index}@example.com`);
	for (let from = 0; from < FOUND; from += 40)
		await Promise.all(people.slice(from, from + 40).map(async (person) => await world.failedLogin(person)));
	const counts = async (n8n: WatchHost, polls: number): Promise<number[]> => {
		for (let poll = 0; poll < polls; poll++) await n8n.tick();
		return n8n.runs.map(({ items }) => items.length);
	};
	expect(await counts(usual, 4)).toEqual([500, 500]);
	expect(await counts(larger, 2)).toEqual([1020]);
	usual.runs[0]?.end('success');
	await settled();
	expect(await counts(usual, 2)).toEqual([500, 500, FOUND - 1000]);
	expect(new Set(usual.runs.flatMap(({ items }) => items.map(({ watch }) => watch.key))).size).toBe(FOUND);
});
