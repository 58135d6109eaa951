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
	return detectBursts(state, inside, window, given, describeBurst);
}

const keys = ({ findings }: { findings: Array<{ key: string }> }): string[] => findings.map(({ key }) => key);

describe('the log engine', () => {
	test('reports each entry once, the oldest first, whatever order the log is in', () => {
		const log = [entry('3', 103), entry('1', 101), entry('2', 102)];
		const first = poll(newLog(100 * MINUTE), 110, log);
		expect(keys(first)).toEqual(['1', '2', '3']);
		expect(keys(poll(first.state, 111, log))).toEqual([]);
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

	test('a window that can’t be read to the end is halved from its old end until it can be, and grows again to the present', () => {
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

	describe('with several within a time', () => {
		const three = { atLeast: 3 };
		const since = newLog(100 * MINUTE);

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
				const written = log.filter(({ at }) => at <= now * MINUTE);
				const next = poll(state, now, written, three);
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
