// The texts in which ids and what was reported of them are stored, exactly: what one version has written, another one reads.
import { describe, expect, test } from '@jest/globals';
import {
	packIds,
	packTexts,
	readMoments,
	ReportedForm,
	unpackIds,
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
const id = fc.oneof(number, pair, fc.string({ maxLength: 12 }), fc.constantFrom('__proto__', '01.2'));
const mark = fc.constantFrom('', 'fw8:u', 'expired:0', 'aB-_');
const over = (packed: unknown): unknown => JSON.parse(JSON.stringify(packed));

describe('marks of records', () => {
	test('come back as they were, whatever the ids are', () => {
		fc.assert(
			fc.property(fc.array(fc.tuple(id, mark)), (entries) => {
				const marks = new Map(entries);
				expect(unpackTexts(over(packTexts(marks)))).toEqual(marks);
				expect(unpackIds(packIds(marks.keys()))).toEqual(new Set(marks.keys()));
			}),
		);
	});

	test.each<[string, string[], string]>([
		['nothing', [], '[""]'],
		['nought', ['0'], '["0"]'],
		['neighbours', ['41', '40', '42'], '["14,1*2"]'],
		['many neighbours', Array.from({ length: 37 }, (_, at) => `${at + 1}=x`), '["1.x*11"]'],
		['other marks', ['1=a', '2=a', '3=b', '4'], '["1.a*2,1.b,1"]'],
		['what is no number', ['x=m', '5', 'y'], '["5","m,x",",y"]'],
		['what only looks like one', ['007=m', '-1', '1.05'], '["","m,007",",-1",",1.05"]'],
		[
			'pairs of numbers, also of one employee and backwards',
			['3001.7=m', '3002.1', '3001.9=m', '5'],
			'["5;2bd_7.m,0_2.m,1_-8"]',
		],
		['fifteen digits', ['123456789012345'], '["17rf9km92x"]'],
		['sixteen digits', ['1234567890123456'], '["",",1234567890123456"]'],
	])('of %s', (_, given, text) => {
		const marks = new Map(given.map((each) => each.split('=')).map(([key = '', of = '']) => [key, of]));
		expect(JSON.stringify(packTexts(marks))).toBe(text);
		expect(unpackTexts(JSON.parse(text))).toEqual(marks);
		expect(unpackIds(text)).toEqual(new Set(marks.keys()));
	});

	test.each<[string, number, (at: number) => string, string, number]>([
		['ten thousand neighbours without a mark', 10_000, (at) => String(50_001 + at), '', 20],
		['five thousand that are equally far apart', 5000, (at) => String(300_000 + 7 * at), '', 20],
		['a thousand guards with a licence each', 1000, (at) => `${30_001 + at}.${41_000 + 3 * at}`, 'r:7', 40],
	])('of %s take a few characters', (_, count, idOf, text, most) => {
		const marks = new Map(Array.from({ length: count }, (__, at) => [idOf(at), text]));
		expect(JSON.stringify(packTexts(marks)).length).toBeLessThan(most);
		expect(unpackTexts(packTexts(marks))).toEqual(marks);
	});

	test.each([
		...[null, 7, '1', '["1"]', {}, [], [1], ['1', 2], ['1', null]],
		...[['A,,'], ['1,'], [' 1'], ['1!'], ['1.a*'], ['1.a*b*c'], ['1_2'], ['1;2'], ['', 'm,a', 'b']],
	])('%j is none of ours', (packed) => {
		const ids = unpackIds(JSON.stringify(packed));
		expect({ marks: unpackTexts(packed), ids }).toEqual({ marks: undefined, ids: undefined });
	});

	test.each([undefined, '', {}])('%j is no text of ids', (packed) => {
		expect(unpackIds(packed)).toBeUndefined();
	});
});

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
			['x', '7'].map((text) => ['a change', text, seenChanges]),
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
