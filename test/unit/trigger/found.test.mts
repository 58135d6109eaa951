import { describe, expect, test } from '@jest/globals';
import { judgeSeal, remember } from '../../../nodes/WorkforceOperations/trigger/registration/found.ts';
import type { Sealed } from '../../../nodes/WorkforceOperations/trigger/registration/seal.ts';
import { findForDelivery } from '../../../nodes/WorkforceOperations/trigger/registration/store.ts';
import type { Registration } from '../../../nodes/WorkforceOperations/trigger/registration/state.ts';
import { HOOK, MINUTE, n8n, NOW, registration, SERVICE, subscription, useStillTime } from './support.mts';

useStillTime();

const EVENT = 'timesheet.approve';
const sealed = (changes: Partial<Sealed> = {}): Sealed => ({
	madeAt: NOW - MINUTE,
	subscriberId: '1',
	event: EVENT,
	secret: 'secret',
	...changes,
});

const judge = (stored: Registration | undefined, seal: Sealed) =>
	judgeSeal(n8n().context, stored, seal, { token: 'token-of-the-delivery', service: SERVICE });

const told = expect.stringMatching(
	/“Trigger” is older than its subscriptions.* told the rest: webhook subscriber 1\. Deliveries go on being accepted$/,
);
const found = { event: EVENT, token: 'token-of-the-delivery', since: NOW - MINUTE, state: 'on' };
const kept = subscription('timesheet.reject');

describe('a seal that is younger than what is known', () => {
	test('of nothing makes a registration', () => {
		expect(judge(undefined, sealed())).toEqual({
			secrets: ['secret'],
			told,
			found: {
				owner: 'instance/workflow/node/live',
				service: SERVICE,
				url: HOOK,
				subscriberId: '1',
				subscriberState: 'on',
				secret: 'secret',
				secretSince: NOW - MINUTE,
				previousSecret: undefined,
				previousUntil: NOW + 4 * MINUTE,
				subscriptions: [found],
				strays: [],
				changedAt: NOW - MINUTE,
				completeAt: 0,
			},
		});
	});

	test.each<[string, Partial<Registration>, Partial<Sealed>, Partial<Registration>]>([
		['the same secret', {}, {}, {}],
		['a younger secret', { secret: 'older' }, {}, { previousSecret: 'older', previousUntil: NOW + 4 * MINUTE }],
		[
			'a younger secret beside one of which only the one before is known',
			{ secret: undefined, previousSecret: 'oldest' },
			{},
			{ previousSecret: 'oldest', previousUntil: NOW + 4 * MINUTE },
		],
		['a subscriber that nobody knew', { subscriberId: undefined }, {}, {}],
		[
			'a subscription that was known under its token',
			{ subscriptions: [subscription('x', { token: found.token })] },
			{},
			{ subscriptions: [found] as never },
		],
		['a secret that is known, made at the moment of another', { secretSince: NOW - MINUTE }, {}, {}],
		['strays', { strays: ['7', '1', '8'] }, {}, { strays: ['7', '8'] }],
		['what had been found before', { completeAt: 150 }, {}, { completeAt: 150 }],
		[
			'a later change after what had been found before',
			{ completeAt: 150, changedAt: NOW },
			{},
			{ completeAt: 150, changedAt: NOW },
		],
	])('of %s', (_, known, changes, expected) => {
		const before = registration({ subscriptions: [subscription(EVENT), kept], ...known });
		const { found: learned, ...rest } = judge(before, sealed(changes));
		expect(learned).toEqual({
			...before,
			secret: 'secret',
			secretSince: before.secret === 'secret' ? before.secretSince : NOW - MINUTE,
			subscriberId: '1',
			subscriptions: [...('subscriptions' in known ? [] : [kept]), found],
			changedAt: NOW - MINUTE,
			completeAt: 200,
			...expected,
		});
		expect(rest).toEqual({
			secrets: expected.previousSecret === undefined ? ['secret'] : ['secret', expected.previousSecret],
			told,
		});
	});

	test.each<[string, Partial<Registration>, string[]]>([
		['is still on', {}, ['7', '1']],
		['may be on', { subscriberState: 'unsure', subscriptions: [] }, ['7', '1']],
		['was known to be a stray', { strays: ['1', '7'] }, ['7', '1']],
		['is off', { subscriberState: 'off', subscriptions: [], strays: [] }, []],
	])('of another subscriber: nothing of the one before counts, which %s', (_, known, strays) => {
		const before = registration({ secret: 'older', subscriptions: [kept], strays: ['7'], ...known });
		expect(judge(before, sealed({ subscriberId: '2' })).found).toMatchObject({
			subscriberId: '2',
			subscriberState: 'on',
			secret: 'secret',
			subscriptions: [found],
			strays,
		});
	});
});

