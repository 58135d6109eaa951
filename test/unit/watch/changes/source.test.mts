// Which parts of its window a look at changed records asks for, and what it keeps in mind of them.
import { describe, expect, test } from '@jest/globals';
import type { JsonObject } from '../../../../nodes/WorkforceOperations/contract/index.ts';
import { reportKind, timesheetKind } from '../../../../nodes/WorkforceOperations/watch/changes/rules.ts';
import { changeSource } from '../../../../nodes/WorkforceOperations/watch/changes/source.ts';
import type { Detection, PollContext } from '../../../../nodes/WorkforceOperations/watch/core/source.ts';
import { type Answer, fakePoll, type Given, HOUR, isoAt as at, lost, NOW, unfinished } from '../fakePoll.mts';

const hours = (from: number, to: number): string => `${from} to ${to}`;

/** The ranges that were asked for, in hours from now; of each range one list. */
const rangesOf = (asked: string[]): string[] => [
	...new Set(
		asked.map((each) => {
			const { startDate, endDate } = JSON.parse(each.slice(each.indexOf('{'))) as Record<string, string>;
			return hours((Date.parse(startDate ?? '') - NOW) / HOUR, (Date.parse(endDate ?? '') - NOW) / HOUR);
		}),
	),
];
const engine = changeSource(timesheetKind);
const visitOf = (answer: Answer, given: Given = {}): ReturnType<typeof fakePoll> =>
	fakePoll(answer, { ...given, settings: { signals: timesheetKind.signals, ...given.settings } });
const lookAt = async (answer: Answer, given?: Given): Promise<Detection & { asked: string[] }> => {
	const { poll, asked } = visitOf(answer, given);
	return { ...(await engine.detect(poll)), asked };
};
const timesheet = (timesheetId: number, approved?: number, more: JsonObject = {}): JsonObject => ({
	timesheetId,
	scheduledStartTime: at(NOW - HOUR),
	approvedDateTime: approved === undefined ? null : at(approved),
	...more,
});
const idsOf = ({ findings }: Pick<Detection, 'findings'>): unknown[] =>
	findings.map(({ record }) => record.timesheetId);
const spanOf = ({ startDate, endDate }: JsonObject): number =>
	(Date.parse(String(endDate)) - Date.parse(String(startDate))) / HOUR;

