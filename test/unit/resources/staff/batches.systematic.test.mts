// A fault of single rows, and one that has nothing to do with them.
import { describe, expect, test } from '@jest/globals';
import { CommonFailure } from '../../../../nodes/WorkforceOperations/resources/staff/batches.ts';
import { formError, serviceError } from '../../operations/support.mts';

describe('Rows that fail alone with the same words', () => {
	const closed = (): Error => serviceError({ message: 'Closed', code: '7' });
	const after = (...errors: unknown[]): CommonFailure => {
		const made = new CommonFailure();
		for (const error of errors) made.failedAlone(error);
		return made;
	};
	const times = (count: number): unknown[] => Array.from({ length: count }, closed);

	test('explain a batch that fails with them, from eight on', () => {
		expect([7, 8, 9].map((count) => after(...times(count)).explains(closed()))).toEqual([false, true, true]);
	});

	test('explain no other words, and none of another code', () => {
		const known = after(...times(8));
		const others = [
			serviceError({ message: 'Closed', code: '8' }),
			serviceError({ message: 'Closed' }),
			serviceError({ message: 'Down', code: '7' }),
			new Error('Closed'),
		];
		expect(others.map((error) => known.explains(error))).toEqual([false, false, false, false]);
		expect(after(...Array.from({ length: 8 }, () => new Error('a'))).explains(new Error('b'))).toBe(false);
	});

	test('are counted anew after other words, and after a batch that went through', () => {
		const other = serviceError({ message: 'Other' });
		expect(after(...times(7), other, closed()).explains(closed())).toBe(false);
		expect(after(...times(7), other, ...times(7)).explains(closed())).toBe(false);
		expect(after(other, ...times(8)).explains(closed())).toBe(true);
		const known = after(...times(8));
		known.succeeded();
		expect(known.explains(closed())).toBe(false);
		for (const error of times(7)) known.failedAlone(error);
		expect(known.explains(closed())).toBe(false);
		known.failedAlone(closed());
		expect(known.explains(closed())).toBe(true);
	});

	test('are told once, behind what the error says itself', () => {
		const made = new CommonFailure();
		const [bare, described, plain] = [serviceError(), serviceError({ description: 'Why.' }), formError('Form.')];
		for (const error of [bare, described, plain, bare, described]) expect(made.withAdvice(error)).toBe(error);
		expect(bare.description).toMatch(/^Every row that was sent on its own failed with this message, [^.]*\. [^.]*\.$/);
		expect(described.description).toBe(`Why. ${bare.description}`);
		expect(plain.description).toBe('Form.');
	});
});
