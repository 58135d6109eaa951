// Timesheets and reports that wait for approval: told once, again where that is wanted, and over only when it is.
import { describe, expect, test } from '@jest/globals';
import type { IDataObject } from 'n8n-workflow';
import { admin } from '../support/admin.mts';
import { engines, type Reported, watchNode, type WatchHost } from '../support/watchHost.mts';
import { useAlteredLists } from '../support/watchAltered.mts';
import { HOUR, MINUTE, useWatchWorld } from '../support/watchWorld.mts';

const world = useWatchWorld(400);
const lists = useAlteredLists(world);

const kinds = {
	timesheet: {
		event: 'timesheet.waiting',
		key: 'timesheet',
		path: 'timesheets',
		id: 'timesheetId',
		list: '/api/external/timesheets',
	},
	report: {
		event: 'incidentReport.waiting',
		key: 'incidentreport',
		path: 'incidentreports',
		id: 'incidentReportId',
		list: '/api/external/incidentreports/getall',
	},
} as const;
type Kind = (typeof kinds)[keyof typeof kinds];
type Deed = 'submit' | 'approve' | 'reject';

const nodeOf = ({ event }: Kind, more: IDataObject = {}) => watchNode({ event, ...more });
const reported = ({ runs }: WatchHost): Reported[] => runs.flatMap(({ items }) => items);
const keysOf = (items: Reported[]): string[] => items.map(({ watch }) => watch.key);
const idOf = (item: Reported | undefined): number => Number(item?.watch.key.split(':')[1]);

async function decide({ path }: Kind, id: number, ...deeds: Deed[]): Promise<void> {
	for (const deed of deeds) await admin(world.sandbox, 'POST', `/${path}/${id}/${deed}`, {});
}

/** What the sandbox says: those that nobody has decided on, by when they began to wait. */
async function pending({ path, id }: Kind): Promise<Map<number, number>> {
	const rows = await admin<IDataObject[]>(world.sandbox, 'GET', `/${path}?status=Pending&limit=1000`);
	return new Map(
		rows.map((row) => [
			Number(row[id]),
			Date.parse(String(row.timeclockEndTime ?? row.scheduledEndTime ?? row.submittedDate)),
		]),
	);
}

