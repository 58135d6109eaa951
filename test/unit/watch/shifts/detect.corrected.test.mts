// A finding of a shift is known again where an id was corrected: its guard, site and start are the same, and only one record
// has them.
import { describe, expect, test } from '@jest/globals';
import type { JsonObject } from '../../../../nodes/WorkforceOperations/contract/index.ts';
import { hashesOf } from '../../../../nodes/WorkforceOperations/watch/core/hashes.ts';
import {
	detectConditions,
	type ReportedKeys,
	reportedShifts,
} from '../../../../nodes/WorkforceOperations/watch/shifts/detect.ts';
import { isOfNow, stemOf } from '../../../../nodes/WorkforceOperations/watch/shifts/guardKeys.ts';
import {
	type Judge,
	clockedIn,
	notClockedIn,
	offSite,
} from '../../../../nodes/WorkforceOperations/watch/shifts/rules.ts';
import { unanswered } from '../../../../nodes/WorkforceOperations/watch/shifts/welfareChecks.ts';
import { welfareCheck } from '../welfareCheck.mts';

const now = Date.parse('2026-07-01T08:30:00Z');
const hashes = hashesOf('api-key', 'owner');

const shift = (changes: object = {}): JsonObject => ({
	shiftId: 501,
	name: 'Aroha Ngata',
	email: 'aroha@example.com',
	siteName: 'Library',
	startTime: '2026-07-01T08:00:00Z',
	endTime: '2026-07-01T16:00:00Z',
	status: 'SCHEDULED',
	...changes,
});

interface Watched {
	/** How many findings each list gives. */
	told: number[];
	reported: ReportedKeys;
}

/** Polls that read one list after the other; what is remembered is stored between them. */
function watch(judge: Judge, lists: JsonObject[][], keys = lists.map(() => hashes)): Watched {
	let reported: ReportedKeys = new Map();
	const told = lists.map((records, poll) => {
		const by = keys[poll] ?? hashes;
		const observations = records.flatMap((record) =>
			judge(record, { now: now + poll * 60_000, timeZone: 'UTC', graceMs: 0, hashes: by }),
		);
		const seen = detectConditions(
			reportedShifts.unpack(JSON.parse(JSON.stringify(reportedShifts.pack(reported))))!,
			observations,
			{
				now: now + poll * 60_000,
				begin: 0,
				repeatEveryMs: 0,
				most: 50,
				stemOf,
				isOfNow: (key) => isOfNow(key, by.keyTag),
			},
		);
		({ reported } = seen);
		return seen.findings.length;
	});
	return { told, reported };
}

const corrections: Array<[string, object]> = [
	['another shiftId', { shiftId: 777 }],
	['no shiftId, but an eventID', { shiftId: null, eventID: '9' }],
	['an eventID beside it', { eventID: '9' }],
	['no id any more', { shiftId: null }],
	['an id as text, and a site in capitals', { shiftId: 'S-501', siteName: 'LIBRARY ' }],
];

describe.each(corrections)('%s', (_, changes) => {
	test('is the same finding, also when it is corrected back', () =>
		expect(watch(notClockedIn, [[shift()], [shift(changes)], [shift(changes)], [shift()]]).told).toEqual([1, 0, 0, 0]));

	test('of a shift of nobody as well', () => {
		const nobody = { name: null, email: null };
		const lists = [[shift(nobody)], [shift({ ...nobody, ...changes })]];
		expect(watch(notClockedIn, lists).told).toEqual([1, 0]);
	});

	test('of each other event', () => {
		const isIn = { timeIn: '2026-07-01T08:01:00Z', isClockInOffSite: true, status: 'CLOCKED IN' };
		const checks = {
			welfareCheckResponses: [
				welfareCheck(0, { welfareCheckId: null }),
				welfareCheck(0, { welfareCheckId: null, dateSent: '2026-07-01T08:10:00Z' }),
			],
		};
		for (const [judge, more, first] of [
			[clockedIn, isIn, 1],
			[clockedIn, { status: 'CLOCKED IN' }, 1],
			[offSite, isIn, 1],
			[unanswered, checks, 2],
		] as const)
			expect(watch(judge, [[shift(more)], [shift({ ...more, ...changes })]]).told).toEqual([first, 0]);
	});

	test('is another finding where the guard, the site or the start is another one, too', () => {
		for (const other of [
			{ email: 'ben@example.com', name: 'Ben Ito', shiftId: 778 },
			{ siteName: 'Wharf' },
			{ siteName: null },
			{ startTime: '2026-07-01T08:05:00Z' },
		])
			expect(watch(notClockedIn, [[shift()], [shift({ ...changes, shiftId: 777, ...other })]]).told).toEqual([1, 1]);
	});

	test('is another finding where two records have guard, site and start', () => {
		const two = [shift({ shiftId: 777 }), shift({ shiftId: 778 })];
		expect(watch(notClockedIn, [[shift()], two]).told).toEqual([1, 2]);
		expect(watch(notClockedIn, [[shift()], [shift(), shift(changes)]]).told).toEqual([1, 1]);
	});
});

test('each guard of a shift goes over to the record of his own', () => {
	const ben = { name: 'Ben Ito', email: 'ben@example.com' };
	const both = (shiftId: number): JsonObject[] => [shift({ shiftId }), shift({ shiftId, ...ben })];
	expect(watch(notClockedIn, [both(501), both(777)]).told).toEqual([2, 0]);
	// Somebody else has the shift that was corrected: a finding of its own.
	expect(watch(notClockedIn, [[shift()], [shift({ shiftId: 777 }), shift(ben)]]).told).toEqual([1, 1]);
});

test('what is over is forgotten under both ids, so that it is told when it is so again', () => {
	const come = shift({ shiftId: 777, timeIn: '2026-07-01T08:31:00Z' });
	const { told, reported } = watch(notClockedIn, [
		[shift()],
		[shift({ shiftId: 777 })],
		[come],
		[shift({ shiftId: 777 })],
	]);
	expect(told).toEqual([1, 0, 0, 1]);
	expect([...reported.keys()].map((key) => key.slice(0, 4))).toEqual(['777.']);
});

test('what is stored shows neither guard nor site, and differs with the API key', () => {
	const stored = (key: string): string =>
		JSON.stringify(reportedShifts.pack(watch(notClockedIn, [[shift()]], [hashesOf(key, 'owner')]).reported));
	expect(stored('one')).toMatch(/=[\w-]{4}"\]\}$/);
	expect(stored('one')).not.toMatch(/library|aroha/i);
	expect(stored('one').slice(-7)).not.toBe(stored('two').slice(-7));
});
