// By what changes are told: the option Fields of the watch trigger.
import { expect, test } from '@jest/globals';
import type { INode } from 'n8n-workflow';
import type { Item } from '../../../nodes/WorkforceOperations/form/item.ts';
import { timesheetKind } from '../../../nodes/WorkforceOperations/watch/changes/rules.ts';
import { readChangeFields } from '../../../nodes/WorkforceOperations/watch/changes/changeFields.ts';

const item: Item = {
	node: { id: '1', name: 'Watch', type: 'test', typeVersion: 1, position: [0, 0], parameters: {} } as INode,
	timeZone: 'UTC',
	get: (_, fallback) => fallback,
};

const read = (given: unknown) => readChangeFields(item, timesheetKind.signals, given);

test.each([[undefined], [null], [''], [' '], [{}], ['{}'], [' {} '], [7]])('%p corrects nothing', (given) => {
	expect(read(given)).toEqual(timesheetKind.signals);
});

const source = 'assumed';

test.each<[unknown, object]>([
	['sent', { field: 'sent', source }],
	[' sent ', { field: 'sent', source }],
	['status=Sent', { field: 'status', value: 'Sent', source }],
	[' status = Sent ', { field: 'status', value: 'Sent', source }],
	['status=a=b', { field: 'status', value: 'a=b', source }],
	[{ field: ' sent ' }, { field: 'sent', source }],
	[
		{ field: 'sent', value: 1 },
		{ field: 'sent', value: '1', source },
	],
	[
		{ field: 'sent', value: 0 },
		{ field: 'sent', value: '0', source },
	],
	[
		{ field: 'sent', value: false },
		{ field: 'sent', value: 'false', source },
	],
	[
		{ field: 'sent', value: ' x ' },
		{ field: 'sent', value: ' x ', source },
	],
	[
		{ field: 'sent', at: ' when ' },
		{ field: 'sent', at: 'when', source },
	],
	[
		{ field: 'sent', value: 'x', at: 'when' },
		{ field: 'sent', value: 'x', at: 'when', source },
	],
])('%j names the field, and all else stays as it is', (given, submit) => {
	const { approve, reject } = timesheetKind.signals;
	expect(read({ submit: given })).toEqual({ submit, approve, reject });
	expect(read(JSON.stringify({ submit: given }))).toEqual({ submit, approve, reject });
});

test('several are corrected at once', () => {
	expect(read({ submit: 'a', approve: 'b', reject: 'c' })).toEqual({
		submit: { field: 'a', source },
		approve: { field: 'b', source },
		reject: { field: 'c', source },
	});
	expect(timesheetKind.signals.submit?.field).toBe('staffSubmittedTimesheetTimes');
});

/** The message and the description of what is refused. */
function refused(given: unknown): string[] {
	try {
		read(given);
	} catch (error) {
		const { message, description } = error as Error & { description: string };
		return [message, description];
	}
	return ['read'];
}

const EXAMPLE = 'Write {"reject": "status=Rejected"}, or {"approve": {"field": "isApproved", "at": "modifiedDate"}}.';

test.each<[unknown]>([
	[''],
	[' '],
	['='],
	['=x'],
	['status='],
	['status= '],
	[7],
	[null],
	[['status']],
	[{}],
	[{ value: 'x' }],
	[{ field: '' }],
	[{ field: 7 }],
	[{ field: 'a', value: null }],
	[{ field: 'a', value: ['x'] }],
	[{ field: 'a', value: {} }],
	[{ field: 'a', when: 'b' }],
	[{ field: 'a', at: '' }],
	[{ field: 'a', at: null }],
	[{ field: 'a', at: 7 }],
])('%j does not say which field tells a rejection', (given) => {
	expect(refused({ reject: given })).toEqual([
		'“Fields” does not say which field tells “reject”',
		`It is ${JSON.stringify(given)}. ${EXAMPLE}`,
	]);
});

test.each<[unknown, string, string]>([
	['{', '“Fields” is not a JSON object', `It is “{”. ${EXAMPLE}`],
	[' ["x"] ', '“Fields” is not a JSON object', `It is “["x"]”. ${EXAMPLE}`],
	['z'.repeat(99), '“Fields” is not a JSON object', `It is “${'z'.repeat(80)}”. ${EXAMPLE}`],
	[{ pay: 'x' }, '“Fields” names “pay”', `It may name submit, approve, reject. ${EXAMPLE}`],
	[{ ['p'.repeat(50)]: 'x' }, `“Fields” names “${'p'.repeat(40)}”`, `It may name submit, approve, reject. ${EXAMPLE}`],
	[
		{ reject: ['y'.repeat(99)] },
		'“Fields” does not say which field tells “reject”',
		`It is ["${'y'.repeat(78)}. ${EXAMPLE}`,
	],
])('%j is refused in words', (given, message, description) => {
	expect(refused(given)).toEqual([message, description]);
});

test('“Rejected When” takes a field and its value as they are, and goes before what Fields says', () => {
	const told = readChangeFields(item, timesheetKind.signals, '{"reject": "other=No"}', ' state = Sent back ');
	expect(told).toEqual({ ...timesheetKind.signals, reject: { field: 'state', value: 'Sent back', source } });
	expect(readChangeFields(item, timesheetKind.signals, '{}', ' ')).toEqual(timesheetKind.signals);
});

test.each<[unknown]>([['=Rejected'], ['status='], [7], [{ field: 'a' }]])('“Rejected When” cannot be %j', (given) =>
	expect(() => readChangeFields(item, timesheetKind.signals, {}, given)).toThrow(
		'“Rejected When” does not say which field',
	),
);
