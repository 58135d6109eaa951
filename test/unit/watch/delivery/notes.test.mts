// What n8n's log says once: keys that several records share, and findings that are held back.
import { beforeEach, expect, test } from '@jest/globals';
import { sharedKeys } from '../../../../nodes/WorkforceOperations/watch/core/source.ts';
import { ProcessMemory } from '../../../../nodes/WorkforceOperations/watch/delivery/processMemory.ts';
import {
	sayHeldBack,
	saySharedKeys,
	sayUndated,
	sayUnread,
} from '../../../../nodes/WorkforceOperations/watch/delivery/notes.ts';
import { pollContext } from '../pollContext.mts';

let memory: ProcessMemory;
beforeEach(() => {
	memory = new ProcessMemory(0);
});

test('records of different content that share a key are found, the same one that comes twice is not', () => {
	const all = [
		{ key: 'a', record: { id: 1 } },
		{ key: 'a', record: { id: 1 } },
		{ key: 'b', record: { id: 2 } },
		{ key: 'b', record: { id: 3 } },
		{ key: 'b', record: { id: 2 } },
	];
	expect(sharedKeys(all)).toEqual(['b']);
});

test('keys that are shared are said once each, in one line', () => {
	const { context, log } = pollContext();
	saySharedKeys(context, memory, []);
	saySharedKeys(context, memory, ['a', 'a']);
	saySharedKeys(context, memory, ['a']);
	saySharedKeys(context, memory, ['a', 'b\n', 'c', 'd', 'e', 'f', 'g']);
	expect(log).toEqual([
		expect.stringMatching(
			/^warn Workforce Operations: “Watch” received different records that share one key \(a\) and can’t tell them apart: only one record with each key is used$/,
		),
		expect.stringContaining('share 6 keys (b, c, d, e, f …) and'),
	]);
	for (let poll = 0; poll < 3; poll++)
		saySharedKeys(
			context,
			memory,
			Array.from({ length: 2000 }, (_, index) => `k${index}`),
		);
	expect(memory.warnedShared?.size).toBe(1000);
});

test('findings that are held back are said when they begin to be, and again when that had ended', () => {
	const { context, log } = pollContext();
	for (const waiting of [0, 700, 200, 0, 1]) sayHeldBack(context, memory, waiting, 500);
	expect(log).toEqual([
		expect.stringMatching(
			/^info Workforce Operations: “Watch” holds back 700 findings for later polls.*can return 500/,
		),
		expect.stringContaining('holds back 1 finding for'),
	]);
});

test('records whose dates can’t be read are said once, and anew after some could be', () => {
	const { context, log } = pollContext();
	for (const undated of [undefined, true, true, undefined, true, false, true]) sayUndated(context, memory, undated);
	expect(log).toEqual(
		Array.from({ length: 2 }, () =>
			expect.stringContaining('can’t read the dates in any record that the service sends'),
		),
	);
});

test('findings that could not be read again are told apart: records that are gone, and records that could not be read', () => {
	const { context, log } = pollContext();
	sayUnread(context, ['a', 'b', 'c'], ['b', 'x']);
	const start = 'error Workforce Operations: “Watch” no longer returns';
	const why = 'the result of the run is unknown, and the record';
	expect(log).toEqual([
		`${start} b: ${why} is no longer in the service’s list`,
		`${start} a, c: ${why} could not be read`,
	]);
});
