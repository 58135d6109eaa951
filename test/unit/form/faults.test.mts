// What is wrong with a row: one error that tells all of it, within bounds.
import { expect, test } from '@jest/globals';
import { Faults } from '../../../nodes/WorkforceOperations/form/faults.ts';
import { inputError } from '../../../nodes/WorkforceOperations/form/item.ts';
import { formOf } from './support.mts';

const item = formOf();
const refusing = (message: string, cure?: string) => () => {
	throw inputError(item, message, cure);
};
function told(...makes: Array<() => unknown>): { message?: string; description?: unknown } | undefined {
	const faults = new Faults(item);
	for (const make of makes) faults.read(make);
	return faults.errorWith() as ReturnType<typeof told>;
}

test('one fault is told in its own words, and none is no error', () => {
	expect(told(() => 1)).toBeUndefined();
	expect(told(refusing('A', 'a'))).toMatchObject({ message: 'A', description: 'a' });
	expect(told(refusing('A', 'a'), refusing('A', 'a'))).toMatchObject({ message: 'A', description: 'a' });
});

test('two have numbers already, and with five all are told', () => {
	expect(told(refusing('A', 'a.'), refusing('B', 'b.'))).toMatchObject({
		message: '2 errors: (1) A; (2) B',
		description: '(1) a. (2) b.',
	});
	expect(told(...['A', 'B', 'C', 'D', 'E'].map((name) => refusing(name)))).toMatchObject({
		message: '5 errors: (1) A; (2) B; (3) C; (4) D; (5) E',
	});
});

test('faults from elsewhere are told with them, and other errors are not', () => {
	const faults = new Faults(item);
	faults.read(refusing('A'));
	expect(faults.errorWith(new TypeError('x'), inputError(item, 'B'))).toMatchObject({
		message: '2 errors: (1) A; (2) B',
	});
});

test('which field has a fault is known by its label, of faults of the row alone', () => {
	const faults = new Faults(item);
	faults.read(refusing('“Mobile” is empty'));
	faults.read(() => {
		throw new TypeError('“Email” x');
	});
	const labels = ['Mobile', 'Email', 'is empty', 'Mob'];
	expect(labels.filter((label) => faults.isOf(label))).toEqual(['Mobile']);
});

test('several have numbers, by which each has its cure', () => {
	expect(told(refusing('A', 'a.'), () => 1, refusing('B'), refusing('A', 'c.'))).toMatchObject({
		message: '3 errors: (1) A; (2) B; (3) A',
		description: '(1) a. (3) c.',
	});
});

test('of many the first five are told, and how many there are', () => {
	const many = Array.from({ length: 12 }, (_, index) => refusing(`F${index}`, `C${index}.`));
	expect(told(...many)).toMatchObject({
		message: '12 errors: (1) F0; (2) F1; (3) F2; (4) F3; (5) F4; and 7 more',
		description: expect.stringMatching(/C4\.$/),
	});
});

test('what is no fault of the row is told alone', async () => {
	const broken = new TypeError('x');
	const faults = new Faults(item);
	faults.read(refusing('A'));
	await faults.wait(Promise.reject(broken));
	expect(faults.errorWith(inputError(item, 'B'))).toBe(broken);
	expect(() => faults.end()).toThrow(broken);
});
