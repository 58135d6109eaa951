// What tells that a record is approved or rejected where no field of it does: the list that holds it, or what it says itself.
import { describe, expect, test } from '@jest/globals';
import { changedRecord, reportKind, timesheetKind } from '../../../../nodes/WorkforceOperations/watch/changes/rules.ts';

const NOW = Date.parse('2026-07-01T09:00:00Z');

const report = (changes: object): Record<string, unknown> => ({ incidentReportId: 80_001, ...changes });
const sheet = (changes: object): Record<string, unknown> => ({ timesheetId: 50_001, ...changes });

describe('what a list alone tells', () => {
	const told = (changes: object, lists: string[], empty: string[] = []) => {
		const wording = {
			now: NOW,
			timeZone: 'UTC',
			signals: { approve: reportKind.signals.approve },
			empty: new Set(empty),
		};
		const seen = changedRecord(reportKind, report(changes), new Set(lists), wording);
		return seen?.absent.approve ?? (seen?.traces ?? []).length > 0;
	};

	test.each<[string, object, string[], string[], unknown]>([
		[
			'a record that is in it is so, whatever it says',
			{ isApproved: false, status: 'Pending' },
			['all', 'approved'],
			[],
			true,
		],
		['one that isn’t, and says nothing', {}, ['all'], [], 'fromOthers'],
		['one that isn’t in an empty one, and says nothing', {}, ['all'], ['approved'], 'fromNone'],
		['one that says it is', { isApproved: true }, ['all'], ['approved'], true],
		['one that says it isn’t', { isApproved: false, status: 'Approved' }, ['all'], ['approved'], false],
		...['Y', 1, 'true', ' True '].map((isApproved): [string, object, string[], string[], unknown] => [
			`one that says it is with ${JSON.stringify(isApproved)}`,
			{ isApproved, status: 'Pending' },
			['all'],
			['approved'],
			true,
		]),
		...['N', 0, 'false', 'no'].map((isApproved): [string, object, string[], string[], unknown] => [
			`one that says it isn’t with ${JSON.stringify(isApproved)}`,
			{ isApproved, status: 'Approved' },
			['all'],
			['approved'],
			false,
		]),
		['one whose status says it is', { isApproved: null, status: ' APPROVED ' }, ['all'], [], true],
		['one whose status says it isn’t', { status: 'Rejected' }, ['all'], [], false],
		['one that is pending', { status: 'pending' }, ['all'], ['approved'], false],
		['a status that nobody knows says nothing', { status: 'Locked' }, ['all'], [], 'fromOthers'],
	])('%s', (_, changes, lists, empty, expected) => {
		expect(told(changes, lists, empty)).toBe(expected);
	});

	test('an approval says nothing of a rejection, but the status does', () => {
		const rejected = (changes: object) =>
			changedRecord(timesheetKind, sheet(changes), new Set(['all']), {
				now: NOW,
				timeZone: 'UTC',
				signals: timesheetKind.signals,
			});
		expect(rejected({ isApproved: false })?.absent).toEqual({ reject: 'fromOthers' });
		expect(rejected({ status: 'Rejected' })?.traces.map(({ change }) => change)).toContain('reject');
		expect(rejected({ status: 'Pending' })?.absent).toEqual({});
	});
});
