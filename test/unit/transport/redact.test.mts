import { describe, expect, test } from '@jest/globals';
import { redact } from '../../../nodes/WorkforceOperations/transport/redact.ts';

// A key with every sign that some way of writing changes.
const key = 'k+y/with="<signs>" & \\more\'(1)!';
const base64 = Buffer.from(key).toString('base64');

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
		['encoded for an address', base64.replace(/=+$/, '').replaceAll('+', '-').replaceAll('/', '_')],
	])('%s', (_, written) => {
		expect(redact(`before ${written} after`, key)).toBe('before *** after');
	});

	test('also where one secret holds another', () => {
		expect(redact('a sandbox-key-long and a sandbox-key', 'sandbox-key', 'sandbox-key-long')).toBe('a *** and a ***');
	});

	test('words that hold no secret stay as they are, and an empty secret takes nothing out', () => {
		expect(redact('nothing to see', key, '', undefined)).toBe('nothing to see');
	});
});
