import { expect, test } from '@jest/globals';
import { withoutDoubleStop } from '../../../nodes/WorkforceOperations/contract/index.ts';
import { inputError } from '../../../nodes/WorkforceOperations/form/item.ts';
import { formOf } from '../form/support.mts';

test.each([
	['It is “Ltd.”.', 'It is “Ltd.”'],
	['“Really?”. Look again.', '“Really?” Look again.'],
	['It is “abc”.', 'It is “abc”.'],
	['Wait …', 'Wait …'],
])('%s is said as %s', (text, said) => expect(withoutDoubleStop(text)).toBe(said));

test('an error about the form has no second full stop behind a quotation', () => {
	const error = inputError(formOf(), '“Name” is not a date', 'It is “St.”. Pick a date.');
	expect(error.description).toBe('It is “St.” Pick a date.');
});
