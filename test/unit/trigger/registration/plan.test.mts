import { describe, expect, test } from '@jest/globals';
import {
	plan,
	type RegistrationStep,
	type WantedState,
} from '../../../../nodes/WorkforceOperations/trigger/registration/plan.ts';
import type { ListedSubscription } from '../../../../nodes/WorkforceOperations/trigger/registration/webhookApi.ts';
import type { Registration } from '../../../../nodes/WorkforceOperations/trigger/registration/registration.ts';
import { HOOK, listed as listedBare, registration, subscription } from '../support.mts';

const [approve, reject, custom] = ['timesheet.approve', 'timesheet.reject', 'patrol.end'];

/** An address tells its token, and by its seal which secret it was written with. */
const addressOf: WantedState['addressOf'] = ({ secret }, { token }) => `${HOOK}?token=${token}&seal=${secret}`;

const listed = (event: string, changes: Partial<ListedSubscription> = {}): ListedSubscription =>
	listedBare(event, { uri: `${HOOK}?token=token-of-${event}&seal=secret`, ...changes });

const wanted = (changes: Partial<WantedState> = {}): WantedState => ({
	events: [approve, reject],
	secretSince: 1,
	addressOf,
	...changes,
});

const both = [listed(approve), listed(reject)];
const on = (event: string, id = `id-of-${event}`): RegistrationStep => ({
	do: 'switchSubscription',
	id,
	on: true,
	event,
});
const off = (id: string): RegistrationStep => ({ do: 'switchSubscription', id, on: false });
const make = (event: string): RegistrationStep => ({ do: 'makeSubscription', event });
const makeSubscriber: RegistrationStep = { do: 'makeSubscriber' };
const list: RegistrationStep = { do: 'list' };
const rotate: RegistrationStep = { do: 'rotateSecret' };
const subscriberOn: RegistrationStep = { do: 'switchSubscriber', on: true };

describe('towards what an activation wants', () => {
	test.each<
		[string, Partial<Registration>, readonly ListedSubscription[] | undefined, Partial<WantedState>, RegistrationStep[]]
	>([
		[
			'nothing is known',
			{ subscriberId: undefined, subscriptions: [] },
			undefined,
			{},
			[makeSubscriber, make(approve), make(reject)],
		],
		['the subscriber is lost', {}, undefined, { lost: '1' }, [makeSubscriber, make(approve), make(reject)]],
		['another subscriber was lost', {}, both, { lost: '0' }, []],
		['nobody has looked', {}, undefined, {}, [list]],
		['nobody knows whether the subscriber is on', { subscriberState: 'unsure' }, undefined, {}, [subscriberOn, list]],
		['all is right', {}, both, {}, []],
		['one is switched off', {}, [listed(approve, { active: false }), listed(reject)], {}, [on(approve)]],
		[
			'one has the address of before',
			{},
			[listed(approve), listed(reject, { uri: `${HOOK}?token=token-of-timesheet.reject` })],
			{},
			[on(reject)],
		],
		[
			'one has an older seal',
			{},
			[listed(approve, { uri: `${HOOK}?token=token-of-timesheet.approve&seal=older` }), listed(reject)],
			{},
			[on(approve)],
		],
		[
			'the list does not tell the address',
			{},
			[listed(approve, { uri: undefined }), listed(reject)],
			{},
			[on(approve)],
		],
		[
			'the list does not tell the address, and only asking',
			{},
			[listed(approve, { uri: undefined, active: undefined }), listed(reject)],
			{ lenient: true },
			[],
		],
		[
			'one is switched off, and only asking',
			{},
			[listed(approve, { active: false }), listed(reject)],
			{ lenient: true },
			[on(approve)],
		],
		['one is not in the list', {}, [listed(approve)], {}, [on(reject)]],
		[
			'one was never made',
			{ subscriptions: [subscription(approve), subscription(reject, { id: undefined })] },
			[listed(approve)],
			{},
			[make(reject)],
		],
		[
			'one lost its answer, and is found by its token',
			{ subscriptions: [subscription(approve), subscription(reject, { id: undefined, state: 'unsure' })] },
			[listed(approve), listed(reject, { id: '77' })],
			{},
			[],
		],
		[
			'one comes back that was retired',
			{ subscriptions: [subscription(approve), subscription(reject, { id: undefined })] },
			[listed(approve), listed(reject, { id: '77', active: false, uri: `${HOOK}?token=old` })],
			{},
			[on(reject, '77')],
		],
		[
			'its id counts more than its token',
			{},
			[
				listed(approve, { id: '77', uri: `${HOOK}?token=token-of-timesheet.reject&seal=secret` }),
				listed(approve),
				listed(reject),
			],
			{},
			[off('77')],
		],
		[
			'what was retired and has become another event’s is not taken',
			{ subscriptions: [subscription(approve, { id: '77' }), subscription(reject, { id: undefined })] },
			[listed(reject, { id: '77', uri: `${HOOK}?token=token-of-timesheet.approve&seal=secret` })],
			{},
			[make(reject)],
		],
		[
			'what was retired elsewhere is not taken',
			{ subscriptions: [subscription(approve), subscription(reject, { id: undefined })] },
			[
				listed(approve),
				listed(reject, { id: '77', active: false, uri: 'https://elsewhere.example.com/' }),
				listed(custom, { id: '78', active: false }),
				listed(reject, { id: '79', active: false, uri: undefined }),
			],
			{},
			[make(reject)],
		],
		['nothing is known of an event', { subscriptions: [subscription(approve)] }, [listed(approve)], {}, [make(reject)]],
		[
			'nothing is known of an event that is listed under this address',
			{ subscriptions: [subscription(approve)] },
			both,
			{ lenient: true },
			[on(reject)],
		],
		[
			'the list does not tell whether it is on',
			{},
			[listed(approve, { active: undefined }), listed(reject)],
			{},
			[on(approve)],
		],
		[
			'the list does not tell whether what is no longer wanted is on',
			{},
			[listed(approve), listed(reject, { active: undefined, uri: undefined })],
			{ events: [approve] },
			[off(`id-of-${reject}`)],
		],
		[
			'nobody has looked, nor knows a secret',
			{ secret: undefined, subscriberState: 'off' },
			undefined,
			{},
			[subscriberOn, list],
		],
		[
			'an address that has other things beside, in another way of writing',
			{},
			[
				listed(approve, { uri: `${HOOK.replace('n8n.', 'N8N.')}?token=token-of-timesheet.approve&seal=secret` }),
				listed(reject),
			],
			{},
			[],
		],
		['an event is no longer wanted', {}, both, { events: [approve] }, [off(`id-of-${reject}`)]],
		['it is off already', {}, [listed(approve), listed(reject, { active: false })], { events: [approve] }, []],
		[
			'a remainder of a lost answer',
			{},
			[...both, listed(approve, { id: '77', uri: `${HOOK}?token=lost` })],
			{},
			[off('77')],
		],
		[
			'somebody else’s subscription',
			{},
			[...both, listed(approve, { id: '78', uri: 'https://elsewhere.example.com/' })],
			{},
			[],
		],
		[
			'what can be refused comes first',
			{ subscriptions: [subscription(approve, { id: undefined }), subscription(custom, { id: undefined })] },
			[],
			{ events: [approve, custom] },
			[make(custom), make(approve)],
		],
		[
			'a rotation: before the addresses, each of which is written',
			{},
			both,
			{ secretSince: 101 },
			[rotate, on(approve), on(reject)],
		],
		['a rotation that has been done', { secretSince: 101 }, both, { secretSince: 101 }, []],
		['a lost secret', { secret: undefined }, both, {}, [rotate, on(approve), on(reject)]],
		['a secret of which nobody knows', { secretSince: 0 }, both, {}, [rotate, on(approve), on(reject)]],
		['a secret of which nobody knows, at a start', { secretSince: 0 }, both, { secretSince: 0 }, []],
	])('%s', (_, known, seen, changes, steps) => {
		expect(plan(registration(known), seen, wanted(changes))).toEqual(steps);
	});
});

