import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import {
	detectThresholds,
	type ReportedLevel,
	reportedLevels,
} from '../../../../nodes/WorkforceOperations/watch/licences/detect.ts';
import { expiring, invalid, type LicenceRules } from '../../../../nodes/WorkforceOperations/watch/licences/rules.ts';
import { markFailed } from '../../../../nodes/WorkforceOperations/watch/delivery/redelivery.ts';
import {
	markDelivered,
	MOST_PENDING,
	packState,
	type WatchState,
} from '../../../../nodes/WorkforceOperations/watch/core/state.ts';
import { endScan, newScan, packScan } from '../../../../nodes/WorkforceOperations/watch/licences/scan.ts';

const DAY = 86_400_000;
const NOW = Date.parse('2026-07-01T09:00:00Z');
const STANDARD = [60, 30, 14, 7, 0];

const rules = (changes: Partial<LicenceRules> = {}): LicenceRules => ({
	now: NOW,
	timeZone: 'UTC',
	daysBefore: STANDARD,
	...changes,
});

const dateIn = (days: number, from = NOW): string =>
	`${new Date(Math.floor(from / DAY) * DAY + days * DAY).toISOString().slice(0, 10)}T00:00:00Z`;

const licence = (changes: object = {}): Record<string, unknown> => ({
	securityLicenseId: 7001,
	employeeId: 3001,
	firstName: 'Aroha',
	lastName: 'Ngata',
	licenseNumber: 'SL410000',
	licenceSector: 'Unarmed Guarding',
	status: 'Current',
	expiryDate: dateIn(400),
	isInvalidLicense: false,
	...changes,
});

type Reported = ReadonlyMap<string, ReportedLevel>;

/** Looks once; returns keys and memory. */
function look(
	told: Reported,
	records: Array<Record<string, unknown>>,
	changes: Partial<LicenceRules> = {},
	start?: { how: 'now' | 'new'; since: number },
	judge = expiring,
): { keys: string[]; told: Reported; reasons: string[]; waiting: number } {
	const rungs = records.flatMap((record) => judge(record, '3001', rules(changes)) ?? []);
	const seen = detectThresholds(told, rungs, { now: changes.now ?? NOW, most: 500, start });
	return {
		keys: seen.findings.map(({ key }) => key),
		reasons: seen.findings.map(({ reason }) => reason),
		told: seen.reported,
		waiting: seen.waiting,
	};
}

const fresh = (): Reported => new Map();

