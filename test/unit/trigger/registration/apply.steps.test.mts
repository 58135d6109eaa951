// One step at the service: what is stored while it is under way, and what is known after each outcome.
import { describe, expect, test } from '@jest/globals';
import {
	addressFor,
	carryOutStep,
	type StepOutcome,
} from '../../../../nodes/WorkforceOperations/trigger/registration/apply.ts';
import type { RegistrationStep } from '../../../../nodes/WorkforceOperations/trigger/registration/plan.ts';
import { Registrar } from '../../../../nodes/WorkforceOperations/trigger/registration/registrar.ts';
import type { Registration } from '../../../../nodes/WorkforceOperations/trigger/registration/registration.ts';
import { wasIssuedHere } from '../../../../nodes/WorkforceOperations/trigger/registration/store.ts';
import {
	type ListedSubscription,
	WebhookApi,
} from '../../../../nodes/WorkforceOperations/trigger/registration/webhookApi.ts';
import { settle } from '../../../../nodes/WorkforceOperations/transport/settle.ts';
import type { Answer } from '../../transport/support.mts';
import { listed, MINUTE, n8n, NOW, registration, subscription, useStillTime } from '../support.mts';
import { answered, unreadable } from './service.mts';

useStillTime();

const [approve, reject] = ['timesheet.approve', 'timesheet.reject'];
const both = [listed(approve), listed(reject)];

/** Carries out one step; the answers come in order, the last one again and again. */
async function after(
	step: RegistrationStep,
	{
		known = registration(),
		answers = [answered({})],
		list,
	}: {
		known?: Registration;
		answers?: Answer[];
		list?: ListedSubscription[];
	} = {},
) {
	const uris: unknown[] = [];
	let underWay: unknown;
	const { context, staticData, log } = n8n({
		answer({ options }, count) {
			underWay = staticData.registration;
			uris.push((options.body as { uri?: string } | undefined)?.uri);
			return answers[count - 1] ?? answers.at(-1) ?? {};
		},
	});
	const service = await WebhookApi.open(context, 1000);
	const registrar = Registrar.forTrigger(context, service, known);
	if (list !== undefined) registrar.setListed(list);
	const ended = await settle(carryOutStep(registrar, step));
	const outcome: StepOutcome | 'failed' = 'result' in ended ? ended.result : 'failed';
	const address = (changed: Registration, event: string): string => {
		const one = changed.subscriptions.find((candidate) => candidate.event === event);
		return one === undefined ? '' : addressFor(service)(changed, one);
	};
	const { registration: now, listed: seen } = registrar;
	return { outcome, underWay, now, stored: staticData.registration, seen, uris, log, address, context };
}

/** The known registration with these changes, stored at this moment. */
const stored = (changes: Partial<Registration> = {}): Registration => registration({ ...changes, changedAt: NOW });

const withFirst = (changes: Parameters<typeof subscription>[1]): Partial<Registration> => ({
	subscriptions: [subscription(approve, changes), subscription(reject)],
});

const rotating: Partial<Registration> = {
	secret: undefined,
	previousSecret: 'secret',
	previousUntil: NOW + 5 * MINUTE,
};

const changing: Array<[string, RegistrationStep, Partial<Registration>]> = [
	['the subscriber on', { do: 'switchSubscriber', on: true }, { subscriberState: 'unsure' }],
	['the subscriber off', { do: 'switchSubscriber', on: false }, { subscriberState: 'unsure' }],
	['another secret', { do: 'rotateSecret' }, rotating],
	['a subscription', { do: 'makeSubscription', event: approve }, withFirst({ id: undefined, state: 'unsure' })],
	[
		'a subscription on',
		{ do: 'switchSubscription', id: '77', on: true, event: approve },
		withFirst({ id: '77', state: 'unsure' }),
	],
	[
		'a subscription off',
		{ do: 'switchSubscription', id: `id-of-${approve}`, on: false },
		withFirst({ state: 'unsure' }),
	],
];

test.each(changing)('%s: it may have happened, until the service has answered', async (_, step, changes) => {
	const lost = await after(step, { answers: [unreadable] });
	expect([lost.outcome, lost.underWay, lost.now, lost.stored]).toEqual([
		'failed',
		...Array.from({ length: 3 }, () => expect.objectContaining({ ...stored(changes), changedAt: expect.any(Number) })),
	]);
	// What the service refuses hasn't happened.
	const refused = await after(step, { answers: [answered(null, 403)] });
	expect([refused.outcome, { ...refused.now, changedAt: NOW }]).toEqual(['failed', stored()]);
	expect(refused.stored).toEqual(refused.now);
});

test.each<[string, RegistrationStep, Registration]>([
	['a subscriber', { do: 'makeSubscriber' }, registration()],
	['a list', { do: 'list' }, registration()],
	['another secret, where none is known', { do: 'rotateSecret' }, registration({ ...rotating, secret: undefined })],
])('%s: nothing is stored before the service has answered, nor if it refuses', async (_, step, known) => {
	for (const answer of [unreadable, answered(null, 403)]) {
		const { outcome, underWay, now, stored: left } = await after(step, { known, answers: [answer] });
		expect([outcome, underWay, now, left]).toEqual(['failed', undefined, known, undefined]);
	}
});