describe('the window of a look', () => {
	test.each<[string, Partial<PollContext>, string]>([
		['the first one', { since: NOW - HOUR }, hours(-3, 24)],
		['the first one, far behind', { since: NOW - 9 * HOUR }, hours(-4, 24)],
		['a later one', { since: NOW - 9 * HOUR, readTo: NOW - HOUR / 2 }, hours(-2.5, 24)],
		['a later one behind a long pause', { readTo: NOW - 3 * HOUR }, hours(-4, 24)],
		['one whose clock was ahead', { readTo: NOW + 5 * HOUR }, hours(-2, 24)],
	])('%s goes back by Look Back from where the last one ended, and by twice that at most', async (_, given, range) => {
		const { asked, complete, waiting, findings, engine: kept } = await lookAt(() => [], given);
		expect(rangesOf(asked)).toEqual([range]);
		expect({ complete, waiting, findings }).toEqual({ complete: true, waiting: 0, findings: [] });
		expect(kept).toEqual({ told: {}, back: 2 * HOUR });
	});

	test('is asked for with the filters, of each list that is needed', async () => {
		const { asked } = await lookAt(() => [], { settings: { query: { siteId: '7' } } });
		const range = { startDate: at(NOW - 600_000 - 2 * HOUR), endDate: at(NOW + 24 * HOUR) };
		expect(asked).toEqual([`timesheet.getAll ${JSON.stringify({ siteId: '7', ...range })}`]);
		const rejected = await lookAt(() => [], { settings: { changes: ['approve', 'reject'] } });
		expect(rejected.asked).toEqual([
			`timesheet.getAll ${JSON.stringify(range)}`,
			`timesheet.getAll ${JSON.stringify({ status: 'Rejected', ...range })}`,
		]);
		const named = await lookAt(() => [], {
			settings: { changes: ['reject'], signals: { reject: { field: 'status', value: 'Rejected', source: 'assumed' } } },
		});
		expect(named.asked).toHaveLength(1);
	});

	test('one that a poll can’t read is halved until it can, down to an hour', async () => {
		let kept: JsonObject = {};
		const slices: unknown[] = [];
		const answer: Answer = ({ query }) => (spanOf(query) > 4 ? unfinished() : []);
		for (let poll = 0; poll < 4; poll++) {
			const { poll, reader } = visitOf(answer, { readTo: NOW, engine: kept });
			reader.isSpent = true;
			const { engine: next, complete } = await engine.detect(poll);
			kept = next;
			slices.push([Number(kept.slice) / HOUR, complete]);
		}
		// 26 hours, 13, 6.5, 3.25: the fourth part is read, from above.
		expect(slices).toEqual([
			[13, false],
			[6.5, false],
			[3.25, false],
			[3.25, false],
		]);
		expect(kept.walk).toEqual({ upper: NOW + 20.75 * HOUR, begun: NOW, records: 0 });
	});

	test('an hour that can’t be read is an error, and so is whatever else goes wrong at the first part', async () => {
		const narrow = { readTo: NOW, engine: { slice: HOUR } };
		await expect(lookAt(() => unfinished(), narrow)).rejects.toThrow('could not be read to the end');
		const broken = (): never => {
			throw new Error('broken');
		};
		await expect(lookAt(broken, { readTo: NOW })).rejects.toThrow('broken');
		const { engine: kept } = await lookAt(() => unfinished(), { readTo: NOW, engine: { slice: 1.5 * HOUR } });
		expect(kept.slice).toBe(HOUR);
	});

	test('what goes wrong at a later part ends the look there, and the next one goes on', async () => {
		const sliced = { readTo: NOW, engine: { slice: 13 * HOUR } };
		const first = await lookAt(({ query }) => (query.endDate === at(NOW + 24 * HOUR) ? [] : unfinished()), sliced);
		expect({ complete: first.complete, slice: first.engine.slice }).toEqual({ complete: false, slice: 13 * HOUR });
		expect(first.engine.walk).toEqual({ upper: NOW + 11 * HOUR, begun: NOW, records: 0 });
		const later = await lookAt(() => [], { readTo: NOW, now: NOW + 60_000, engine: first.engine });
		expect(rangesOf(later.asked)).toEqual([hours(-2, 11)]);
		expect({ complete: later.complete, walk: later.engine.walk }).toEqual({ complete: true, walk: undefined });
		expect(later.engine.slice).toBe(13 * HOUR);
	});

	test('a poll that is spent ends behind a part, never before the first', async () => {
		const { poll, reader, asked } = visitOf(() => [timesheet(asked.length)], {
			readTo: NOW,
			engine: { slice: 13 * HOUR, back: HOUR },
		});
		reader.isSpent = true;
		const { engine: kept, complete } = await engine.detect(poll);
		expect(rangesOf(asked)).toEqual([hours(11, 24)]);
		expect([complete, kept.back, kept.walk]).toEqual([
			...[false, HOUR],
			{ upper: NOW + 11 * HOUR, begun: NOW, records: 1 },
		]);
	});

	test.each([
		[6, 12],
		[12, 24],
		[13, undefined],
	])('parts of %d hours that one poll reads all of are %p hours the next time', async (before, after) => {
		const { engine: kept } = await lookAt(() => [], { readTo: NOW, engine: { slice: before * HOUR } });
		expect(kept.slice).toBe(after === undefined ? undefined : after * HOUR);
	});

	test.each([
		['a slice that is too short', { slice: HOUR - 1 }],
		['a slice that is none', { slice: '3600000' }],
		['a walk without its parts', { walk: { upper: NOW, begun: NOW } }],
		['a walk that is none', { walk: 7 }],
	])('%s is not gone by', async (_, kept) => {
		expect(rangesOf((await lookAt(() => [], { readTo: NOW, engine: kept })).asked)).toEqual([hours(-2, 24)]);
	});
});

