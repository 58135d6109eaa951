// Whose state it is: that of one node of one workflow in one n8n, whatever people do with the workflow.
import { describe, expect, test } from '@jest/globals';
import type { INode } from 'n8n-workflow';
import { forgetMemories } from '../../../nodes/WorkforceOperations/watch/delivery/processMemory.ts';
import { type Engine, bothEngines, type Reported, type Run, WatchHost, watchNode } from '../support/watchHost.mts';
import { HOUR, MINUTE, shiftKey, useWatchWorld } from '../support/watchWorld.mts';

const world = useWatchWorld();

const logins = (changes: Partial<INode> = {}): INode => watchNode({ event: 'login.failed' }, changes);
const keys = (items: Reported[]): string[] => items.map(({ watch }) => watch.key);
const keysOf = (runs: Run[]): string[] => runs.flatMap(({ items }) => keys(items));
const fresh = (runs: Run[]): string[] =>
	keys(runs.flatMap(({ items }) => items).filter(({ watch }) => watch.redelivered !== true));

/** Somebody fails to log in; the key under which it is reported. */
const failed = async (person: string): Promise<string> =>
	`login.failed:${await world.failedLogin(`${person}@example.com`)}`;

/** A published trigger that has reported a login long ago, and another one in a run that has not ended. */
async function withHistory(engine: Engine): Promise<{ n8n: WatchHost; open: string }> {
	const n8n = await world.published(engine, 'loginaudit', logins());
	await failed('old');
	await n8n.tick();
	n8n.outcome = () => undefined;
	const open = await failed('open');
	await n8n.tick();
	n8n.outcome = () => 'success';
	await world.pass(HOUR);
	expect(n8n.runs).toHaveLength(2);
	return { n8n, open };
}

