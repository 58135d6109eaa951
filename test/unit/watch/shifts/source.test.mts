// What a look at shifts asks of the service, and what becomes of its answers.
import { describe, expect, test } from '@jest/globals';
import type { JsonObject } from '../../../../nodes/WorkforceOperations/contract/index.ts';
import type { Observation } from '../../../../nodes/WorkforceOperations/watch/shifts/shift.ts';
import { shiftSource } from '../../../../nodes/WorkforceOperations/watch/shifts/source.ts';
import { fakePoll, type Given, HOUR, isoAt, keysOf, lost, NOW, unfinished } from '../fakePoll.mts';

describe('shifts', () => {
	/** Records say of themselves what is observed: hours from now at which they begin, and whether it is so. */
	const judge = (record: JsonObject): Observation[] => [
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
	];
	const engine = shiftSource({ judge }, { back: 40, ahead: 2 });
	const range = (from: number, to: number): string =>
		`liveOperation.getAll ${JSON.stringify({ siteId: '7', startDate: isoAt(NOW + from * HOUR), endDate: isoAt(NOW + to * HOUR) })}`;
	const look = async (records: JsonObject[], given: Given = {}) => {
		const { poll, asked } = fakePoll(() => records, {
			...given,
			settings: { query: { siteId: '7' }, ...given.settings },
		});
		return { ...(await engine.detect(poll)), asked };
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

	test.each([
		[59, []],
		[61, ['a']],
	])('what was told is known for an hour behind its window: %d minutes later', async (minutes, keys) => {
		let { engine: kept } = await look([{ key: 'a', begins: -40 }]);
		({ engine: kept } = await look([], { now: NOW + minutes * 60_000, engine: kept }));
		expect(keysOf((await look([{ key: 'a', begins: -40 }], { engine: kept })).findings)).toEqual(keys);
	});

	test('what is missing from a whole list is over only where the event says so, and where the list has no doubts', async () => {
		const ending = shiftSource({ judge, endsMissing: true }, { back: 40, ahead: 'hoursBefore' });
		const both = [
			{ key: 'a', begins: -1 },
			{ key: 'b', begins: -1 },
		];
		const of = async (source: typeof engine, records: JsonObject[], before: JsonObject, hasDoubts = false) => {
			const { poll, reader, asked } = fakePoll(() => records, { engine: before, settings: { graceMs: 30 * HOUR } });
			reader.hasDoubts = hasDoubts;
			const { findings, engine: kept } = await source.detect(poll);
			return { kept, keys: keysOf(findings), asked };
		};
		for (const [source, hasDoubts, again] of [
			[ending, false, ['a']],
			[ending, true, []],
			[engine, false, []],
		] as const) {
			const first = await of(source, both, {});
			const second = await of(source, both.slice(1), first.kept, hasDoubts);
			expect((await of(source, both, second.kept)).keys).toEqual(again);
		}
		expect((await of(ending, both, {})).asked[0]).toContain(`"endDate":"${isoAt(NOW + 30 * HOUR)}"`);
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
		expect({ complete, waiting }).toEqual({ complete: true, waiting: 0 });
		const twice = [...records, { key: 'c', begins: -1 }, { key: 'a', begins: -50, holds: false }];
		expect((await look(twice, { readTo: NOW, pendingReread: places })).shared).toEqual(['c']);
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
		expect({ keysOf: keysOf(findings), waiting }).toEqual({ keysOf: ['before'], waiting: 1 });
		expect(keysOf((await look(records, { readTo: NOW, engine: kept })).findings)).toEqual(['after']);
	});

	test('Fetch Test Event shows the newest five, or the one that is nearest', async () => {
		const records = [-9, -1, -7, 1.5, -3, -2, -4].map((begins) => ({ key: `at ${begins}`, begins }));
		const { poll, asked } = fakePoll(() => unfinished(...records), { settings: { query: { siteId: '7' } } });
		const { findings } = await engine.preview(poll);
		expect(asked).toEqual([range(-40, 2)]);
		expect(keysOf(findings)).toEqual(['at -4', 'at -3', 'at -2', 'at -1', 'at 1.5']);
		const over = (record: JsonObject): Observation[] =>
			judge(record).map((seen) => ({ ...seen, past: record.begins === 1.5 }));
		const current = await shiftSource({ judge: over }, { back: 40, ahead: 2 }).preview(fakePoll(() => records).poll);
		expect(keysOf(current.findings)).toEqual(['at -7', 'at -4', 'at -3', 'at -2', 'at -1']);
		const none = records.map((record) => ({ ...record, holds: false }));
		const other = await engine.preview(fakePoll(() => none).poll);
		expect(other).toMatchObject({ findings: [], nearest: { key: 'at -1' }, nothing: 'No shift matches this event' });
		const one = await engine.preview(fakePoll(() => records.slice(0, 1)).poll);
		expect(one.nothing).toBe('No shift matches this event');
		const empty = await engine.preview(fakePoll(() => []).poll);
		expect({ nearest: empty.nearest, nothing: empty.nothing }).toEqual({
			nearest: undefined,
			nothing:
				'The service lists no shifts that start between 17:00 on 29 Jun and 11:00 for this key and these filters',
		});
	});
});
