// What looks at shifts, logins and staff ask of the service, and what becomes of its answers.
import { describe, expect, test } from '@jest/globals';
import type { JsonObject } from '../../../../nodes/WorkforceOperations/contract/index.ts';
import type { Observation } from '../../../../nodes/WorkforceOperations/watch/shifts/detect.ts';
import { shiftSource } from '../../../../nodes/WorkforceOperations/watch/shifts/source.ts';
import { loginSource } from '../../../../nodes/WorkforceOperations/watch/logins/source.ts';
import { staffSource } from '../../../../nodes/WorkforceOperations/watch/copies/created.ts';
import type { PollContext } from '../../../../nodes/WorkforceOperations/watch/core/source.ts';
import { type Answer, fakeVisit, type Given, HOUR, NOW, unfinished } from '../fakeVisit.mts';

const MINUTE = 60_000;
const at = (ms: number): string => new Date(ms).toISOString();
const keysOf = (findings: ReadonlyArray<{ key: string }>): string[] => findings.map(({ key }) => key);
const lost = (places: Record<string, number>): PollContext['pendingReread'] =>
	Object.fromEntries(
		Object.entries(places).map(([key, place]) => [key, { locator: place }]),
	) as unknown as PollContext['pendingReread'];

describe('shifts', () => {
	/** Records say of themselves what is observed: hours from now at which they begin, and whether it is so. */
	const engine = shiftSource(
		(record): Observation[] => [
			{
				key: String(record.key),
				at: NOW + Number(record.begins) * HOUR,
				locator: NOW + Number(record.begins) * HOUR,
				past: false,
				holds: record.holds !== false,
				record,
				reason: `of ${String(record.key)}`,
				numbers: { minutesLate: 1 },
			},
		],
		{ back: 40, ahead: 2 },
	);
	const range = (from: number, to: number): string =>
		`liveOperation.getAll ${JSON.stringify({ siteId: '7', startDate: at(NOW + from * HOUR), endDate: at(NOW + to * HOUR) })}`;
	const look = async (records: JsonObject[], given: Given = {}) => {
		const { visit, asked } = fakeVisit(() => records, {
			...given,
			settings: { query: { siteId: '7' }, ...given.settings },
		});
		return { ...(await engine.detect(visit)), asked };
	};

	test.each<[string, Given, number]>([
		['the first look', { since: NOW - HOUR }, -41],
		['a first look far behind', { since: NOW - 9 * HOUR }, -42],
		['a later look', { since: NOW - 9 * HOUR, readTo: NOW - HOUR / 2 }, -40.5],
		['a look by a clock that was ahead', { readTo: NOW + HOUR }, -40],
		['a record to be read again', { readTo: NOW, pendingReread: lost({ a: NOW - 50 * HOUR, b: NOW - HOUR }) }, -50],
	])('%s reads so far back', async (_, given, from) => {
		expect((await look([], given)).asked).toEqual([range(from, 2)]);
	});

	test('what began before the window is read again for a lost one only', async () => {
		const records = [
			{ key: 'a', begins: -50 },
			{ key: 'b', begins: -1, holds: false },
			{ key: 'c', begins: -40 },
		];
		const places = lost({ a: NOW - 50 * HOUR, b: NOW - HOUR, gone: NOW });
		const { findings, reread: found, complete, waiting } = await look(records, { readTo: NOW, pendingReread: places });
		expect(keysOf(findings)).toEqual(['c']);
		expect([...found]).toEqual([
			['a', { record: records[0], reason: 'of a', numbers: { minutesLate: 1 }, stillSo: true }],
			['b', { record: records[1], reason: 'of b', numbers: { minutesLate: 1 }, stillSo: false }],
		]);
		expect([complete, waiting]).toEqual([true, 0]);
	});

	test.each<[string, JsonObject[], boolean | undefined]>([
		['none', [], undefined],
		['blank ones', [{ startTime: '', timeIn: null }], undefined],
		['the date that stands for none', [{ startTime: '0001-01-01T00:00:00', endTime: ' ' }], undefined],
		['one that can be read', [{ startTime: '2026-07-01T06:00:00Z', endTime: 'soon' }], false],
		['none that can be read', [{ startTime: 'tomorrow', endTime: '' }, { timeIn: 'soon' }], true],
	])(
		'of shifts with %s as dates it is said whether all are in words that nobody reads',
		async (_, records, undated) => {
			expect((await look(records.map((record) => ({ key: 'a', begins: -1, ...record })))).undated).toBe(undated);
		},
	);

	test('the first look leaves out what is so already, unless it starts with “now”', async () => {
		const records = [
			{ key: 'before', begins: -3 },
			{ key: 'after', begins: -0.01 },
		];
		expect(keysOf((await look(records, { start: 'new' })).findings)).toEqual(['after']);
		expect(keysOf((await look(records, { start: 'now' })).findings)).toEqual(['before', 'after']);
		const { findings, waiting, engine: kept } = await look(records, { start: 'now', most: 1 });
		expect([keysOf(findings), waiting]).toEqual([['before'], 1]);
		expect(keysOf((await look(records, { readTo: NOW, engine: kept })).findings)).toEqual(['after']);
	});

	test('Fetch Test Event shows the newest five, or the one that is nearest', async () => {
		const records = [-9, -1, -7, 1.5, -3, -2, -4].map((begins) => ({ key: `at ${begins}`, begins }));
		const { visit, asked } = fakeVisit(() => unfinished(...records), { settings: { query: { siteId: '7' } } });
		const { findings, nearest } = await engine.preview(visit);
		expect(asked).toEqual([range(-40, 2)]);
		expect(keysOf(findings)).toEqual(['at -4', 'at -3', 'at -2', 'at -1', 'at 1.5']);
		expect(nearest).toBeUndefined();
		const none = records.map((record) => ({ ...record, holds: false }));
		const other = await engine.preview(fakeVisit(() => none).visit);
		expect([other.findings, other.nearest?.key, other.nothing]).toEqual([
			[],
			'at -1',
			'None of the shifts holds what this event looks for',
		]);
		const empty = await engine.preview(fakeVisit(() => []).visit);
		expect([empty.nearest, empty.nothing]).toEqual([
			undefined,
			'The service lists no shift that starts between 17:00 on 29 Jun and 11:00 for this key and these filters',
		]);
	});
});