describe.each(engines.flatMap((engine) => Object.values(kinds).map((kind) => [kind.event, engine, kind] as const)))(
	'%s, with polls of the %s engine',
	(event, engine, kind) => {
		test('tells each once that has waited for a day, the longest first, by one list', async () => {
			const n8n = world.host(engine, kind.key);
			await world.requests();
			await n8n.activate(nodeOf(kind));
			const asked = (await world.requests()).filter(({ status }) => status === 200);
			expect(new Set(asked.map(({ path }) => path))).toEqual(new Set([kind.list]));
			const items = reported(n8n);
			expect(items.length).toBeGreaterThan(2);
			const hours = items.map(({ watch }) => Number(watch.hoursWaiting));
			expect(hours).toEqual([...hours].sort((one, other) => other - one));
			expect(Math.min(...hours)).toBeGreaterThanOrEqual(24);
			expect(items[0]?.watch.reason).toMatch(
				/^(.+’s timesheet at .+, \w{3} \d+ \w{3} \d\d:\d\d to|Incident report IR-.+, submitted \w{3} \d+ \w{3} \d\d:\d\d by) .+, has waited \d+ hours for approval$/,
			);
			const [now, waiting] = [await world.now(), await pending(kind)];
			expect(items.filter((item) => !waiting.has(idOf(item)))).toEqual([]);
			const due = [...waiting].filter(([, since]) => now - since >= 24 * HOUR && now - since < 336 * HOUR);
			expect(items.map(idOf).sort()).toEqual(due.map(([id]) => id).sort());
			await world.pass(MINUTE);
			expect(await n8n.tick()).toEqual([]);
			expect(event).toBe(items[0]?.watch.event);
		});

		test('tells those later that have waited long enough then, and those never that were decided on before', async () => {
			const n8n = await world.published(engine, kind.key, nodeOf(kind, { startWith: 'new' }));
			expect(reported(n8n)).toEqual([]);
			const all = [...(await pending(kind))];
			const fresh = all.filter(([, since]) => since < START && since > START - 23 * HOUR).map(([id]) => id);
			expect(fresh.length).toBeGreaterThan(1);
			const [decided = 0, ...others] = fresh;
			await decide(kind, decided, 'approve');
			await world.pass(24 * HOUR);
			const ids = (await n8n.tick()).map(idOf);
			for (const id of others) expect(ids).toContain(id);
			expect(ids).not.toContain(decided);
		});

		test('is over with an approval or a rejection: who submits again is told again', async () => {
			const n8n = await world.published(engine, kind.key, nodeOf(kind));
			for (const [place, deed] of (['approve', 'reject'] as const).entries()) {
				const id = idOf(reported(n8n)[place]);
				await decide(kind, id, deed);
				for (let poll = 0; poll < 3; poll++) expect(await n8n.tick()).toEqual([]);
				await decide(kind, id, 'submit');
				// A report waits since its submission, a timesheet since the end of the work.
				await world.pass(kind.id === 'incidentReportId' ? 24 * HOUR : MINUTE);
				expect((await n8n.tick()).map(idOf)).toContain(id);
				expect((await n8n.tick()).map(idOf)).toEqual([]);
			}
		});

		test('comes again every so often where that is wanted, until it is decided on', async () => {
			const n8n = await world.published(engine, kind.key, nodeOf(kind, { options: { repeatEveryMinutes: 120 } }));
			const first = reported(n8n).map(idOf);
			await world.pass(119 * MINUTE);
			const early = (await n8n.tick()).map(idOf);
			expect(early.filter((id) => first.includes(id))).toEqual([]);
			const [decided = 0, ...others] = first;
			await decide(kind, decided, 'approve');
			await world.pass(MINUTE);
			const again = (await n8n.tick()).map(idOf);
			expect(again.filter((id) => first.includes(id)).sort()).toEqual(others.sort());
		});

		test('is told once over an outage, a restart and a failed run, and what waits since is told', async () => {
			const n8n = world.host(engine, kind.key);
			n8n.outcome = ({ items }) => (items.some(({ watch }) => watch.redelivered === true) ? 'success' : 'error');
			await n8n.activate(nodeOf(kind));
			const first = keysOf(reported(n8n));
			await world.fault({ path: '/api/external', status: 503, times: null });
			await n8n.tick();
			await n8n.restart();
			await world.pass(10 * MINUTE);
			await admin(world.sandbox, 'DELETE', '/faults');
			const again: Reported[] = [];
			for (let poll = 0; poll < first.length / 10 + 10; poll++) {
				again.push(...(await n8n.tick()));
				await world.pass(MINUTE);
			}
			const old = again.filter(({ watch }) => first.includes(watch.key));
			expect(first.length).toBeGreaterThan(0);
			expect(keysOf(old).sort()).toEqual([...first].sort());
			expect(old.filter(({ watch }) => watch.redelivered !== true || watch.stillSo === false)).toEqual([]);
			expect(n8n.log.filter((line) => line.includes('any more'))).toEqual([]);
		});

		test('what was cut off says whether it is still so', async () => {
			const n8n = world.host(engine, kind.key);
			n8n.outcome = () => undefined;
			await n8n.activate(nodeOf(kind, { options: { maxItems: 2 } }));
			const [one, two] = reported(n8n).map(idOf);
			n8n.outcome = () => 'success';
			await decide(kind, one ?? 0, 'approve');
			const before = n8n.runs.length;
			await n8n.restart();
			await n8n.tick();
			const again = n8n.runs.slice(before).flatMap(({ items }) => items);
			const states = again.filter(({ watch }) => watch.redelivered).map((item) => [idOf(item), item.watch.stillSo]);
			expect(new Map(states as Array<[number, boolean]>)).toEqual(
				new Map([
					[one, false],
					[two, true],
				] as const),
			);
		});

		test('nothing that is stored names anybody, and it is small', async () => {
			const n8n = await world.published(engine, kind.key, nodeOf(kind));
			const names = reported(n8n).flatMap(({ staffName, siteName, submittedByName }) => [
				...[staffName, siteName, submittedByName].filter((name) => typeof name === 'string'),
			]);
			expect(names.length).toBeGreaterThan(2);
			const stored = JSON.stringify(n8n.database);
			for (const name of names) expect(stored).not.toContain(name);
			const { told } = ((Object.values(n8n.database)[0] as IDataObject).watch as IDataObject).engine as IDataObject;
			expect(JSON.stringify(told).length).toBeLessThan(20 * reported(n8n).length + 20);
		});
	},
);

/** Where the tests begin: the sandbox starts there after each reset. */
const START = Date.parse('2026-07-01T09:00:00Z');

