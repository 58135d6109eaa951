// With which settings a trigger goes on from what it remembers, and with which it begins anew.
import { describe, expect, test } from '@jest/globals';
import { reportKind, timesheetKind } from '../../../nodes/WorkforceOperations/watch/changes/rules.ts';
import { familyOf, watchedEvents } from '../../../nodes/WorkforceOperations/watch/events.ts';
import { readWatchSettings } from '../../../nodes/WorkforceOperations/watch/settings.ts';
import { form } from './filledForm.mts';

describe('what of its own settings makes it another watch, which begins anew', () => {
	const subjectOf = (event: string, values: object = {}): unknown => {
		const settings = readWatchSettings(form({ event, ...values }));
		return familyOf(settings.event)?.subject?.(settings);
	};

	test('are the changes that are chosen, and what signals them', () => {
		const rejectedWhen = 'status=Rejected';
		expect(subjectOf('timesheet.changed')).toEqual([['submit', 'approve'], timesheetKind.signals]);
		expect(subjectOf('incidentReport.changed', { changes: ['reject'], advanced: { rejectedWhen } })).toEqual([
			['reject'],
			{ ...reportKind.signals, reject: { field: 'status', value: 'Rejected', source: 'assumed' } },
		]);
	});

	test('is nothing for all others', () => {
		const others = watchedEvents.filter(({ changing }) => changing === undefined);
		expect(others.map(({ value }) => subjectOf(value))).toEqual(others.map(() => undefined));
	});
});