describe('the ladder of a licence that runs out', () => {
	test('first seen at five days it is one report, of the lowest threshold, and not four', () => {
		const { keys, reasons, told } = look(fresh(), [licence({ expiryDate: dateIn(5) })]);
		expect(keys).toEqual(['3001.7001:2026-07-06:7']);
		expect(reasons).toEqual(['Aroha Ngata’s licence SL410000 (Unarmed Guarding) expires in 5 days, on 6 Jul 2026']);
		expect(look(told, [licence({ expiryDate: dateIn(5) })]).keys).toEqual([]);
	});

	test('seen each day it is told once at each threshold, on its day', () => {
		let told = fresh();
		const days: Array<[number, string]> = [];
		for (let day = 0; day <= 70; day++) {
			const seen = look(told, [licence({ expiryDate: dateIn(65) })], { now: NOW + day * DAY });
			told = seen.told;
			for (const key of seen.keys) days.push([65 - day, key.split(':')[2] ?? '']);
		}
		expect(days).toEqual(STANDARD.map((threshold) => [threshold, String(threshold)]));
	});

	test('whatever days are looked at and whatever the thresholds, each step is told at most once, downwards, and none is missed that was lowest at a look', () => {
		fc.assert(
			fc.property(
				fc.uniqueArray(fc.nat({ max: 90 }), { minLength: 1, maxLength: 6 }),
				fc.array(fc.nat({ max: 120 }), { minLength: 1, maxLength: 30 }),
				(daysBefore, looks) => {
					let told = fresh();
					const steps: number[] = [];
					const due: number[] = [];
					for (const day of looks.sort((one, other) => one - other)) {
						const seen = look(told, [licence({ expiryDate: dateIn(100) })], { now: NOW + day * DAY, daysBefore });
						told = reportedLevels.unpack(JSON.parse(JSON.stringify(reportedLevels.pack(seen.told))))!;
						steps.push(...seen.keys.map((key) => Number(key.split(':')[2])));
						const reached = daysBefore.filter((threshold) => 100 - day <= threshold);
						if (reached.length > 0) due.push(Math.min(...reached));
					}
					expect(steps).toEqual([...new Set(due)]);
					expect(steps).toEqual([...steps].sort((one, other) => other - one));
				},
			),
		);
	});

	test('a new expiry date begins anew, also when the old one had been told to its end', () => {
		const { told } = look(fresh(), [licence({ expiryDate: dateIn(-3) })]);
		const renewed = look(told, [licence({ expiryDate: dateIn(700) })]);
		expect(renewed.keys).toEqual([]);
		expect(look(renewed.told, [licence({ expiryDate: dateIn(29) })]).keys).toEqual(['3001.7001:2026-07-30:30']);
		expect(look(told, [licence({ expiryDate: dateIn(29) })]).keys).toEqual(['3001.7001:2026-07-30:30']);
	});

	test('one that has run out, and one without a date, are told once and said to be so', () => {
		const gone = look(fresh(), [licence({ expiryDate: dateIn(-4) })]);
		expect(gone.reasons).toEqual([
			'Aroha Ngata’s licence SL410000 (Unarmed Guarding) expired 4 days ago, on 27 Jun 2026',
		]);
		expect(look(gone.told, [licence({ expiryDate: dateIn(-4) })], { now: NOW + 9 * DAY }).keys).toEqual([]);
		for (const nothing of [null, undefined, '', '0001-01-01T00:00:00', 'soon', '2026-02-31']) {
			const record = licence({ expiryDate: nothing });
			const undated = look(fresh(), [record]);
			expect(undated.reasons).toEqual([
				'Aroha Ngata’s licence SL410000 (Unarmed Guarding) has no expiry date in the service',
			]);
			expect(look(undated.told, [record]).keys).toEqual([]);
		}
	});

	test('days are those of the calendar in the workflow’s time zone', () => {
		// 23:30 in Sydney and already tomorrow in Auckland.
		const now = Date.parse('2026-07-01T13:30:00Z');
		const daysLeft = (timeZone: string, expiryDate: string): unknown =>
			expiring(licence({ expiryDate }), '3001', rules({ now, timeZone }))?.numbers.daysLeft;
		expect(daysLeft('Australia/Sydney', '2026-07-02T00:00:00Z')).toBe(1);
		expect(daysLeft('Pacific/Auckland', '2026-07-02T00:00:00Z')).toBe(0);
		expect(daysLeft('Australia/Sydney', '2026-07-02')).toBe(1);
		// Midnight of Sydney, as a database may have stored the second of July.
		expect(daysLeft('Australia/Sydney', '2026-07-01T14:00:00Z')).toBe(1);
		expect(daysLeft('UTC', '2026-07-01T14:00:00Z')).toBe(0);
	});

	test('with “new” a threshold that was reached before counts as told, and the next one is told', () => {
		const start = { how: 'new', since: NOW - 6 * 60_000 } as const;
		const first = look(
			fresh(),
			[licence({ expiryDate: dateIn(10) }), licence({ securityLicenseId: 7002, expiryDate: null })],
			{},
			start,
		);
		expect(first.keys).toEqual([]);
		expect(look(first.told, [licence({ expiryDate: dateIn(10) })], { now: NOW + 3 * DAY }).keys).toEqual([
			'3001.7001:2026-07-11:7',
		]);
	});

	test('what does not fit is told by the next look', () => {
		const records = [1, 2, 3].map((id) => licence({ securityLicenseId: id, expiryDate: dateIn(id) }));
		const rungs = records.flatMap((record) => expiring(record, '3001', rules()) ?? []);
		const first = detectThresholds(fresh(), rungs, { now: NOW, most: 2 });
		expect({ key: first.findings.map(({ key }) => key.split(':')[0]), waiting: first.waiting }).toEqual({
			key: ['3001.1', '3001.2'],
			waiting: 1,
		});
		expect(
			detectThresholds(first.reported, rungs, { now: NOW, most: 2 }).findings.map(({ key }) => key.split(':')[0]),
		).toEqual(['3001.3']);
	});

	test('two licences of one kind are two', () => {
		const two = [1, 2].map((own) =>
			licence({ expiryDate: dateIn(3), employeeSecurityLicenseInfo: { employeeSecurityLicenseId: own } }),
		);
		expect(look(fresh(), two).keys).toHaveLength(2);
	});
});

describe('two guards whose licences have one id', () => {
	const guards = (days: number, other = days) =>
		[
			['3001', days],
			['3002', other],
		].map(([guard, left]) => expiring(licence({ expiryDate: dateIn(Number(left)) }), String(guard), rules())!);
	const keysOf = ({ findings }: { findings: Array<{ key: string }> }): string[] => findings.map(({ key }) => key);

	test.each([
		['the same day', 5, 5],
		['different days', 5, 6],
	])('are told once each, with %s', (_, one, other) => {
		const first = detectThresholds(fresh(), guards(one, other), { now: NOW, most: 9 });
		expect(keysOf(first)).toEqual(['3001.7001:2026-07-06:7', `3002.7001:2026-07-0${1 + other}:7`]);
		expect(keysOf(detectThresholds(first.reported, guards(one, other), { now: NOW, most: 9 }))).toEqual([]);
	});
});

describe('an invalid licence', () => {
	const bad = (status: string): Record<string, unknown> => licence({ isInvalidLicense: true, status });
	const once = (told: Reported, record: Record<string, unknown>) => look(told, [record], {}, undefined, invalid);

	test('is told once for each of its states', () => {
		const first = once(fresh(), bad('Expired'));
		expect(first.keys).toEqual(['3001.7001:expired']);
		expect(first.reasons[0]).toContain(' is not valid; its status is “Expired”');
		expect(once(first.told, bad('Expired')).keys).toEqual([]);
		const second = once(first.told, bad('Cancelled'));
		expect(second.keys).toEqual(['3001.7001:cancelled']);
		const valid = once(second.told, licence());
		expect(valid.keys).toEqual([]);
		expect(once(valid.told, bad('Cancelled')).keys).toEqual(['3001.7001:cancelled']);
	});
});

test('three thousand reported licences and a thousand awaited hand-overs are remembered in less than 100 kB', () => {
	let told = fresh();
	let pending: WatchState['pending'] = {};
	for (let id = 0; id < 3000; id++) {
		const record = licence({ securityLicenseId: 41_000 + 3 * id, expiryDate: dateIn((id * 7) % 60) });
		const rung = expiring(record, String(30_000 + id), rules());
		const seen = detectThresholds(told, rung === undefined ? [] : [rung], { now: NOW, most: 500 });
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
