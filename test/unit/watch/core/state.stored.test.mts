// What n8n stores of a watch trigger, and what is read from data that anybody may have written.
import { describe, expect, test } from '@jest/globals';
import { deepCopy } from 'n8n-workflow';
import { ReportedForm } from '../../../../nodes/WorkforceOperations/watch/core/reported.ts';
import {
	newerState,
	packState,
	type Pending,
	unpackState,
	type WatchState,
} from '../../../../nodes/WorkforceOperations/watch/core/state.ts';

const bare: WatchState = { owner: 'o', subject: 's', born: 5, revision: 2, since: 4, engine: {}, pending: {} };

const entry: Pending = { locator: 9, first: 20, at: 30, tries: 2 };

describe('a finding that was handed over', () => {
	test.each<[string, Pending, number[], Pending]>([
		['whose run is awaited', entry, [9, 20, 10, 2], entry],
		['that is due later', { ...entry, due: 45 }, [9, 20, 10, 2, 15], { ...entry, due: 45 }],
		['that is due at once', { ...entry, due: 30 }, [9, 20, 10, 2, 0], { ...entry, due: 30 }],
		[
			'of no tries at the beginning of time',
			{ locator: 0, first: 0, at: 0, tries: 0 },
			[0, 0, 0, 0],
			{ locator: 0, first: 0, at: 0, tries: 0 },
		],
		['before it was found, by a clock put right', { ...entry, at: 15 }, [9, 20, 0, 2], { ...entry, at: 20 }],
		['that was due before that', { ...entry, due: 29 }, [9, 20, 10, 2, 0], { ...entry, due: 30 }],
	])('%s', (_, given, packed, read) => {
		const state = packState({ ...bare, pending: { a: given } });
		expect(state).toEqual({ ...bare, pending: { a: packed } });
		expect(unpackState(state)).toEqual({ ...bare, pending: { a: read } });
	});

	test.each([[null], [{}], ['1,2,3,4'], [[]], [[1, 2, 3]], [[1, 2, -1, 4]], [[1, 2, 3, '4']], [[1, 2, 3, 4, null]]])(
		'is none as %j, and the others count',
		(packed) => {
			const pending = { a: packed, b: [1, 2, 3, 4] };
			expect(unpackState({ ...bare, pending })?.pending).toEqual({ b: { locator: 1, first: 2, at: 5, tries: 4 } });
		},
	);
});

describe('a state', () => {
	test.each<[string, unknown]>([
		['nothing', undefined],
		['a text', 'text'],
		['a list', []],
		['one without an owner', { ...bare, owner: undefined }],
		['one whose owner is a number', { ...bare, owner: 7 }],
		['one whose subject is a number', { ...bare, subject: 7 }],
		['one that was born at a text', { ...bare, born: '5' }],
		['one that was born before all time', { ...bare, born: -1 }],
		['one whose revision is no number', { ...bare, revision: Number.NaN }],
		['one since before all time', { ...bare, since: -1 }],
		['one since no moment', { ...bare, since: Infinity }],
	])('is not %s', (_, stored) => {
		expect(unpackState(stored)).toBeUndefined();
	});

	test.each<[object, Partial<WatchState>]>([
		[
			{ born: 0, revision: 0, since: 0 },
			{ born: 0, revision: 0, since: 0 },
		],
		[{ start: 'now' }, { start: 'now' }],
		[{ start: 'new' }, { start: 'new' }],
		[{ start: '' }, {}],
		[{ readTo: 0 }, { readTo: 0 }],
		[{ readTo: -1 }, {}],
		[{ readTo: '7' }, {}],
		[{ engine: { told: { a: 1 } } }, { engine: { told: { a: 1 } } }],
		[{ engine: 'x' }, {}],
		[{ engine: [] }, {}],
		[{ pending: ['x'] }, {}],
		[{ more: 1 }, {}],
	])('with %j is read as with %j', (given, read) => {
		expect(unpackState({ ...bare, ...given })).toEqual({ ...bare, ...read });
	});
});

test.each([
	['__proto__'],
	['~__proto__'],
	['constructor'],
	['prototype'],
	['toJSON'],
	['__dataChanged'],
	['日本'],
	['A/1'],
])('%s is a key like any other, also when n8n copies what is stored name by name', (key) => {
	const pending = { ['a']: entry, ...JSON.parse(`{${JSON.stringify(key)}:0}`) } as Record<string, Pending>;
	Object.defineProperty(pending, key, { value: { ...entry, tries: 7 }, enumerable: true });
	const form = new ReportedForm<string>({ write: (text) => text, read: (text) => text });
	const stored = deepCopy(packState({ ...bare, pending, engine: { seen: form.pack(new Map([[key, 'x']])) } }));
	const read = unpackState(stored);
	expect(Object.keys(read?.pending ?? {}).sort()).toEqual(['a', key].sort());
	expect({ tries: read?.pending[key]?.tries, pending: read?.pending['toString'] }).toEqual({
		tries: 7,
		pending: undefined,
	});
	expect(form.unpack(read?.engine['seen'])).toEqual(new Map([[key, 'x']]));
});

describe('of what is remembered and what is stored', () => {
	const remembered = { ...bare, since: 1 };
	const stored = { ...bare, since: 2 };
	test.each<[string, WatchState, WatchState, 'remembered' | 'stored']>([
		['the same, the remembered counts', remembered, stored, 'remembered'],
		['the stored goes on, it counts', remembered, { ...stored, revision: 3 }, 'stored'],
		['the stored is behind, the remembered counts', { ...remembered, revision: 3 }, stored, 'remembered'],
		['the stored was begun later, it counts', { ...remembered, revision: 9 }, { ...stored, born: 6 }, 'stored'],
		['the remembered was begun later, it counts', { ...remembered, born: 6 }, { ...stored, revision: 9 }, 'remembered'],
	])('%s', (_, one, other, expected) => {
		expect(newerState(one, other)).toBe(expected === 'remembered' ? one : other);
	});

	test('one alone counts, and none of none', () => {
		expect(newerState(remembered, undefined)).toBe(remembered);
		expect(newerState(undefined, stored)).toBe(stored);
		expect(newerState(undefined, undefined)).toBeUndefined();
	});
});
