import { describe, expect, test } from '@jest/globals';
import type { IDataObject } from 'n8n-workflow';
import {
	credibly,
	describeIds,
	isAllOff,
	madeAt,
	readRegistration,
	type Registration,
	storeRegistration,
	validSecrets,
} from '../../../../nodes/WorkforceOperations/trigger/registration/registration.ts';
import { MINUTE, NOW, registration, subscription, useStillTime } from '../support.mts';

useStillTime();

const keeperOf = (data: IDataObject) => ({
	getWorkflowStaticData: (kind: string) => (kind === 'node' ? data : { registration: { owner: 'of the workflow' } }),
});

const whole = registration({
	previousSecret: 'older',
	previousUntil: 5,
	rotationSince: 6,
	unsealed: true,
	namelessSince: 7,
	clockBehind: 90_000,
	madeWith: 'webhookKey mark',
	strays: ['8', '9'],
	subscriptions: [
		subscription('timesheet.approve'),
		subscription('timesheet.reject', { id: undefined, state: 'unsure', since: 0 }),
		subscription('timesheet.submit', { state: 'off' }),
	],
});

describe('static data', () => {
	test('comes back as it was stored, and what was stored is a copy', () => {
		const data: IDataObject = {};
		storeRegistration(keeperOf(data), whole);
		expect(data.registration).toEqual(whole);
		const stored = data.registration as unknown as Registration;
		expect({
			whole: stored === whole,
			strays: stored.strays === whole.strays,
			subscriptions: stored.subscriptions === whole.subscriptions,
			subscription: stored.subscriptions[0] === whole.subscriptions[0],
		}).toEqual({ whole: false, strays: false, subscriptions: false, subscription: false });
		expect(readRegistration(keeperOf(JSON.parse(JSON.stringify(data)) as IDataObject))).toEqual(whole);
	});

	test.each<[string, unknown]>([
		['nothing', undefined],
		['null', null],
		['a list', []],
		['a text', 'registration'],
		['no owner', { ...whole, owner: undefined }],
		['an empty owner', { ...whole, owner: '' }],
		['an owner that is no text', { ...whole, owner: 7 }],
	])('that holds %s is no registration', (_, stored) => {
		expect(readRegistration(keeperOf({ registration: stored as IDataObject }))).toBeUndefined();
	});

	const bare: Registration = {
		owner: 'somebody',
		service: '',
		url: '',
		subscriberState: 'unsure',
		secretSince: 0,
		subscriptions: [],
		strays: [],
		changedAt: 0,
	};

	test('with nothing but an owner is one of which nothing is known', () => {
		expect(readRegistration(keeperOf({ registration: { owner: 'somebody' } }))).toEqual(bare);
	});

	test.each<[string, IDataObject, Partial<Registration>]>([
		[
			'numbers in the place of texts, of which one is an id all the same',
			{ service: 1, url: 2, subscriberId: 3, secret: 4, previousSecret: 5 },
			{ subscriberId: '3' },
		],
		['empty texts', { service: '', url: '', subscriberId: '', secret: '', previousSecret: '' }, {}],
		[
			'texts in the place of times',
			{ secretSince: '1', previousUntil: '2', rotationSince: '3', namelessSince: '4', changedAt: '5' },
			{},
		],
		['a sign that is no sign', { unsealed: 'true' }, {}],
		['a sign that says no', { unsealed: false }, {}],
		['a state that is off', { subscriberState: 'off' }, { subscriberState: 'off' }],
		['a state that is on', { subscriberState: 'on' }, { subscriberState: 'on' }],
		['a state that nobody knows', { subscriberState: 'perhaps' }, {}],
		['lists that are none', { subscriptions: 'x', strays: { '0': '7' } }, {}],
		['strays of all kinds', { strays: ['', 7, null, '8', '9'] }, { strays: ['7', '8', '9'] }],
		[
			'subscriptions of all kinds',
			{
				subscriptions: [
					null as never,
					'x' as never,
					{ event: 'timesheet.approve' },
					{ token: 'alone' },
					{ event: '', token: 'x' },
					{ event: 'timesheet.submit', token: 't', id: 5, since: '6', state: 'gone' },
					{ event: 'timesheet.reject', token: 'u', id: '7', since: 8, state: 'off' },
				],
			},
			{
				subscriptions: [
					{ event: 'timesheet.submit', token: 't', id: '5', since: 0, state: 'unsure' },
					{ event: 'timesheet.reject', token: 'u', id: '7', since: 8, state: 'off' },
				],
			},
		],
	])('%s', (_, stored, read) => {
		expect(readRegistration(keeperOf({ registration: { owner: 'somebody', ...stored } }))).toEqual({
			...bare,
			...read,
		});
	});
});