describe.each(bothEngines)('with polls of the %s engine', (engine) => {
	test.each([
		['a copy of the workflow', (copy: WatchHost) => void (copy.workflowId = 'workflow-2')],
		['the same workflow in another n8n', (copy: WatchHost) => void (copy.instanceId = 'instance-2')],
	])('%s begins a state of its own, and leaves the other one alone', async (_, change) => {
		const { n8n } = await withHistory(engine);
		const copy = world.host(engine, 'loginaudit');
		change(copy);
		copy.database = structuredClone(n8n.database);
		await copy.activate(logins());
		await copy.restart();
		await copy.tick();
		// Neither what the original reported nor what is open there.
		expect(copy.runs).toEqual([]);
		const next = await failed('next');
		expect(keys(await copy.tick())).toEqual([next]);
		expect(fresh(n8n.runs)).not.toContain(next);
		await n8n.tick();
		expect(fresh(n8n.runs).filter((key) => key === next)).toEqual([next]);
	});

	test('publishing again, changed or not, goes on from where it was', async () => {
		const { n8n, open } = await withHistory(engine);
		const between = await failed('between');
		await n8n.activate(logins({ parameters: { ...logins().parameters, options: { maxItems: 100 } } }), 'update');
		await n8n.tick();
		expect(keysOf(n8n.runs.slice(2))).toEqual([between]);
		await n8n.activate(logins(), 'update');
		expect(await n8n.tick()).toEqual([]);
		expect(n8n.runs).toHaveLength(3);
		// The run that was open is still waited for.
		await world.pass(24 * HOUR);
		expect(keys(await n8n.tick())).toContain(open);
	});

	test('after unpublishing, what happened meanwhile is reported when it is published again', async () => {
		const { n8n } = await withHistory(engine);
		n8n.unpublish();
		const meanwhile = await failed('meanwhile');
		await world.pass(5 * HOUR);
		await n8n.activate(logins());
		await n8n.tick();
		expect(fresh(n8n.runs.slice(2))).toEqual([meanwhile]);
	});

	test('a renamed node goes on, also over a restart', async () => {
		const { n8n } = await withHistory(engine);
		const unseen = await failed('unseen');
		await world.pass(HOUR);
		await n8n.activate(logins({ name: 'Sign-ins' }), 'update');
		await n8n.tick();
		expect(keysOf(n8n.runs.slice(2))).toEqual([unseen]);
		const off = await failed('off');
		await world.pass(5 * HOUR);
		await n8n.restart();
		await n8n.tick();
		expect(fresh(n8n.runs.slice(3))).toEqual([off]);
	});

	test('a duplicate of the node in the same workflow begins a state of its own, also when it takes over the other one’s name', async () => {
		const { n8n } = await withHistory(engine);
		const copy = { id: 'watch-2', name: 'Watch1' };
		await n8n.activate([logins(), logins(copy)], 'update');
		await n8n.tick('watch-2');
		expect(n8n.runs).toHaveLength(2);
		const next = await failed('next');
		expect(keys(await n8n.tick('watch-1'))).toEqual([next]);
		expect(keys(await n8n.tick('watch-2'))).toEqual([next]);
		n8n.unpublish();
		await n8n.activate(logins(copy), 'update');
		await failed('known to the duplicate alone');
		expect(await n8n.tick('watch-2')).toHaveLength(1);
		await world.pass(HOUR);
		const before = n8n.runs.length;
		await n8n.activate(logins({ ...copy, name: 'Watch' }), 'update');
		await n8n.tick('watch-2');
		expect(fresh(n8n.runs.slice(before))).toEqual([]);
	});

	test('two nodes of one workflow that were published at once keep out of each other’s way, also over a restart', async () => {
		const n8n = world.host(engine, 'loginaudit');
		const bursts = watchNode(
			{ event: 'login.failed', options: { loginsAtLeast: 2 } },
			{ id: 'bursts', name: 'Bursts' },
		);
		await n8n.activate([bursts, logins()]);
		const first = await failed('mallory');
		expect(keys(await n8n.tick('bursts'))).toEqual([]);
		expect(keys(await n8n.tick('watch-1'))).toEqual([first]);
		const second = await failed('mallory');
		expect(keys(await n8n.tick('bursts'))).toEqual([second]);
		expect(keys(await n8n.tick('watch-1'))).toEqual([second]);
		expect(await n8n.tick('bursts')).toEqual([]);
		await world.pass(HOUR);
		const third = await failed('mallory');
		const before = n8n.runs.length;
		await n8n.restart();
		await n8n.tick('bursts');
		await n8n.tick('watch-1');
		expect(fresh(n8n.runs.slice(before))).toEqual([third]);
	});

	test('another event in the same node begins anew, and the log names what was open', async () => {
		const { n8n, open } = await withHistory(engine);
		const shift = await world.runningShift();
		await world.clock(shift, 'absent');
		const late = { event: 'shift.notClockedIn', filters: { fullName: shift.name } };
		const other = world.host(engine, 'liveops');
		other.database = n8n.database;
		await other.activate(watchNode(late), 'update');
		await other.tick();
		expect(keysOf(other.runs)).toEqual([shiftKey('shift.notClockedIn', shift)]);
		const [line, ...more] = other.log.filter((each) => each.startsWith('error'));
		expect(more).toEqual([]);
		expect(line).toContain(`${open.split(':')[1]}: the trigger now watches for something else`);
	});
});

describe('in memory, where n8n keeps the state by the node’s name', () => {
	test('a node that was renamed while n8n was stopped begins with what happens from then on', async () => {
		const { n8n } = await withHistory('memory');
		await failed('long ago');
		await world.pass(HOUR);
		forgetMemories();
		n8n.unpublish();
		await n8n.activate(logins({ name: 'Sign-ins' }), 'init');
		expect(n8n.runs).toHaveLength(2);
		const next = await failed('next');
		expect(keys(await n8n.tick())).toEqual([next]);
	});

	test('a trigger that another one wrote away goes on while n8n runs, and after a stop begins with what happens from then on', async () => {
		const n8n = world.host('memory', 'loginaudit');
		const [first, second] = [logins(), logins({ id: 'watch-2', name: 'Second' })];
		await n8n.activate(first);
		await n8n.activate(second, 'update');
		const one = await failed('one');
		expect(keys(await n8n.tick('watch-2'))).toEqual([one]);
		// The copy that the first one was published with knows nothing of the second one, and is saved with its finding.
		expect(keys(await n8n.tick('watch-1'))).toEqual([one]);
		expect(Object.keys(n8n.database)).toEqual(['node:Watch']);
		expect(await n8n.tick('watch-2')).toEqual([]);
		await world.pass(HOUR);
		const before = n8n.runs.length;
		await n8n.restart();
		expect(fresh(n8n.runs.slice(before))).toEqual([]);
		await world.pass(MINUTE);
		const two = await failed('two');
		expect(keys(await n8n.tick('watch-1'))).toEqual([two]);
		expect(keys(await n8n.tick('watch-2'))).toEqual([two]);
	});
});
