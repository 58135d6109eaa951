// What the log engine keeps in mind and where its windows begin and end, to the millisecond.
import { describe, expect, test } from '@jest/globals';
import {
	type LogEntry,
	halved,
	logWindow,
	newLog,
	detectBursts,
	type LogRules,
	type LogState,
} from '../../../../nodes/WorkforceOperations/watch/logins/detect.ts';

const rules: LogRules = { now: 2000, overlapMs: 100, atLeast: 1, withinMs: 50, most: 100 };

/** A log whose keys and groups stand in plain objects. */
type Given = Partial<Omit<LogState, 'seen' | 'covered'>> & Partial<Record<'seen' | 'covered', Record<string, number>>>;

const log = ({ seen = {}, covered = {}, ...changes }: Given = {}): LogState => ({
	watermark: 1000,
	floor: 0,
	seen: new Map(Object.entries(seen)),
	covered: new Map(Object.entries(covered)),
	...changes,
});

const entry = (key: string, at: number, ...groups: string[]): LogEntry => ({
	key,
	at,
	locator: at,
	record: { id: key },
	reason: `entry ${key}`,
	numbers: { count: 1 },
	groups,
});

const burst = (last: LogEntry, groups: readonly string[]) => ({
	reason: `burst of ${groups.join('+')} to ${last.key}`,
	numbers: { count: 3 },
});

const read = (state: LogState, entries: LogEntry[], changes: Partial<LogRules> = {}) => {
	const given = { ...rules, ...changes };
	return detectBursts(state, entries, logWindow(state, given), given, burst);
};

test('a log that begins has read everything before, and takes what comes at the very moment', () => {
	expect(newLog(500)).toEqual(log({ watermark: 500, floor: 499 }));
});

test.each<[string, Given, Partial<LogRules>, object]>([
	['the overlap before the watermark', {}, {}, { from: 900 }],
	['no further back than the floor', { floor: 949 }, {}, { from: 950 }],
	['a floor that lies just there', { floor: 899 }, {}, { from: 900 }],
	['no time of a burst, where one is enough', { floor: 949 }, { atLeast: 1 }, { from: 950 }],
	['the time of a burst before, where it takes two', { floor: 949 }, { atLeast: 2 }, { from: 900 }],
	['a slice that ends before now', { slice: 999 }, {}, { from: 900, to: 1999 }],
	['a slice that ends now, and is none', { slice: 1000 }, {}, { from: 900 }],
])('the window: %s', (_, state, changes, window) => {
	expect(logWindow(log(state), { ...rules, ...changes })).toEqual(window);
});

test.each<[string, Given, number | undefined, object]>([
	['up to now, half of what is left', {}, undefined, { slice: 4500 }],
	['up to an end, half of that', { slice: 9000 }, 8001, { slice: 3500 }],
	['a second is the shortest', { slice: 1900 }, 2900, { slice: 1000 }],
	['half that is exactly a second', { slice: 2000 }, 3000, { slice: 1000 }],
	['a second that is too long gives the overlap up', { slice: 1000 }, 2000, { slice: 1000, floor: 999 }],
	['a floor above the watermark stays', { slice: 1000, floor: 1200 }, 2000, { slice: 1000, floor: 1200 }],
	['one millisecond more than a second is halved once more', { slice: 1001 }, 2001, { slice: 1000 }],
])('a window that is too long: %s', (_, state, to, changes) => {
	const before = log({ seen: { a: 1 }, covered: { b: 2 }, ...state });
	expect(halved(before, { from: 900, to }, { ...rules, now: 10_000 })).toEqual({ ...before, ...changes });
});

describe('what is kept in mind', () => {
	test('the keys that the next window brings again, and nothing older', () => {
		const seen = { gone: 899, edge: 999, early: 950 };
		const { findings, state, waiting } = read(log({ seen }), [entry('old', 899), entry('a', 900), entry('b', 1099)]);
		expect(findings).toEqual([entry('a', 900), entry('b', 1099)]);
		expect(waiting).toBe(0);
		expect(state).toEqual(log({ watermark: 1099, seen: { edge: 999, b: 1099 } }));
	});

	test('how far bursts reach, for the overlap and twice the time of a burst', () => {
		const { state } = read(log({ covered: { edge: 800, before: 799, later: 990 } }), []);
		expect(state).toEqual(log({ covered: { edge: 800, later: 990 } }));
	});

	test.each([
		['now moves the watermark', 2000, 2000],
		['a moment ahead does not', 2001, 1000],
		['before the watermark does not', 950, 1000],
		['at the beginning of the window does not', 900, 1000],
	])('an entry of %s, and is told', (_, at, watermark) => {
		const { findings, state } = read(log(), [entry('a', at)]);
		expect({ findings, state }).toEqual({ findings: [entry('a', at)], state: log({ watermark, seen: { a: at } }) });
	});

	test('a window with an end is read to the end, and the next one is twice as long', () => {
		const { state } = read(log({ slice: 300 }), [entry('a', 1100)]);
		expect(state).toEqual(log({ watermark: 1300, seen: {}, slice: 600 }));
	});

	test('a window that reaches the present is whole again', () => {
		expect(read(log({ slice: 1000 }), []).state).toEqual(log());
	});

	test('an end in the future counts as now', () => {
		expect(detectBursts(log({ slice: 5 }), [], { from: 900, to: 2500 }, rules, burst).state.watermark).toBe(2000);
	});

	test.each([
		[5000, 0, 5000],
		[5001, 1001, 5000],
		[5003, 1003, 5000],
	])('of %d keys the newest, with a floor below them at %d', (count, floor, kept) => {
		const entries = Array.from({ length: count }, (_, index) => entry(String(index), 1001 + index));
		const given = { now: 9000, overlapMs: 8000, most: 9999 };
		const { state } = read(log({ floor: 0 }), entries, given);
		expect({ floor: state.floor, seen: state.seen.size }).toEqual({ floor, seen: kept });
		expect(read(state, entries, given).findings).toEqual([]);
	});

	test('what does not fit is left unread from its moment on, known ones are not counted among it', () => {
		const entries = [entry('a', 1010), entry('b', 1020), entry('known', 1025), entry('c', 1030)];
		const { findings, state, waiting } = read(log({ seen: { known: 1025 } }), entries, { most: 1 });
		expect({ findings, waiting }).toEqual({ findings: [entry('a', 1010)], waiting: 2 });
		expect(state).toEqual(log({ watermark: 1020, seen: { known: 1025, a: 1010 } }));
	});

	test('an entry that comes twice counts once, as its later copy', () => {
		const later = { ...entry('a', 1010), reason: 'later' };
		expect(read(log(), [entry('a', 1010), later]).findings).toEqual([later]);
	});
});

