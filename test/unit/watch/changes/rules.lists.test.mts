// What tells that a record is approved or rejected where no field of it does: the list that holds it, or what it says itself.
import { describe, expect, test } from '@jest/globals';
import { changedRecord, reportKind, timesheetKind } from '../../../../nodes/WorkforceOperations/watch/changes/rules.ts';

const NOW = Date.parse('2026-07-01T09:00:00Z');

const report = (changes: object): Record<string, unknown> => ({ incidentReportId: 80_001, ...changes });
const sheet = (changes: object): Record<string, unknown> => ({ timesheetId: 50_001, ...changes });

describe('what a list alone tells', () => {
	const told = (changes: object, lists: string[], unproven: string[] = []) => {
		const wording = {
			now: NOW,
			timeZone: 'UTC',
			signals: { approve: reportKind.signals.approve },
		};
		const held = { holding: new Set(lists), unproven: new Set(unproven) };
		const seen = changedRecord(reportKind, report(changes), held, wording);
		return seen?.unproven.has('approve') === true ? 'open' : (seen?.signs ?? []).length > 0;
	};

	test.each<[string, object, string[], string[], unknown]>([
		[
			'a record that is in it is so, whatever it says',
			{ isApproved: false, status: 'Pending' },
			['all', 'approved'],
			[],
			true,
		],
		['one that isn’t, and says nothing', {}, ['all'], [], false],
		['one that isn’t in one that proves nothing, and says nothing', {}, ['all'], ['approved'], 'open'],
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
		['a status that nobody knows says nothing', { status: 'Locked' }, ['all'], ['approved'], 'open'],
	])('%s', (_, changes, lists, unproven, expected) => {
		expect(told(changes, lists, unproven)).toBe(expected);
	});

	test('an approval says nothing of a rejection, but the status does', () => {
		const rejected = (changes: object) =>
			changedRecord(
				timesheetKind,
				sheet(changes),
				{ holding: new Set(['all']), unproven: new Set(['rejected']) },
				{ now: NOW, timeZone: 'UTC', signals: timesheetKind.signals },
			);
		expect([...(rejected({ isApproved: false })?.unproven ?? [])]).toEqual(['reject']);
		expect(rejected({ status: 'Rejected' })?.signs.map(({ change }) => change)).toContain('reject');
		expect(rejected({ status: 'Pending' })?.unproven.size).toBe(0);
	});
});
