// Fields that are to tell changes though nobody documents it, and changes that nothing tells.
import { describe, expect, test } from '@jest/globals';
import { type Change, CHANGES } from '../../../../nodes/WorkforceOperations/watch/changes/detect.ts';
import {
	absentFrom,
	assumedFields,
	missingSignals,
	type RecordKind,
	reportKind,
	describeAbsent,
	type ChangeSignals,
	timesheetKind,
} from '../../../../nodes/WorkforceOperations/watch/changes/rules.ts';

describe('fields that are assumed', () => {
	const tells: ChangeSignals = {
		submit: { field: 'sent', at: 'when', source: 'assumed' },
		approve: { field: 'sent', source: 'assumed' },
		reject: { field: 'status', source: 'documented' },
	};
	const all = assumedFields(tells, ['submit', 'approve', 'reject']);

	test('are those of the chosen changes that nobody documents', () => {
		expect([...all]).toEqual([
			['sent', ['submit', 'approve']],
			['when', ['submit']],
		]);
		expect([...assumedFields(tells, ['approve', 'reject'])]).toEqual([['sent', ['approve']]]);
		expect([...assumedFields({}, ['approve'])]).toEqual([]);
	});

	test('are of our own those of submitted timesheets alone', () => {
		const of = ({ signals }: RecordKind): string[] => [...assumedFields(signals, CHANGES).keys()];
		expect({ report: of(reportKind), timesheet: of(timesheetKind) }).toEqual({
			report: [],
			timesheet: ['staffSubmittedTimesheetTimes'],
		});
	});

	test('are absent where no record has them, however empty they are in one', () => {
		const of = (...records: Array<Record<string, unknown>>): string[] => [
			...absentFrom(
				records.map((record) => ({ record })),
				all,
			).keys(),
		];
		expect(of({ when: null }, {})).toEqual(['sent']);
		expect(of({}, { sent: '' })).toEqual(['when']);
		expect(of({ sent: 1 }, { when: 2 })).toEqual([]);
	});

	test('are named with what they are to tell', () => {
		expect(describeAbsent(all, 3)).toMatch(
			/^No record has the field “sent”, which should show a submission and an approval, or “when”, which should show a submission \(records read: 3\)\. /,
		);
		expect(describeAbsent(new Map([['f', ['reject']]]), 1)).toContain('should show a rejection (records read: 1). ');
		expect([describeAbsent(all, 0), describeAbsent(new Map(), 3)]).toEqual([undefined, undefined]);
	});
});

test.each<[string, RecordKind, Change[], string, string]>([
	[
		'the rejection of a report',
		reportKind,
		['reject'],
		'how incident reports show a rejection. Remove it from Changes, or name its field under ',
		'Rejected When, for example status=Rejected',
	],
	[
		'the submission and the approval of a timesheet',
		timesheetKind,
		['submit', 'approve'],
		'how timesheets show a submission and an approval. Remove them from Changes, or name their fields in ',
		'credential’s Service Details, as in {"changeFields": {"timesheet": {"submit": "status=Rejected"}}}',
	],
	[
		'the approval and the rejection of a report',
		reportKind,
		['approve', 'reject'],
		'how incident reports show an approval and a rejection. Remove them ',
		'credential’s Service Details, as in {"changeFields": {"incidentReport": {"approve": "status=Rejected"}}}',
	],
])('that nothing tells %s is said, with where to name what does', (_, kind, untold, words, cure) => {
	const said = missingSignals(kind, untold);
	expect(said).toContain(words);
	expect(said.endsWith(cure)).toBe(true);
});
