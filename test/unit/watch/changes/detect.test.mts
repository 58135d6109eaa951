// Which changes of records are told, and what is remembered of each record: its latest change.
import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import {
	type Change,
	type ChangedRecord,
	CHANGES,
	changesForm,
	type ChangeSign,
	detectChanges,
	latestSign,
	type SeenChange,
	type SeenChanges,
	seenChanges,
	withinWindow,
} from '../../../../nodes/WorkforceOperations/watch/changes/detect.ts';
import {
	changedRecord,
	type ChangeSignals,
	timesheetKind,
} from '../../../../nodes/WorkforceOperations/watch/changes/rules.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const NOW = Date.parse('2026-07-01T09:00:00Z');
const iso = (at: number): string => new Date(at).toISOString();
const nothing: SeenChanges = new Map();

const sheet = (more: object = {}): Record<string, unknown> => ({
	timesheetId: 50_001,
	staffName: 'Aroha Ngata',
	siteName: 'Coral Coast Library',
	scheduledStartTime: '2026-06-30T18:00:00Z',
	staffSubmittedTimesheetTimes: [],
	approvedDateTime: null,
	...more,
});
const submitted = { staffSubmittedTimesheetTimes: [{ startTime: 'x', endTime: 'y' }] };
const approvedAt = (at: number): object => ({ ...submitted, approvedDateTime: iso(at) });

interface Copy {
	record: Record<string, unknown>;
	lists?: string[];
	unproven?: string[];
}

interface Rules {
	now?: number;
	chosen?: readonly Change[];
	start?: 'now' | 'new';
	most?: number;
	signals?: ChangeSignals;
}

/** Looks once at copies of records; brings what it tells, and what it remembers as n8n would give it back. */
function look(before: SeenChanges, copies: Copy[], rules: Rules = {}) {
	const { now = NOW, chosen = CHANGES, start, most = 500, signals = timesheetKind.signals } = rules;
	const records = copies.flatMap(({ record, lists = [], unproven = [] }) => {
		const held = { holding: new Set(lists), unproven: new Set(unproven) };
		return changedRecord(timesheetKind, record, held, { now, timeZone: 'UTC', signals }) ?? [];
	});
	const begin = now - 14 * DAY;
	const since = NOW - 6 * MINUTE;
	const { findings, seen, waiting } = detectChanges(before, records, {
		...{ now, chosen, most, begin },
		start: start && { how: start, since },
	});
	return {
		keys: findings.map(({ key }) => key.split(':').slice(0, 2).join(':')),
		reasons: findings.map(({ reason }) => reason),
		seen: seenChanges.unpack(JSON.parse(JSON.stringify(seenChanges.pack(seen))))!,
		waiting,
	};
}

const known = (record: Record<string, unknown>): SeenChanges => look(nothing, [{ record }], { start: 'new' }).seen;