describe('what a look reports', () => {
	const approved = [timesheet(1, NOW - 3000), timesheet(2, NOW - 5000), timesheet(3, NOW - 4000), timesheet(4)];

	test('is the oldest first, each once; what does not fit in waits, and the window with it', async () => {
		const first = await lookAt(() => approved, { most: 2, readTo: NOW });
		expect(idsOf(first)).toEqual([2, 3]);
		expect(first).toMatchObject({ waiting: 1, complete: false });
		expect(first.engine.walk).toEqual({ upper: NOW + 24 * HOUR, begun: NOW, records: 0 });
		const second = await lookAt(() => approved, { most: 2, readTo: NOW, engine: first.engine });
		expect(idsOf(second)).toEqual([1]);
		expect(second).toMatchObject({ waiting: 0, complete: true });
		const third = await lookAt(() => approved, { readTo: NOW, engine: second.engine });
		expect(third.findings).toEqual([]);
	});

	test('of several parts is the oldest first as well, and no more than fit in', async () => {
		const answer: Answer = ({ query }) =>
			query.endDate === at(NOW + 24 * HOUR) ? approved.slice(0, 1) : approved.slice(1);
		const seen = await lookAt(answer, { most: 2, readTo: NOW, engine: { slice: 13 * HOUR } });
		expect({ ids: idsOf(seen), waiting: seen.waiting }).toEqual({ ids: [2, 1], waiting: 1 });
	});

	test.each([
		['new', [1]],
		['now', [2, 1]],
	] as const)('at the first look with “%s” is what happened since, or all', async (start, ids) => {
		const seen = await lookAt(() => [timesheet(1, NOW - 60_000), timesheet(2, NOW - HOUR)], { start });
		expect(idsOf(seen)).toEqual(ids);
	});

	test('what a longer Look Back lets in has not changed for that', async () => {
		const before = await lookAt(() => [], { readTo: NOW - 60_000, settings: { lookBackMs: HOUR } });
		const longer = { readTo: NOW - 60_000, engine: before.engine };
		const records = (): JsonObject[] =>
			[1.5 * HOUR, 30_000, 300_000].map((ago, index) => timesheet(index + 1, NOW - ago));
		expect(idsOf(await lookAt(records, longer))).toEqual([2]);
		const same = await lookAt(records, { ...longer, settings: { lookBackMs: HOUR } });
		expect(idsOf(same)).toEqual([1, 3, 2]);
	});
});

describe('fields that nobody documents', () => {
	const settings: Given['settings'] = { signals: { approve: { field: 'signedOff', source: 'assumed' } } };
	const words = (look: Detection): string[] => (look.log ?? []).map(({ level, text }) => `${level} ${text}`);

	test('are named where no record of the first look has them, and with the first look only', async () => {
		const first = await lookAt(() => [timesheet(1)], { start: 'new', settings });
		expect(words(first)).toEqual([
			expect.stringMatching(
				/^warn may miss some of the chosen changes: No record has the field “signedOff”.* \(records read: 1\)/,
			),
		]);
		expect(words(await lookAt(() => [timesheet(1)], { settings }))).toEqual([]);
		expect(words(await lookAt(() => [], { start: 'new', settings }))).toEqual([]);
		expect(words(await lookAt(() => [timesheet(1, NOW, { signedOff: null })], { start: 'new', settings }))).toEqual([]);
	});
});

