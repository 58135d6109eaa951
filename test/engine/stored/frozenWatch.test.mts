// What the package stores of its watch triggers today, and what each published version has, taken over by that of today.
import { describe, expect, test } from '@jest/globals';
import { watchedEvents } from '../../../nodes/WorkforceOperations/watch/events.ts';
import { useAlteredLists } from '../support/watchAltered.mts';
import { engines, watchNode } from '../support/watchHost.mts';
import { useWatchWorld } from '../support/watchWorld.mts';
import { keysOf, LATER_MS, listing } from './freezeWatch.mts';
import { storedByVersions } from './frozenForms.mts';

const world = useWatchWorld();
const lists = useAlteredLists(world);

const frozen = storedByVersions().flatMap(([version, stored]) =>
	Object.entries(stored.watch).flatMap(([name, watch]) =>
		engines.map((engine) => [name, version, engine, watch] as const),
	),
);

test('there is something of every event of today', () => {
	const events = frozen.flatMap(([, version, , { event }]) => (version === 'today' ? event : []));
	expect([...new Set(events)].sort()).toEqual(watchedEvents.map(({ value }) => value).sort());
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
