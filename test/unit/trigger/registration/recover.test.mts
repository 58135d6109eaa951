import { describe, expect, test } from '@jest/globals';
import { judgeSeal, rememberSealed } from '../../../../nodes/WorkforceOperations/trigger/registration/recover.ts';
import type { SealedContent } from '../../../../nodes/WorkforceOperations/trigger/registration/sealedSecret.ts';
import {
	findForDelivery,
	findForRemoval,
	findOwn,
	keep,
} from '../../../../nodes/WorkforceOperations/trigger/registration/store.ts';
import type { Registration } from '../../../../nodes/WorkforceOperations/trigger/registration/registration.ts';
import { HOOK, MINUTE, n8n, NOW, registration, SERVICE, subscription, useStillTime } from '../support.mts';

useStillTime();

const EVENT = 'timesheet.approve';
const sealed = (changes: Partial<SealedContent> = {}): SealedContent => ({
	madeAt: NOW - MINUTE,
	subscriberId: '1',
	event: EVENT,
	secret: 'secret',
	...changes,
});

const judge = (stored: Registration | undefined, seal: SealedContent) =>
	judgeSeal(n8n().context, stored, seal, { token: 'token-of-the-delivery', service: SERVICE });

const warning = expect.stringMatching(
	/“Trigger” is older than its subscriptions.*The missing part \(webhook subscriber 1\) was read from .*, and deliveries are still accepted\. To store it again, unpublish the workflow, then publish it$/,
);
const found = { event: EVENT, token: 'token-of-the-delivery', since: NOW - MINUTE, state: 'on' };
const kept = subscription('timesheet.reject');
const known = subscription(EVENT);

describe('a seal that is younger than what is known', () => {
	test.each<[string, Registration | undefined, number, number]>([
		['where nothing is stored', undefined, NOW - MINUTE, NOW - MINUTE],
		['where another service’s registration is stored', registration({ service: 'https://else.test' }), NOW, NOW],
		['where nothing is stored and it is dated ahead', undefined, Date.UTC(9000, 0), 0],
	])('makes a registration without its secret %s', (_, stored, madeAt, since) => {
		expect(judge(stored, sealed({ madeAt }))).toEqual({
			secrets: ['secret'],
			warning,
			found: {
				owner: 'instance/workflow/node/live',
				service: SERVICE,
				url: HOOK,
				subscriberId: '1',
				subscriberState: 'on',
				secretSince: 0,
				subscriptions: [{ ...found, since }],
				strays: [],
				changedAt: since,
			},
		});
	});

	test.each<[string, Partial<Registration>, Partial<SealedContent>, Partial<Registration>, string[]]>([
		['the same secret', {}, {}, {}, []],
		['a younger secret, which is not put into the place of the stored one', { secret: 'older' }, {}, {}, ['older']],
		[
			'a younger secret beside one that is being replaced',
			{ secret: undefined, previousSecret: 'oldest', previousUntil: NOW + MINUTE },
			{},
			{},
			['oldest'],
		],
		['a subscriber that nobody knew', { subscriberId: undefined }, {}, { subscriberId: '1' }, []],
		['an event that nobody knew', { subscriptions: [kept] }, {}, { subscriptions: [kept, found] as never }, []],
		[
			'a subscription that was known as another event’s',
			{ subscriptions: [kept, subscription('x', { token: found.token })] },
			{},
			{ subscriptions: [kept, found] as never },
			[],
		],
		[
			'a subscription that was known to be off',
			{ subscriberState: 'off', subscriptions: [subscription(EVENT, { state: 'off' })] },
			{},
			{ subscriberState: 'on', subscriptions: [known] },
			[],
		],
		['a secret that is known, made at the moment of another', { secretSince: NOW - MINUTE }, {}, {}, []],
		['strays', { strays: ['7', '1', '8'] }, {}, { strays: ['7', '8'] }, []],
	])('of %s', (_, changes, seal, expected, secrets) => {
		const before = registration({ subscriptions: [known, kept], ...changes });
		const { found: learned, ...rest } = judge(before, sealed(seal));
		expect(learned).toEqual({ ...before, changedAt: NOW - MINUTE, ...expected });
		expect(rest).toEqual({ secrets: ['secret', ...secrets], warning });
	});

	test.each<[string, Partial<Registration>, string[]]>([
		['that is still on', {}, ['7', '2']],
		['that is off', { subscriberState: 'off', subscriptions: [], strays: [] }, ['2']],
		['and the other one was known to be a stray', { strays: ['2', '7'] }, ['7', '2']],
	])('of another subscriber is to be switched off beside the stored one %s', (_, changes, strays) => {
		const before = registration({ secret: 'older', subscriptions: [kept], strays: ['7'], ...changes });
		const judgement = judge(before, sealed({ subscriberId: '2' }));
		expect(judgement.found).toEqual({ ...before, strays, changedAt: NOW - MINUTE });
		expect(judgement.secrets).toEqual(['secret', 'older']);
	});

	test('is added to what other deliveries have told', () => {
		const { context } = n8n();
		const take = (subscriberId: string, event: string) => {
			const one = sealed({ subscriberId, event });
			const judgement = judgeSeal(context, undefined, one, { token: `token-of-${event}`, service: SERVICE });
			rememberSealed(context, judgement, one);
			return judgement.found;
		};
		take('1', EVENT);
		take('2', EVENT);
		expect(take('1', 'timesheet.reject')).toMatchObject({
			subscriberId: '1',
			subscriptions: [{ event: EVENT }, { event: 'timesheet.reject' }],
			strays: ['2'],
		});
	});
});

