import { expect, test } from '@jest/globals';
import { sampleOf } from '../../../../nodes/WorkforceOperations/resources/staff/match.ts';
import { givesNumber, missingForNew, stepFor } from '../../../../nodes/WorkforceOperations/resources/staff/plan.ts';

const record = { id: 7, firstName: 'Ann', lastName: 'Lee', email: 'Ann@example.com', employeeId: 'E-7' };

test.each([
	[{ firstName: 'A', lastName: 'B', email: 'a@example.com' }, []],
	[{ firstName: ' ', email: 'a@example.com' }, ['First Name', 'Last Name']],
	[{}, ['First Name', 'Last Name', 'Email']],
])('%j lacks %j for somebody new', (body, missing) => {
	expect(missingForNew(body)).toEqual(missing);
});

test.each([
	['to somebody new', undefined, { employeeId: 'E-8' }, true],
	['to somebody who has another', record, { employeeId: 'E-8' }, true],
	['to somebody whose record doesn’t show it', { id: 7 }, { employeeId: 'E-8' }, true],
	['to nobody, where it is theirs', record, { employeeId: 'E-7', mobile: '2' }, false],
	['to nobody, where the row has none', record, { employeeId: ' ', mobile: '2' }, false],
	['to nobody new without one', undefined, { email: 'a@x.au' }, false],
])('a row gives a number %s', (_, there, body, gives) => {
	expect(givesNumber({ body, step: stepFor(there, body) })).toBe(gives);
});

test('a sample comes from all over the rows, and begins with the first', () => {
	expect(sampleOf([0, 1, 2, 3, 4, 5, 6], 3)).toEqual([0, 2, 4]);
});
