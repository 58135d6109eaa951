import { describe, expect, test } from '@jest/globals';
import {
	packTexts,
	readMoments,
	ReportedForm,
	unpackTexts,
	writeMoments,
} from '../../../../nodes/WorkforceOperations/watch/core/reported.ts';
import { reportedLevels } from '../../../../nodes/WorkforceOperations/watch/licences/detect.ts';
import { CHANGES, seenChanges } from '../../../../nodes/WorkforceOperations/watch/changes/detect.ts';
import { reportedShifts } from '../../../../nodes/WorkforceOperations/watch/shifts/source.ts';
import { loginSource } from '../../../../nodes/WorkforceOperations/watch/logins/source.ts';
import type { Detection } from '../../../../nodes/WorkforceOperations/watch/core/source.ts';
import type { JsonObject } from '../../../../nodes/WorkforceOperations/contract/index.ts';
import { fakePoll, NOW } from '../fakePoll.mts';
import { reportedWaiting } from '../../../../nodes/WorkforceOperations/watch/waiting/detect.ts';
import fc from 'fast-check';

const number = fc.nat({ max: 900_000 }).map(String);
const pair = fc.tuple(number, number).map((both) => both.join('.'));
const id = fc.oneof(number, pair, fc.string({ minLength: 1, maxLength: 12 }), fc.constantFrom('__proto__', '01.2'));
const mark = fc.constantFrom('', 'fw8:u', 'expired:0', 'aB-_');

describe('marks of records', () => {
	test('come back as they were, whatever the ids are', () => {
		fc.assert(
			fc.property(fc.array(fc.tuple(id, mark)), (entries) => {
				const marks = new Map(entries);
				const packed: unknown = JSON.parse(JSON.stringify(packTexts(marks)));
				expect(new Map([...(unpackTexts(packed) ?? [])].sort())).toEqual(new Map([...marks].sort()));
			}),
		);
	});

	test('of ten thousand neighbours without a mark take a few characters', () => {
		const marks = new Map(Array.from({ length: 10_000 }, (_, index) => [String(50_001 + index), '']));
		expect(JSON.stringify(packTexts(marks)).length).toBeLessThan(20);
		expect(unpackTexts(packTexts(marks))?.size).toBe(10_000);
	});

	test('of a thousand guards with a licence each take a few characters, where the ids grow together', () => {
		const marks = new Map(
			Array.from({ length: 1000 }, (_, index) => [`${30_001 + index}.${41_000 + 3 * index}`, 'r:7']),
		);
		expect(JSON.stringify(packTexts(marks)).length).toBeLessThan(40);
		expect(unpackTexts(packTexts(marks))).toEqual(marks);
	});

	test.each([[undefined], [7], ['["1"]'], [[1]], [[]], [['1', 2]], [['A,,']], [['1.a*b*c']], [['1_2']], [['1;2']]])(
		'%j is none of ours',
		(packed) => {
			expect(unpackTexts(packed)).toBeUndefined();
		},
	);
});

const over = (packed: unknown): unknown => JSON.parse(JSON.stringify(packed));

describe('what was reported', () => {
	const second = fc.integer({ min: 0, max: 2_000_000_000 }).map((count) => count * 1000);
	const families = [
		['shifts', reportedShifts, fc.record({ at: second, leavesAt: second })],
		['records that wait', reportedWaiting, fc.record({ at: second, place: second, isMissing: fc.boolean() })],
		['changes', seenChanges, fc.record({ change: fc.constantFrom(...CHANGES), hour: fc.nat({ max: 800_000 }) })],
		[
			'licences',
			reportedLevels,
			fc.record({
				cycle: fc.constantFrom('fw8', 'expired', '失効'),
				level: fc.nat({ max: 3660 }),
				day: fc.nat({ max: 30_000 }),
			}),
		],
	] as unknown as Array<[string, ReportedForm<object>, fc.Arbitrary<object>]>;

	test.each(families)('comes back as it was, over the database: %s', (_, form, value) => {
		fc.assert(
			fc.property(fc.array(fc.tuple(id, value)), (entries) => {
				const reported = new Map(entries);
				expect(form.unpack(over(form.pack(reported)))).toEqual(reported);
			}),
		);
	});

	test.each<[string, ReportedForm<object>]>(families.map(([name, form]) => [name, form]))(
		'is unreadable as a whole where a part of it is: %s',
		(_, form) => {
			const unreadable = [
				undefined,
				'text',
				7,
				[],
				['["1"]'],
				{ 0: '1' },
				{ 0: ['1!'] },
				{ 0: 7 },
				{ x: [''] },
				{ 0.5: [''] },
			];
			expect(unreadable.map((stored) => form.reads(stored))).toEqual(unreadable.map(() => false));
			expect(form.reads({})).toBe(true);
		},
	);

	test.each(
		[
			['', 'x!', 'abc', '=', 'a.b.c.d!', '-1.2'].map((text) => ['a shift', text, reportedShifts]),
			['', 'x!', 'abc', 'a.b.c', 'a.b=n', '-1.2'].map((text) => ['what waits', text, reportedWaiting]),
			['', 'r1', 'r1:', 'r1:-1', 'r1:!'].map((text) => ['a licence', text, reportedLevels]),
		].flat() as Array<[string, string, ReportedForm<object>]>,
	)('%s: a text like %j is none of ours', (_, text, form) => {
		expect(form.reads({ 0: ['', `${text},key`] })).toBe(false);
	});

	test('of one id in two groups the first one counts', () => {
		const form = new ReportedForm<string>({ write: (value) => value, read: (text, group) => `${text}${group}` });
		expect(form.unpack({ 1: ['7.a'], 2: ['7.b,1.c'] })).toEqual(
			new Map([
				['7', 'a1'],
				['8', 'c2'],
			]),
		);
	});

	test('moments are kept to the second, and those that nobody knows are left out', () => {
		expect(readMoments(writeMoments(NOW + 999, undefined, NOW + 5000, 0))).toEqual([NOW, NOW + 5000, 0]);
	});

	test('of thirty thousand neighbours of two weeks, by day, takes next to nothing', () => {
		const reported = Array.from({ length: 30_000 }, (_, index): [string, object] => [
			String(80_000 + index),
			{ change: 'approve', hour: Math.floor((index / 30_000) * 14) },
		]);
		expect(JSON.stringify(seenChanges.pack(new Map(reported) as never)).length).toBeLessThan(1000);
	});
});

test.each([
	['a millisecond', NOW - 0.75],
	['a second', NOW / 1000 - 0.123456],
])('a login whose moment has a fraction of %s is told once, also after a restart', async (_, occurredUtc) => {
	const look = async (engine: JsonObject): Promise<Detection> =>
		await loginSource.detect(fakePoll(() => [{ id: 1, occurredUtc }], { since: NOW - 60_000, engine }).poll);
	const first = await look({});
	const second = await look(over(first.engine) as JsonObject);
	expect([first, second].map(({ findings }) => findings.length)).toEqual([1, 0]);
	expect(loginSource.engineForm.log?.reads(over(first.engine.log))).toBe(true);
});
