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

test('both kinds are read from their lists, by what is documented, published or assumed of them', () => {
	const { name: _, ...ofReports } = reportKind;
	expect(ofReports).toEqual({
		eventType: 'incidentreport',
		detail: 'incidentReport',
		endpoint: 'incidentReport.getAll',
		idField: 'incidentReportId',
		placeField: 'submittedDate',
		lists: { all: { query: {} }, approved: { query: { isApproved: 'true' } } },
		signals: {
			submit: { field: 'submittedDate', source: 'published' },
			approve: { list: 'approved', at: 'modifiedDate', source: 'documented' },
		},
		by: { submit: 'submittedByName', approve: 'modifiedByName', reject: 'modifiedByName' },
	});
	const { name: __, ...ofSheets } = timesheetKind;
	expect(ofSheets).toEqual({
		eventType: 'timesheet',
		detail: 'timesheet',
		endpoint: 'timesheet.getAll',
		idField: 'timesheetId',
		placeField: 'scheduledStartTime',
		lists: { all: { query: {} }, rejected: { query: { status: 'Rejected' }, onlyFor: 'reject' } },
		signals: {
			submit: { field: 'staffSubmittedTimesheetTimes', source: 'assumed' },
			approve: { field: 'approvedDateTime', source: 'published' },
			reject: { list: 'rejected', source: 'documented' },
		},
		by: { approve: 'approvedBy' },
	});
});

test('a report that was approved shows both of its changes, with their dates', () => {
	const { id, signs, movesWhenSubmitted } = read(reportKind, report(), ['all', 'approved']) ?? {};
	expect([id, movesWhenSubmitted, read(timesheetKind, sheet())?.movesWhenSubmitted]).toEqual(['80001', true, false]);
	expect(signs).toEqual([
		{ change: 'submit', at: Date.parse('2026-07-01T08:00:00Z') },
		{ change: 'approve', at: Date.parse(APPROVED) },
	]);
});

test.each<[string, ChangeSignal, unknown, unknown, { at?: number } | undefined]>([
	['a field that is filled', { field: 'f', source: 'assumed' }, 'x', APPROVED, {}],
	['a list', { field: 'f', source: 'assumed' }, [1], APPROVED, {}],
	['a date', { field: 'f', source: 'assumed' }, APPROVED, null, { at: Date.parse(APPROVED) }],
	['true', { field: 'f', source: 'assumed' }, true, APPROVED, {}],
	['true as text', { field: 'f', source: 'assumed' }, ' Yes', APPROVED, {}],
	['true as a number', { field: 'f', source: 'assumed' }, 1, APPROVED, {}],
	['true with its date', { field: 'f', at: 'd', source: 'assumed' }, true, APPROVED, { at: Date.parse(APPROVED) }],
	['true with no date', { field: 'f', at: 'd', source: 'assumed' }, true, '', {}],
	[
		'a field with another one’s date',
		{ field: 'f', at: 'd', source: 'assumed' },
		'x',
		APPROVED,
		{ at: Date.parse(APPROVED) },
	],
	['a value', { field: 'f', value: 'Yes', source: 'assumed' }, ' yes ', APPROVED, {}],
	['a value with blanks about it', { field: 'f', value: ' YES ', source: 'assumed' }, 'Yes', APPROVED, {}],
	[
		'a value with its date',
		{ field: 'f', value: '7', at: 'd', source: 'assumed' },
		7,
		APPROVED,
		{ at: Date.parse(APPROVED) },
	],
	['a value that is a number', { field: 'f', value: '7', source: 'assumed' }, 7, APPROVED, {}],
	['a flag in other words', { field: 'f', value: 'true', source: 'assumed' }, 1, APPROVED, {}],
	['the other flag', { field: 'f', value: 'true', source: 'assumed' }, 'N', APPROVED, undefined],
	['a flag that is off, in words', { field: 'f', source: 'assumed' }, 'N', APPROVED, undefined],
	['another value', { field: 'f', value: 'Yes', source: 'assumed' }, 'No', APPROVED, undefined],
	['a list that holds it', { list: 'all', source: 'assumed' }, null, APPROVED, {}],
	['a list that does not', { list: 'other', source: 'assumed' }, 'x', APPROVED, undefined],
	...[null, undefined, '', ' ', [], {}, 0, false, '0001-01-01T00:00:00'].map(
		(nothing): [string, ChangeSignal, unknown, unknown, undefined] => [
			`nothing: ${JSON.stringify(nothing)}`,
			{ field: 'f', source: 'assumed' },
			nothing,
			APPROVED,
			undefined,
		],
	),
	['an object that says something', { field: 'f', source: 'assumed' }, { a: 0 }, null, {}],
])('told by %s', (_, tell, f, d, sign) => {
	const seen = read(reportKind, report({ f, d }), ['all'], { reject: tell });
	expect(seen?.signs).toEqual(sign === undefined ? [] : [{ change: 'reject', ...sign }]);
});

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

	test.each<[object, Change, string[], string]>([
		[
			{},
			'approve',
			[],
			'Aroha Ngata’s timesheet at Library, for the shift at 16:00, was approved at 18:30 by Dana Whitlock',
		],
		[
			{ approvedBy: '' },
			'approve',
			[],
			'Aroha Ngata’s timesheet at Library, for the shift at 16:00, was approved at 18:30',
		],
		[
			{ approvedDateTime: null },
			'submit',
			[],
			'Aroha Ngata’s timesheet at Library, for the shift at 16:00, is submitted',
		],
		[
			{},
			'submit',
			['rejected'],
			'Aroha Ngata’s timesheet at Library, for the shift at 16:00, is submitted; it is now rejected',
		],
		[
			{ approvedDateTime: null },
			'reject',
			['rejected'],
			'Aroha Ngata’s timesheet at Library, for the shift at 16:00, is rejected',
		],
		[
			{ approvedDateTime: null },
			'approve',
			[],
			'Aroha Ngata’s timesheet at Library, for the shift at 16:00, was approved; it is now submitted',
		],
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

	test('who rejected a report is told where its date is', () => {
		const tells: ChangeSignals = {
			reject: { field: 'status', value: 'Rejected', at: 'modifiedDate', source: 'assumed' },
		};
		const seen = read(reportKind, report({ status: 'Rejected' }), ['all'], tells);
		expect(seen?.signs.map((sign) => seen.describe(sign).reason)).toEqual([
			'Incident report IR-7 (Lost Property) at Library was rejected at 18:30 by Dana Whitlock',
		]);
		const undated = read(reportKind, report({ status: 'Rejected' }), ['all'], {
			reject: { field: 'status', value: 'Rejected', source: 'assumed' },
		});
		expect(undated?.signs.map((sign) => undated.describe(sign).reason)).toEqual([
			'Incident report IR-7 (Lost Property) at Library is rejected',
		]);
	});
});

test.each([
	[{ reportId: 'IR-7' }, 'Incident report IR-7 (Lost Property) at Library'],
	[{ reportId: null }, 'Incident report 80001 (Lost Property) at Library'],
])('a report with %j is called “%s”', (changes, words) => {
	expect(reportKind.name(report(changes), String)).toBe(words);
});
