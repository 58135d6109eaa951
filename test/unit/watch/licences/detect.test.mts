// Which steps of licences are told, and what is remembered of them, exactly.
import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import {
	detectThresholds,
	type ReportedLevel,
	reportedLevels,
	type Threshold,
} from '../../../../nodes/WorkforceOperations/watch/licences/detect.ts';
import { expiring } from '../../../../nodes/WorkforceOperations/watch/licences/rules.ts';
import { markFailed } from '../../../../nodes/WorkforceOperations/watch/delivery/redelivery.ts';
import {
	markDelivered,
	MOST_PENDING,
	packState,
	type WatchState,
} from '../../../../nodes/WorkforceOperations/watch/core/state.ts';
import { endScan, newScan, packScan } from '../../../../nodes/WorkforceOperations/watch/licences/scan.ts';
import { keysOf } from '../fakePoll.mts';
import { finding } from '../finding.mts';

const DAY = 86_400_000;
const NOW = Date.parse('2026-07-01T09:00:00Z');
const rules = { now: NOW, timeZone: 'UTC', daysBefore: [60, 30, 14, 7, 0] };

/** A licence that expires in so many days. */
const licence = (securityLicenseId: number, days: number): Record<string, unknown> => ({
	securityLicenseId,
	expiryDate: new Date(NOW + days * DAY).toISOString().slice(0, 10),
});

type Reported = ReadonlyMap<string, ReportedLevel>;

describe('what is remembered', () => {
	const rung = (subject: string, step: number, changes: Partial<Threshold> = {}): Threshold => ({
		...finding(`${subject}:${step}`, 10 + step),
		subject,
		cycle: 'r1',
		level: step,
		holds: true,
		...changes,
	});
	const [NOON, TODAY] = [20_000.5 * DAY, 20_000];
	const mark = (cycle: string, level: number, day = TODAY): ReportedLevel => ({ cycle, level, day });
	const told = (known?: ReportedLevel) => new Map(known === undefined ? [] : [['s', known]]);

	test.each<[string, ReportedLevel | undefined, Threshold, string[], ReportedLevel | undefined]>([
		['the first one', undefined, rung('s', 40), ['s:40'], mark('r1', 40)],
		['the same step', mark('r1', 40), rung('s', 40), [], mark('r1', 40)],
		['a step above the one that was told', mark('r1', 40), rung('s', 41), [], mark('r1', 40)],
		['a step below it', mark('r1', 40), rung('s', 39), ['s:39'], mark('r1', 39)],
		['the same step of another run', mark('r0', 40), rung('s', 40), ['s:40'], mark('r1', 40)],
		['no step reached any more', mark('r1', 40), rung('s', 40, { holds: false }), [], undefined],
		['what is seen again has been seen today', mark('r1', 40, 19_000), rung('s', 41), [], mark('r1', 40)],
	])('%s', (_, known, given, expected, kept) => {
		const { findings, reported } = detectThresholds(told(known), [given], { now: NOON, most: 9 });
		expect({ keys: keysOf(findings), kept: reported.get('s') }).toEqual({ keys: expected, kept });
	});

	test.each<['now' | 'new', number, string[]]>([
		['now', 19, ['s:9']],
		['new', 19, ['s:9']],
		['new', 20, []],
	])('at the beginning with “%s”, which was at %d', (how, since, expected) => {
		const start = { how, since };
		const { findings, reported } = detectThresholds(told(), [rung('s', 9)], { now: NOON, start, most: 9 });
		expect({ keys: keysOf(findings), kept: reported.get('s') }).toEqual({ keys: expected, kept: mark('r1', 9) });
	});

	test('the oldest first, what does not fit is not remembered, and what was given stays as it is', () => {
		const before = told(mark('r1', 40, 19_000));
		const twice = rung('a', 5, { reason: 'first copy' });
		const seen = detectThresholds(before, [rung('c', 1), twice, rung('b', 2), rung('a', 5)], { now: NOON, most: 2 });
		expect({ findings: seen.findings, waiting: seen.waiting }).toEqual({
			findings: [rung('c', 1), rung('b', 2)],
			waiting: 1,
		});
		const unseen = ['s', mark('r1', 40, 19_000)] as const;
		expect([...seen.reported]).toEqual([unseen, ['c', mark('r1', 1)], ['b', mark('r1', 2)]]);
		expect([...before]).toEqual([unseen]);
	});
});

test('whatever days are looked at and whatever the thresholds, each step is told at most once, downwards, and none is missed that was lowest at a look', () => {
	fc.assert(
		fc.property(
			fc.uniqueArray(fc.nat({ max: 90 }), { minLength: 1, maxLength: 6 }),
			fc.array(fc.nat({ max: 120 }), { minLength: 1, maxLength: 30 }),
			(daysBefore, looks) => {
				let told: Reported = new Map();
				const steps: number[] = [];
				const due: number[] = [];
				for (const day of looks.sort((one, other) => one - other)) {
					const now = NOW + day * DAY;
					const rung = expiring(licence(7001, 100), '3001', { ...rules, now, daysBefore })!;
					const seen = detectThresholds(told, [rung], { now, most: 500 });
					told = reportedLevels.unpack(JSON.parse(JSON.stringify(reportedLevels.pack(seen.reported))))!;
					steps.push(...keysOf(seen.findings).map((key) => Number(key.split(':')[2])));
					const reached = daysBefore.filter((threshold) => 100 - day <= threshold);
					if (reached.length > 0) due.push(Math.min(...reached));
				}
				expect(steps).toEqual([...new Set(due)]);
				expect(steps).toEqual([...steps].sort((one, other) => other - one));
			},
		),
	);
});

test('three thousand reported licences and a thousand awaited hand-overs are remembered in less than 100 kB', () => {
	let told: Reported = new Map();
	let pending: WatchState['pending'] = {};
	for (let id = 0; id < 3000; id++) {
		const record = licence(41_000 + 3 * id, (id * 7) % 60);
		const rung = expiring(record, String(30_000 + id), rules)!;
		const seen = detectThresholds(told, [rung], { now: NOW, most: 500 });
		told = seen.reported;
		for (const { key, locator } of seen.findings) {
			if (Object.keys(pending).length >= MOST_PENDING) continue;
			pending = markFailed(markDelivered(pending, [{ key, locator }], NOW), [key], 3, NOW).pending;
		}
	}
	expect({ told: told.size, pending: Object.keys(pending).length }).toEqual({ told: 3000, pending: MOST_PENDING });
	const sweep = newScan(
		NOW,
		Array.from({ length: 3000 }, (_, id) => String(30_000 + id)),
	);
	const state: WatchState = {
		owner: 'o'.repeat(16),
		subject: 's'.repeat(16),
		born: NOW,
		revision: 9999,
		since: NOW,
		readTo: NOW,
		engine: { told: reportedLevels.pack(told), last: endScan(sweep, NOW), sweep: packScan(sweep) },
		pending,
	};
	const bytes = Buffer.byteLength(JSON.stringify(packState(state)));
	expect(bytes).toBeLessThan(100_000);
});