describe('a seal is believed', () => {
	test.each<[string, Partial<Registration>, Partial<SealedContent>, boolean]>([
		['where no secret is known, however old it is', { secret: undefined }, { madeAt: 1 }, true],
		['not where one before is known', { secret: undefined, previousSecret: 'secret' }, { madeAt: 1 }, false],
		['a moment after the last change', {}, { madeAt: 201 }, true],
		['not at the moment of the last change', {}, { madeAt: 200 }, false],
		['five minutes later than now', {}, { madeAt: NOW + 5 * MINUTE }, true],
		['not later than that', {}, { madeAt: NOW + 5 * MINUTE + 1 }, false],
		['by the service’s clock where it is known', { clockBehind: 60 * MINUTE }, { madeAt: NOW + 65 * MINUTE }, true],
		['not later than that clock', { clockBehind: 60 * MINUTE }, { madeAt: NOW + 65 * MINUTE + 1 }, false],
		['after a change that is dated ahead, which counts as none', { changedAt: NOW + 6 * MINUTE }, {}, true],
		[
			'with another secret than one that is dated ahead, which counts as none',
			{ secretSince: NOW + 6 * MINUTE },
			{ secret: 'other' },
			true,
		],
		['with another secret when it is younger', { secretSince: 300 }, { madeAt: 301, secret: 'other' }, true],
		['not with another secret that is as old', { secretSince: 300 }, { madeAt: 300, secret: 'other' }, false],
		['not of another subscriber that is as old', { secretSince: 300 }, { madeAt: 300, subscriberId: '2' }, false],
		['with the same secret, though it is older', { secretSince: 300 }, { madeAt: 299 }, true],
	])('%s', (_, known, seal, believed) => {
		expect(judge(registration(known), sealed(seal)).refused === undefined).toBe(believed);
	});
});

describe('a seal that is not believed', () => {
	test('of the own subscriber: its address was given up, or a clock is wrong', () => {
		expect(judge(registration(), sealed({ madeAt: 1, secret: 'given up' }))).toEqual({
			secrets: ['given up'],
			refused: 'its address is no longer in use',
		});
		expect(judge(registration(), sealed({ madeAt: NOW + 6 * MINUTE, secret: 'of a forger' }))).toEqual({
			secrets: ['of a forger'],
			refused: 'the encrypted part of its address has a date in the future',
			doubtful: true,
		});
	});

	test.each<[string, Partial<Registration>, Partial<Registration>]>([
		['for the first time', { strays: ['7'] }, { strays: ['7', '2'] }],
		['again', { strays: ['2', '7'] }, { strays: ['7', '2'] }],
	])('of another subscriber, %s: it is to be switched off', (_, known, expected) => {
		const before = registration(known);
		expect(judge(before, sealed({ madeAt: 1, subscriberId: '2', secret: 'stray' }))).toEqual({
			secrets: ['stray'],
			refused: 'the earlier webhook subscriber 2 sent it and is still on',
			found: { ...before, ...expected },
			warning: expect.stringMatching(/^the earlier webhook subscriber 2 of “Trigger” is still on in the service/),
		});
	});
});

describe('what a delivery has taught', () => {
	const judgement = { secrets: [], found: registration({ changedAt: 300 }), warning: 'something is new' };

	test('is told once, is for publishing and unpublishing, and says nothing of other deliveries', () => {
		const { context, log, staticData } = n8n();
		for (let count = 0; count < 2; count++) rememberSealed(context, judgement, sealed());
		expect(log).toEqual(['warn Workforce Operations: something is new.']);
		expect(findOwn(context, HOOK)).toEqual(judgement.found);
		expect(findForRemoval(context)).toEqual(judgement.found);
		expect(findForDelivery(context)).toBeUndefined();
		expect(staticData).toEqual({});
	});

	test('is told again for another subscriber and another secret, but not without end', () => {
		const { context, log } = n8n();
		for (const changes of [{}, { subscriberId: '2' }, { secret: 'other' }, { event: 'x' }, { madeAt: 1 }])
			rememberSealed(context, judgement, sealed(changes));
		expect(log).toHaveLength(3);
		for (let count = 0; count < 100; count++) rememberSealed(context, judgement, sealed({ secret: String(count) }));
		expect(log).toHaveLength(20);
	});

	test('is forgotten when something is stored, which then is the latest', () => {
		const { context } = n8n();
		rememberSealed(context, judgement, sealed());
		keep(context, registration({ subscriberId: '5' }));
		expect(findOwn(context, HOOK)).toEqual(registration({ subscriberId: '5', changedAt: NOW }));
	});

	test('is nothing where there is nothing to know', () => {
		const { context, log } = n8n();
		rememberSealed(context, { secrets: [], warning: 'x' }, sealed());
		rememberSealed(context, { secrets: [], found: registration() }, sealed());
		expect(log).toEqual([]);
	});
});