describe('done', () => {
	test('a subscriber: it takes the place of the one before, of which nothing is left', async () => {
		const known = registration({ previousSecret: 'older', previousUntil: 5, unsealed: true, namelessSince: 6 });
		const made = await after({ do: 'makeSubscriber' }, { known, answers: [answered({ id: 9, secretToken: 'new' })] });
		const expected = stored({ subscriberId: '9', secret: 'new', secretSince: NOW, subscriptions: [] });
		expect([made.outcome, made.now, made.stored, made.seen]).toEqual(['done', expected, expected, []]);
		expect(wasIssuedHere(made.context, expected)).toBe(true);
		expect(made.log).toEqual(['info Workforce Operations: created webhook subscriber 9 for “Trigger”']);
	});

	test.each<[string, number | undefined, number]>([
		['at the moment of its answer', undefined, 0],
		['at the moment of an earlier request for it', NOW - MINUTE, 0],
		['not before it was asked for', NOW + MINUTE, MINUTE],
	])('another secret: it is dated %s', async (_, rotationSince, later) => {
		const known = registration({ rotationSince });
		const {
			now,
			stored: left,
			context,
		} = await after({ do: 'rotateSecret' }, { known, answers: [answered({ secretToken: 'new' })] });
		const { secret, secretSince, previousSecret, previousUntil } = now;
		expect([secret, previousSecret, previousUntil]).toEqual(['new', 'secret', NOW + 5 * MINUTE]);
		expect(secretSince - NOW - later).toBeGreaterThanOrEqual(0);
		expect(secretSince - NOW - later).toBeLessThan(10);
		expect(left).toEqual(now);
		expect(wasIssuedHere(context, now)).toBe(true);
	});

	test.each(['on', 'off'] as const)('the subscriber %s', async (state) => {
		const known = registration({ subscriberState: state === 'on' ? 'off' : 'on' });
		const { outcome, now } = await after({ do: 'switchSubscriber', on: state === 'on' }, { known });
		expect([outcome, now.subscriberState]).toEqual(['done', state]);
	});

	test('a list', async () => {
		const rows = [{ id: 4, uri: 'x', isActive: false, eventType: 'timesheet', event: 'approve' }];
		const { outcome, seen, stored: left } = await after({ do: 'list' }, { answers: [answered(rows)] });
		expect([outcome, seen, left]).toEqual(['done', [{ id: '4', uri: 'x', active: false, event: approve }], undefined]);
	});

	test.each<[string, RegistrationStep, ListedSubscription[]]>([
		['a subscription', { do: 'makeSubscription', event: approve }, both],
		[
			'a subscription on',
			{ do: 'switchSubscription', id: '5', on: true, event: approve },
			[listed(reject), { id: '5', active: false }],
		],
	])('%s: it is listed with its address', async (_, step, list) => {
		const { outcome, now, seen, uris, address } = await after(step, { answers: [answered({ id: 5 })], list });
		const uri = address(now, approve);
		expect([outcome, now.subscriptions, uris]).toEqual([
			'done',
			[subscription(approve, { id: '5' }), subscription(reject)],
			[uri],
		]);
		const others = list.filter(({ id }) => id !== '5');
		expect(seen).toEqual([...others, { id: '5', uri, active: true, event: approve }]);
	});

	const off: RegistrationStep = { do: 'switchSubscription', id: `id-of-${approve}`, on: false };
	test.each<[ListedSubscription[] | undefined, ListedSubscription[] | undefined]>([
		[undefined, undefined],
		[both, [listed(approve, { active: false }), listed(reject)]],
	])('a subscription off, of the list %j', async (list, expected) => {
		const { outcome, now, seen } = await after(off, { list });
		expect([outcome, now.subscriptions, seen]).toEqual([
			'done',
			[subscription(approve, { state: 'off' }), subscription(reject)],
			expected,
		]);
	});

	test.each<[string, RegistrationStep]>([
		['the subscriber', { do: 'switchSubscriber', on: false }],
		['a subscription', off],
	])('%s, which the service doesn’t have, is gone', async (_, step) => {
		const { outcome, seen } = await after(step, { answers: [answered(null, 404)], list: both });
		expect([outcome, seen]).toEqual(['gone', both]);
	});

	test('a subscription that is to be on, and that the service doesn’t have, is to be made anew', async () => {
		const step: RegistrationStep = { do: 'switchSubscription', id: `id-of-${approve}`, on: true, event: approve };
		const { outcome, now, seen } = await after(step, { answers: [answered(null, 404)], list: both });
		expect([outcome, now.subscriptions[0]?.id, seen]).toEqual(['done', undefined, [listed(reject)]]);
	});
});

describe('an address that the service refuses', () => {
	const step: RegistrationStep = { do: 'makeSubscription', event: approve };
	const bare = listed(approve).uri;

	test('is sent without its seal', async () => {
		const { outcome, now, seen, uris, log } = await after(step, {
			answers: [answered(null, 400), answered({ id: 5 })],
		});
		expect([outcome, now.unsealed, uris]).toEqual(['done', true, [expect.stringContaining('&seal='), bare]]);
		expect(now).toMatchObject({ ...registration(), ...withFirst({ id: '5' }), changedAt: expect.any(Number) });
		expect(seen).toEqual([{ id: '5', uri: bare, active: true, event: approve }]);
		expect(log[0]).toMatch(/^warn .*accepts only a shortened address for “Trigger”/);
	});

	test.each<[string, Registration, Answer, number]>([
		['is refused as a whole', registration(), answered(null, 400), 2],
		['has no seal', registration({ unsealed: true }), answered(null, 400), 1],
		['isn’t the reason', registration(), answered(null, 403), 1],
	])('is not sent again if it %s', async (_, known, answer, count) => {
		const { outcome, now, uris } = await after(step, { known, answers: [answer] });
		expect([outcome, { ...now, changedAt: NOW }, uris.length]).toEqual(['failed', { ...known, changedAt: NOW }, count]);
	});
});
