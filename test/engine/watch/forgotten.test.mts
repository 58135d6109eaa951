// Nothing is told twice for what is missing from a list for a while or for another API key; what is no longer so is told when it
// is so again.
import { describe, expect, test } from '@jest/globals';
import type { IDataObject } from 'n8n-workflow';
import { type Engine, engines, type Reported, watchNode, type WatchHost } from '../support/watchHost.mts';
import { useAlteredLists } from '../support/watchAltered.mts';
import { HOUR, MINUTE, useWatchWorld } from '../support/watchWorld.mts';

const world = useWatchWorld(60, { isApproved: 'all' });
const lists = useAlteredLists(world);

const reported = ({ runs }: WatchHost): Reported[] => runs.flatMap(({ items }) => items);
const names = (items: Reported[]): string[] => items.map(({ name }) => String(name)).sort();

describe.each(engines)('a list that comes empty once, with polls of the %s engine', (engine) => {
	/** Published with all that is so; then the list comes empty, and is there again. */
	async function emptied(n8n: WatchHost, node: IDataObject, polls = 1): Promise<Reported[]> {
		await n8n.activate(watchNode({ startWith: 'now', ...node }));
		for (let poll = 0; poll < 3; poll++) await n8n.tick();
		expect(reported(n8n).length).toBeGreaterThan(1);
		const again: Reported[] = [];
		for (let poll = 0; poll < polls; poll++) {
			lists.empty = 2;
			again.push(...(await n8n.tick()));
		}
		lists.empty = 0;
		await world.pass(MINUTE);
		for (let poll = 0; poll < 3; poll++) again.push(...(await n8n.tick()));
		return again;
	}

	test('makes no alarm of a shift come again', async () => {
		await lists.twoGuards({ shiftId: 501 }, () => ({}));
		expect(await emptied(lists.host(engine, 'liveops'), { event: 'shift.notClockedIn' })).toEqual([]);
	});

	test.each([
		['which say so themselves', (record: IDataObject) => record],
		['which say nothing themselves', ({ isApproved, status, ...record }: IDataObject) => record],
	])('makes no approval come again of reports %s', async (_, shown) => {
		// The list of those that are approved is the only one that is empty.
		lists.records = (records, path, query) => {
			if (!path.includes('incidentreports')) return undefined;
			if (query.has('isApproved') && lists.empty > 0) return [];
			return records.map(shown);
		};
		lists.whole = true;
		const n8n = lists.host(engine, 'incidentreport');
		expect(await emptied(n8n, { event: 'incidentReport.changed', changes: ['approve'] }, 3)).toEqual([]);
	});

	test('makes no licence come again', async () => {
		const node = { event: 'licence.expiring', options: { sweepHours: 1 } };
		const n8n = await lists.published(engine, 'developer', watchNode(node));
		for (let poll = 0; poll < 3; poll++) await n8n.tick();
		const before = reported(n8n).length;
		expect(before).toBeGreaterThan(1);
		lists.records = (_, path) => (path.endsWith('/licenses') ? [] : undefined);
		await world.polls(n8n, 6, HOUR);
		lists.records = () => undefined;
		await world.pass(HOUR);
		for (let poll = 0; poll < 3; poll++) await n8n.tick();
		expect(reported(n8n)).toHaveLength(before);
	});
});

describe('an approval that nothing but a list tells', () => {
	const approved = new Set<number>();
	const shown = (records: IDataObject[], path: string, query: URLSearchParams): IDataObject[] | undefined => {
		if (!path.includes('incidentreports')) return undefined;
		const all = records.map(({ isApproved, status, ...record }): IDataObject => ({ ...record, modifiedDate: null }));
		return query.has('isApproved') ? all.filter((report) => approved.has(Number(report.incidentReportId))) : all;
	};

	test('counts as taken back when one whole reading of that list lacks the report, and is told when it is given again', async () => {
		approved.clear();
		lists.records = (records, path, query) => {
			// Before anybody is filtered out: which reports the sandbox has approved.
			if (query.has('isApproved') && approved.size === 0)
				for (const { incidentReportId } of records) approved.add(Number(incidentReportId));
			return shown(records, path, query);
		};
		const n8n = lists.host('memory', 'incidentreport');
		await n8n.activate(watchNode({ event: 'incidentReport.changed', changes: ['approve'], startWith: 'now' }));
		const [first] = reported(n8n);
		const id = Number(first?.incidentReportId);
		const is = (yes: boolean): unknown => (yes ? approved.add(id) : approved.delete(id));
		const told: number[] = [];
		for (const yes of [true, false, true, true, false, false, true]) {
			is(yes);
			told.push((await n8n.tick()).length);
		}
		expect(told).toEqual([0, 0, 1, 0, 0, 0, 1]);
	});
});

