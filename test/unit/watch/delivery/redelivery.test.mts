// Which findings are handed over again, when, and how often.
import { describe, expect, test } from '@jest/globals';
import {
	dueForRedelivery,
	markFailed,
	markUnreadable,
} from '../../../../nodes/WorkforceOperations/watch/delivery/redelivery.ts';
import { markDelivered, markSucceeded, type Pending } from '../../../../nodes/WorkforceOperations/watch/core/state.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const NOW = 1000 * HOUR;

const entry = (changes: Partial<Pending> = {}): Pending => ({ locator: 1, first: 2, at: 3, tries: 1, ...changes });

/** Minutes until the next try, by how often it was handed over. */
const GAPS = [
	[0, 1],
	[1, 1],
	[2, 5],
	[3, 30],
	[4, 120],
	[5, 360],
	[6, 360],
	[9, 360],
] as const;

test('what is handed over keeps the time of its finding, gets a new locator, and waits for nothing but its run', () => {
	const before = { a: entry({ tries: 2, due: 50 }), b: entry() };
	const keys = [
		{ key: 'a', locator: 7 },
		{ key: 'c', locator: 8 },
	];
	expect(markDelivered(before, keys, 100)).toEqual({
		a: { locator: 7, first: 2, at: 100, tries: 3 },
		b: entry(),
		c: { locator: 8, first: 100, at: 100, tries: 1 },
	});
	expect(before.a).toEqual(entry({ tries: 2, due: 50 }));
});

test('the success of a run forgets its findings and no others', () => {
	const before = { a: entry(), b: entry({ tries: 2 }), c: entry() };
	expect(markSucceeded(before, ['c', 'x', 'a'])).toEqual({ b: entry({ tries: 2 }) });
	expect(markSucceeded(before, [])).toEqual(before);
});

describe('after a failed run', () => {
	test.each(GAPS)('the finding of %d tries waits for %d minutes', (tries, minutes) => {
		expect(markFailed({ a: entry({ tries }), b: entry() }, ['a'], 10, NOW)).toEqual({
			pending: { a: entry({ tries, due: NOW + minutes * MINUTE }), b: entry() },
			abandoned: [],
		});
	});

	test('those that had all of their retries are given up, one by one, and unknown ones are nobody’s', () => {
		const before = { a: entry({ tries: 3 }), b: entry({ tries: 4 }), c: entry({ tries: 9 }), d: entry({ tries: 9 }) };
		expect(markFailed(before, ['x', 'b', 'a', 'c'], 3, NOW)).toEqual({
			pending: { a: entry({ tries: 3, due: NOW + 30 * MINUTE }), d: entry({ tries: 9 }) },
			abandoned: ['b', 'c'],
		});
	});

	test('without retries the first failure is the last', () => {
		expect(markFailed({ a: entry() }, ['a'], 0, NOW)).toEqual({ pending: {}, abandoned: ['a'] });
	});
});

describe('where the record of a finding can’t be read', () => {
	test.each(GAPS)('that counts as a try: after %d of them it waits for %d minutes', (tries, minutes) => {
		expect(markUnreadable({ a: entry({ tries }), b: entry() }, ['a', 'x'], 10, NOW)).toEqual({
			pending: { a: entry({ at: NOW, tries: tries + 1, due: NOW + minutes * MINUTE }), b: entry() },
			abandoned: [],
		});
	});

	test('it is tried five times more often than a failed run', () => {
		const before = { a: entry({ tries: 8 }), b: entry({ tries: 9 }) };
		const { pending, abandoned: givenUp } = markUnreadable(before, ['a', 'b'], 3, NOW);
		expect({ pending: Object.keys(pending), givenUp }).toEqual({ pending: ['a'], givenUp: ['b'] });
	});
});

describe('what is due', () => {
	const at = NOW - HOUR;
	const given = { due: [], abandoned: ['a'] };
	const due = { due: ['a'], abandoned: [] };
	const later = { due: [], abandoned: [] };
	test.each<[string, Partial<Pending>, boolean, object]>([
		['its time has not come', { at, due: NOW + 1 }, false, later],
		['its time is now', { at, due: NOW }, false, due],
		['its time has passed, whatever is awaited', { at, due: NOW - 1 }, true, due],
		['it was handed over this very moment', { at: NOW, due: NOW + 1 }, false, later],
		['its clock was ahead', { at: NOW + 1, due: NOW + 2 }, false, due],
		['it has failed often, and is due', { at, due: NOW, tries: 99 }, false, due],
		['its run is awaited', { at }, true, later],
		['nobody waits for its run', { at }, false, due],
		['its run is silent for almost 24 hours', { at: NOW - 24 * HOUR + 1 }, true, later],
		['its run is silent for 24 hours', { at: NOW - 24 * HOUR }, true, due],
		['nobody knew its end eight times', { at, tries: 8 }, false, due],
		['nobody knew its end nine times', { at, tries: 9 }, false, given],
		['its run is awaited for the ninth time', { at, tries: 9 }, true, later],
	])('%s', (_, changes, awaited, expected) => {
		expect(dueForRedelivery({ a: entry(changes) }, () => awaited, 3, NOW)).toEqual(expected);
	});

	test('what comes first was found first, and only the own run of each is asked for', () => {
		const pending = {
			a: entry({ first: 3 }),
			b: entry({ first: 1 }),
			c: entry({ first: 2, at }),
			d: entry({ first: 4 }),
		};
		expect(dueForRedelivery(pending, (key) => key === 'c', 3, NOW).due).toEqual(['b', 'a', 'd']);
	});

	test('are 25 at once, those that were found first', () => {
		const keys = Array.from({ length: 60 }, (_, index) => `k${index}`);
		const pending = Object.fromEntries(keys.map((key, index) => [key, entry({ first: 1000 - index })]));
		expect(dueForRedelivery(pending, () => false, 3, NOW).due).toEqual(keys.reverse().slice(0, 25));
	});
});

test.each([['__proto__'], ['constructor'], ['toString']])('%s is a key like any other', (key) => {
	const once = markDelivered(markDelivered({}, [{ key: 'a', locator: 1 }], 2), [{ key, locator: 1 }], 2);
	expect(once[key]).toEqual({ locator: 1, first: 2, at: 2, tries: 1 });
	expect(Object.keys(once).sort()).toEqual(['a', key].sort());
	const twice = markDelivered(once, [{ key, locator: 1 }], 3);
	expect(twice[key]).toEqual({ locator: 1, first: 2, at: 3, tries: 2 });
	expect(Object.keys(markFailed(twice, [key], 3, 4).pending).sort()).toEqual(['a', key].sort());
	expect(markFailed(twice, [key], 3, 4).pending[key]?.due).toBe(4 + 5 * MINUTE);
	expect(Object.keys(markSucceeded(twice, [key]))).toEqual(['a']);
	expect(markUnreadable(markSucceeded(twice, [key]), [key], 3, 4).abandoned).toEqual([]);
});
