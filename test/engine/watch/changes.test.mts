// Reports and timesheets that change, by re-reading a window of their lists: against the sandbox.
import { describe, expect, test } from '@jest/globals';
import type { IDataObject } from 'n8n-workflow';
import { isWhole } from '../../night.mts';
import { admin } from '../support/admin.mts';
import { engines, pageSize, type Reported, watchNode, type WatchHost } from '../support/watchHost.mts';
import { HOUR, MINUTE, useWatchWorld } from '../support/watchWorld.mts';

const world = useWatchWorld(60);

const kinds = {
	timesheet: { event: 'timesheet.changed', key: 'timesheet', path: 'timesheets', id: 'timesheetId', type: 'timesheet' },
	report: {
		event: 'incidentReport.changed',
		key: 'incidentreport',
		path: 'incidentreports',
		id: 'incidentReportId',
		type: 'incidentreport',
	},
} as const;
type Kind = (typeof kinds)[keyof typeof kinds];
type Deed = 'submit' | 'approve' | 'reject';

const ALL = ['submit', 'approve', 'reject'];
const REJECT = 'status=Rejected';

/** The trigger as its user sets it up: all three changes need a field where nothing tells a rejection. */
const nodeOf = ({ event }: Kind, more: { advanced?: object; [field: string]: unknown } = {}) =>
	watchNode({
		event,
		changes: ALL,
		...more,
		advanced: { ...(event === kinds.report.event ? { rejectedWhen: REJECT } : {}), ...more.advanced } as IDataObject,
	});

/** Records of the last days that nobody has decided on. */
async function pending({ path, id }: Kind, count = 3): Promise<number[]> {
	const rows = await admin<IDataObject[]>(world.sandbox, 'GET', `/${path}?status=Pending&limit=50`);
	const isOver = ({ scheduledEndTime }: IDataObject): boolean =>
		scheduledEndTime === undefined || String(scheduledEndTime) < '2026-07-01T09';
	return rows
		.filter(isOver)
		.slice(0, count)
		.map((row) => Number(row[id]));
}

async function decide({ path }: Kind, id: number, ...deeds: Deed[]): Promise<void> {
	for (const deed of deeds) {
		await world.pass(MINUTE);
		await admin(world.sandbox, 'POST', `/${path}/${id}/${deed}`, {});
	}
}

const told = (items: Reported[]): unknown[] =>
	items.map((item) => `${String(item.timesheetId ?? item.incidentReportId)} ${String(item.event)}`);
const reported = ({ runs }: WatchHost): Reported[] => runs.flatMap(({ items }) => items);

describe.each(engines.flatMap((engine) => Object.values(kinds).map((kind) => [kind.event, engine, kind] as const)))(
	'%s, with polls of the %s engine',
	(event, engine, kind) => {
		test('tells what happens from the publishing on, in the form of the webhook trigger', async () => {
			const [id = 0] = await pending(kind);
			const n8n = await world.published(engine, kind.key, nodeOf(kind));
			expect(reported(n8n)).toEqual([]);
			await decide(kind, id, 'approve');
			const [item, ...others] = await n8n.tick();
			expect(others).toEqual([]);
			expect(Object.keys(item ?? {}).sort()).toEqual(
				['event', 'eventType', kind.id, 'payload', 'receivedAt', 'watch'].sort(),
			);
			expect(item).toMatchObject({
				eventType: kind.type,
				event: 'approve',
				[kind.id]: id,
				receivedAt: expect.stringMatching(/^2026-07-01T/),
				payload: { [kind.id]: id },
				watch: { event, change: 'approve', key: expect.stringContaining(`${event}:${id}:approve:`) },
			});
			expect(item?.watch.reason).toMatch(/was approved at \d\d:\d\d by /);
			await world.pass(MINUTE);
			expect(await n8n.tick()).toEqual([]);
		});

		test('approve, reject and approve are three, each by a poll of its own, and one between two polls', async () => {
			const [one = 0, two = 0] = await pending(kind);
			const n8n = await world.published(engine, kind.key, nodeOf(kind));
			const seen: unknown[] = [];
			for (const deed of ['approve', 'reject', 'approve'] as const) {
				await decide(kind, one, deed);
				seen.push(...told(await n8n.tick()));
			}
			expect(seen).toEqual([`${one} approve`, `${one} reject`, `${one} approve`]);
			await decide(kind, two, 'approve', 'reject', 'approve');
			expect(told(await n8n.tick())).toEqual([`${two} approve`]);
			// Between two polls it was rejected and approved anew: it is approved as before.
			await decide(kind, two, 'reject', 'submit', 'approve');
			expect(told(await n8n.tick())).toEqual([]);
			await decide(kind, two, 'reject');
			expect(told(await n8n.tick())).toEqual([`${two} reject`]);
			await decide(kind, two, 'submit');
			expect(told(await n8n.tick())).toEqual([`${two} submit`]);
			expect(await n8n.tick()).toEqual([]);
		});

		test('what changed while n8n was off, or the service was down, is told afterwards, and nothing twice', async () => {
			const [one = 0, two = 0, three = 0] = await pending(kind);
			const n8n = await world.published(engine, kind.key, nodeOf(kind));
			await decide(kind, one, 'approve');
			await n8n.tick();
			await decide(kind, two, 'approve', 'reject');
			await world.fault({ path: '/api/external', status: 503, times: null });
			await n8n.tick();
			await n8n.restart();
			await decide(kind, three, 'approve');
			await admin(world.sandbox, 'DELETE', '/faults');
			await world.pass(60 * HOUR);
			const before = n8n.runs.length;
			for (let poll = 0; poll < 3; poll++) await n8n.tick();
			const items = n8n.runs.slice(before).flatMap((run) => run.items);
			const fresh = items.filter(({ watch }) => watch.redelivered !== true);
			expect(told(fresh).sort()).toEqual([`${two} reject`, `${three} approve`].sort());
			// In memory n8n saves with a finding only: that the run of the first one ended well went with the restart.
			const again = engine === 'durable' ? [] : [`${one} approve`];
			expect(told(items.filter(({ watch }) => watch.redelivered === true))).toEqual(again);
		});

		test('with “now” all of the window is told, so many at once', async () => {
			const n8n = await world.published(engine, kind.key, nodeOf(kind, { startWith: 'now', options: { maxItems: 7 } }));
			for (let poll = 0; poll < 60; poll++) await n8n.tick();
			expect(Math.max(...n8n.runs.map(({ items }) => items.length))).toBe(7);
			const keys = reported(n8n).map(({ watch }) => watch.key);
			expect(keys.length).toBeGreaterThan(20);
			expect(new Set(keys).size).toBe(keys.length);
		});
	},
);

