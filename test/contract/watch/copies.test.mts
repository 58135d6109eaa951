// A copy that a workflow keeps is what the service holds, whatever fails, whenever n8n dies and however it polls; and nothing is told
// of a record that isn't so.
import { describe, expect, test } from '@jest/globals';
import { Random } from '../../../sandbox/seed/random.mts';
import { useAlteredLists } from '../support/watchAltered.mts';
import { Copy, copiedEvents, EditedService } from '../support/watchCopies.mts';
import { type Engine, watchNode } from '../support/watchHost.mts';
import { useLicences } from '../support/watchLicences.mts';
import { HOUR, MINUTE, useWatchWorld } from '../support/watchWorld.mts';

const world = useWatchWorld();
const lists = useAlteredLists(world);
const { guardIds } = useLicences(world);

const POLLS = 36;
const KILLS = 10;

const regimes: readonly Engine[] = ['memory', 'durable', 'cursorless'];

describe.each(copiedEvents)('$event', (copied) => {
	test.each(regimes.map((engine, index) => [engine, 31 + index] as const))(
		'polls of the %s engine, seed %d: copy = service in the end, and no word is false',
		async (engine, seed) => {
			const random = new Random(seed);
			const guards = copied.isLicence ? (await guardIds()).slice(0, 12) : [];
			const service = new EditedService(copied, random, guards);
			const copy = new Copy(copied, service);
			lists.records = (records, path, query) => service.list(path, query, records);
			const n8n = lists.host(engine, 'developer');
			const every = copied.isLicence ? HOUR + MINUTE : 2 * MINUTE;
			let [isCalm, isShort] = [false, false];
			n8n.outcome = (run) => {
				const isAgain = run.items.some(({ watch }) => watch.redelivered === true);
				const outcome =
					isCalm || isAgain ? 'success' : random.chance(0.1) ? undefined : random.chance(0.15) ? 'error' : 'success';
				copy.run(run, outcome === 'success');
				return outcome;
			};
			copy.begin();
			const form = {
				event: copied.event,
				simplify: false,
				changeKinds: copied.isLicence
					? ['created', 'updated', 'gone']
					: ['created', 'updated', 'deactivated', 'reactivated', 'gone'],
				options: copied.isLicence ? { sweepHours: 1 } : {},
			};
			await n8n.activate(watchNode(form));
			const kills = new Set<number>();
			while (kills.size < KILLS) kills.add(random.between(3, POLLS - 1));
			for (let poll = 0; poll < POLLS; poll++) {
				await world.pass(every);
				for (let edits = random.between(0, 2); edits > 0; edits--) service.edit();
				if (random.chance(0.06)) service.storm();
				if (random.chance(0.06)) await world.fault({ path: '/api/external', status: 503, times: 3 });
				// A list that comes short for once.
				isShort = !isShort && random.chance(0.1);
				service.alter = isShort ? (half) => half.slice(0, 3) : (half) => half;
				await n8n.tick();
				if (kills.has(poll)) await n8n.restart();
			}
			isCalm = true;
			service.alter = (half) => half;
			await n8n.restart();
			for (let poll = 0; poll < 14; poll++) {
				await world.pass(copied.isLicence ? every : HOUR);
				await n8n.tick();
			}
			expect(copy.falseWords).toEqual([]);
			expect(copy.state).toEqual(service.state);
			expect(n8n.runs.length).toBeGreaterThan(15);
			expect(n8n.log.filter((line) => line.includes('any more:'))).toEqual([]);
		},
		600_000,
	);
});
