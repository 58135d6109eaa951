import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import {
	deliveryAddress,
	newToken,
} from '../../../../nodes/WorkforceOperations/trigger/registration/deliveryAddress.ts';
import {
	openSeal,
	seal,
	type SealedContent,
	type SealHolder,
} from '../../../../nodes/WorkforceOperations/trigger/registration/sealedSecret.ts';

const holder: SealHolder = {
	owner: 'instance/workflow/node/live',
	service: 'https://api.example.com',
	apiKey: 'an-api-key-of-the-tests',
};
const content: SealedContent = {
	madeAt: 1_790_000_000_000,
	subscriberId: '12',
	event: 'incidentreport.approve',
	secret: 'whsec_0123456789abcdef0123456789abcdef',
};
const token = 'a-token-of-24-characters';

const wrong = (result: ReturnType<typeof openSeal>): string => ('wrong' in result ? result.wrong : 'opened');

describe('a seal', () => {
	test('holds what was put in, for whoever holds the key, and is the same each time', () => {
		fc.assert(
			fc.property(
				fc.record({
					madeAt: fc.nat(),
					subscriberId: fc.string(),
					event: fc.string(),
					secret: fc.string({ minLength: 1, unit: 'grapheme' }),
				}),
				(any) => {
					const sealed = seal(holder, token, any);
					expect(openSeal(holder, token, sealed)).toEqual(any);
					expect(seal(holder, token, any)).toBe(sealed);
				},
			),
		);
	});

	test('shows nothing of what it holds, and differs as a whole for another secret', () => {
		const sealed = seal(holder, token, content);
		const bytes = Buffer.from(sealed, 'base64url').toString('latin1');
		for (const part of [
			content.secret,
			content.subscriberId.padStart(3, '"'),
			content.event,
			holder.apiKey,
			holder.owner,
		])
			expect(bytes).not.toContain(part);
		const other = seal(holder, token, { ...content, secret: `${content.secret.slice(0, -1)}0` });
		// After version, checksum and marks nothing is in the same place but by chance.
		const [one, two] = [sealed, other].map((text) => Buffer.from(text, 'base64url').subarray(13));
		expect([...(one ?? [])].filter((byte, index) => byte === two?.[index]).length).toBeLessThan(12);
	});

	test('makes an address that stays below 350 characters', () => {
		const url = 'https://n8n.some-company.example.com/webhook/3f2c8a52-7d1e-4b38-9a64-0c5f7f2b9e11/webhook';
		expect(deliveryAddress(url, newToken(), seal(holder, newToken(), content)).length).toBeLessThan(350);
	});

	test.each<[string, Partial<SealHolder>, RegExp]>([
		['another API key', { apiKey: 'another-api-key' }, /another API key/],
		['another workflow', { owner: 'instance/workflow-2/node/live' }, /another workflow/],
		['another node', { owner: 'instance/workflow/node-2/live' }, /another workflow, node/],
		['another instance', { owner: 'instance-2/workflow/node/live' }, /another workflow/],
		['test listening', { owner: 'instance/workflow/node/test' }, /another workflow/],
		['another service', { service: 'https://api.example.org' }, /service/],
	])('is not opened by %s, which is said', (_, changes, words) => {
		expect(wrong(openSeal({ ...holder, ...changes }, token, seal(holder, token, content)))).toMatch(words);
	});

	test('is not opened beside another token', () => {
		expect(wrong(openSeal(holder, 'another-token', seal(holder, token, content)))).toMatch(/altered or cut/);
	});

	test('is not opened when any byte of it was changed, or some of it is missing', () => {
		const sealed = Buffer.from(seal(holder, token, content), 'base64url');
		for (let at = 0; at < sealed.length; at++) {
			const changed = Buffer.from(sealed);
			changed[at] = (changed[at] ?? 0) ^ 1;
			expect(wrong(openSeal(holder, token, changed.toString('base64url')))).toMatch(/altered or cut|another version/);
			expect(wrong(openSeal(holder, token, sealed.subarray(0, at).toString('base64url')))).toMatch(/altered or cut/);
		}
	});

	test('is not opened when another version has made it, which is said', () => {
		const sealed = Buffer.from(seal(holder, token, content), 'base64url');
		sealed[0] = 2;
		expect(wrong(openSeal(holder, token, sealed.toString('base64url')))).toBe(
			'the encrypted part of its address was created by another version of this package',
		);
	});

	test.each([
		'',
		'x',
		'%%%',
		'AAAA',
		`${'A'.repeat(300)}`,
		`${seal(holder, token, content)}=`,
		` ${seal(holder, token, content)}`,
	])('is not %j', (text) => expect(wrong(openSeal(holder, token, text))).toMatch(/altered or cut/));

	test.each<[string, object]>([
		['a date that is none', { madeAt: '1790000000000' }],
		['a subscriber that is no text', { subscriberId: 12 }],
		['an event that is no text', { event: null }],
		['a secret that is no text', { secret: 7 }],
		['an empty secret', { secret: '' }],
	])('is not opened when it holds %s', (_, changes) => {
		const sealed = seal(holder, token, { ...content, ...changes } as SealedContent);
		expect(openSeal(holder, token, sealed)).toEqual({
			wrong: 'the encrypted part of its address was altered or cut off',
		});
	});

	test('is not opened by itself: a checksum and marks that fit don’t help without the key', () => {
		fc.assert(
			fc.property(fc.uint8Array({ minLength: 60, maxLength: 200 }), (bytes) => {
				const forged = seal({ ...holder, apiKey: Buffer.from(bytes).toString('hex') }, token, content);
				expect(wrong(openSeal(holder, token, forged))).toMatch(/another API key/);
			}),
		);
	});
});

