import { expect, test } from '@jest/globals';
import { mergeBody } from '../../../nodes/WorkforceOperations/operations/record.ts';

test('a body has the user’s own fields over it, and nothing that is null', () =>
	expect(mergeBody({ a: 1, b: 2, c: undefined, d: false, e: '' }, { b: null, f: 0, a: 3 })).toEqual({
		a: 3,
		d: false,
		e: '',
		f: 0,
	}));