describe('records that change', () => {
	test.each<[string, 'now' | 'new', object, boolean]>([
		['what was so before the publishing is known', 'new', approvedAt(NOW - DAY), false],
		['what has happened since is told', 'new', approvedAt(NOW - MINUTE), true],
		['what has happened at that very moment is told', 'new', approvedAt(NOW - 6 * MINUTE), true],
		['with “now” all of it is told', 'now', approvedAt(NOW - DAY), true],
		['what has no date was so before', 'new', submitted, false],
	])('at the first look: %s', (_, start, changes, isTold) => {
		const first = look(nothing, [{ record: sheet(changes) }], { start });
		expect(first.keys).toHaveLength(isTold ? 1 : 0);
		expect(look(first.seen, [{ record: sheet(changes) }]).keys).toEqual([]);
	});

	test('submitted and approved between two looks is told as approved, and as submitted to who wants submissions only', () => {
		const both = [{ record: sheet(approvedAt(NOW + 3)) }];
		expect(look(known(sheet()), both).keys).toEqual(['50001:approve']);
		const seen = look(known(sheet()), both, { chosen: ['submit'] });
		expect(seen.keys).toEqual(['50001:submit']);
		expect(seen.reasons[0]).toBe(
			'Aroha Ngata’s timesheet at Coral Coast Library, for the shift at 18:00, is submitted; it is now approved',
		);
		expect(look(seen.seen, both, { chosen: ['submit'] }).keys).toEqual([]);
	});

	test('what is seen for the first time is told by the latest of what was chosen', () => {
		expect(look(nothing, [{ record: sheet(approvedAt(NOW)) }], { chosen: ['submit'] }).keys).toEqual(['50001:submit']);
	});

	test('what has lost all that it showed is told when it shows the same again', () => {
		const approved = look(known(sheet(submitted)), [{ record: sheet(approvedAt(NOW)) }]);
		const bare = look(approved.seen, [{ record: sheet() }]);
		expect([bare.keys, look(bare.seen, [{ record: sheet(approvedAt(NOW)) }]).keys]).toEqual([[], ['50001:approve']]);
	});

	test('an approval that was entered late, with an old date, is told all the same', () => {
		const before = look(known(sheet(submitted)), [{ record: sheet(submitted) }], { now: NOW + 5 * DAY });
		const late = look(before.seen, [{ record: sheet(approvedAt(NOW)) }], { now: NOW + 6 * DAY });
		expect(late.keys).toEqual(['50001:approve']);
	});

	test('a list that comes empty makes nothing look new, as long as its records are in the window', () => {
		let seen: SeenChanges = look(known(sheet(submitted)), [{ record: sheet(approvedAt(NOW + 1)) }]).seen;
		const pass = (day: number): void => {
			seen = withinWindow(look(seen, []).seen, NOW + (day - 14) * DAY);
		};
		for (let day = 1; day < 13; day++) pass(day);
		expect(look(seen, [{ record: sheet(approvedAt(NOW + 1)) }], { now: NOW + 12 * DAY }).keys).toEqual([]);
		pass(14);
		expect(seen.size).toBe(0);
	});

	test('a list that proves nothing ends no change that it would show, unless a later one shows', () => {
		const copy = (more: Partial<Copy>): Copy => ({ record: sheet(submitted), ...more });
		const rejected = look(known(sheet(submitted)), [copy({ lists: ['rejected'] })]).seen;
		const open = look(rejected, [copy({ unproven: ['rejected'] })]);
		expect(open.keys).toEqual([]);
		expect(look(open.seen, [copy({ lists: ['rejected'] })]).keys).toEqual([]);
		expect(look(open.seen, [copy({})]).keys).toEqual(['50001:submit']);
	});

	test('whatever happens between looks, there is one report where the state is another one than before', () => {
		const step = fc.constantFrom<Change | 'look'>('submit', 'approve', 'reject', 'look');
		fc.assert(
			fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
				let now = NOW;
				let state: Change | undefined;
				let before: Change | undefined;
				let seen = known(sheet());
				for (const what of [...steps, 'look' as const]) {
					now += 10 * MINUTE;
					if (what !== 'look') {
						state = what;
						continue;
					}
					const record = sheet(state === undefined ? {} : state === 'approve' ? approvedAt(now) : submitted);
					const next = look(seen, [{ record, lists: state === 'reject' ? ['rejected'] : [] }], { now });
					({ seen } = next);
					const isBack = state === 'submit' && before === 'approve';
					expect(next.keys).toEqual(state === before || isBack ? [] : [`50001:${String(state)}`]);
					before = state;
				}
			}),
			{ numRuns: 300 },
		);
	});

	test('thirty thousand records of two weeks, most of them approved, are remembered in less than 100 kB', () => {
		const seen = new Map<string, SeenChange>();
		for (let id = 0; id < 30_000; id++) {
			const hour = Math.floor((NOW - 14 * DAY + (id / 30_000) * 14 * DAY) / HOUR);
			seen.set(String(80_000 + id), { change: id % 11 === 0 ? 'submit' : 'approve', hour });
		}
		const packed = seenChanges.pack(seen);
		expect(JSON.stringify(packed).length).toBeLessThan(100_000);
		expect(seenChanges.unpack(packed)).toEqual(seen);
	});
});

