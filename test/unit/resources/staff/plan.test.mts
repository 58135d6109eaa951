import { describe, expect, test } from '@jest/globals';
import { usableId } from '../../../../nodes/WorkforceOperations/contract/index.ts';
import { formItem } from '../formItem.mts';
import { Directory } from '../../../../nodes/WorkforceOperations/resources/staff/directory.ts';
import { givesNumber, missingForNew, stepFor } from '../../../../nodes/WorkforceOperations/resources/staff/plan.ts';

const record = { id: 7, firstName: 'Ann', lastName: 'Lee', email: 'Ann@example.com', employeeId: 'E-7', mobile: '1' };

describe('What is to be done for a row', () => {
	test('of nobody: a creation', () => {
		expect(stepFor(undefined, { email: 'new@example.com' })).toEqual({ action: 'create' });
	});

	test('of somebody who is the same: nothing', () => {
		expect(stepFor(record, { email: 'ann@example.com', mobile: '1' })).toEqual({ action: 'unchanged', record });
	});

	test('of somebody who differs, or can’t be compared: an update of just that', () => {
		expect(stepFor(record, { mobile: '2', city: 'Sydney', lastName: 'Lee' })).toEqual({
			action: 'update',
			record,
			id: 7,
			difference: { changed: ['mobile'], unknown: ['city'] },
		});
	});

	test.each([
		[{ firstName: 'A', lastName: 'B', email: 'a@example.com' }, []],
		[{ firstName: ' ', email: 'a@example.com' }, ['First Name', 'Last Name']],
		[{}, ['First Name', 'Last Name', 'Email']],
	])('%j lacks %j for somebody new', (body, missing) => {
		expect(missingForNew(body)).toEqual(missing);
	});
});

test.each([
	['to somebody new', undefined, { employeeId: 'E-8' }, true],
	['to somebody who has another', record, { employeeId: 'E-8' }, true],
	['to somebody whose record doesn’t show it', { id: 7 }, { employeeId: 'E-8' }, true],
	['to nobody, where it is theirs', record, { employeeId: 'E-7', mobile: '2' }, false],
	['to nobody, where the row has none', record, { employeeId: ' ', mobile: '2' }, false],
	['to nobody new without one', undefined, { email: 'a@x.au' }, false],
])('a row gives a number %s', (_, there, body, gives) => {
	expect(givesNumber({ item: formItem(), body, step: stepFor(there, body) })).toBe(gives);
});

describe('The staff list by what rows are matched by', () => {
	const directory = new Directory();
	directory.add([record, { id: 8, email: 'b@example.com', employeeId: 'e-7' }, { id: 9, email: null, employeeId: '' }]);
	// The list of the inactive may bring everybody a second time.
	directory.add([record, { email: 'no.id@example.com' }]);

	test('letter case and spaces don’t count, and nobody is there twice', () => {
		expect(directory.find('email', ' ANN@example.com')).toEqual([record]);
		expect(directory.find('id', '7')).toEqual([record]);
	});

	test('a number that two people have finds both', () => {
		expect(directory.find('employeeId', 'E-7').map(({ id }) => id)).toEqual([7, 8]);
	});

	test('a number that stands only in a record without an id is one that can’t be used, in just this writing', () => {
		const some = new Directory();
		some.add([
			{ id: 0, employeeId: '042' },
			{ id: 5, employeeId: '7' },
		]);
		expect(['042', '42', '7', '8'].map((number) => some.lacksId(number))).toEqual([true, false, false, false]);
	});

	test('what is empty, or has no id, finds nobody', () => {
		expect([
			directory.find('employeeId', ''),
			directory.find('email', undefined),
			directory.find('email', 'no.id@example.com'),
		]).toEqual([[], [], []]);
	});

	test.each([
		['7', 7],
		[7, 7],
		[0, undefined],
		['E-7', undefined],
		[7.5, undefined],
		[null, undefined],
		['', undefined],
	])('the id %j is %j', (id, usable) => {
		expect(usableId(id)).toBe(usable);
	});
});
