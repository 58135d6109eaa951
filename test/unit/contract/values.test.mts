import { describe, expect, test } from '@jest/globals';
import {
	activeInWords,
	byName,
	byNumber,
	fileNameOf,
	firstFew,
	firstFilled,
	idOf,
	isBlank,
	isDefault,
	realIdOf,
	splitList,
	usableId,
	yesOrNo,
} from '../../../nodes/WorkforceOperations/contract/index.ts';

test.each<unknown>([undefined, null, '', '  \n', [], [''], [[null]]])('%j says nothing', (value) =>
	expect(isBlank(value)).toBe(true),
);

test.each<unknown>([0, false, 'a', [0], {}, { toString: 0 }, [{ toString: null }], ['', '']])(
	'%j says something',
	(value) => expect(isBlank(value)).toBe(false),
);

test.each([null, '', 0, false, [], {}, [null], { id: 0, name: ' ', roles: [], site: { id: 0 } }])(
	'%j stands in place of nothing',
	(value) => expect(isDefault(value)).toBe(true),
);

test.each([1, true, '0', 'a', [0, 1], { id: 0, roles: [{ id: 2 }] }, new Date(0)])('%j stands for something', (value) =>
	expect(isDefault(value)).toBe(false),
);

test('the first value that says something is taken, also when it is 0', () => {
	expect(firstFilled([undefined, ' ', 0, 'later'])).toBe(0);
	expect(firstFilled([null, ''])).toBeUndefined();
});

test.each<[unknown, RegExp | undefined, string[]]>([
	['1, 2;3\n4,,', undefined, ['1', '2', '3', '4']],
	['a b;c', /,/, ['a b;c']],
	[[1, ' two ', null, undefined, ''], undefined, ['1', 'two']],
	[17, undefined, ['17']],
	[undefined, undefined, []],
	[null, undefined, []],
])('%j is cut at %s into %j', (value, separator, parts) => expect(splitList(value, separator)).toEqual(parts));

test.each<[unknown, boolean | undefined]>([
	...[true, 'true', ' TRUE ', 1, '1', 'Yes', 'y'].map((value): [unknown, boolean] => [value, true]),
	...[false, 'false', 'False', 0, '0', 'NO', 'n'].map((value): [unknown, boolean] => [value, false]),
	...[undefined, null, '', 2, 'on', [true], { yes: true }].map((value): [unknown, undefined] => [value, undefined]),
])('the switch %j is read as %j', (value, read) => expect(yesOrNo(value)).toBe(read));

test.each([
	[1, 1],
	['7', 7],
	[' 7 ', 7],
	[Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER],
	[2 ** 53, undefined],
	[0, undefined],
	['0', undefined],
	[-1, undefined],
	[1.5, undefined],
	['7a', undefined],
	['', undefined],
	[' ', undefined],
	[null, undefined],
	[undefined, undefined],
	[[], undefined],
])('%j is the internal id %j', (value, id) => expect(usableId(value)).toBe(id));

describe('the name of a file holds no folder', () => {
	test.each([
		['photo.png', 'photo.png'],
		['../../etc/passwd', 'passwd'],
		['C:\\Windows\\system.ini', 'system.ini'],
		['folder/..', undefined],
		['.', undefined],
		['', undefined],
		['a\u0000b\r\n.pdf', 'ab.pdf'],
		['a\u001fb\u007f.pdf', 'ab.pdf'],
		[' Gate 3.pdf ', 'Gate 3.pdf'],
		['...', undefined],
		['.profile', '.profile'],
		['a/ ', undefined],
		['invoice\u202egpj.exe', 'invoicegpj.exe'],
		['\u2066a\u2069\u200e\u200f\u061c.pdf', 'a.pdf'],
		['a\u0085b\u2028c\u2029d\ufeff.pdf', 'abcd.pdf'],
		['\u202e..', undefined],
		['..\u200e/\u202a.\u202c', undefined],
		['مرحبا می\u200cخواهم 👨\u200d👩.pdf', 'مرحبا می\u200cخواهم 👨\u200d👩.pdf'],
		[`${'a'.repeat(196)}.pdf`, `${'a'.repeat(196)}.pdf`],
		[`${'a'.repeat(197)}.pdf`, `${'a'.repeat(196)}.pdf`],
		['a'.repeat(201), 'a'.repeat(200)],
		[`${'a'.repeat(300)}.${'b'.repeat(11)}`, 'a'.repeat(200)],
		[`${'a'.repeat(199)}👩`, 'a'.repeat(199)],
		[`${'a'.repeat(195)}👩.pdf`, `${'a'.repeat(195)}.pdf`],
	])('%j is %j', (written, name) => {
		expect(fileNameOf(written)).toBe(name);
	});
});

test('names are sorted without letter case, ids by the value of their numbers', () => {
	expect([byName('a', 'B'), byName('b', 'A'), byName('a', 'A')]).toEqual([-1, 1, 0]);
	expect(['E-10', 'E-9', 'D-11'].sort(byNumber)).toEqual(['D-11', 'E-9', 'E-10']);
});

test('of many entries the first are named, and the others counted', () => {
	const all = Array.from({ length: 22 }, (_, at) => String(at + 1));
	expect(firstFew(all)).toMatch(/^1, 2, .*, 20 and 2 more$/);
	expect([firstFew(['1', '2', '3'], 2), firstFew(['1', '2'], 2), firstFew([])]).toEqual([
		'1, 2 and 1 more',
		'1, 2',
		'',
	]);
});

test.each<[unknown, string | undefined, string | undefined]>([
	[5, '5', '5'],
	[' a ', 'a', 'a'],
	[0, '0', undefined],
	['00000000-0000-0000-0000-000000000000', '00000000-0000-0000-0000-000000000000', undefined],
	['x-0', 'x-0', 'x-0'],
	[NaN, undefined, undefined],
	[Infinity, undefined, undefined],
	[' ', undefined, undefined],
	[true, undefined, undefined],
	[undefined, undefined, undefined],
])('the id in %j is %j; a real one is %j', (value, id, real) =>
	expect({ idOf: idOf(value), realIdOf: realIdOf(value) }).toEqual({ idOf: id, realIdOf: real }),
);

test('the state of a record is said in words where the record has one', () =>
	expect([{ isActive: 'yes' }, { isActive: 0 }, {}].map(activeInWords)).toEqual(['Active', 'Inactive', undefined]));
