import { expect, test } from '@jest/globals';
import {
	deliveryAddress,
	addressParts,
	sameAddress,
	sameTrigger,
} from '../../../../nodes/WorkforceOperations/trigger/registration/deliveryAddress.ts';
import { HOOK } from '../support.mts';

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
