// What a record that changes shows, and in which words its changes are told.
import { describe, expect, test } from '@jest/globals';
import type { Change } from '../../../../nodes/WorkforceOperations/watch/changes/detect.ts';
import {
	changedRecord,
	type RecordKind,
	reportKind,
	type ChangeSignal,
	type ChangeSignals,
	timesheetKind,
} from '../../../../nodes/WorkforceOperations/watch/changes/rules.ts';

const NOW = Date.parse('2026-07-01T09:00:00Z');
const APPROVED = '2026-07-01T08:30:00Z';

const read = (
	kind: RecordKind,
	record: Record<string, unknown>,
	lists: string[] = ['all'],
	tells: ChangeSignals = kind.signals,
) =>
	changedRecord(
		kind,
		record,
		{ holding: new Set(lists), unproven: new Set() },
		{ now: NOW, timeZone: 'Australia/Sydney', signals: tells },
	);

const report = (changes: object = {}): Record<string, unknown> => ({
	incidentReportId: 80_001,
	reportId: 'IR-7',
	reportName: 'Lost Property',
	formName: 'Form 1',
	siteName: 'Library',
	submittedDate: '2026-07-01T08:00:00Z',
	submittedByName: 'Aroha Ngata',
	modifiedDate: APPROVED,
	modifiedByName: 'Dana Whitlock',
	...changes,
});

const sheet = (changes: object = {}): Record<string, unknown> => ({
	timesheetId: 50_001,
	staffName: 'Aroha Ngata',
	siteName: 'Library',
	scheduledStartTime: '2026-07-01T06:00:00Z',
	staffSubmittedTimesheetTimes: [{ startTime: 'x' }],
	approvedDateTime: APPROVED,
	approvedBy: 'Dana Whitlock',
	...changes,
});

test('a report that was approved shows both of its changes, with their dates', () => {
	const { id, signs, movesWhenSubmitted } = read(reportKind, report(), ['all', 'approved']) ?? {};
	expect([id, movesWhenSubmitted, read(timesheetKind, sheet())?.movesWhenSubmitted]).toEqual(['80001', true, false]);
	expect(signs).toEqual([
		{ change: 'submit', at: Date.parse('2026-07-01T08:00:00Z') },
		{ change: 'approve', at: Date.parse(APPROVED) },
	]);
});

const dated = { at: Date.parse(APPROVED) };

test.each<[string, Omit<ChangeSignal, 'source'>, unknown, unknown, { at?: number } | undefined]>([
	['a field that is filled', { field: 'f' }, 'x', APPROVED, {}],
	['a list', { field: 'f' }, [1], APPROVED, {}],
	['a date', { field: 'f' }, APPROVED, null, dated],
	['true', { field: 'f' }, true, APPROVED, {}],
	['true as text', { field: 'f' }, ' Yes', APPROVED, {}],
	['true as a number', { field: 'f' }, 1, APPROVED, {}],
	['true with its date', { field: 'f', at: 'd' }, true, APPROVED, dated],
	['true with no date', { field: 'f', at: 'd' }, true, '', {}],
	['a field with another one’s date', { field: 'f', at: 'd' }, 'x', APPROVED, dated],
	['a value', { field: 'f', value: 'Yes' }, ' yes ', APPROVED, {}],
	['a value with blanks about it', { field: 'f', value: ' YES ' }, 'Yes', APPROVED, {}],
	['a value with its date', { field: 'f', value: '7', at: 'd' }, 7, APPROVED, dated],
	['a value that is a number', { field: 'f', value: '7' }, 7, APPROVED, {}],
	['a flag in other words', { field: 'f', value: 'true' }, 1, APPROVED, {}],
	['the other flag', { field: 'f', value: 'true' }, 'N', APPROVED, undefined],
	['a flag that is off, in words', { field: 'f' }, 'N', APPROVED, undefined],
	['another value', { field: 'f', value: 'Yes' }, 'No', APPROVED, undefined],
	['a list that holds it', { list: 'all' }, null, APPROVED, {}],
	['a list that does not', { list: 'other' }, 'x', APPROVED, undefined],
	['an object that says something', { field: 'f' }, { a: 0 }, null, {}],
])('told by %s', (_, signal, f, d, sign) => {
	const seen = read(reportKind, report({ f, d }), ['all'], { reject: { ...signal, source: 'assumed' } });
	expect(seen?.signs).toEqual(sign === undefined ? [] : [{ change: 'reject', ...sign }]);
});

