// By what changes are told: as we know it, by Service Details, and by Rejected When.
import { expect, test } from '@jest/globals';
import type { INode } from 'n8n-workflow';
import type { Item } from '../../../../nodes/WorkforceOperations/form/item.ts';
import { timesheetKind } from '../../../../nodes/WorkforceOperations/watch/changes/rules.ts';
import { readChangeFields } from '../../../../nodes/WorkforceOperations/watch/changes/changeFields.ts';

const item: Item = {
	node: { id: '1', name: 'Watch', type: 'test', typeVersion: 1, position: [0, 0], parameters: {} } as INode,
	timeZone: 'UTC',
	get: (_, fallback) => fallback,
};

const source = 'assumed';

test('nothing is corrected unless it is named', () => {
	expect(readChangeFields(item, timesheetKind.signals)).toEqual(timesheetKind.signals);
	expect(readChangeFields(item, timesheetKind.signals, {}, ' ')).toEqual(timesheetKind.signals);
});

test('what is named is told by its field, and all else stays as it is', () => {
	const { approve, reject } = timesheetKind.signals;
	const submit = { field: 'sent', value: 'x', at: 'when' };
	expect(readChangeFields(item, timesheetKind.signals, { submit })).toEqual({
		submit: { ...submit, source },
		approve,
		reject,
	});
	expect(timesheetKind.signals.submit?.field).toBe('staffSubmittedTimesheetTimes');
});

test('“Rejected When” takes a field and its value as they are, and goes before what Service Details say', () => {
	const told = readChangeFields(item, timesheetKind.signals, { reject: { field: 'other' } }, ' state = Sent back ');
	expect(told).toEqual({ ...timesheetKind.signals, reject: { field: 'state', value: 'Sent back', source } });
});

test.each<[unknown]>([['=Rejected'], ['status='], [7], [{ field: 'a' }]])('“Rejected When” cannot be %j', (given) =>
	expect(() => readChangeFields(item, timesheetKind.signals, {}, given)).toThrow(
		'“Rejected When” does not say which field',
	),
);
