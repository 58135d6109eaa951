// What the list of Output Fields says beside its fields, and which names no item can have.
import { describe, expect, test } from '@jest/globals';
import { fieldsOf } from '../../../nodes/WorkforceOperations/contract/index.ts';
import {
	impossibleNames,
	isOfOtherRows,
	outputFieldsOptions,
} from '../../../nodes/WorkforceOperations/form/tickedFields.ts';

const records = fieldsOf({
	simple: 'siteName id',
	more: 'notes?',
	rest: 'extra',
	addHours: 'hours worked?',
	addOther: 'x',
});
const addHours = { displayName: 'Add Hours', name: 'addHours', type: 'boolean', default: true } as const;
const otherRows = { rows: ['lines'], names: ['id', 'amount'], besides: ['details'] };

describe('A list to tick', () => {
	test('says of a field which option adds it, and whether the service names it', () => {
		const [field] = outputFieldsOptions({ records, options: [addHours] });
		expect(field?.options).toEqual([
			{ name: 'ID', value: 'id' },
			{ name: 'Extra', value: 'extra' },
			{ name: 'Hours', value: 'hours', description: 'With Add Hours' },
			{ name: 'Notes', value: 'notes', description: 'The service doesn’t document this field name' },
			{ name: 'Site Name', value: 'siteName' },
			{
				name: 'Worked',
				value: 'worked',
				description: 'With Add Hours. The service doesn’t document this field name.',
			},
		]);
	});
});

const spec = { records, options: [], otherRows };

test.each<[string, string, boolean]>([
	['siteName', 'lines', true],
	['id', 'lines', false],
	['amount', 'lines', false],
	['amount', 'records', true],
	['id', 'records', false],
	['siteName', 'records', false],
	['none', 'lines', false],
	['none', 'records', false],
])('that “%s” needs another choice than the rows “%s” is %s', (name, rows, isOther) =>
	expect(isOfOtherRows(name, spec, rows)).toBe(isOther),
);

test('a name that no other row can have is known, in any letter case and by the part before its dot', () => {
	const names = ['AMOUNT', 'Details.unit', 'amuont', 'amuont.x', 'id'];
	expect(impossibleNames(names, spec, 'lines')).toEqual(['amuont', 'amuont.x']);
	expect(impossibleNames(names, spec, 'records')).toEqual([]);
	const { rows, names: own } = otherRows;
	expect(impossibleNames(names, { records, otherRows: { rows, names: own } }, 'lines')).toEqual([]);
	expect(impossibleNames(names, { records }, 'lines')).toEqual([]);
	expect(isOfOtherRows('amount', { records }, 'records')).toBe(false);
});
