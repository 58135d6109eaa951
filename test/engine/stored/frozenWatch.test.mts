// What each version of the package has stored of its watch triggers, taken over by that of today.
import { describe, expect, test } from '@jest/globals';
import { useAlteredLists } from '../support/watchAltered.mts';
import { engines, watchNode } from '../support/watchHost.mts';
import { useWatchWorld } from '../support/watchWorld.mts';
import { keysOf, LATER_MS, listing } from './freezeWatch.mts';
import { frozenVersions, readFolder } from './frozenForms.mts';

const world = useWatchWorld();
const lists = useAlteredLists(world);

const frozen = frozenVersions().flatMap((version) =>
	Object.entries(readFolder(version).watch).flatMap(([name, watch]) =>
		engines.map((engine) => [name, version, engine, watch] as const),
	),
);

test('there is something of every event, of each version', () => {
	expect(frozenVersions().length).toBeGreaterThan(0);
	expect(new Set(frozen.map(([, version]) => version))).toEqual(new Set(frozenVersions()));
});

describe('what was reported isn’t reported again, what was open is handed over, and nothing in between is lost', () => {
	test.each(frozen)('%s, stored by %s, with polls of the %s engine', async (_name, _version, engine, watch) => {
		const { key, parameters, stored, records, wentOnAt, next, later } = watch;
		await world.pass(wentOnAt - (await world.now()));
		lists.records = (_records, path, query) => listing(records, path, query, wentOnAt);
		const node = watchNode(parameters);
		const n8n = lists.host(engine, key);
		n8n.database = { [engine === 'memory' ? 'node:Watch' : node.id]: structuredClone(stored) };
		await n8n.activate(node, engine === 'memory' ? 'init' : 'update');
		await n8n.tick();
		expect(n8n.runs.flatMap(({ items }) => keysOf(items))).toEqual(next);
		expect(n8n.log.filter((line) => !line.startsWith('info'))).toEqual([]);
		await world.pass(LATER_MS);
		expect(keysOf(await n8n.tick())).toEqual(later);
		expect(n8n.told).toEqual([]);
	});
});
