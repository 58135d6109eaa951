// Where a sweep stands, how it is stored, exactly (what one version has written, another one reads), and which answers hold it up.
import { describe, expect, test } from '@jest/globals';
import type { ErrorKind } from '../../../../nodes/WorkforceOperations/transport/failures/errorKind.ts';
import { NoAnswerInTime, UnfinishedList } from '../../../../nodes/WorkforceOperations/watch/core/pollReader.ts';
import { packIds } from '../../../../nodes/WorkforceOperations/watch/core/reported.ts';
import {
	endScan,
	isDue,
	isOfKey,
	missedGuard,
	newScan,
	nextGuard,
	packScan,
	readGuard,
	type Scan,
	unpackScan,
	unpackFinishedScan,
} from '../../../../nodes/WorkforceOperations/watch/licences/scan.ts';
import { expiring } from '../../../../nodes/WorkforceOperations/watch/licences/rules.ts';
import { licenceSource } from '../../../../nodes/WorkforceOperations/watch/licences/source.ts';
import { serviceError } from '../../operations/support.mts';
import { fakePoll } from '../fakePoll.mts';
import { readOf, service } from './guards.mts';

const sweep: Scan = {
	begun: 5,
	guards: 6,
	records: 9,
	left: ['3', '4'],
	again: ['1', '2'],
	unread: ['0'],
};

describe('a sweep', () => {
	test('begins with each guard once', () => {
		expect(newScan(7, ['2', '1', '2'])).toEqual({
			begun: 7,
			guards: 2,
			records: 0,
			left: ['2', '1'],
			again: [],
			unread: [],
		});
	});

	test('reads those that failed at the end', () => {
		expect([sweep, { ...sweep, left: [] }, { ...sweep, left: [], again: [] }].map(nextGuard)).toEqual([
			'3',
			'1',
			undefined,
		]);
	});

	test.each([
		['that is left', '3', { left: ['4'], again: ['1', '2'] }],
		['that had failed', '2', { left: ['3', '4'], again: ['1'] }],
	])('a guard %s is read', (_, id, changes) => {
		expect(readGuard(sweep, id, 2)).toEqual({ ...sweep, ...changes, records: 11 });
	});

	test.each([
		['the first time comes again', '3', { left: ['4'], again: ['1', '2', '3'] }],
		['twice is given up', '1', { again: ['2'], unread: ['0', '1'] }],
	])('a guard that fails %s', (_, id, changes) => {
		expect(missedGuard(sweep, id)).toEqual({ ...sweep, ...changes });
	});

	test.each([
		[8, 8],
		[5, 5],
		[4, 5],
	])('that ends at %d has ended at %d', (now, ended) => {
		expect(endScan(sweep, now)).toEqual({ begun: 5, ended, guards: 6, unread: 1, records: 9 });
	});

	test.each([
		[9, true],
		[10, false],
		[109, false],
		[110, true],
	])('that began at 10: at %d another one, 100 later, is due: %p', (now, due) => {
		expect(isDue({ begun: 10, ended: 60, guards: 1, unread: 0, records: 1 }, now, 100)).toBe(due);
		expect(isDue(undefined, now, 100)).toBe(true);
	});
});

describe('a stored sweep', () => {
	const packed = {
		begun: 5,
		guards: 6,
		records: 9,
		left: packIds(['3', '4']),
		again: packIds(['1', '2']),
		unread: packIds(['0']),
	};

	test('comes back as it was', () => {
		expect(packScan(sweep)).toEqual(packed);
		expect(unpackScan(JSON.parse(JSON.stringify(packed)))).toEqual(sweep);
	});

	test.each<[unknown]>([
		[undefined],
		[null],
		['text'],
		...Object.keys(packed).map((name): [unknown] => [{ ...packed, [name]: undefined }]),
		...Object.keys(packed).map((name): [unknown] => [{ ...packed, [name]: -1 }]),
	])('%j is none of ours', (value) => {
		expect(unpackScan(value)).toBeUndefined();
	});

	test('begins at nought at the least', () => {
		const least = { begun: 0, guards: 0, records: 0, left: packIds([]), again: packIds([]), unread: packIds([]) };
		expect(unpackScan(least)).toEqual({ ...least, left: [], again: [], unread: [] });
	});

	const swept = { begun: 0, ended: 8, guards: 6, unread: 1, records: 9 };

	test('that has ended comes back as it was', () => {
		expect(unpackFinishedScan({ ...swept })).toEqual(swept);
	});

	test.each<[unknown]>([
		[undefined],
		[[]],
		...Object.keys(swept).flatMap((name): Array<[unknown]> => [
			[{ ...swept, [name]: '1' }],
			[{ ...swept, [name]: -1 }],
		]),
	])('that has ended is not %j', (value) => {
		expect(unpackFinishedScan(value)).toBeUndefined();
	});
});

/** Each kind: whether a sweep goes on to the next guard, and whether a test event, which somebody waits for, does so however many there are. */
const KINDS: Record<ErrorKind, [sweep: boolean, testEvent: boolean]> = {
	notFound: [true, true],
	forbidden: [true, true],
	invalid: [true, true],
	conflict: [true, true],
	refused: [true, true],
	timeout: [true, false],
	network: [true, false],
	unavailable: [true, false],
	unreadable: [true, false],
	incomplete: [true, false],
	unauthorized: [false, false],
	redirected: [false, false],
	tooMany: [false, false],
	budget: [false, false],
	stopped: [false, false],
	settings: [false, false],
	unknown: [false, false],
};
const kinds = Object.entries(KINDS) as Array<[ErrorKind, [boolean, boolean]]>;

test.each(kinds)('a guard that is answered with %s holds up no others, unless it is about the key', (kind, [sweep]) => {
	expect(isOfKey(serviceError({ kind }))).toBe(!sweep);
});

test('nor do silence and the end of a poll’s time', () => {
	expect([new NoAnswerInTime(), new UnfinishedList([])].map(isOfKey)).toEqual([false, false]);
});

test.each(kinds.filter(([, [sweep]]) => sweep))(
	'guards that are answered with %s: a test event reads all, unless the service may be ill',
	async (kind, [, testEvent]) => {
		const fake = fakePoll(service(8, (id) => (id === 1 ? [] : serviceError({ kind }))));
		await licenceSource(expiring).preview(fake.poll);
		expect(readOf(fake).length === 8).toBe(testEvent);
	},
);
