// The staff list by what rows are matched by.
import { describe, expect, test } from '@jest/globals';
import { kindWords, numberKey, StaffList } from '../../../../nodes/WorkforceOperations/resources/staff/people.ts';

describe('The staff list', () => {
	const ann = { id: 7, email: 'Ann@example.com', employeeId: 'E-7' };
	const ben = { id: 8, email: 'b@example.com', employeeId: 'e-7' };
	const without = { id: null, email: 'no.id@example.com', employeeId: '0042' };
	const cam = { id: '9', email: null, employeeId: '', isActive: false };
	const dee = { id: 10, email: 'd@example.com', employeeId: '42' };
	const list = new StaffList();
	list.add([ann, ben, without, cam], true);
	// The list of the inactive may bring everybody a second time.
	list.add([ann, ben, dee], false);

	test('finds everybody by ID, address and number, whatever the letter case and the spaces, and nobody twice', () => {
		expect([list.withId('7'), list.withId(9), list.withId('x'), list.withId(11)]).toEqual([
			ann,
			cam,
			undefined,
			undefined,
		]);
		expect(list.withEmail(' ANN@example.com')).toEqual([ann]);
		expect(list.withNumber(' e-7')).toEqual([ann, ben]);
		expect(list.all).toHaveLength(5);
	});

	test('tells a number from one that is spelled otherwise, and finds both', () => {
		expect(list.withNumber('42')).toEqual([dee]);
		expect(list.holders('00 42')).toEqual([without, dee]);
		expect([list.holders(''), list.withEmail('')]).toEqual([[], []]);
	});

	test('knows who is inactive: in that half alone, or by their own word', () => {
		expect([ann, ben, cam, dee].map((one) => list.isInactive(one))).toEqual([false, false, true, true]);
		expect(list.active).toEqual([ann, ben, without, cam]);
		expect(list.isInactive({ id: 10 })).toBe(true);
		expect(list.isInactive({ id: 99 })).toBe(false);
	});

	test('says what an account is', () => {
		expect(kindWords(dee, list)).toBe(' (own employee, inactive)');
		expect(kindWords({ id: 7, subcontractorName: 'Reef' }, list)).toBe(' (supplied by Reef, active)');
		expect(kindWords({ subcontractorName: 'x'.repeat(99) })).toBe(` (supplied by ${'x'.repeat(60)})`);
	});
});

test.each([
	['1042.0', '1042'],
	['0042', '42'],
	['E - 7', 'e-7'],
	['0', '000'],
	['\u200b7', '7'],
])('%j and %j are one number', (one, other) => expect(numberKey(one)).toBe(numberKey(other)));

test.each([
	['70', '7'],
	['E-07', 'E-7'],
	['1.05', '105'],
	['A1042.0', 'A1042'],
	['0', ''],
])('%j and %j are two', (one, other) => expect(numberKey(one)).not.toBe(numberKey(other)));