const [on, off, unsure] = (['on', 'off', 'unsure'] as const).map((state) =>
	subscription('timesheet.approve', { state }),
);

test.each<[string, Partial<Registration>, boolean]>([
	['nothing was ever made', { subscriberId: undefined, subscriberState: 'on' }, true],
	['subscriptions without a subscriber', { subscriberId: undefined, subscriptions: [on ?? subscription('x')] }, true],
	['a subscriber that is on', { subscriberState: 'on', subscriptions: [] }, false],
	['a subscriber that may be on', { subscriberState: 'unsure', subscriptions: [] }, false],
	['a subscriber that is off', { subscriberState: 'off', subscriptions: [] }, true],
	['all off', { subscriberState: 'off', subscriptions: [off, off].flatMap((one) => one ?? []) }, true],
	['one on', { subscriberState: 'off', subscriptions: [off, on].flatMap((one) => one ?? []) }, false],
	['one may be on', { subscriberState: 'off', subscriptions: [unsure, off].flatMap((one) => one ?? []) }, false],
	['a subscriber of before', { subscriberState: 'off', subscriptions: [], strays: ['7'] }, false],
	['a subscriber of before, and no other', { subscriberId: undefined, strays: ['7'] }, false],
])('whether all is off: %s', (_, changes, expected) => expect(isAllOff(registration(changes))).toBe(expected));

test.each<[Partial<Registration>, string]>([
	[{}, 'webhook subscriber 1 with subscriptions id-of-timesheet.approve, id-of-timesheet.reject'],
	[{ subscriptions: whole.subscriptions.slice(1, 2) }, 'webhook subscriber 1 with no known subscription'],
	[{ subscriptions: whole.subscriptions.slice(1) }, 'webhook subscriber 1 with subscription id-of-timesheet.submit'],
	[{ subscriberId: undefined, subscriptions: [] }, 'webhook subscriber (none) with no known subscription'],
])('ids in words: %j', (changes, words) => expect(describeIds(registration(changes))).toBe(words));

test.each<[string, Partial<Registration>, string[]]>([
	['one', {}, ['secret']],
	['none', { secret: undefined }, []],
	['the one before in its time', { previousSecret: 'older', previousUntil: NOW + 1 }, ['secret', 'older']],
	['the one before at the end of its time', { previousSecret: 'older', previousUntil: NOW }, ['secret']],
	[
		'the one before with more time than there ever is',
		{ previousSecret: 'older', previousUntil: NOW + 5 * MINUTE + 1 },
		['secret'],
	],
	[
		'the one before with all of its time',
		{ previousSecret: 'older', previousUntil: NOW + 5 * MINUTE },
		['secret', 'older'],
	],
	['the one before without a time', { previousSecret: 'older' }, ['secret']],
	['the one before alone', { secret: undefined, previousSecret: 'older', previousUntil: NOW + MINUTE }, ['older']],
	['a time without one before', { previousUntil: NOW + MINUTE }, ['secret']],
])('secrets that deliveries may be signed with: %s', (_, changes, secrets) =>
	expect(validSecrets(registration(changes))).toEqual(secrets),
);

test.each([
	[100, 50, 100],
	[50, 100, 100],
	[0, 0, 0],
])('of a secret of %i and a token of %i the younger one counts: %i', (secretSince, since, made) =>
	expect(madeAt(registration({ secretSince }), subscription('timesheet.approve', { since }))).toBe(made),
);

test('moments that lie further ahead than clocks differ count as unknown: of a secret its time, of a token it is dated anew', () => {
	const [near, far] = [NOW + 5 * MINUTE, NOW + 5 * MINUTE + 1];
	const of = (secretSince: number, since: number): Registration =>
		registration({ secretSince, subscriptions: [subscription('timesheet.approve', { since }), subscription('x')] });
	expect(credibly(of(near, near), NOW)).toEqual(of(near, near));
	expect(credibly(of(far, far), NOW)).toEqual(of(0, NOW));
});
