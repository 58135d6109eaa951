import { expect, test } from '@jest/globals';
import { addressFor, expecting } from '../../../../nodes/WorkforceOperations/trigger/registration/apply.ts';
import { deliveryAddress } from '../../../../nodes/WorkforceOperations/trigger/registration/deliveryAddress.ts';
import { seal } from '../../../../nodes/WorkforceOperations/trigger/registration/sealedSecret.ts';
import { HOOK, NOW, registration, SERVICE, subscription, useStillTime } from '../support.mts';

useStillTime();

const [approve, reject] = ['timesheet.approve', 'timesheet.reject'];

test('each event gets a subscription with a token of its own; known subscriptions stay', () => {
	const known = registration();
	expect(expecting(known, [reject, approve])).toBe(known);
	const more = expecting(known, ['patrol.start', approve, 'patrol.end']);
	const added = (event: string) => ({ event, token: expect.stringMatching(/^[\w-]{24}$/), since: NOW, state: 'off' });
	expect(more).toEqual({
		...known,
		subscriptions: [...known.subscriptions, added('patrol.start'), added('patrol.end')],
	});
	expect(new Set(more.subscriptions.map(({ token }) => token)).size).toBe(4);
});

test('the address of a subscription has a seal if the subscriber has a secret', () => {
	const addressIn = addressFor({ apiKey: 'key' });
	const one = subscription(approve, { token: 't', since: 150 });
	const content = { madeAt: 150, subscriberId: '1', event: approve, secret: 'secret' };
	const holder = { owner: registration().owner, service: SERVICE, apiKey: 'key' };
	expect(addressIn(registration(), one)).toBe(deliveryAddress(HOOK, 't', seal(holder, 't', content)));
	const bare = `${HOOK}?token=t`;
	for (const changes of [{ secret: undefined }, { subscriberId: undefined }, { unsealed: true }])
		expect(addressIn(registration(changes), one)).toBe(bare);
});