describe('a record that is read again', () => {
	const pendingReread = lost({ '7:approve:abcd': NOW - HOUR });
	const rangeOf = (from: number, to: number, more: object = {}): string =>
		`timesheet.getAll ${JSON.stringify({ startDate: at(from), endDate: at(to), ...more })}`;

	test('is looked for at its own moment, and then by its id', async () => {
		const answer: Answer = ({ query }) =>
			query.searchText === '7' ? [timesheet(17), timesheet(7, NOW)] : [timesheet(17)];
		const { asked, reread, deferred } = await lookAt(answer, { pendingReread, readTo: NOW });
		expect(asked.slice(0, 2)).toEqual([
			rangeOf(NOW - HOUR - 1000, NOW - HOUR + 1000),
			rangeOf(NOW - 4 * HOUR, NOW + 24 * HOUR, { searchText: '7' }),
		]);
		expect([...reread.keys()]).toEqual(['7:approve:abcd']);
		expect(reread.get('7:approve:abcd')).toMatchObject({ record: { timesheetId: 7 }, stillSo: true });
		expect(deferred).toEqual([]);
	});

	test.each([
		['one that was rejected since', NOW - 60_000, false],
		['one that is still so', undefined, true],
	])('%s says so', async (_, rejected, stillSo) => {
		const tells = {
			approve: timesheetKind.signals.approve,
			reject: { field: 'rejectedAt', source: 'assumed' as const },
		};
		const record = timesheet(7, NOW - HOUR, rejected === undefined ? {} : { rejectedAt: at(rejected) });
		const { reread: found, asked } = await lookAt(() => [record], {
			pendingReread,
			readTo: NOW,
			settings: { changes: ['approve', 'reject'], signals: tells },
		});
		expect(found.get('7:approve:abcd')?.stillSo).toBe(stillSo);
		expect(asked[1]).not.toContain('searchText');
	});

	test('one that is gone is not found; of more than ten the rest comes later', async () => {
		const many = Array.from({ length: 12 }, (_, index) => [`${index + 1}:approve:x`, NOW - HOUR]);
		const given = { pendingReread: lost(Object.fromEntries(many)), readTo: NOW };
		const { reread, deferred } = await lookAt(() => [timesheet(3, NOW), timesheet(11, NOW)], given);
		expect([...reread.keys()]).toEqual(['3:approve:x']);
		expect(deferred).toEqual(['11:approve:x', '12:approve:x']);
	});
});

describe('Fetch Test Event', () => {
	test('shows the newest five of what is chosen, from as much as can be read', async () => {
		const records = [1, 2, 3, 4, 5, 6, 7].map((id) => timesheet(id, NOW - id * 60_000));
		const { poll, asked } = visitOf(() => unfinished(...records, timesheet(8)));
		const { findings, nearest } = await engine.preview(poll);
		expect(asked).toEqual([
			`timesheet.getAll ${JSON.stringify({ startDate: at(NOW - 2 * HOUR), endDate: at(NOW + 24 * HOUR) })}`,
		]);
		expect(idsOf({ findings })).toEqual([5, 4, 3, 2, 1]);
		expect(nearest).toMatchObject({ key: '1:none', numbers: {} });
	});

	test('shows of each record the newest change that is chosen, and none for another', async () => {
		const tells = { submit: { field: 'handedIn', source: 'assumed' as const }, approve: timesheetKind.signals.approve };
		const records = [
			timesheet(1, NOW - 60_000, { handedIn: at(NOW - 1000) }),
			timesheet(2, undefined, { handedIn: at(NOW - 1000) }),
		];
		const { findings } = await engine.preview(visitOf(() => records, { settings: { signals: tells } }).poll);
		expect(findings.map(({ key, at: moment }) => [key.replace(/:[^:]*$/, ''), moment])).toEqual([
			['1:approve', NOW - 60_000],
		]);
	});

	test('where nothing is chosen by a record says so of the first, and where there is none what was looked for', async () => {
		const { poll } = visitOf(() => [timesheet(8)]);
		expect(await engine.preview(poll)).toMatchObject({
			findings: [],
			nearest: {
				key: '8:none',
				record: { timesheetId: 8 },
				reason: 'No record shows any of the chosen changes',
				numbers: {},
			},
		});
		const none = await engine.preview(visitOf(() => []).poll);
		expect(none).toEqual({
			findings: [],
			nearest: undefined,
			nothing: 'The service lists no timesheets since 07:00 for this key and these filters',
		});
		const report = fakePoll(() => [], { settings: { signals: reportKind.signals, changes: ['approve', 'reject'] } });
		const { nothing } = await changeSource(reportKind).preview(report.poll);
		expect(nothing).toMatch(
			/^The service lists no incident reports since .*filters\. The service doesn’t document how incident reports show a rejection\./,
		);
	});
});
