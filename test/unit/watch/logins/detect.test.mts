import { describe, expect, test } from '@jest/globals';
import {
	halved,
	type LogEntry,
	logWindow,
	newLog,
	detectBursts,
	type LogRules,
	type LogState,
} from '../../../../nodes/WorkforceOperations/watch/logins/detect.ts';

const MINUTE = 60_000;

const rules = (now: number, changes: Partial<LogRules> = {}): LogRules => ({
	now: now * MINUTE,
	overlapMs: 15 * MINUTE,
	atLeast: 1,
	withinMs: 10 * MINUTE,
	most: 100,
	...changes,
});

/** `minute` counts from 0; groups are an address and a user. */
const entry = (key: string, minute: number, ...groups: string[]): LogEntry => ({
	key,
	at: minute * MINUTE,
	locator: minute * MINUTE,
	record: {},
	reason: key,
	numbers: { count: 1 },
	groups,
});

const describeBurst = (_: LogEntry, groups: readonly string[]) => ({
	reason: groups.join('+'),
	numbers: { count: 3 },
});

/** One poll at minute `now` of a log that holds these entries. */
function poll(state: LogState, now: number, log: LogEntry[], changes: Partial<LogRules> = {}) {
	const given = rules(now, changes);
	const window = logWindow(state, given);
	const inside = log.filter(({ at }) => at >= window.from && at <= (window.to ?? Infinity));
	return { ...detectBursts(state, inside, window, given, describeBurst), window };
}

const keys = ({ findings }: { findings: Array<{ key: string }> }): string[] => findings.map(({ key }) => key);

