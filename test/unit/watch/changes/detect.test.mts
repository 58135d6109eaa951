import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import {
	type Change,
	type ChangeMemory,
	CHANGES,
	eachChange,
	newMemory,
	detectChanges,
	type ReportedChange,
	reportedChanges,
	renewedMemory,
} from '../../../../nodes/WorkforceOperations/watch/changes/detect.ts';
import {
	changedRecord,
	reportKind,
	type ChangeSignals,
	timesheetKind,
} from '../../../../nodes/WorkforceOperations/watch/changes/rules.ts';

const MINUTE = 60_000;
const DAY = 1440 * MINUTE;
const NOW = Date.parse('2026-07-01T09:00:00Z');
const iso = (at: number): string => new Date(at).toISOString();

const sheet = (more: object = {}): Record<string, unknown> => ({
	timesheetId: 50_001,
	staffName: 'Aroha Ngata',
	siteName: 'Coral Coast Library',
	scheduledStartTime: '2026-06-30T18:00:00Z',
	staffSubmittedTimesheetTimes: [],
	approvedDateTime: null,
	approvedBy: null,
	...more,
});

const submitted = { staffSubmittedTimesheetTimes: [{ startTime: 'x', endTime: 'y' }] };
const approvedAt = (at: number): object => ({ ...submitted, approvedDateTime: iso(at), approvedBy: 'Dana Whitlock' });

interface Copy {
	record: Record<string, unknown>;
	lists?: string[];
}

/** Looks once at copies of records; brings what it tells. */
function look(
	memory: ChangeMemory,
	copies: Copy[],
	changes: {
		now?: number;
		chosen?: readonly Change[];
		start?: 'now' | 'new';
		most?: number;
		tells?: ChangeSignals;
	} = {},
): { keys: string[]; reasons: string[]; memory: ChangeMemory; waiting: number } {
	const { now = NOW, chosen = CHANGES, start, most = 500, tells = timesheetKind.signals } = changes;
	const records = copies.flatMap(
		({ record, lists = [] }) =>
			changedRecord(timesheetKind, record, new Set(lists), { now, timeZone: 'UTC', signals: tells }) ?? [],
	);
	const since = NOW - 6 * MINUTE;
	const seen = detectChanges(memory, records, {
		now,
		chosen,
		most,
		begin: now - 14 * DAY,
		start: start && { how: start, since },
	});
	const told = eachChange((change) =>
		reportedChanges.unpack(JSON.parse(JSON.stringify(reportedChanges.pack(seen.memory.reported[change]))))!,
	);
	return {
		keys: seen.findings.map(({ key }) => key.split(':').slice(0, 2).join(':')),
		reasons: seen.findings.map(({ reason }) => reason),
		memory: { ...seen.memory, reported: told },
		waiting: seen.waiting,
	};
}

const known = (record: Record<string, unknown>): ChangeMemory =>
	look(newMemory(NOW), [{ record }], { start: 'new' }).memory;

