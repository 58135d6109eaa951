import { describe, expect, test } from '@jest/globals';
import { ALL_HIDDEN, redact } from '../../../../nodes/WorkforceOperations/transport/errors/redact.ts';

// A key with every sign that some way of writing changes.
const key = 'k+y/with="<signs>" & \\more\'(1)!';
const base64 = Buffer.from(key).toString('base64');
const base64url = base64.replace(/=+$/, '').replaceAll('+', '-').replaceAll('/', '_');

describe('a key that an answer repeats is taken out of it', () => {
	test.each([
		['as it is', key],
		['in an address', encodeURIComponent(key)],
		['in an address with small letters', encodeURIComponent(key).replace(/%../g, (sign) => sign.toLowerCase())],
		['in a form', new URLSearchParams({ key }).toString().slice(4)],
		['in JSON', JSON.stringify(key).slice(1, -1)],
		['in JSON inside of JSON', JSON.stringify(JSON.stringify(key)).slice(3, -3)],
		[
			'in JSON that spares the signs of a page',
			JSON.stringify(key)
				.slice(1, -1)
				.replace(/[+<>&']/g, (sign) => `\\u00${sign.charCodeAt(0).toString(16).toUpperCase()}`),
		],
		[
			'in a web page',
			key.replace(
				/[&<>"']/g,
				(sign) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' })[sign] ?? sign,
			),
		],
		['encoded', base64],
		['encoded for an address', base64url],
	])('%s', (_, written) => {
		const isPlain = [key, base64, base64url].includes(written);
		expect(redact(`before ${written} after`, key)).toBe(isPlain ? 'before *** after' : ALL_HIDDEN);
	});

	const each = (write: (sign: string, at: number) => string): string => key.split('').map(write).join('');
	const code = (sign: string): number => sign.charCodeAt(0);
	test.each([
		['in capitals', key.toUpperCase()],
		['in small letters', key.toLowerCase()],
		['in hex', Buffer.from(key).toString('hex')],
		['in hex, in capitals', Buffer.from(key).toString('hex').toUpperCase()],
		['in a web page by numbers', each((sign) => `&#${code(sign)};`)],
		['in a web page by hex numbers', each((sign) => `&#x${code(sign).toString(16)};`)],
		['in a web page, half', each((sign, at) => (at % 2 === 0 ? sign : `&#${code(sign)};`))],
		['in a web page, the quotation marks only', key.replaceAll('"', '&#34;')],
		['in a web page inside of a web page', each((sign) => `&amp;#${code(sign)};`)],
		['in an address, every sign', each((sign) => `%${code(sign).toString(16)}`)],
		['in an address inside of an address', encodeURIComponent(encodeURIComponent(key))],
		['in JSON, every sign', each((sign) => `\\u00${code(sign).toString(16)}`)],
		['in a program, every sign', each((sign) => `\\x${code(sign).toString(16)}`)],
		['in an address in a web page', encodeURIComponent(key).replaceAll('%', '&#37;')],
		['without its first signs', key.slice(4)],
		['without its last signs', key.slice(0, -4)],
		['without either', key.slice(3, -3)],
		['without its last signs, in capitals', key.slice(0, -3).toUpperCase()],
	])('%s', (name, written) => {
		const isPlain = /^in (?:capitals|small letters|hex)|^without/.test(name);
		expect(redact(`before ${written} after`, key)).toBe(isPlain ? 'before *** after' : ALL_HIDDEN);
	});

	/** A text in parts of so many signs. */
	const inParts = (text: string, size: number, between: string): string =>
		(text.match(new RegExp(`.{1,${size}}`, 'gs')) ?? []).join(between);
	test.each([
		['grouped by blanks', inParts(key, 4, ' ')],
		['grouped by several blanks', inParts(key, 5, '   ')],
		['sign by sign', inParts(key, 1, ' ')],
		['wrapped by the ends of lines', inParts(key, 7, '\r\n')],
		['wrapped and indented', inParts(key, 9, '\n\t\t')],
		['grouped by hard blanks', inParts(key, 4, '\u00a0')],
		['grouped by marks that nobody sees', inParts(key, 4, '\u200b')],
		['wrapped in JSON', JSON.stringify(inParts(key, 8, '\n')).slice(1, -1)],
		[
			'wrapped in JSON inside of JSON',
			JSON.stringify(JSON.stringify(inParts(key, 8, '\r\n')).slice(1, -1)).slice(1, -1),
		],
		['wrapped in a web page', inParts(encodeURIComponent(key), 20, '<br/>')],
		['grouped in a web page', inParts(encodeURIComponent(key), 9, '&nbsp;')],
		['grouped in an address', inParts(key, 4, ' ').replace(/[^a-z]/g, encodeURIComponent)],
		['encoded and wrapped', inParts(base64, 16, '\r\n')],
		['in hex, byte by byte', inParts(Buffer.from(key).toString('hex'), 2, ' ')],
		['grouped, without its first signs', inParts(key.slice(4), 4, ' ')],
		['grouped, without its last signs', inParts(key.slice(0, -4), 4, ' ')],
	])('%s', (_, written) => {
		expect(redact(`before ${written} after`, key)).toBe(ALL_HIDDEN);
	});

	test('a short one in groups only where plain words don’t hold it by chance', () => {
		expect(redact('a short one: sand box1.', 'sandbox1')).toBe(ALL_HIDDEN);
		expect(redact('the test and a late story', 'test')).toBe('the *** and a late story');
	});

	test('encoded together with what stands beside it', () => {
		for (const beside of ['Bearer ', 'a', 'ab', 'abc']) {
			const written = Buffer.from(`${beside}${key}${beside}`).toString('base64');
			const clean = redact(written, key);
			expect(clean).toContain('***');
			expect(Buffer.from(clean.split('***')[0] ?? '', 'base64').toString()).not.toContain(key.slice(0, 3));
			expect(clean.length).toBeLessThan(30);
		}
	});

	test('words beside it stay, and so does what is no more than a piece of it', () => {
		const long = 'abcdefghijklmnopqrstuvwxyz0123456789';
		expect(redact(`the word ${long.slice(0, 12)} and ${long.slice(20)}`, long)).toBe(
			`the word ${long.slice(0, 12)} and ${long.slice(20)}`,
		);
		expect(redact('AT&amp;T &#39;quoted&#39; 100%25 \\"x\\"', long)).toBe('AT&amp;T &#39;quoted&#39; 100%25 \\"x\\"');
	});

	test('a long token is found by a part of it', () => {
		const token = Array.from({ length: 400 }, (_, at) => String.fromCharCode(97 + ((at * 7 + (at >> 3)) % 26))).join(
			'',
		);
		expect(redact(`token ${token.slice(0, 60)}… of`, token)).toBe('token ***… of');
	});

	test('a megabyte of words takes no longer than its message', () => {
		expect(redact('%41'.repeat(400_000), key)).toHaveLength(20_000);
	});

	test('also where one secret holds another', () => {
		expect(redact('a sandbox-key-long and a sandbox-key', 'sandbox-key', 'sandbox-key-long')).toBe('a *** and a ***');
	});

	test('words that hold no secret stay as they are, and an empty secret takes nothing out', () => {
		expect(redact('nothing to see', key, '', undefined)).toBe('nothing to see');
	});
});
