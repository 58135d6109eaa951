import { describe, expect, test } from '@jest/globals';
import { deliveryAddress } from '../../../../nodes/WorkforceOperations/trigger/registration/deliveryAddress.ts';
import { recoverFromList } from '../../../../nodes/WorkforceOperations/trigger/registration/recover.ts';
import {
	seal,
	type SealedContent,
	type SealHolder,
} from '../../../../nodes/WorkforceOperations/trigger/registration/sealedSecret.ts';
import type { ListedSubscription } from '../../../../nodes/WorkforceOperations/trigger/registration/webhookApi.ts';
import type { Registration } from '../../../../nodes/WorkforceOperations/trigger/registration/registration.ts';
import { noteSecret } from '../../../../nodes/WorkforceOperations/trigger/registration/store.ts';
import { HOOK, listed, MINUTE, n8n, registration, SERVICE, useStillTime } from '../support.mts';

useStillTime();

const EVENT = 'timesheet.approve';
const KEY = 'an API key';
const own: SealHolder = { owner: 'instance/workflow/node/live', service: SERVICE, apiKey: KEY };

/** An entry of the service's list, with the address that was sealed for this trigger unless the changes say otherwise. */
const entry = (
	changes: Partial<SealedContent> = {},
	holder: Partial<SealHolder> = {},
	url = HOOK,
): ListedSubscription => {
	const content = { madeAt: 500, subscriberId: '1', event: EVENT, secret: 'younger', ...changes };
	return listed(EVENT, { uri: deliveryAddress(url, 'token', seal({ ...own, ...holder }, 'token', content)) });
};

const learn = (
	known: Registration,
	entries: readonly ListedSubscription[] | undefined,
	activation = 'update',
): Registration => recoverFromList(n8n({ activation }).context, known, entries, KEY);

describe('a secret that an address holds', () => {
	test.each<[string, Partial<Registration>, ListedSubscription[]]>([
		['the only one', {}, [entry()]],
		['the youngest first', {}, [entry(), entry({ madeAt: 400, secret: 'middle' })]],
		['the youngest last', {}, [entry({ madeAt: 400, secret: 'middle' }), entry()]],
		['among addresses without a seal', {}, [listed('timesheet.reject'), listed('x', { uri: undefined }), entry()]],
		['under another host name', {}, [entry({}, {}, HOOK.replace('n8n.', 'other.'))]],
	])('is taken over when it is younger: %s', (_, known, entries) => {
		const before = registration(known);
		expect(learn(before, entries)).toEqual({
			...before,
			secret: 'younger',
			secretSince: 500,
			previousSecret: 'secret',
			previousUntil: 500 + 5 * MINUTE,
		});
	});

	test('is taken over where none is known, however old it is; the one before stays', () => {
		const before = registration({ secret: undefined, secretSince: 600, previousSecret: 'before' });
		expect(learn(before, [entry()])).toEqual({
			...before,
			secret: 'younger',
			secretSince: 500,
			previousUntil: 500 + 5 * MINUTE,
		});
	});

	test.each<[string, Partial<Registration>, ListedSubscription[]]>([
		['it is as old', { secretSince: 500 }, [entry()]],
		['it is older', { secretSince: 501 }, [entry()]],
		['it is being replaced', { secret: undefined, secretSince: 500, previousSecret: 'younger' }, [entry()]],
		['it is of another subscriber', {}, [entry({ subscriberId: '2' })]],
		['it is of another node', {}, [entry({}, { owner: 'instance/workflow/other/live' })]],
		['it is of another service', {}, [entry({}, { service: 'https://elsewhere.test' })]],
		['it was sealed with another key', {}, [entry({}, { apiKey: 'other' })]],
		['the address leads elsewhere', {}, [entry({}, {}, 'https://n8n.example.com/webhook/other/webhook')]],
		['the address lost its token', {}, [listed(EVENT, { uri: entry().uri?.replace('token=token&', '') })]],
		['the seal was cut', {}, [listed(EVENT, { uri: entry().uri?.slice(0, -8) })]],
		['nothing is listed', {}, []],
	])('is not taken over: %s', (_, known, entries) => {
		const before = registration(known);
		expect(learn(before, entries)).toEqual({ ...before, secretSince: 0 });
	});

	test('is not looked for where there is no list', () => {
		expect(learn(registration(), undefined)).toEqual(registration({ secretSince: 0 }));
	});
});

describe('the own secret counts as the present one', () => {
	const older = entry({ secret: 'secret', madeAt: 50 });

	test.each<[string, number, number]>([
		['with its time', 100, 100],
		['with the least time, where none is known', 0, 1],
		['with the least time', 1, 1],
	])('when an address holds it: %s', (_, since, expected) => {
		const before = registration({ secretSince: since });
		expect(learn({ ...before, secretSince: since }, [entry({ secret: 'secret', madeAt: 0 })])).toEqual({
			...before,
			secretSince: expected,
		});
	});

	test('when one of several addresses holds it', () => {
		expect(learn(registration(), [older, entry({ madeAt: 60, secret: 'another' })]).secretSince).toBe(100);
	});

	test.each(['init', 'leadershipChange'])('when n8n starts (%s): nobody has changed anything', (activation) => {
		expect(learn(registration(), [], activation)).toEqual(registration());
	});

	test.each(['activate', 'create', 'update', 'manual'])(
		'not without any proof when somebody publishes (%s)',
		(mode) => {
			expect(learn(registration(), [], mode).secretSince).toBe(0);
		},
	);

	test('when the service has told it to this process, for this very place', () => {
		const { context } = n8n();
		noteSecret(context, registration({ secret: undefined }));
		expect(recoverFromList(context, registration(), [], KEY).secretSince).toBe(0);
		noteSecret(context, registration());
		expect(recoverFromList(context, registration(), [], KEY)).toEqual(registration());
		for (const changes of [{ secret: 'other' }, { secret: undefined }, { url: `${HOOK}/other` }])
			expect(recoverFromList(context, registration(changes), [], KEY).secretSince).toBe(0);
		for (const other of [{ nodeId: 'n' }, { name: 'Other' }, { workflowId: 'w' }, { instanceId: 'i' }])
			expect(recoverFromList(n8n(other).context, registration(), [], KEY).secretSince).toBe(0);
	});
});