describe('records that change', () => {
	test('what is so at the first look is known, and what has happened since the publishing is told', () => {
		const first = look(newMemory(NOW), [{ record: sheet(approvedAt(NOW - DAY)) }], { start: 'new' });
		expect(first.keys).toEqual([]);
		expect(look(newMemory(NOW), [{ record: sheet(approvedAt(NOW - MINUTE)) }], { start: 'new' }).keys).toEqual([
			'50001:approve',
		]);
		const all = look(newMemory(NOW), [{ record: sheet(approvedAt(NOW - DAY)) }], { start: 'now' });
		expect(all.keys).toEqual(['50001:approve']);
	});

	test('approve, reject and approve are each told when each is seen by a look of its own', () => {
		let memory = known(sheet(submitted));
		const states: Copy[] = [
			{ record: sheet(approvedAt(NOW + 1)) },
			{ record: sheet(submitted), lists: ['all', 'rejected'] },
			{ record: sheet(approvedAt(NOW + 3)) },
		];
		const told = states.map((state, index) => {
			const seen = look(memory, [state], { now: NOW + index * MINUTE });
			({ memory } = seen);
			return seen.keys;
		});
		expect(told).toEqual([['50001:approve'], ['50001:reject'], ['50001:approve']]);
		expect(look(memory, [states[2]!]).keys).toEqual([]);
	});

	test('approve, reject and approve between two looks are one report, of the newest state', () => {
		const seen = look(known(sheet(submitted)), [{ record: sheet(approvedAt(NOW + 3)) }]);
		expect(seen.keys).toEqual(['50001:approve']);
		// It had been approved and told before: the date of the approval tells that it is another one.
		const again = look(seen.memory, [{ record: sheet(approvedAt(NOW + 9)) }]);
		expect(again.keys).toEqual(['50001:approve']);
		expect(look(again.memory, [{ record: sheet(approvedAt(NOW + 9)) }]).keys).toEqual([]);
	});

	test('submitted and approved between two looks is told as approved, and as submitted to who wants submissions only', () => {
		const both = [{ record: sheet(approvedAt(NOW + 3)) }];
		expect(look(known(sheet()), both).keys).toEqual(['50001:approve']);
		const seen = look(known(sheet()), both, { chosen: ['submit'] });
		expect(seen.keys).toEqual(['50001:submit']);
		expect(seen.reasons[0]).toBe(
			'The timesheet of Aroha Ngata at Coral Coast Library, shift of 18:00 is submitted; it is approved by now',
		);
	});

	test('submitted again with other times is told, the same times are not', () => {
		const { memory } = look(known(sheet()), [{ record: sheet(submitted) }]);
		expect(look(memory, [{ record: sheet(submitted) }]).keys).toEqual([]);
		const other = { staffSubmittedTimesheetTimes: [{ startTime: 'x', endTime: 'z' }] };
		expect(look(memory, [{ record: sheet(other) }], { now: NOW + 9 * DAY }).keys).toEqual(['50001:submit']);
	});

	test('an approval that was entered late, with an old date, is told all the same', () => {
		let memory = known(sheet(submitted));
		for (let day = 1; day < 6; day++)
			memory = renewedMemory(
				look(memory, [{ record: sheet(submitted) }], { now: NOW + day * DAY }).memory,
				NOW + day * DAY,
				0,
			);
		expect(look(memory, [{ record: sheet(approvedAt(NOW)) }], { now: NOW + 6 * DAY }).keys).toEqual(['50001:approve']);
	});

	test('a list that came empty once makes nothing look new', () => {
		let { memory } = look(known(sheet(submitted)), [{ record: sheet(approvedAt(NOW + 1)) }]);
		for (let look1 = 0; look1 < 20; look1++)
			memory = renewedMemory(look(memory, []).memory, NOW + look1 * MINUTE, NOW + look1 * MINUTE - 14 * DAY);
		expect(look(memory, [{ record: sheet(approvedAt(NOW + 1)) }]).keys).toEqual([]);
	});

	test('nor does one that stays empty for as long as its records are in the window; then they are forgotten', () => {
		let { memory } = look(known(sheet(submitted)), [{ record: sheet(approvedAt(NOW + 1)) }]);
		const pass = (day: number): void => {
			memory = renewedMemory(look(memory, []).memory, NOW + day * DAY, NOW + (day - 14) * DAY);
		};
		for (let day = 1; day < 14; day++) pass(day);
		expect(look(memory, [{ record: sheet(approvedAt(NOW + 1)) }], { now: NOW + 13 * DAY }).keys).toEqual([]);
		pass(14);
		expect(CHANGES.map((change) => memory.reported[change].size)).toEqual([0, 0, 0]);
	});

	test('what does not fit comes with the next look, and of one record nothing is told by half', () => {
		const records = [1, 2, 3].map((id) => ({ record: sheet({ ...approvedAt(NOW + id), timesheetId: id }) }));
		const start = newMemory(NOW);
		const first = look(start, records, { most: 2, start: 'now' });
		expect([first.keys, first.waiting]).toEqual([['1:approve', '2:approve'], 1]);
		const second = look(first.memory, records, { most: 2, start: 'now' });
		expect([second.keys, second.waiting]).toEqual([['3:approve'], 0]);
		expect(look(second.memory, records, { start: 'now' }).keys).toEqual([]);
	});

	test('whatever happens between looks, there is one report where something new is so, of the state that is newest', () => {
		const step = fc.constantFrom<Change | 'look'>('submit', 'approve', 'reject', 'look');
		fc.assert(
			fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
				let now = NOW;
				let state = { times: 0, approved: 0, rejected: false };
				let before = state;
				let memory = known(sheet());
				for (const what of [...steps, 'look' as const]) {
					now += 10 * MINUTE;
					if (what === 'submit') state = { times: state.times + 1, approved: 0, rejected: false };
					if (what === 'approve') state = { ...state, approved: now, rejected: false };
					if (what === 'reject') state = { ...state, approved: 0, rejected: true };
					if (what !== 'look') continue;
					const record = sheet({
						staffSubmittedTimesheetTimes: state.times === 0 ? [] : [{ times: state.times }],
						approvedDateTime: state.approved === 0 ? null : iso(state.approved),
					});
					const seen = look(memory, [{ record, lists: state.rejected ? ['rejected'] : [] }], { now });
					({ memory } = seen);
					const fresh = [
						...(state.rejected && !before.rejected ? ['reject'] : []),
						...(state.approved > 0 && state.approved !== before.approved ? ['approve'] : []),
						...(state.times !== before.times ? ['submit'] : []),
					];
					expect(seen.keys).toEqual(fresh.slice(0, 1).map((change) => `50001:${change}`));
					before = state;
				}
			}),
			{ numRuns: 300 },
		);
	});

	test('thirty thousand records of two weeks, all submitted and most approved, are remembered in less than 100 kB', () => {
		const memory = newMemory(NOW);
		const told = eachChange(() => new Map<string, ReportedChange>());
		const start = NOW - 14 * DAY;
		for (let id = 0; id < 30_000; id++) {
			const at = start + (id / 30_000) * 14 * DAY;
			const record = { incidentReportId: 80_000 + id, submittedDate: iso(at), modifiedDate: iso(at + DAY) };
			const lists = new Set(at + DAY < NOW && id % 11 > 0 ? ['all', 'approved'] : ['all']);
			const wording = { now: NOW, timeZone: 'UTC', signals: reportKind.signals };
			const changed = changedRecord(reportKind, record, lists, wording);
			const chosen = ['submit', 'approve'] as const;
			for (const trace of changed?.traces ?? [])
				if (chosen.some((change) => change === trace.change))
					told[trace.change].set(changed?.id ?? '', {
						version: (trace.at ?? 0) < memory.horizon ? '' : trace.version,
						day: Math.floor(at / DAY),
						isMissing: false,
					});
		}
		const bytes = JSON.stringify(CHANGES.map((change) => reportedChanges.pack(told[change]))).length;
		expect(told.submit.size).toBe(30_000);
		expect(bytes).toBeLessThan(100_000);
	});
});

test('a date that a database writes for nothing tells no change', () => {
	for (const approvedDateTime of ['0001-01-01T00:00:00', '0001-01-01T00:00:00Z', '1900-01-01T00:00:00'])
		expect(look(newMemory(NOW), [{ record: sheet({ approvedDateTime }) }]).keys).toEqual([]);
});