describe('a record whose list goes by its submission', () => {
	const report = (locator: number, ...signs: ChangeSign[]): ChangedRecord => ({
		...{ id: '7', locator, signs, movesWhenSubmitted: true, unproven: new Set<Change>() },
		describe: ({ change }) => ({ locator: 3, record: {}, reason: change, numbers: { change } }),
	});
	const rules = { now: NOW, begin: 0, chosen: ['submit', 'approve'] as Change[], most: 10 };
	const keysOf = (before: SeenChanges, record: ChangedRecord, now = NOW): string[] =>
		detectChanges(before, [record], { ...rules, now }).findings.map(({ key }) => key);
	const at = NOW - 3 * HOUR;
	const before = detectChanges(nothing, [report(at, { change: 'submit', at })], rules).seen;

	test.each([
		['in the same hour isn’t told again', at + 30 * MINUTE, 0],
		['an hour later is told again', at + HOUR, 1],
		['with a date that lies ahead isn’t', NOW + HOUR, 0],
	])('submitted again %s', (_, moment, count) => {
		expect(keysOf(before, report(moment, { change: 'submit', at: moment }))).toHaveLength(count);
	});

	test('is submitted anew also where it had been approved', () => {
		const approved = detectChanges(before, [report(at, { change: 'approve', at })], rules).seen;
		expect(keysOf(approved, report(NOW, { change: 'submit', at: NOW }))).toHaveLength(1);
	});

	test('a date far ahead is remembered for two days, and none for as long as the look lasts', () => {
		const far = detectChanges(nothing, [report(NOW + 900 * HOUR, { change: 'submit' })], rules).seen;
		expect([...far.values()]).toEqual([{ change: 'submit', hour: (NOW + 48 * HOUR) / HOUR }]);
		const { locator: _, ...undated } = report(0, { change: 'submit' });
		expect([...detectChanges(nothing, [undated], rules).seen.values()]).toEqual([
			{ change: 'submit', hour: NOW / HOUR },
		]);
		const old = detectChanges(nothing, [report(1, { change: 'submit' })], { ...rules, begin: NOW - HOUR }).seen;
		expect([...old.values()]).toEqual([{ change: 'submit', hour: NOW / HOUR - 1 }]);
	});

	test('a finding has the date of its change, or now, and a key that says what happened', () => {
		const finding = (sign: ChangeSign) => detectChanges(nothing, [report(at, sign)], rules).findings[0];
		expect(finding({ change: 'submit', at })).toMatchObject({ key: `7:submit:${(at / 1000).toString(36)}`, at });
		expect(finding({ change: 'approve' })).toMatchObject({ key: '7:approve:so', at: NOW, locator: 3 });
	});
});

/** The dates of changes; those without one are undefined. */
type Dates = Partial<Record<Change, number | undefined>>;

test.each<[string, Dates, Change | undefined]>([
	['none', {}, undefined],
	['by their dates', { reject: 1, submit: 2 }, 'submit'],
	['of the same date the later step', { submit: 2, approve: 2 }, 'approve'],
	['of one without a date the later step', { approve: 9, reject: undefined }, 'reject'],
	['of another without a date', { reject: undefined, approve: 9 }, 'reject'],
	['a submission comes before an approval', { approve: undefined, submit: undefined }, 'approve'],
])('the latest: %s', (_, dates, expected) => {
	const signs = Object.entries(dates).map(([change, at]): ChangeSign => ({ change: change as Change, at }));
	expect(latestSign(signs)?.change).toBe(expected);
});

test('a date that a database writes for nothing tells no change', () => {
	for (const approvedDateTime of ['0001-01-01T00:00:00', '0001-01-01T00:00:00Z', '1900-01-01T00:00:00'])
		expect(look(nothing, [{ record: sheet({ approvedDateTime }) }]).keys).toEqual([]);
});

const walk = { upper: 5, begun: 7, records: 0 };

test.each<[string, unknown, boolean]>([
	['told', { 3: ['7'] }, true],
	['walk', walk, true],
	['walk', { ...walk, upper: '5' }, false],
	['walk', { ...walk, begun: null }, false],
	['walk', { ...walk, records: undefined }, false],
	['slice', 3_600_000, true],
	['slice', '3600000', false],
	['narrowed', true, true],
	['narrowed', 'true', false],
	['back', 0, true],
	['back', null, false],
])('“%s” of %j: %j', (part, stored, isRead) => {
	expect(changesForm[part]?.reads(stored)).toBe(isRead);
});

test.each([
	[5, 1],
	[5.9, 1],
	[6, 0],
])('of hour 5, of a window that begins at %d, are kept: %d', (begin, count) => {
	expect(withinWindow(new Map([['7', { change: 'submit', hour: 5 }]]), begin * 3_600_000).size).toBe(count);
});
