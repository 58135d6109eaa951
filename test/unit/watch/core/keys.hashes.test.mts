// Hashes that stand for people in what is stored, and the keys that are made of them.
import { describe, expect, test } from '@jest/globals';
import { hashesOf, idOfPart, keyPart, wholeKey } from '../../../../nodes/WorkforceOperations/watch/core/keys.ts';
import { personOf } from '../../../../nodes/WorkforceOperations/watch/shifts/shift.ts';

const hashes = hashesOf('api-key', 'owner');

test('a hash is another one for another text, kind, API key and node', () => {
	const others = [
		hashes.of('person', 'b', 8),
		hashes.of('user', 'a', 8),
		hashesOf('api-key', 'other').of('person', 'a', 8),
		hashesOf('other', 'owner').of('person', 'a', 8),
	];
	const hash = hashes.of('person', 'a', 8);
	expect(new Set([hash, ...others]).size).toBe(5);
	expect(hash).toMatch(/^[\w-]{8}$/);
	expect(hashesOf('api-key', 'owner').of('person', 'a', 8)).toBe(hash);
});

test('a hash is the same in every version: it is part of what is stored', () => {
	expect(hashes.of('person', 'a', 8)).toBe('sruoCLnk');
});

describe('keys', () => {
	test.each([
		['501', '501'],
		['A/1', 'A(2f)1'],
		['A(2f)1', 'A(28)2f(29)1'],
		['😀.~:', '(1f600)(2e)(7e)(3a)'],
		['日本', '日本'],
		['a\n\u202eb', 'a(a)(202e)b'],
	])('the id %j is the part %s of one, and can be read from it', (id, part) => {
		expect({ part: keyPart(id), id: idOfPart(part) }).toEqual({ part, id });
	});

	test('an id that is too long is short, and another one for another id', () => {
		const long = 'x'.repeat(65);
		for (const make of [keyPart, wholeKey]) {
			expect(make(`${long}a`)?.length).toBeLessThan(60);
			expect(make(`${long}a`)).not.toBe(make(`${long}b`));
			expect(make('x'.repeat(64))).toBe('x'.repeat(64));
			expect(make(`y${long}`)).toMatch(/^yx{31}\([\w-]{16}\)$/);
		}
		expect(idOfPart(keyPart(long) ?? '')).toBe('x'.repeat(32));
		expect({ keyPart: keyPart(null), wholeKey: wholeKey(' ') }).toEqual({ keyPart: undefined, wholeKey: undefined });
	});

	test('somebody is the same whatever the case, and nobody without e-mail, mobile and name', () => {
		expect(personOf({ email: 'A@X.example' }, hashes)).toBe(personOf({ email: 'a@x.example', name: 'Other' }, hashes));
		expect(personOf({ email: '', mobile: null, name: '\u200b' }, hashes)).toBe('');
	});
});
