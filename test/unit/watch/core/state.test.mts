import { describe, expect, test } from '@jest/globals';
import {
	newerState,
	packState,
	unpackState,
	type WatchState,
} from '../../../../nodes/WorkforceOperations/watch/core/state.ts';

const state: WatchState = {
	owner: 'o',
	subject: 's',
	born: 5,
	revision: 2,
	since: 4,
	start: 'now',
	readTo: 9,
	engine: { told: { a: 1 } },
	pending: { a: { locator: 1, first: 2, at: 3, tries: 1 }, b: { locator: 1, first: 2, at: 3, tries: 2, due: 8 } },
};

describe('the stored state', () => {
	test('comes back as it was, over the database', () => {
		expect(unpackState(JSON.parse(JSON.stringify(packState(state))))).toEqual(state);
	});

	test.each([
		[undefined],
		['text'],
		[[]],
		[{ ...packState(state), owner: 7 }],
		[{ ...packState(state), revision: 'many' }],
		[{ ...packState(state), born: -1 }],
	])('%j is none of ours', (value) => {
		expect(unpackState(value)).toBeUndefined();
	});

	test('what is odd in it is left out, not the rest', () => {
		const odd = {
			...packState(state),
			start: 'later',
			readTo: null,
			engine: [],
			pending: { a: 'x', b: [1, 2], c: [1, 2, 3, 1] },
		};
		expect(unpackState(odd)).toMatchObject({ engine: {}, pending: { c: { tries: 1 } } });
		expect(Object.keys(unpackState(odd)?.pending ?? {})).toEqual(['c']);
	});

	test('a thousand findings that are handed over and three thousand told take less than 200 kB', () => {
		const time = 1_782_896_405_158;
		const pending = Object.fromEntries(
			Array.from({ length: 1000 }, (_, id) => [
				String(900_000 + id),
				{ locator: time, first: time, at: time, tries: 1 },
			]),
		);
		const told = Object.fromEntries(Array.from({ length: 3000 }, (_, id) => [String(900_000 + id), time]));
		expect(JSON.stringify(packState({ ...state, pending, engine: { told } })).length).toBeLessThan(200_000);
	});

	test.each([
		['the later revision', { ...state, revision: 3 }, state, 3],
		['what is stored, if another process went on', state, { ...state, revision: 4 }, 4],
		['what was begun later, whatever the revision', { ...state, born: 6, revision: 0 }, { ...state, revision: 9 }, 0],
	])('of two copies %s counts', (_, remembered, stored, revision) => {
		expect(newerState(remembered, stored)?.revision).toBe(revision);
		expect(newerState(undefined, stored)).toBe(stored);
		expect(newerState(remembered, undefined)).toBe(remembered);
	});
});