describe.each(engines)('lists that lack what was told, with polls of the %s engine', (engine) => {
	const sheets = (...ids: number[]): IDataObject[] =>
		ids.map((timesheetId) => ({
			timesheetId,
			staffName: 'Aroha Ngata',
			scheduledStartTime: new Date(START - 40 * HOUR).toISOString(),
			scheduledEndTime: new Date(START - 32 * HOUR).toISOString(),
		}));

	/** Published with two that wait; then come these lists, one a poll. */
	async function through(more: IDataObject, ...polls: number[][]): Promise<string[]> {
		lists.records = () => sheets(1, 2);
		const n8n = await lists.published(engine, 'timesheet', nodeOf(kinds.timesheet, more));
		expect(keysOf(reported(n8n))).toEqual(['timesheet.waiting:1', 'timesheet.waiting:2']);
		const before = n8n.runs.length;
		for (const ids of polls) {
			lists.records = () => sheets(...ids);
			await n8n.tick();
		}
		return n8n.runs.slice(before).flatMap(({ items }) => items.map((item) => String(idOf(item))));
	}

	test.each<[string, number[][], string[]]>([
		['one', [[2], [1, 2]], []],
		['one and one again, between which it was there', [[2], [1, 2], [2], [1, 2]], []],
		['two', [[2], [2], [1, 2]], ['1']],
		['one that is empty', [[], [1, 2]], []],
	])('%s', async (_, polls, expected) => {
		expect(await through({}, ...polls)).toEqual(expected);
	});

	test('an empty one counts for nothing while the record says that it waits', async () => {
		const n8n = await lists.published(engine, 'timesheet', nodeOf(kinds.timesheet));
		const told = reported(n8n).length;
		expect(told).toBeGreaterThan(2);
		for (let poll = 0; poll < 4; poll++) {
			lists.empty = 1;
			await n8n.tick();
		}
		lists.empty = 0;
		for (let poll = 0; poll < 2; poll++) await n8n.tick();
		expect(reported(n8n)).toHaveLength(told);
	});

	test('because it has left the window: it stays told, also when more is looked back for', async () => {
		lists.records = (_, _path, query) =>
			sheets(1).filter(({ scheduledStartTime }) => String(scheduledStartTime) >= (query.get('startDate') ?? ''));
		const n8n = lists.host(engine, 'timesheet');
		const options = { lookBackDays: 3 };
		await n8n.activate(nodeOf(kinds.timesheet, { options }));
		expect(reported(n8n)).toHaveLength(1);
		await world.polls(n8n, 9, 5 * HOUR);
		await n8n.activate(nodeOf(kinds.timesheet, { options: { lookBackDays: 14 } }), 'update');
		await n8n.tick();
		expect(reported(n8n)).toHaveLength(1);
	});
});

describe('a stored state that is damaged', () => {
	test('tells nothing twice, says so, and goes on with what comes about from then on', async () => {
		const n8n = await world.published('memory', 'timesheet', nodeOf(kinds.timesheet));
		const told = reported(n8n).length;
		const [name = ''] = Object.keys(n8n.database);
		const damaged = structuredClone(n8n.database) as Record<string, { watch: { engine: IDataObject } }>;
		damaged[name]!.watch.engine = { told: '["1.nonsense"]' };
		n8n.database = damaged as unknown as IDataObject;
		await n8n.restart();
		expect(
			reported(n8n)
				.slice(told)
				.filter(({ watch }) => watch.redelivered !== true),
		).toEqual([]);
		expect(n8n.log.filter((line) => line.includes('can’t read'))).toEqual([expect.stringContaining('“told”')]);
		await world.pass(24 * HOUR);
		expect((await n8n.tick()).length).toBeGreaterThan(0);
	});
});

describe('“Fetch Test Event”', () => {
	test.each(Object.values(kinds).map((kind) => [kind.event, kind] as const))(
		'of %s shows at most five that wait, else the nearest and why not',
		async (_, kind) => {
			const n8n = world.host('memory', kind.key);
			const items = await n8n.fetchTestEvent(nodeOf(kind));
			expect(items.length).toBeGreaterThan(0);
			expect(items.length).toBeLessThanOrEqual(5);
			const [nearest, ...others] = await n8n.fetchTestEvent(nodeOf(kind, { hoursWaiting: 335 }));
			expect({ wouldTrigger: nearest?.watch.wouldTrigger, others }).toEqual({ wouldTrigger: false, others: [] });
			expect(nearest?.watch.reason).toMatch(/has waited \d+ hours? for approval; the limit is 335 hours$/);
		},
	);
});