describe('logins', () => {
	const login = (id: number, minutes: number, more: JsonObject = {}): JsonObject => ({
		id,
		eventType: 2,
		email: 'ann@example.com',
		ipAddress: '203.0.113.7',
		occurredUtc: at(NOW + minutes * MINUTE),
		...more,
	});
	const asking = (range: object): string =>
		`loginAudit.getAll ${JSON.stringify({ userId: '4', eventType: 2, ...range })}`;
	const look = async (answer: Answer, given: Given = {}) => {
		const { visit, asked } = fakeVisit(answer, { ...given, settings: { query: { userId: '4' }, ...given.settings } });
		return { ...(await loginSource.detect(visit)), asked };
	};

	test.each<[string, Given, number]>([
		['the first look', { since: NOW - 7 * MINUTE }, -7],
		['the first look that starts with “now”', { since: NOW - 7 * MINUTE, start: 'now' }, -120],
	])('%s reads from its beginning', async (_, given, minutes) => {
		const { asked, findings } = await look(() => [login(1, minutes), login(2, minutes - 1)], given);
		expect(asked).toEqual([asking({ from: at(NOW + minutes * MINUTE) })]);
		expect(keysOf(findings)).toEqual(['1']);
	});

	test('a later look reads from a quarter of an hour before the newest one', async () => {
		const first = await look(() => [login(1, -5)], { since: NOW - 30 * MINUTE });
		const second = await look(() => [login(1, -5), login(2, -18)], { engine: first.engine });
		expect(second.asked).toEqual([asking({ from: at(NOW - 20 * MINUTE) })]);
		expect([keysOf(first.findings), keysOf(second.findings)]).toEqual([['1'], ['2']]);
	});

	test('a beginning by a clock that was ahead, with nothing read since, is put right', async () => {
		const log = { watermark: NOW + HOUR, floor: NOW + HOUR, seen: {}, covered: {} };
		expect((await look(() => [], { engine: { log } })).asked).toEqual([asking({ from: at(NOW - 15 * MINUTE) })]);
		const read = { ...log, floor: 0, seen: { 0: [`9.${NOW + HOUR}`] } };
		expect((await look(() => [], { engine: { log: read } })).asked).toEqual([asking({ from: at(NOW + 45 * MINUTE) })]);
		const now = { ...log, watermark: NOW, floor: 0 };
		expect((await look(() => [], { engine: { log: now } })).asked).toEqual([asking({ from: at(NOW - 15 * MINUTE) })]);
	});

	test('a window that can’t be read to its end is cut from its old end, and nothing of it counts', async () => {
		const first = await look(() => unfinished(login(1, -5)), { since: NOW - 2 * HOUR });
		expect([first.findings, first.complete, first.waiting]).toEqual([[], false, 0]);
		const { asked } = await look(() => [], { engine: first.engine });
		expect(asked).toEqual([asking({ from: at(NOW - 2 * HOUR), to: at(NOW - HOUR) })]);
		await expect(
			look(() => {
				throw new Error('broken');
			}),
		).rejects.toThrow('broken');
	});

	test('one that is read again is asked for by its moment', async () => {
		const places = lost({ 7: NOW - HOUR, 8: NOW - 2 * HOUR });
		const { asked, reread: found } = await look(({ query }) => ('to' in query ? [login(6, -60), login(7, -60)] : []), {
			pendingReread: places,
			engine: { log: { watermark: NOW, floor: 0, seen: {}, covered: {} } },
		});
		expect(asked.slice(0, 2)).toEqual([
			asking({ from: at(NOW - HOUR), to: at(NOW - HOUR) }),
			asking({ from: at(NOW - 2 * HOUR), to: at(NOW - 2 * HOUR) }),
		]);
		expect([...found].map(([key, { record, stillSo }]) => [key, record.id, stillSo])).toEqual([['7', 7, true]]);
	});

	test('so many failures within so many minutes are one finding', async () => {
		const settings = { loginsAtLeast: 3, loginsWithinMs: 10 * MINUTE, query: { userId: '4' } };
		const { findings } = await look(() => [login(1, -9), login(2, -5), login(3, -1)], { since: NOW - HOUR, settings });
		expect(keysOf(findings)).toEqual(['3']);
		expect(findings[0]?.reason).toContain('within 10 minutes');
		const { visit, asked } = fakeVisit(() => [login(2, -5), login(1, -9)], { settings });
		expect(await loginSource.preview(visit)).toMatchObject({
			findings: [],
			nearest: {
				key: '2',
				reason: expect.stringMatching(/\. There were not 3 failures of one address or user within 10 minutes$/),
			},
		});
		expect(asked).toEqual([asking({ from: at(NOW - 2 * HOUR) })]);
	});

	test('Fetch Test Event shows the newest five failures, or says of the newest event that it is none', async () => {
		const settings = { query: { userId: '4' } };
		const seven = [1, 2, 3, 4, 5, 6, 7].map((id) => login(id, -id));
		const { visit, asked } = fakeVisit(() => seven, { settings, most: 1 });
		expect(keysOf((await loginSource.preview(visit)).findings)).toEqual(['5', '4', '3', '2', '1']);
		expect(asked).toEqual([asking({ from: at(NOW - 2 * HOUR), limit: 5 })]);
		const other = fakeVisit(({ query }) => ('eventType' in query ? [] : [login(9, -60, { eventType: 1 })]), {
			settings,
		});
		expect(await loginSource.preview(other.visit)).toEqual({
			findings: [],
			nearest: {
				key: '',
				record: login(9, -60, { eventType: 1 }),
				numbers: {},
				reason: 'No login failed since 07:00; the newest event, at 08:00, is no failure',
			},
			nothing: 'No login failed since 07:00',
		});
		expect(other.asked[1]).toBe(
			`loginAudit.getAll ${JSON.stringify({ userId: '4', from: at(NOW - 2 * HOUR), limit: 1 })}`,
		);
		expect(await loginSource.preview(fakeVisit(() => []).visit)).toEqual({
			findings: [],
			nearest: undefined,
			nothing: 'No login failed since 07:00',
		});
	});
});