describe('towards nothing', () => {
	const subscriberOff: RegistrationStep = { do: 'switchSubscriber', on: false };

	test.each<[string, Partial<Registration>, readonly ListedSubscription[] | undefined, RegistrationStep[]]>([
		['nothing was made', { subscriberId: undefined }, undefined, []],
		['all is on', {}, undefined, [off(`id-of-${approve}`), off(`id-of-${reject}`), subscriberOff, list]],
		[
			'one is off',
			{ subscriptions: [subscription(approve, { state: 'off' }), subscription(reject)] },
			undefined,
			[off(`id-of-${reject}`), subscriberOff, list],
		],
		[
			'one may be on',
			{ subscriptions: [subscription(approve, { state: 'unsure' })] },
			undefined,
			[off(`id-of-${approve}`), subscriberOff, list],
		],
		['one has no id', { subscriptions: [subscription(approve, { id: undefined })] }, undefined, [subscriberOff, list]],
		['the list shows all off', {}, both.map((entry) => ({ ...entry, active: false })), []],
		['the list shows one on', {}, [listed(approve), listed(reject, { active: false })], [off(`id-of-${approve}`)]],
		[
			'the list shows one that is known by its token only',
			{ subscriptions: [subscription(approve, { id: undefined })] },
			[listed(approve, { id: '77' })],
			[off('77')],
		],
		[
			'the list shows one that leads here',
			{ subscriptions: [] },
			[listed(approve, { id: '77', uri: `${HOOK}?token=lost` })],
			[off('77')],
		],
		['the list does not tell whether it is on', {}, [listed(approve, { active: undefined })], []],
		[
			'the list shows one by its id, one by its token, wherever they lead',
			{},
			[
				listed(approve, { uri: 'https://elsewhere.example.com/' }),
				listed(reject, { id: '77', uri: 'https://elsewhere.example.com/?token=token-of-timesheet.reject' }),
				listed(reject, { id: '78', uri: undefined }),
			],
			[off(`id-of-${approve}`), off('77')],
		],
		['nothing was made, whatever is listed', { subscriberId: undefined }, both, []],
		['the list shows somebody else’s', {}, [listed(approve, { id: '78', uri: 'https://elsewhere.example.com/' })], []],
	])('%s', (_, known, seen, steps) => {
		expect(plan(registration(known), seen, 'off')).toEqual(steps);
	});
});
