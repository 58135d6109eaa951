import { describe, expect, test } from '@jest/globals';
import CryptoJS from 'crypto-js';
import fc from 'fast-check';
import { isSignedBy } from '../../../../nodes/WorkforceOperations/trigger/receive/authenticate.ts';

const github = {
	secret: "It's a Secret to Everybody",
	body: 'Hello, World!',
	signature: '757107ea0eb2509fc211221cce984b8a37570b6d7586c22c46f4379c8b043e17',
};

const text = (from: number, to: number): string =>
	Array.from({ length: to - from + 1 }, (_, index) => String.fromCharCode(from + index)).join('');

/** RFC 4231, section 4; the keys of its cases 3, 6 and 7 are no text, and 5 is cut short. */
const rfc4231: Array<[string, string, Buffer, string]> = [
	[
		'1',
		'\u000b'.repeat(20),
		Buffer.from('Hi There'),
		'b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7',
	],
	[
		'2',
		'Jefe',
		Buffer.from('what do ya want for nothing?'),
		'5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843',
	],
	['4', text(0x01, 0x19), Buffer.alloc(50, 0xcd), '82558a389a443c0ea4cc819899f2083a85f0faa3e578f8077a2e3ff46729665b'],
];

describe('a signature', () => {
	test('GitHub’s published example', () => {
		expect(isSignedBy([github.secret], Buffer.from(github.body), github.signature)).toBe(true);
	});

	test.each(rfc4231)('RFC 4231, case %s', (_, key, data, signature) => {
		expect(isSignedBy([key], data, signature)).toBe(true);
		expect(isSignedBy([key], Buffer.concat([data, Buffer.from([0])]), signature)).toBe(false);
	});

	test('agrees with an implementation of other people, for any text as the secret and as the body', () => {
		fc.assert(
			fc.property(
				fc.string({ minLength: 1, maxLength: 200, unit: 'grapheme' }),
				fc.string({ unit: 'grapheme' }),
				(secret, body) => {
					const signature = CryptoJS.HmacSHA256(body, secret).toString(CryptoJS.enc.Hex);
					expect(isSignedBy([secret], Buffer.from(body, 'utf8'), signature)).toBe(true);
				},
			),
			{ numRuns: 500 },
		);
	});

	test('in either case, also mixed', () => {
		const mixed = github.signature.replace(/[a-f]/g, (letter, index) =>
			Number(index) % 2 === 0 ? letter.toUpperCase() : letter,
		);
		for (const signature of [github.signature.toUpperCase(), mixed])
			expect(isSignedBy([github.secret], Buffer.from(github.body), signature)).toBe(true);
	});

	test('under either of two secrets, and under no third', () => {
		for (const secrets of [
			[github.secret, 'other'],
			['other', github.secret],
		])
			expect(isSignedBy(secrets, Buffer.from(github.body), github.signature)).toBe(true);
		expect(isSignedBy(['other', 'another'], Buffer.from(github.body), github.signature)).toBe(false);
	});

	test('without a secret nothing fits, not even what an empty secret gives', () => {
		const ofEmpty = CryptoJS.HmacSHA256(github.body, '').toString(CryptoJS.enc.Hex);
		for (const secrets of [[], ['']]) expect(isSignedBy(secrets, Buffer.from(github.body), ofEmpty)).toBe(false);
	});

	test.each<[string, unknown]>([
		['missing', undefined],
		['null', null],
		['empty', ''],
		['with a prefix', `sha256=${github.signature}`],
		['short', github.signature.slice(0, -1)],
		['half', github.signature.slice(0, 32)],
		['long', `${github.signature}0`],
		['with white space', ` ${github.signature}`],
		['with a line break', `${github.signature}\n`],
		['not hex', `${github.signature.slice(0, -1)}g`],
		['base64', Buffer.from(github.signature, 'hex').toString('base64')],
		['sent twice', `${github.signature}, ${github.signature}`],
		['a list', [github.signature]],
		['a number', 7],
		['an object', { toString: () => github.signature }],
		['other digits', github.signature.replace(/5/g, '\uff15')],
	])('%s: no', (_, header) => {
		expect(isSignedBy([github.secret], Buffer.from(github.body), header)).toBe(false);
	});
});