describe('staff', () => {
	const person = (id: number): JsonObject => ({ id, firstName: `First${id}`, lastName: 'Lee' });
	const look = async (active: number[], off: number[], given: Given = {}) => {
		const { visit, asked } = fakeVisit(({ query }) => (query.isActive === 'false' ? off : active).map(person), given);
		return { ...(await staffSource.detect(visit)), asked };
	};
	const both = ['staff.getAll {}', 'staff.getAll {"isActive":"false"}'];

	test('the first list is the baseline, with those who are switched off; who joins later is new', async () => {
		const first = await look([1, 2], [2, 3]);
		expect([first.asked, keysOf(first.findings), first.waiting, first.complete]).toEqual([both, [], 0, true]);
		const second = await look([1, 2, 3, 4], [], { engine: first.engine });
		expect([second.asked, keysOf(second.findings)]).toEqual([both.slice(0, 1), ['4']]);
		const third = await look([1, 2, 3, 4], [], { engine: second.engine });
		expect(keysOf(third.findings)).toEqual([]);
	});

	test('with “now” the first look reports all who are active, as many as fit in', async () => {
		const first = await look([1, 2, 3], [9], { start: 'now', most: 2 });
		expect([keysOf(first.findings), first.waiting]).toEqual([['1', '2'], 1]);
		expect(keysOf((await look([1, 2, 3, 9], [], { engine: first.engine })).findings)).toEqual(['3']);
	});

	test('a lost one is read again: among the active, else among those who are switched off', async () => {
		const { engine } = await look([1, 2], []);
		const here = await look([1, 2], [3], { engine, pendingReread: lost({ 2: 0 }) });
		expect([here.asked, [...here.reread].map(([key, { stillSo }]) => [key, stillSo])]).toEqual([
			both.slice(0, 1),
			[['2', true]],
		]);
		const away = await look([1], [2, 3], { engine, pendingReread: lost({ 1: 0, 2: 0, 5: 0 }) });
		expect([away.asked, [...away.reread].map(([key, { stillSo }]) => [key, stillSo])]).toEqual([
			both,
			[
				['2', false],
				['1', true],
			],
		]);
		expect(away.reread.get('2')?.record).toEqual(person(2));
	});

	test('where the query says itself who is listed, nobody else is asked for', async () => {
		const { asked } = await look([1], [2], { settings: { additionalQuery: { isActive: 'false' } } });
		expect(asked).toEqual(both.slice(0, 1));
	});

	test('Fetch Test Event shows the five who joined last where the first look would report them', async () => {
		const answer: Answer = () => [3, 11, 2, 10, 9, 12, 1].map(person);
		const now = await staffSource.preview(fakeVisit(answer, { settings: { startWith: 'now' } }).visit);
		expect(keysOf(now.findings)).toEqual(['3', '9', '10', '11', '12']);
		const { findings, nearest } = await staffSource.preview(fakeVisit(answer).visit);
		expect([findings, nearest?.key, nearest?.reason]).toEqual([
			[],
			'12',
			'First12 is among the staff already. Who joins after the workflow is published is reported',
		]);
		const nameless = await staffSource.preview(fakeVisit(() => [{ id: 5 }]).visit);
		expect(nameless.nearest?.reason).toMatch(/^Employee 5 is among/);
		expect(await staffSource.preview(fakeVisit(() => []).visit)).toEqual({
			findings: [],
			nearest: undefined,
			nothing: 'The service lists no active employee for this key and these filters',
		});
	});
});
