// A copy that a workflow keeps is what the service holds, whatever fails, whenever n8n dies and however it polls; and nothing is told
// of a record that isn't so.
import { describe, expect, test } from '@jest/globals';
import type { IDataObject } from 'n8n-workflow';
import { Random } from '../../../sandbox/seed/random.mts';
import { isWhole } from '../../night.mts';
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

/** In which polls of all of them something is done to all records, or to the key. */
const STORMS = [5, 12, 19, 26, 32];
const CLAIMS = [9, 23];

/** What is read in place of a half, for once. */
const wrong: ReadonlyArray<(half: IDataObject[]) => IDataObject[]> = [
	(half) => half.slice(0, 3),
	() => [],
	// Moved to the other half, or to a page before, while the lists were read.
	(half) => half.filter((_, index) => index % 3 > 0),
	(half) => [...half].reverse(),
];

const regimes: readonly Engine[] = ['memory', 'durable', 'cursorless'];

describe.each(copiedEvents)('$event', (copied) => {
	const all = regimes.map((engine, index) => [engine, 31 + index] as const);
	const one = copiedEvents.indexOf(copied) % all.length;
	test.each(isWhole ? all : all.slice(one, one + 1))(
		'polls of the %s engine, seed %d: copy = service in the end, and no word is false',
		async (engine, seed) => {
			const random = new Random(seed);
			const guards = copied.isLicence ? (await guardIds()).slice(0, 12) : [];
			const service = new EditedService(copied, random, guards);
			const copy = new Copy(copied, service);
			lists.records = (records, path, query) => service.list(path, query, records);
			const n8n = lists.host(engine, 'developer');
			const every = copied.isLicence ? HOUR + MINUTE : 2 * MINUTE;
			let [isCalm, isWrong] = [false, false];
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
			const toldInStorms: number[] = [];
			const look = async (polls: number): Promise<void> => {
				service.alter = (half) => half;
				await world.polls(n8n, polls, every);
			};
			for (let poll = 0; poll < POLLS; poll++) {
				// What people change in the very round of these isn't told.
				if (STORMS.includes(poll)) {
					await look(3);
					const before = n8n.runs.length;
					service.storm(1 + STORMS.indexOf(poll));
					await look(3);
					const items = n8n.runs.slice(before).flatMap((run) => run.items);
					toldInStorms.push(items.filter(({ watch }) => watch.redelivered !== true).length);
				}
				// No key of the sandbox sees but a part of the staff.
				if (CLAIMS.includes(poll) && copied.isScoped) {
					await look(3);
					// Missing by accident, and then because the key sees less: these are no two absences.
					service.isNarrow = true;
					await look(1);
					n8n.store.data.apiKey = world.sandbox.keys.scoped;
					await look(1);
					n8n.store.data.apiKey = world.sandbox.keys.developer;
					service.isNarrow = false;
					await look(2);
				}
				await world.pass(every);
				for (let edits = random.between(0, 2); edits > 0; edits--) service.edit();
				if (random.chance(0.06)) await world.fault({ path: '/api/external', status: 503, times: 3 });
				isWrong = !isWrong && random.chance(0.2);
				const alter = wrong[random.between(0, wrong.length - 1)];
				service.alter = isWrong && alter !== undefined ? alter : (half) => half;
				await n8n.tick();
				if (kills.has(poll)) await n8n.restart();
			}
			isCalm = true;
			service.alter = (half) => half;
			await n8n.restart();
			await world.polls(n8n, 14, copied.isLicence ? every : HOUR);
			expect(toldInStorms).toHaveLength(STORMS.length);
			// Who was told while a field was away is told once more when it is back, and nobody else.
			expect(Math.max(...toldInStorms)).toBeLessThan(service.records.size / 2);
			expect(copy.falseWords).toEqual([]);
			expect(copy.state).toEqual(service.state);
			expect(n8n.runs.length).toBeGreaterThan(15);
			expect(n8n.log.filter((line) => line.includes('any more:'))).toEqual([]);
		},
		600_000,
	);
});
