// By what changes are told: as we know it, by Service Details, and by Rejected When.
import { expect, test } from '@jest/globals';
import type { GivenSignal } from '../../../../nodes/WorkforceOperations/contract/index.ts';
import { timesheetKind } from '../../../../nodes/WorkforceOperations/watch/changes/rules.ts';
import { readWatchSettings } from '../../../../nodes/WorkforceOperations/watch/settings.ts';
import { form } from '../filledForm.mts';

const signalsOf = (rejectedWhen?: unknown, timesheet: { submit?: GivenSignal; reject?: GivenSignal } = {}): unknown => {
	const item = form({ event: 'timesheet.changed', advanced: { rejectedWhen } });
	return (readWatchSettings(item, 'poll', { changeFields: { timesheet } }) as unknown as { signals: unknown }).signals;
};

const source = 'assumed';

test('nothing is corrected unless it is named', () => {
	expect(signalsOf()).toEqual(timesheetKind.signals);
	expect(signalsOf(' ')).toEqual(timesheetKind.signals);
});

test('what is named is told by its field, and all else stays as it is', () => {
	const { approve, reject } = timesheetKind.signals;
	const submit = { field: 'sent', value: 'x', at: 'when' };
	expect(signalsOf(undefined, { submit })).toEqual({ submit: { ...submit, source }, approve, reject });
	expect(timesheetKind.signals.submit?.field).toBe('staffSubmittedTimesheetTimes');
});

test('“Rejected When” takes a field and its value as they are, and goes before what Service Details say', () => {
	const told = signalsOf(' state = Sent back ', { reject: { field: 'other' } });
	expect(told).toEqual({ ...timesheetKind.signals, reject: { field: 'state', value: 'Sent back', source } });
});

test.each<[unknown]>([['=Rejected'], ['status='], [7], [{ field: 'a' }]])('“Rejected When” cannot be %j', (given) =>
	expect(() => signalsOf(given)).toThrow('“Rejected When” does not say which field'),
);