describe('the bytes of a seal', () => {
	const bytesOf = (text: string): Buffer => Buffer.from(text, 'base64url');
	const whole = bytesOf(seal(holder, token, content));
	const shared = (one: Buffer, other: Buffer, from: number, to: number): boolean =>
		one.subarray(from, to).equals(other.subarray(from, to));

	test('are a version, a checksum, two marks, an IV, the content and a tag', () => {
		const { madeAt, subscriberId, event, secret } = content;
		expect(whole[0]).toBe(1);
		expect(whole.length).toBe(1 + 4 + 4 + 4 + 12 + JSON.stringify([madeAt, subscriberId, event, secret]).length + 16);
	});

	test.each<[string, Partial<SealHolder>, boolean, boolean]>([
		['the same place and key', {}, true, true],
		['the same place under another key', { apiKey: 'another' }, true, false],
		['another place under the same key', { owner: 'another' }, false, false],
		['another service under the same key', { service: 'https://another.example.com' }, false, false],
	])('mark the place and the key: %s', (_, changes, place, key) => {
		const other = bytesOf(seal({ ...holder, ...changes }, token, { ...content, secret: 'another' }));
		expect([shared(whole, other, 5, 9), shared(whole, other, 9, 13)]).toEqual([place, key]);
		expect([shared(whole, other, 1, 5), shared(whole, other, 13, 25)]).toEqual([false, false]);
	});

	test('have another IV beside another token', () => {
		const other = bytesOf(seal(holder, 'another', content));
		expect([shared(whole, other, 5, 13), shared(whole, other, 13, 25)]).toEqual([true, false]);
	});

	test('stay the same over the versions of this package: what was sealed once is opened for ever', () => {
		const kept =
			'AakOCx8PM4RyN5o6SV3zGzolW5DQMpDSXykLkgjusyBjbiqJXUlkN-gR3rVtiNRKSieOl279o_uezRjAEoaHbKxphRoDYot91XV213EoAZNaTkAWoIcBWblvZ4LiqcT2OS2q_XsvMczm_l5LwAcvE_qtE5gT6dSjhy1PziOORg';
		expect(seal(holder, token, content)).toBe(kept);
		expect(openSeal(holder, token, kept)).toEqual(content);
	});
});