describe('a rejection', () => {
	test('of reports can’t be told by anything documented: choosing it fails the publishing, and the message says how to name it', async () => {
		const node = watchNode({ event: 'incidentReport.changed', changes: ALL });
		const n8n = world.host('memory', 'incidentreport');
		await expect(n8n.activate(node)).rejects.toThrow(
			/^The service doesn’t document how incident reports show a rejection\. Remove it from Changes, or name its field .* Rejected When, for example status=Rejected/,
		);
		await expect(n8n.activate(node, 'init')).resolves.toBeUndefined();
	});

	test('… but “Fetch Test Event” goes on, and says it', async () => {
		const node = watchNode({ event: 'incidentReport.changed', changes: ALL });
		const items = await world.host('memory', 'incidentreport').fetchTestEvent(node);
		expect(items.length).toBeGreaterThan(0);
		expect(items.length).toBeLessThanOrEqual(5);
		for (const { watch } of items) expect(watch.reason).toContain('show a rejection');
	});

	test('of timesheets is told by the list of those that are rejected, which is read only where it is wanted', async () => {
		const queries = async (): Promise<unknown[]> =>
			(await world.requests())
				// Where the service refuses a large page, a smaller one is asked for.
				.filter(({ status }) => status === 200)
				.map(({ query }) => new URLSearchParams(query).get('status'));
		const n8n = world.host('memory', 'timesheet');
		await world.requests();
		await n8n.activate(watchNode({ event: 'timesheet.changed' }));
		expect(await queries()).toEqual([null]);
		await world.host('durable', 'timesheet').activate(nodeOf(kinds.timesheet));
		expect(await queries()).toEqual([null, 'Rejected']);
	});
});

describe('Service Details', () => {
	test('names which field tells an approval, also inside of another one', async () => {
		const [id = 0] = await pending(kinds.timesheet);
		const fields =
			'{"approve": {"field": "customerApprovalStatus", "value": "approved"}, "submit": "staffSubmittedTimesheetTimes.0.startTime"}';
		const serviceDetails = `{"changeFields": {"timesheet": ${fields}}}`;
		const n8n = world.host('memory', 'timesheet', { serviceDetails });
		await n8n.activate(watchNode({ event: 'timesheet.changed' }));
		await decide(kinds.timesheet, id, 'approve');
		expect(told(await n8n.tick())).toEqual([`${id} approve`]);
		await decide(kinds.timesheet, id, 'reject', 'approve');
		// Without a date in it, the second approval is the same state as the first.
		expect(await n8n.tick()).toEqual([]);
	});
});

