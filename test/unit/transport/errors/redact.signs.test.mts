// A secret in words, sign by sign: what counts as it, and what is left beside it.
import { describe, expect, test } from '@jest/globals';
import { ALL_HIDDEN, redact } from '../../../../nodes/WorkforceOperations/transport/errors/redact.ts';

const key = 'k+y/with="<signs>" & \\more\'(1)!';

/** Letters that repeat nothing. */
const letters = (length: number): string =>
	Array.from({ length }, (_, at) => String.fromCharCode(97 + ((at * 7 + (at >> 3)) % 26))).join('');

describe('how much of a secret gives it away', () => {
	test.each([
		// A short one as a whole only, and the shortest not at all.
		[3, 3, false],
		[4, 4, true],
		[19, 19, true],
		[19, 18, false],
		// Three quarters of a longer one, and never more than forty signs.
		[20, 15, true],
		[20, 14, false],
		[21, 16, true],
		[21, 15, false],
		[52, 39, true],
		[52, 38, false],
		[400, 40, true],
		[400, 39, false],
	])('of %i signs %i: %p', (length, part, taken) => {
		const secret = letters(length);
		for (const piece of new Set([secret.slice(0, part), secret.slice(length - part)]))
			expect(redact(`(${piece})`, secret)).toBe(taken ? '(***)' : `(${piece})`);
	});
});

describe('signs that are written otherwise', () => {
	test.each([
		['&AMP;', '&'],
		['&lt', '<'],
		['&gt;', '>'],
		['&quot;', '"'],
		['&apos;', "'"],
		['&plus;', '+'],
		['&sol;', '/'],
		['&equals;', '='],
		['&#38', '&'],
		['&#X26;', '&'],
		['%26', '&'],
		['%2526', '&'],
		['%252526', '&'],
		['\\u0026', '&'],
		['\\\\u0026', '&'],
		['\\x26', '&'],
		['\\"', '"'],
		["\\'", "'"],
		['\\\\', '\\'],
		['\\/', '/'],
		['&amp;amp;', '&'],
		['&amp;amp;amp;', '&'],
	])('%s is %s', (written, sign) => {
		expect(redact(`before-${written}-after`, `before-${sign}-aft`)).toBe(ALL_HIDDEN);
	});

	test.each(['&other;', '%2', '%zz', '&amp;amp;amp;amp;'])('%s is not', (written) => {
		const words = `before-${written}-after`;
		expect(redact(words, 'ore-&-aft')).toBe(words);
	});

	test('numbers that no sign has are words like any other', () =>
		expect(redact('a &#1114112; b &#x110000; c', key)).toBe('a &#1114112; b &#x110000; c'));

	test.each([
		['k_y-b c', 'K/Y+b c', true],
		['k_y-b c', 'k/y b-c', true],
		['k_y-b c', 'k|y b c', false],
	])('%s is as good as %s: %p', (secret, written, taken) =>
		expect(redact(`(${written})`, secret)).toBe(taken ? '(***)' : `(${written})`),
	);
});

describe('what is left', () => {
	const base64 = (text: string): string => Buffer.from(text).toString('base64');
	test.each([
		[`${key}${key}`, '***'],
		[`${key} ${key}`, '*** ***'],
		[`${key}`, '***'],
		[`a${key}`, 'a***'],
		[`${key}=`, '***'],
		[`${key}==`, '***'],
		[`${key}===`, '***='],
		[`${key}%3D%3d.`, '***.'],
		[`${base64('sandbox-key-12')}.`, '***.'],
		[`= ${key}`, '= ***'],
		['*** =', '*** ='],
	])('of %s: %s', (words, expected) => expect(redact(words, key, 'sandbox-key-12')).toBe(expected));

	test('is cut behind 20,000 signs, with a secret or without', () => {
		const words = 'x'.repeat(20_001);
		expect(redact(words)).toHaveLength(20_000);
		expect(redact(`${words}`, key)).toHaveLength(20_000);
	});

	test('is what stands beside base64 of a secret behind one or two other signs', () => {
		const secret = 'sandbox-key-of-a-length';
		for (const before of ['', '1', '12', '123', '1234']) {
			const clean = redact(base64(`${before}${secret}`), secret);
			expect(clean).toMatch(/^[\w+/]{0,6}\*\*\*[\w+/]{0,1}$/);
			expect(Buffer.from(clean.split('***')[0] ?? '', 'base64').toString()).not.toContain(secret.slice(0, 2));
		}
	});

	test('values that are no secrets take nothing out', () =>
		expect(redact('undefined null 12345 abc', undefined, null, 12345, 'abc', '')).toBe('undefined null 12345 abc'));
});