describe('another API key', () => {
	/** The trigger goes on with the key that somebody has entered in the place of the one before. */
	function withKey(before: WatchHost, engine: Engine): WatchHost {
		const after = lists.host(engine, 'scopedLive');
		after.database = before.database;
		return after;
	}

	test.each(engines)(
		'tells what is so once more, and overlooks nobody, with polls of the %s engine',
		async (engine) => {
			await lists.twoGuards({ shiftId: 501 }, (at) => ({ timeIn: at(-2) }));
			const [aroha = {}, ben = {}] = lists.current();
			lists.records = () => [aroha, { ...ben, timeIn: null }];
			const n8n = lists.host(engine, 'liveops');
			const node = watchNode({ event: 'shift.clockedIn', startWith: 'now' });
			await n8n.activate(node);
			expect(names(reported(n8n))).toEqual(['Aroha Ngata']);
			lists.records = () => [aroha, ben];
			const after = withKey(n8n, engine);
			await after.activate(node, 'update');
			await after.tick();
			expect(names(reported(after))).toEqual(['Aroha Ngata', 'Ben Ito']);
			expect(await after.tick()).toEqual([]);
		},
	);

	test('tells anew what was lost with n8n, of every guard', async () => {
		await lists.twoGuards({ shiftId: 501 }, () => ({}));
		const n8n = lists.host('durable', 'liveops');
		n8n.outcome = () => undefined;
		const node = watchNode({ event: 'shift.notClockedIn' });
		await n8n.activate(node);
		expect(reported(n8n)).toHaveLength(2);
		const after = withKey(n8n, 'durable');
		await after.activate(node, 'update');
		await after.restart();
		await after.tick();
		expect(new Set(names(reported(after)))).toEqual(new Set(['Aroha Ngata', 'Ben Ito']));
	});
});

test.each([
	['e-mail', { email: 'a.ngata@example.com' }],
	['shift id', { shiftId: 777 }],
])('a late guard whose %s is corrected is told once more, and nobody else is', async (_, correction) => {
	await lists.twoGuards({ shiftId: 501 }, () => ({}));
	const [aroha = {}, ben = {}] = lists.current();
	const other = { ...ben, shiftId: 502 };
	lists.records = () => [aroha, other];
	const n8n = await lists.published('durable', 'liveops', watchNode({ event: 'shift.notClockedIn' }));
	expect(names(reported(n8n))).toEqual(['Aroha Ngata', 'Ben Ito']);
	lists.records = () => [{ ...aroha, ...correction }, other];
	expect(names(await n8n.tick())).toEqual(['Aroha Ngata']);
	expect(await n8n.tick()).toEqual([]);
});

describe('another filter of a shift event', () => {
	const late = (parameters: object) => watchNode({ event: 'shift.notClockedIn', ...parameters });

	test.each([
		['now', ['Aroha Ngata', 'Ben Ito']],
		['new', []],
	])('begins anew with Start With “%s”', async (startWith, expected) => {
		await lists.twoGuards({ shiftId: 501 }, () => ({}));
		const all = lists.records;
		lists.records = (...given) => all(...given)?.slice(0, 1);
		const n8n = await lists.published('memory', 'liveops', late({ startWith, filters: { fullName: 'Aroha' } }));
		lists.records = all;
		const before = n8n.runs.length;
		await n8n.activate(late({ startWith }), 'update');
		await n8n.tick();
		expect(names(n8n.runs.slice(before).flatMap(({ items }) => items))).toEqual(expected);
	});

	test('is none where only something else is changed, such as how long a page is', async () => {
		await lists.twoGuards({ shiftId: 501 }, () => ({}));
		const n8n = await lists.published('memory', 'liveops', late({}));
		const advanced = { additionalQuery: { parameters: [{ name: 'limit', value: '50' }] } };
		await n8n.activate(late({ options: { maxItems: 9 }, advanced }), 'update');
		expect(await n8n.tick()).toEqual([]);
		expect(n8n.runs).toHaveLength(1);
	});
});

test('findings that Max Items holds back are one line of the log', async () => {
	const n8n = lists.host('memory', 'timesheet');
	await n8n.activate(watchNode({ event: 'timesheet.changed', startWith: 'now', options: { maxItems: 3 } }));
	for (let poll = 0; poll < 5; poll++) await n8n.tick();
	expect(n8n.runs.length).toBeGreaterThan(4);
	const lines = n8n.log.filter((line) => line.includes('Max Items'));
	expect(lines).toEqual([
		expect.stringMatching(/^info Workforce Operations: “Watch” holds back \d+ findings for later polls/),
	]);
});
