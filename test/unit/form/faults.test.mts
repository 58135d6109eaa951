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

const several = (...names: string[]) => names.map((name) => refusing(name));
const many = Array.from({ length: 12 }, (_, index) => refusing(`F${index}`, `C${index}.`));

test.each([
	['one, in its own words', [refusing('A', 'a')], { message: 'A', description: 'a' }],
	['the same twice, as one', [refusing('A', 'a'), refusing('A', 'a')], { message: 'A', description: 'a' }],
	[
		'two, with numbers',
		[refusing('A', 'a.'), refusing('B', 'b.')],
		{ message: '2 errors: (1) A; (2) B', description: '(1) a. (2) b.' },
	],
	[
		'several, with numbers by which each has its cure',
		[refusing('A', 'a.'), () => 1, refusing('B'), refusing('A', 'c.')],
		{ message: '3 errors: (1) A; (2) B; (3) A', description: '(1) a. (3) c.' },
	],
	['five, all', several('A', 'B', 'C', 'D', 'E'), { message: '5 errors: (1) A; (2) B; (3) C; (4) D; (5) E' }],
	[
		'many, the first five and how many there are',
		many,
		{
			message: '12 errors: (1) F0; (2) F1; (3) F2; (4) F3; (5) F4; and 7 more',
			description: expect.stringMatching(/C4\.$/),
		},
	],
])('of faults are told %s', (_, makes, words) => expect(told(...makes)).toMatchObject(words));

test('none is no error', () => expect(told(() => 1)).toBeUndefined());

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

test('what is no fault of the row is told alone', async () => {
	const broken = new TypeError('x');
	const faults = new Faults(item);
	faults.read(refusing('A'));
	await faults.wait(Promise.reject(broken));
	expect(faults.errorWith(inputError(item, 'B'))).toBe(broken);
	expect(() => faults.end()).toThrow(broken);
});
