// Watch triggers whose stored state was damaged, or written by a newer version: each goes on, and n8n's log says with what.
import { describe, expect, test } from '@jest/globals';
import type { IDataObject, WorkflowActivateMode } from 'n8n-workflow';
import { useAlteredLists } from '../support/watchAltered.mts';
import { watchNode } from '../support/watchHost.mts';
import { HOUR, MINUTE, useWatchWorld } from '../support/watchWorld.mts';
import { keysOf, listing } from './freezeWatch.mts';
import { storedToday } from './frozenForms.mts';
import { watchedScenarios } from './watched.mts';

const world = useWatchWorld();
const lists = useAlteredLists(world);

/** One event of each family. */
const families = ['shift.notClockedIn', 'login.failed', 'licence.expiring', 'incidentReport.changed', 'staff.created'];

/** The number of a finding's record, for its key. */
const numberOf = (key: string): string => key.replace(/^[^:]*:\d*(\d)\b\S*/, '$1');

/**
 * The first three were reported before, of which the last two were open; the fourth happened since, the fifth did two hours
 * later, a minute before n8n starts again, and the sixth after that.
 */
async function goOn(name: string, damage: (watch: IDataObject) => unknown, activation: WorkflowActivateMode = 'init') {
	const scenario = watchedScenarios.find(({ event }) => event === name);
	const frozen = storedToday().watch[name];
	if (scenario === undefined || frozen === undefined) throw new Error(`nothing of ${name} is frozen`);
	const startsAt = frozen.wentOnAt + 2 * HOUR;
	const endsAt = startsAt + 2 * HOUR;
	const records = [
		...frozen.records,
		...scenario.records(5, startsAt - MINUTE),
		...scenario.records(6, endsAt - MINUTE),
	];
	await world.pass(startsAt - (await world.now()));
	let now = startsAt;
	lists.records = (_records, path, query) => listing(records, path, query, now);
	const n8n = lists.host('memory', frozen.key);
	const { watch } = structuredClone(frozen.stored) as { watch: IDataObject };
	n8n.database = { 'node:Watch': { watch: damage(watch) } as IDataObject };
	await n8n.activate(watchNode(frozen.parameters), activation);
	await n8n.tick();
	const first = n8n.runs.flatMap(({ items }) => keysOf(items)).map(numberOf);
	const said = n8n.log.filter((line) => !line.startsWith('info'));
	await world.pass(2 * HOUR);
	now = endsAt;
	const later = keysOf(await n8n.tick()).map(numberOf);
	expect(n8n.told).toEqual([]);
	expect(n8n.log.filter((line) => !line.startsWith('info'))).toEqual(said);
	return { first, later, said };
}

const again = ['2 (redelivered)', '3 (redelivered)'];

/** Of what has no date, or one of long ago, nobody knows any more whether it was so before. */
const hasDates = (name: string): boolean => !['licence.expiring', 'staff.created'].includes(name);

describe.each(families)('%s', (name) => {
	test('of a newer version, with more in it: all goes on, and what is left out is named', async () => {
		const { first, later, said } = await goOn(name, (watch) => ({
			...watch,
			format: 2,
			engine: { ...(watch.engine as IDataObject), wisdom: [1] },
		}));
		expect({ first, later }).toEqual({ first: ['4', '5', ...again], later: ['6'] });
		expect(said).toEqual([expect.stringMatching(/^warn .*ignores “format”, “wisdom”.*newer version/)]);
	});

	test('without what was reported: nothing comes twice, and what came about since the last poll comes', async () => {
		const { first, later, said } = await goOn(name, (watch) => ({ ...watch, engine: { cut: 'of' } }));
		expect({ first, later }).toEqual({ first: [...(hasDates(name) ? ['4', '5'] : []), ...again], later: ['6'] });
		expect(said).toEqual([
			expect.stringMatching(
				/^error .*ignores “cut” .*; it can’t read its stored data about earlier findings .*continues with events since/,
			),
		]);
	});

	test.each([['cut'], [null], [[1]], [7]])('with %j in place of what it remembers: the same', async (engine) => {
		const { first, later, said } = await goOn(name, (watch) => ({ ...watch, engine }), 'activate');
		expect({ first, later }).toEqual({ first: [...(hasDates(name) ? ['4', '5'] : []), ...again], later: ['6'] });
		expect(said).toEqual([expect.stringMatching(/^error .*can’t read its stored data about earlier findings/)]);
	});

	test.each<[string, IDataObject]>([
		['owner', { owner: undefined }],
		['subject', { subject: ['shift'] }],
		['born', { born: 'long ago' }],
		['revision', { revision: null, since: {} }],
		['readTo', { readTo: '2026-07-01T00:00:00Z' }],
		['start', { start: 'later', readTo: undefined }],
	])(
		'without a readable “%s”: what was open is handed over again, and what has come about comes once',
		async (part, odd) => {
			const { first, later, said } = await goOn(name, (watch) => ({ ...watch, ...odd }), 'activate');
			expect({ first, later }).toEqual({ first: ['4', '5', ...again], later: ['6'] });
			expect(said).toEqual([expect.stringMatching(new RegExp(`^warn .*can’t read .*“${part}”.*rebuilds it$`))]);
		},
	);

	test('damaged in several places: one line, which names the finding that is lost', async () => {
		const { first, later, said } = await goOn(name, ({ pending, ...watch }) => ({
			...watch,
			born: -1,
			engine: 'cut',
			format: 2,
			pending: { ...(pending as IDataObject), lost: 'cut' },
		}));
		expect({ first, later }).toEqual({ first: [...(hasDates(name) ? ['4', '5'] : []), ...again], later: ['6'] });
		expect(said).toEqual([
			expect.stringMatching(
				/^error .*no longer returns lost: .*; it ignores “format” .*; it can’t read .*“born”, “engine”.*continues with/,
			),
		]);
	});

	test('not readable at all: nothing comes twice, also when a person publishes it, and what happens from now on comes', async () => {
		const { first, later, said } = await goOn(name, (watch) => JSON.stringify(watch).slice(0, 99), 'activate');
		expect({ first, later }).toEqual({ first: hasDates(name) ? ['5'] : [], later: ['6'] });
		expect(said).toEqual([expect.stringMatching(/^error .*It starts again from now/)]);
	});

	test('without what was open: it is named, and the rest goes on', async () => {
		const { first, later, said } = await goOn(name, (watch) => ({ ...watch, pending: { '2': 'cut', '3': null } }));
		expect({ first, later }).toEqual({ first: ['4', '5'], later: ['6'] });
		expect(said).toEqual([expect.stringMatching(/^error .*no longer returns 2, 3: its stored data/)]);
	});
});
