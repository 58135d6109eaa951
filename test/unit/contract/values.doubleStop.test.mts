import { expect, test } from '@jest/globals';
import { withoutDoubleStop } from '../../../nodes/WorkforceOperations/contract/index.ts';
import { inputError } from '../../../nodes/WorkforceOperations/form/item.ts';
import { Hints } from '../../../nodes/WorkforceOperations/operations/types.ts';
import { Problem } from '../../../nodes/WorkforceOperations/transport/index.ts';
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

test('nor has a hint, or a problem', () => {
	const hints = new Hints();
	hints.asked('Notes.', false);
	expect(hints.all.map(({ message }) => message)).toEqual([expect.stringMatching(/^No record has “Notes\.” Check/)]);
	const { message, cure } = new Problem('There is no “Ltd.”.', 'Correct “St.”.');
	expect({ message, cure }).toEqual({ message: 'There is no “Ltd.”', cure: 'Correct “St.”' });
});
