import { describe, expect, test } from '@jest/globals';
import {
	deliveryAddress,
	addressParts,
	deliveryUrl,
	sameAddress,
	sameTrigger,
} from '../../../../nodes/WorkforceOperations/trigger/registration/deliveryAddress.ts';
import { HOOK, n8n } from '../support.mts';

test.each<[string, string, boolean]>([
	[`${HOOK}?token=a`, `${HOOK}?token=a`, true],
	['https://N8N.example.com:443/webhook/hook/webhook?token=a', `${HOOK}?token=a`, true],
	[`${HOOK}?token=a`, `${HOOK}?token=b`, false],
	['cut', 'cut', true],
	['cut', HOOK, false],
	[HOOK, 'cut', false],
])('whether %s is the address %s: %s', (one, other, expected) => expect(sameAddress(one, other)).toBe(expected));

test.each<[string | undefined, string, boolean]>([
	[`${HOOK}?token=a&seal=b`, HOOK, true],
	['http://other.example.com/webhook/hook/webhook', HOOK, true],
	[`${HOOK}/more`, HOOK, false],
	[undefined, HOOK, false],
	['cut', HOOK, false],
	[undefined, 'cut', false],
	['cut', 'cut', false],
])('whether %s leads to the trigger at %s: %s', (one, url, expected) => expect(sameTrigger(one, url)).toBe(expected));

test.each<[string, object]>([
	[`${HOOK}?seal=s&token=t`, { token: 't', seal: 's' }],
	[`${HOOK}?token=`, { token: '' }],
	[HOOK, {}],
	['cut', {}],
])('what only the maker of %s knows', (address, parts) => expect(addressParts(address)).toEqual(parts));

test('the token comes before the seal, and takes the place of an earlier one', () => {
	expect(deliveryAddress(`${HOOK}?a=1&token=old`, 't', 's')).toBe(`${HOOK}?a=1&token=t&seal=s`);
	expect(deliveryAddress(HOOK, 't')).toBe(`${HOOK}?token=t`);
});

describe('the address of deliveries', () => {
	test.each([
		[HOOK, HOOK],
		[' https://N8N.example.com/webhook ', 'https://n8n.example.com/webhook'],
		['http://localhost:5678/webhook', 'http://localhost:5678/webhook'],
	])('%s', (url, expected) => expect(deliveryUrl(n8n({ url }).context)).toBe(expected));

	test.each<[string | undefined, string, string]>([
		...[undefined, '', 'n8n.example.com'].map((url): [string | undefined, string, string] => [
			url,
			'n8n does not know its own address',
			'Set N8N_WEBHOOK_URL (in older versions: WEBHOOK_URL) to n8n’s public https:// address.',
		]),
		[
			'http://n8n.example.com:5678/webhook',
			'The service delivers over HTTPS only, but n8n’s address is http://n8n.example.com:5678',
			'Make n8n reachable at an https:// address and set N8N_WEBHOOK_URL to it (in an older n8n: WEBHOOK_URL). To try it out on one machine, http://localhost works with the sandbox.',
		],
	])('not %j', (url, message, description) => {
		const refused = (): unknown => {
			try {
				return deliveryUrl(n8n({ url }).context);
			} catch (error) {
				return error;
			}
		};
		expect(refused()).toMatchObject({ message, description });
	});
});