describe('a window that is too much for one poll', () => {
	const slowly = (n8n: WatchHost): WatchHost => {
		n8n.onRequest = () => world.wait(8_000);
		n8n.budgetMs = 40_000;
		return n8n;
	};
	const wide = {
		startWith: 'now',
		simplify: false,
		options: { retries: 0 },
		advanced: { additionalQuery: pageSize(3, 'limit') },
	};

	test('is read in parts over many polls, from its newest end, nothing lost and nothing twice', async () => {
		const quick = world.host('memory', 'incidentreport');
		quick.workflowId = 'workflow-2';
		await quick.activate(nodeOf(kinds.report, { ...wide, advanced: {} }));
		const keys = (n8n: WatchHost): string[] => reported(n8n).map(({ watch }) => watch.key);
		const slow = slowly(world.host('memory', 'incidentreport'));
		await slow.activate(nodeOf(kinds.report, wide));
		for (let polls = 0; polls < 120 && keys(slow).length < keys(quick).length; polls++) await slow.tick();
		for (let polls = 0; polls < 10; polls++) await slow.tick();
		expect(slow.runs.length).toBeGreaterThan(3);
		expect(keys(slow).length).toBeGreaterThan(20);
		expect(keys(slow).sort()).toEqual(keys(quick).sort());
	});

	test('tells what happens meanwhile', async () => {
		const slow = slowly(world.host('memory', 'incidentreport'));
		await slow.activate(nodeOf(kinds.report, { ...wide, startWith: 'new' }));
		for (let polls = 0; polls < (isWhole ? 100 : 40); polls++) await slow.tick();
		expect(reported(slow)).toEqual([]);
		const [id = 0] = await pending(kinds.report);
		await decide(kinds.report, id, 'approve');
		for (let polls = 0; polls < 60 && reported(slow).length === 0; polls++) await slow.tick();
		for (let polls = 0; polls < 10; polls++) await slow.tick();
		expect(told(reported(slow))).toEqual([`${id} approve`]);
	});
});

test('other filters begin anew, so that what they let in is not taken for changed', async () => {
	const [first = 0] = await pending(kinds.report);
	const n8n = world.host('memory', 'incidentreport');
	await n8n.activate(nodeOf(kinds.report, { filters: { searchText: String(first) } }));
	await n8n.activate(nodeOf(kinds.report), 'update');
	await n8n.tick();
	expect(reported(n8n)).toEqual([]);
});

test('a longer Look Back begins anew, so that older records are not taken for changed', async () => {
	const n8n = world.host('memory', kinds.timesheet.key);
	await n8n.activate(nodeOf(kinds.timesheet, { options: { lookBackHours: 24 } }));
	await n8n.activate(nodeOf(kinds.timesheet, { options: { lookBackHours: 336 } }), 'update');
	await n8n.tick();
	expect(reported(n8n)).toEqual([]);
});

test('many findings whose ends nobody knows are read again a few at a time, and all come', async () => {
	const n8n = world.host('durable', 'incidentreport');
	n8n.outcome = () => undefined;
	await n8n.activate(nodeOf(kinds.report, { startWith: 'now', options: { maxItems: 25 } }));
	const lost = reported(n8n).map(({ watch }) => watch.key);
	expect(lost).toHaveLength(25);
	n8n.outcome = () => 'success';
	await n8n.restart();
	await world.requests();
	const again: string[] = [];
	for (let poll = 0; poll < 4; poll++) {
		const items = await n8n.tick();
		again.push(...items.filter(({ watch }) => watch.redelivered === true).map(({ watch }) => watch.key));
		expect((await world.requests()).length).toBeLessThanOrEqual(22);
	}
	expect(again.sort()).toEqual(lost.sort());
});

test('“Fetch Test Event” shows the newest changes, in the form in which they come', async () => {
	const n8n = world.host('memory', 'timesheet');
	await world.requests();
	const items = await n8n.fetchTestEvent(watchNode({ event: 'timesheet.changed', changes: ['submit'] }));
	expect(items.length).toBeGreaterThan(0);
	expect(items.length).toBeLessThanOrEqual(5);
	expect(items[0]).toMatchObject({
		eventType: 'timesheet',
		event: 'submit',
		payload: { staffName: expect.any(String) },
	});
	expect((await world.requests()).length).toBeLessThanOrEqual(15);
	const filters = { searchText: 'Nobody Whosoever' };
	const none = await n8n.fetchTestEvent(watchNode({ event: 'timesheet.changed', filters }));
	expect(none).toEqual([{ watch: expect.objectContaining({ wouldTrigger: false }) }]);
});

test('nothing that is stored names anybody', async () => {
	const n8n = world.host('memory', 'incidentreport');
	await n8n.activate(nodeOf(kinds.report, { startWith: 'now', simplify: false }));
	const text = JSON.stringify(n8n.database);
	for (const { payload } of reported(n8n)) {
		const { staffName, siteName } = payload as IDataObject;
		expect(text).not.toContain(String(staffName));
		expect(text).not.toContain(String(siteName));
	}
});