test.each([[null], [undefined], [''], [' '], [[]], [{}], [0], [false], ['0001-01-01T00:00:00']])(
	'not told by a field with %j',
	(f) => {
		const seen = read(reportKind, report({ f }), ['all'], { reject: { field: 'f', source: 'assumed' } });
		expect(seen?.signs).toEqual([]);
	},
);

test.each<[string, Record<string, unknown>, boolean]>([
	['a.b', { a: { b: 'x' } }, true],
	['a.b', { 'a.b': 'x' }, true],
	['a.b', { 'a.b': '', a: { b: 'x' } }, false],
	['a.1.b', { a: [{}, { b: 'x' }] }, true],
	['a.0.b', { a: [{}, { b: 'x' }] }, false],
	['a.b', { a: 'b' }, false],
	['a.b.c', { a: { b: null } }, false],
])('the field %s of %j is there: %p', (field, fields, isThere) => {
	const seen = read(reportKind, report(fields), ['all'], { submit: { field, source: 'assumed' } });
	expect(seen?.signs).toHaveLength(isThere ? 1 : 0);
});

test.each([
	[80_001, '80001'],
	['a:b,c*1', 'a(3a)b(2c)c(2a)1'],
	['A/1', 'A(2f)1'],
	['日本', '日本'],
	['__proto__', '__proto__'],
	['A_1.b-2', 'A_1.b-2'],
	['', undefined],
	[null, undefined],
])('the id %p is known as %p', (incidentReportId, id) => {
	expect(read(reportKind, report({ incidentReportId }))?.id).toBe(id);
});

describe('the words', () => {
	const told = (kind: RecordKind, record: Record<string, unknown>, change: Change, lists: string[] = ['all']) => {
		const seen = read(kind, record, lists);
		const sign = seen?.signs.find((each) => each.change === change) ?? { change };
		return seen?.describe(sign);
	};

	test('of a report', () => {
		const record = report();
		expect(told(reportKind, record, 'approve', ['approved'])).toEqual({
			locator: Date.parse('2026-07-01T08:00:00Z'),
			record,
			reason: 'Incident report IR-7 (Lost Property) at Library was approved at 18:30 by Dana Whitlock',
			numbers: { change: 'approve' },
		});
		expect(told(reportKind, record, 'submit', ['approved'])?.reason).toBe(
			'Incident report IR-7 (Lost Property) at Library was submitted at 18:00 by Aroha Ngata; it is now approved',
		);
	});

	test.each<[object, string]>([
		[{ reportId: '' }, 'Incident report 80001 (Lost Property) at Library'],
		[{ reportName: '' }, 'Incident report IR-7 (Form 1) at Library'],
		[{ reportName: null, formName: null }, 'Incident report IR-7 at Library'],
		[{ siteName: null }, 'Incident report IR-7 (Lost Property)'],
	])('of a report with %j', (changes, name) => {
		expect(told(reportKind, report(changes), 'submit')?.reason).toBe(`${name} was submitted at 18:00 by Aroha Ngata`);
	});

	const SHIFT = 'Aroha Ngata’s timesheet at Library, for the shift at 16:00,';

	test.each<[object, Change, string[], string]>([
		[{}, 'approve', [], `${SHIFT} was approved at 18:30 by Dana Whitlock`],
		[{ approvedBy: '' }, 'approve', [], `${SHIFT} was approved at 18:30`],
		[{ approvedDateTime: null }, 'submit', [], `${SHIFT} is submitted`],
		[{}, 'submit', ['rejected'], `${SHIFT} is submitted; it is now rejected`],
		[{ approvedDateTime: null }, 'reject', ['rejected'], `${SHIFT} is rejected`],
		[{ approvedDateTime: null }, 'approve', [], `${SHIFT} was approved; it is now submitted`],
		[
			{ staffName: null, siteName: null, scheduledStartTime: null, approvedDateTime: null },
			'submit',
			[],
			'Somebody’s timesheet is submitted',
		],
	])('of a timesheet with %j: %s, in the lists %j', (changes, change, lists, reason) => {
		const record = sheet(changes);
		expect(told(timesheetKind, record, change, lists)).toEqual({
			locator: record['scheduledStartTime'] === null ? 0 : Date.parse('2026-07-01T06:00:00Z'),
			record,
			reason,
			numbers: { change },
		});
	});

	test.each<[string, Partial<ChangeSignal>, string]>([
		['is told where its date is', { at: 'modifiedDate' }, 'was rejected at 18:30 by Dana Whitlock'],
		['isn’t told without a date', {}, 'is rejected'],
	])('who rejected a report %s', (_, more, words) => {
		const reject = { field: 'status', value: 'Rejected', source: 'assumed' as const, ...more };
		const seen = read(reportKind, report({ status: 'Rejected' }), ['all'], { reject });
		expect(seen?.signs.map((sign) => seen.describe(sign).reason)).toEqual([
			`Incident report IR-7 (Lost Property) at Library ${words}`,
		]);
	});
});