describe('the log engine', () => {
	test('reports each entry once, the oldest first, whatever order the log is in', () => {
		const log = [entry('3', 103), entry('1', 101), entry('2', 102)];
		const first = poll(newLog(100 * MINUTE), 110, log);
		expect(keys(first)).toEqual(['1', '2', '3']);
		expect(keys(poll(first.state, 111, log))).toEqual([]);
	});

	test.each([['__proto__'], ['constructor'], ['日本'], ['A/1']])('%s is a key like any other', (key) => {
		const first = poll(newLog(100 * MINUTE), 110, [entry(key, 101), entry('2', 102)]);
		expect(keys(first)).toEqual([key, '2']);
		expect(keys(poll(first.state, 111, [entry(key, 101), entry('2', 102)]))).toEqual([]);
	});

	test('leaves out what was before the beginning', () => {
		const log = [entry('before', 99), entry('at', 100)];
		const first = poll(newLog(100 * MINUTE), 110, log);
		expect(keys(first)).toEqual(['at']);
		expect(keys(poll(first.state, 111, log))).toEqual([]);
	});

	test('equal time stamps lose nothing: one that is written later is found', () => {
		const first = poll(newLog(100 * MINUTE), 110, [entry('1', 105)]);
		expect(keys(poll(first.state, 111, [entry('1', 105), entry('2', 105)]))).toEqual(['2']);
	});

	test('one that is written late is found as long as it is within the overlap', () => {
		const first = poll(newLog(50 * MINUTE), 110, [entry('1', 105)]);
		expect(keys(poll(first.state, 111, [entry('late', 91), entry('1', 105)]))).toEqual(['late']);
		expect(keys(poll(first.state, 111, [entry('too late', 89), entry('1', 105)]))).toEqual([]);
	});

	test('a date in the future is reported once and never moves the watermark past now', () => {
		const future = entry('future', 9999);
		const first = poll(newLog(100 * MINUTE), 110, [entry('1', 105), future]);
		expect(keys(first)).toEqual(['1', 'future']);
		expect(first.state.watermark).toBe(105 * MINUTE);
		const second = poll(first.state, 111, [entry('1', 105), future, entry('2', 110)]);
		expect(keys(second)).toEqual(['2']);
		expect(keys(poll(second.state, 200, [future, entry('3', 199)]))).toEqual(['3']);
	});

	test('a clock that is ahead of the service’s loses nothing: the watermark follows the entries', () => {
		const first = poll(newLog(100 * MINUTE), 500, [entry('1', 105)]);
		expect(keys(poll(first.state, 501, [entry('1', 105), entry('2', 106)]))).toEqual(['2']);
	});

	test('what is too much for one poll comes with the next ones, also where the time stamps are equal', () => {
		const log = ['1', '2', '3', '4', '5'].map((key) => entry(key, 105));
		const told: string[][] = [];
		let state = newLog(100 * MINUTE);
		for (let now = 110; now < 114; now++) {
			const next = poll(state, now, log, { most: 2 });
			told.push(keys(next));
			({ state } = next);
		}
		expect(told).toEqual([['1', '2'], ['3', '4'], ['5'], []]);
	});

	test('more keys than can be remembered are not reported twice', () => {
		const log = Array.from({ length: 6000 }, (_, index) => entry(String(index), 100 + index / 1000));
		const first = poll(newLog(100 * MINUTE), 110, log, { most: 10_000 });
		expect(first.findings).toHaveLength(6000);
		expect(first.state.seen.size).toBe(5000);
		expect(keys(poll(first.state, 111, log))).toEqual([]);
	});

	describe('a window that can’t be read to the end', () => {
		test('is halved from its old end until it can be, and grows again to the present', () => {
			const log = Array.from({ length: 40 }, (_, index) => entry(String(index), 100 + index * 25));
			const told: string[] = [];
			let state = newLog(100 * MINUTE);
			for (let round = 0; round < 40 && told.length < log.length; round++) {
				const given = rules(1100);
				const window = logWindow(state, given);
				const inside = log.filter(({ at }) => at >= window.from && at <= (window.to ?? Infinity));
				if (inside.length > 8) {
					state = halved(state, window, given);
					continue;
				}
				const next = detectBursts(state, inside, window, given, describeBurst);
				told.push(...keys(next));
				({ state } = next);
			}
			expect(told).toEqual(log.map(({ key }) => key));
		});

		test('moves on where nothing happened for long', () => {
			const state = { ...newLog(0), slice: 60 * MINUTE };
			const next = poll(state, 10_000, []);
			expect(next.window.to).toBe(60 * MINUTE);
			expect(next.state).toMatchObject({ watermark: 60 * MINUTE, slice: 120 * MINUTE });
		});

		test('gives up the overlap where not even the shortest slice can be read', () => {
			let state: LogState = { ...newLog(0), watermark: 100 * MINUTE };
			for (let round = 0; round < 40; round++) state = halved(state, logWindow(state, rules(110)), rules(110));
			expect(logWindow(state, rules(110))).toEqual({ from: 100 * MINUTE, to: 100 * MINUTE + 1000 });
		});
	});

	describe('with several within a time', () => {
		const three = { atLeast: 3 };
		const since = newLog(100 * MINUTE);

		test('so many of one group are one finding, at the entry that completes them', () => {
			const log = [entry('1', 101, 'a'), entry('2', 102, 'a'), entry('3', 103, 'a')];
			const first = poll(since, 110, log, three);
			expect(keys(first)).toEqual(['3']);
			expect(keys(poll(first.state, 111, log, three))).toEqual([]);
		});

		test('fewer, or slower ones, are none', () => {
			expect(keys(poll(since, 110, [entry('1', 101, 'a'), entry('2', 102, 'a')], three))).toEqual([]);
			const slow = [entry('1', 101, 'a'), entry('2', 108, 'a'), entry('3', 112, 'a')];
			expect(keys(poll(since, 120, slow, three))).toEqual([]);
		});

		test('those of other addresses and users don’t add up', () => {
			const log = [entry('1', 101, 'a'), entry('2', 102, 'b'), entry('3', 103, 'c')];
			expect(keys(poll(since, 110, log, three))).toEqual([]);
		});

		test('one address and one user together are one finding that names both', () => {
			const log = ['1', '2', '3'].map((key, index) => entry(key, 101 + index, 'address', 'user'));
			const { findings } = poll(since, 110, log, three);
			expect(findings.map(({ reason }) => reason)).toEqual(['address+user']);
		});

		test('polls in between don’t matter: they add up over several', () => {
			const log = [entry('1', 101, 'a'), entry('2', 104, 'a'), entry('3', 107, 'a')];
			let state = since;
			const told: string[] = [];
			for (const now of [102, 105, 108, 109]) {
				const next = poll(
					state,
					now,
					log.filter(({ at }) => at <= now * MINUTE),
					three,
				);
				told.push(...keys(next));
				({ state } = next);
			}
			expect(told).toEqual(['3']);
		});

		test('what goes on belongs to the same finding, and what comes after a pause is another', () => {
			const on = Array.from({ length: 9 }, (_, index) => entry(String(index), 101 + index, 'a'));
			const first = poll(since, 110, on, three);
			expect(first.findings.map(({ key, numbers }) => [key, numbers.count])).toEqual([['2', 9]]);
			const again = [...on, ...[130, 131, 132].map((minute) => entry(`again ${minute}`, minute, 'a'))];
			expect(keys(poll(first.state, 140, again, three))).toEqual(['again 132']);
		});

		test('one that is written late completes them, too', () => {
			const log = [entry('1', 101, 'a'), entry('3', 103, 'a')];
			const first = poll(since, 110, log, three);
			expect(keys(poll(first.state, 111, [...log, entry('2', 102, 'a')], three))).toEqual(['3']);
		});

		test('those before the beginning count, but need a new one', () => {
			const old = [entry('1', 97, 'a'), entry('2', 98, 'a'), entry('3', 99, 'a')];
			expect(keys(poll(since, 110, old, three))).toEqual([]);
			expect(keys(poll(since, 110, [entry('1', 98, 'a'), entry('2', 99, 'a'), entry('3', 101, 'a')], three))).toEqual([
				'3',
			]);
		});

		test('what is too much for one poll comes with the next', () => {
			const log = ['a', 'b'].flatMap((group, place) =>
				[0, 1, 2].map((minute) => entry(`${group}${minute}`, 101 + minute + place * 3, group)),
			);
			const first = poll(since, 110, log, { ...three, most: 1 });
			expect(keys(first)).toEqual(['a2']);
			expect(keys(poll(first.state, 111, log, { ...three, most: 1 }))).toEqual(['b2']);
		});
	});
});
