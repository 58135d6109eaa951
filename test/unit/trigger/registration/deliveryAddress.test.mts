// The address of a subscription: with its seal, and without where the service does not take it.
import { describe, expect, test } from '@jest/globals';
import {
	deliveryAddress,
	addressParts,
	sameAddress,
	sameTrigger,
} from '../../../../nodes/WorkforceOperations/trigger/registration/deliveryAddress.ts';
import { addressFor } from '../../../../nodes/WorkforceOperations/trigger/registration/apply.ts';
import type { RegistrationStep } from '../../../../nodes/WorkforceOperations/trigger/registration/plan.ts';
import { seal } from '../../../../nodes/WorkforceOperations/trigger/registration/sealedSecret.ts';
import type { Answer } from '../../transport/support.mts';
import { changed, data, doStep } from '../stepBench.mts';
import { HOOK, NOW, registration, SERVICE, subscription, useStillTime } from '../support.mts';

useStillTime();

const approve = 'timesheet.approve';
const refused: Answer = { status: 403 };

describe('an address with a seal that the service refuses', () => {
	const step: RegistrationStep = { do: 'switchSubscription', id: '8', on: true, event: approve };
	const put = 'PUT /subscriptions/8 {"isActive":true}';
	const invalid: Answer = { status: 400 };

	test('is written without, from then on', async () => {
		const done = await doStep(step, [invalid, data(null)], registration(), []);
		expect([done.became, done.lines]).toEqual(['done', [`${put} (sealed)`, `${put} (bare)`]]);
		expect(done.work.registration).toEqual({
			...changed(registration(), approve, { id: '8', state: 'on' }),
			unsealed: true,
			changedAt: NOW,
		});
		expect(done.work.listed).toEqual([
			{ id: '8', uri: `${HOOK}?token=token-of-${approve}`, active: true, event: approve },
		]);
		expect(done.log).toEqual([expect.stringMatching(/^warn .*does not accept the whole address of “Trigger”\./)]);
		const again = await doStep(step, [invalid], done.work.registration, []);
		expect([again.became, again.lines, again.log]).toEqual(['invalid', [`${put} (bare)`], []]);
	});

	test.each<[string, Answer[], string, string[]]>([
		['both are refused', [invalid, refused], 'invalid', [`${put} (sealed)`, `${put} (bare)`]],
		['it is refused for another reason', [refused], 'forbidden', [`${put} (sealed)`]],
	])('%s: that is the error', async (_, answers, kind, lines) => {
		const done = await doStep(step, answers, registration(), []);
		expect([done.became, done.lines, done.log]).toEqual([kind, lines, []]);
	});

	test('an event without an address is an error', async () => {
		const done = await doStep({ ...step, event: 'patrol.end' }, [data(null)], registration(), []);
		expect([done.became, done.lines]).toEqual(['unreadable', []]);
	});
});

test('the address of a subscription has a seal where there is a secret of a subscriber', () => {
	const addressIn = addressFor({ apiKey: 'key' });
	const one = subscription(approve, { token: 't', since: 150 });
	const content = { madeAt: 150, subscriberId: '1', event: approve, secret: 'secret' };
	const holder = { owner: registration().owner, service: SERVICE, apiKey: 'key' };
	expect(addressIn(registration(), one)).toBe(deliveryAddress(HOOK, 't', seal(holder, 't', content)));
	const bare = `${HOOK}?token=t`;
	for (const changes of [{ secret: undefined }, { subscriberId: undefined }, { unsealed: true }])
		expect(addressIn(registration(changes), one)).toBe(bare);
});

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