describe('a burst of three within 50 milliseconds', () => {
	const three = { atLeast: 3 };
	const all = (...at: number[]): LogEntry[] => at.map((moment) => entry(String(moment), moment, 'a'));
	const told = (entries: LogEntry[], state = log()): Array<[string, unknown]> =>
		read(state, entries, three).findings.map(({ key, numbers }) => [key, numbers.count]);

	test.each<[string, number[], Array<[string, number]>]>([
		['exactly in time', [1000, 1001, 1050], [['1050', 3]]],
		['a moment too slow', [1000, 1001, 1051], []],
		['the last three of four', [1000, 1010, 1055, 1060], [['1060', 3]]],
		['goes on in time', [1000, 1001, 1002, 1052, 1102], [['1002', 5]]],
		['a pause and too few', [1000, 1001, 1002, 1053, 1054], [['1002', 3]]],
		[
			'a pause and another one',
			[1000, 1001, 1002, 1053, 1054, 1055, 1056],
			[
				['1002', 3],
				['1055', 4],
			],
		],
	])('%s', (_, moments, expected) => {
		expect(told(all(...moments))).toEqual(expected);
	});

	test('takes two where two are enough', () => {
		const two = (...at: number[]): string[] =>
			read(log(), all(...at), { atLeast: 2 }).findings.map(({ reason }) => reason);
		expect([two(1000, 1050), two(1000, 1051)]).toEqual([['burst of a to 1050'], []]);
	});

	test('is the entry that completes it, in the words for its groups, and its end is kept in mind', () => {
		const { findings, state } = read(log(), all(1000, 1001, 1002, 1040), three);
		const last = entry('1002', 1002, 'a');
		expect(findings).toEqual([{ ...last, reason: 'burst of a to 1002', numbers: { count: 4 } }]);
		expect(state).toEqual(
			log({ watermark: 1040, seen: { 1000: 1000, 1001: 1001, 1002: 1002, 1040: 1040 }, covered: { a: 1040 } }),
		);
	});

	test.each([
		['in time belongs to it', 1052, []],
		['later is counted anew', 1053, [['1055', 3]]],
	])('that was told before: what goes on %s', (_, from, expected) => {
		expect(told(all(from, from + 1, from + 2), log({ covered: { a: 1002 } }))).toEqual(expected);
	});

	test('an entry before the end of one that was told does not bring that end nearer', () => {
		const { state } = read(log({ covered: { a: 1040 } }), all(1001), three);
		expect(state.covered).toEqual(new Map([['a', 1040]]));
	});

	test('two groups that are complete at different entries are two findings, each with its own count', () => {
		const entries = [
			entry('1', 1001, 'a'),
			entry('2', 1002, 'a', 'u'),
			entry('3', 1003, 'a', 'u'),
			entry('4', 1004, 'a', 'u'),
			entry('5', 1005, 'u'),
			entry('6', 1006, 'u'),
		];
		const { findings } = read(log(), entries, three);
		expect(findings.map(({ reason, numbers }) => [reason, numbers])).toEqual([
			['burst of a to 3', { count: 4 }],
			['burst of u to 4', { count: 5 }],
		]);
	});

	test('what follows one that had been told does not count to one before it that was written late', () => {
		const seen = { 1100: 1100, 1101: 1101, 1102: 1102 };
		expect(told(all(1000, 1001, 1002, 1100, 1101, 1102, 1103), log({ watermark: 1100, seen }))).toEqual([['1002', 3]]);
	});

	test('entries before the window’s own begin are neither kept in mind nor told alone', () => {
		const { findings, state } = read(log(), all(897, 898, 899), three);
		expect({ findings, seen: state.seen }).toEqual({ findings: [], seen: new Map() });
	});
});