describe('a seal is believed', () => {
	test.each<[string, Partial<Registration>, Partial<Sealed>, boolean]>([
		['where no secret is known, however old it is', { secret: undefined }, { madeAt: 1 }, true],
		['not where one before is known', { secret: undefined, previousSecret: 'secret' }, { madeAt: 1 }, false],
		['a moment after the last change', {}, { madeAt: 201 }, true],
		['not at the moment of the last change', {}, { madeAt: 200 }, false],
		['by when all was known last', { completeAt: 150 }, { madeAt: 151 }, true],
		['not at the moment when all was known last', { completeAt: 150 }, { madeAt: 150 }, false],
		['with another secret when it is younger', { secretSince: 300 }, { madeAt: 301, secret: 'other' }, true],
		['not with another secret that is as old', { secretSince: 300 }, { madeAt: 300, secret: 'other' }, false],
		['not of another subscriber that is as old', { secretSince: 300 }, { madeAt: 300, subscriberId: '2' }, false],
		['with the same secret, though it is older', { secretSince: 300 }, { madeAt: 299 }, true],
	])('%s', (_, known, seal, believed) => {
		expect(judge(registration(known), sealed(seal)).refused === undefined).toBe(believed);
	});
});

describe('a seal that is not believed', () => {
	test('of the own subscriber: its address was given up', () => {
		expect(judge(registration(), sealed({ madeAt: 1, secret: 'given up' }))).toEqual({
			secrets: ['given up'],
			refused: 'its address was given up since',
		});
	});

	test.each<[string, Partial<Registration>, Partial<Registration>]>([
		['for the first time', { strays: ['7'] }, { strays: ['7', '2'], completeAt: 200 }],
		['again', { strays: ['2', '7'], completeAt: 150 }, { strays: ['7', '2'], completeAt: 150 }],
	])('of another subscriber, %s: it is to be switched off', (_, known, expected) => {
		const before = registration(known);
		expect(judge(before, sealed({ madeAt: 1, subscriberId: '2', secret: 'stray' }))).toEqual({
			secrets: ['stray'],
			refused: 'webhook subscriber 2 of an earlier time sent it, which is still on',
			found: { ...before, ...expected },
			told: expect.stringMatching(/^webhook subscriber 2 of an earlier time of “Trigger” is still on at the service/),
		});
	});
});

describe('what a delivery has taught', () => {
	test('is known to the next one, and told once', () => {
		const { context, log, staticData } = n8n();
		const judgement = { secrets: [], found: registration(), told: 'something is new' };
		for (let count = 0; count < 2; count++) remember(context, judgement);
		expect(log).toEqual(['warn Workforce Operations: something is new.']);
		expect(findForDelivery(context)).toEqual(registration());
		expect(staticData).toEqual({});
	});

	test.each<[string, Partial<Registration>, number]>([
		['another subscriber', { subscriberId: '2' }, 2],
		['another secret', { secret: 'other' }, 2],
		['another stray', { strays: ['7'] }, 2],
		['another subscription', { subscriptions: [] }, 1],
		['a later time', { changedAt: 201 }, 1],
	])('is told again for %s', (_, changes, lines) => {
		const { context, log } = n8n();
		for (const found of [registration(), registration(changes)]) remember(context, { secrets: [], found, told: 'x' });
		expect(log).toHaveLength(lines);
		expect(findForDelivery(context)).toEqual(registration(changes));
	});

	test('is nothing where there is nothing to know', () => {
		const { context, log } = n8n();
		remember(context, { secrets: [], told: 'x' });
		remember(context, { secrets: [], found: registration() });
		expect(log).toEqual([]);
	});
});