test.each([
	[{ reportId: 'IR-7' }, 'Incident report IR-7 (Lost Property) at Library'],
	[{ reportId: null }, 'Incident report 80001 (Lost Property) at Library'],
])('a report with %j is called “%s”', (changes, words) => {
	expect(reportKind.name(report(changes), String)).toBe(words);
});

describe('what a list alone tells', () => {
	/** The list that shows approvals: it holds the record or not, or it proves nothing because it is empty or incomplete. */
	const lists = {
		'in it': { holding: new Set(['all', 'approved']), unproven: new Set<string>() },
		'not in it': { holding: new Set(['all']), unproven: new Set<string>() },
		unproven: { holding: new Set(['all']), unproven: new Set(['approved']) },
	};

	test.each<[string, object, keyof typeof lists, boolean | 'open']>([
		['a record that is in it is so, whatever it says', { isApproved: false, status: 'Pending' }, 'in it', true],
		['one that isn’t, and says nothing', {}, 'not in it', false],
		['one that isn’t in one that proves nothing, and says nothing', {}, 'unproven', 'open'],
		['one that says it is', { isApproved: true }, 'unproven', true],
		['one that says it is with a letter', { isApproved: 'Y', status: 'Pending' }, 'unproven', true],
		['one that says it is with a number', { isApproved: 1, status: 'Pending' }, 'unproven', true],
		['one that says it is as text', { isApproved: 'true', status: 'Pending' }, 'unproven', true],
		['one that says it is with blanks', { isApproved: ' True ', status: 'Pending' }, 'unproven', true],
		['one that says it isn’t', { isApproved: false, status: 'Approved' }, 'unproven', false],
		['one that says it isn’t with a letter', { isApproved: 'N', status: 'Approved' }, 'unproven', false],
		['one that says it isn’t with a number', { isApproved: 0, status: 'Approved' }, 'unproven', false],
		['one that says it isn’t as text', { isApproved: 'false', status: 'Approved' }, 'unproven', false],
		['one that says it isn’t with a word', { isApproved: 'no', status: 'Approved' }, 'unproven', false],
		['one whose status says it is', { isApproved: null, status: ' APPROVED ' }, 'not in it', true],
		['one whose status says it isn’t', { status: 'Rejected' }, 'not in it', false],
		['one that is pending', { status: 'pending' }, 'unproven', false],
		['a status that nobody knows says nothing', { status: 'Locked' }, 'unproven', 'open'],
	])('%s', (_, changes, where, expected) => {
		const wording = { now: NOW, timeZone: 'UTC', signals: { approve: reportKind.signals.approve } };
		const seen = changedRecord(reportKind, { incidentReportId: 80_001, ...changes }, lists[where], wording);
		expect(seen?.unproven.has('approve') === true ? 'open' : seen?.signs.length === 1).toBe(expected);
	});

	test('an approval says nothing of a rejection, but the status does', () => {
		const rejected = (changes: object) =>
			changedRecord(
				timesheetKind,
				{ timesheetId: 50_001, ...changes },
				{ holding: new Set(['all']), unproven: new Set(['rejected']) },
				{ now: NOW, timeZone: 'UTC', signals: timesheetKind.signals },
			);
		expect([...(rejected({ isApproved: false })?.unproven ?? [])]).toEqual(['reject']);
		expect(rejected({ status: 'Rejected' })?.signs.map(({ change }) => change)).toContain('reject');
		expect(rejected({ status: 'Pending' })?.unproven.size).toBe(0);
	});
});
