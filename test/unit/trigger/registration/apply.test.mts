// One step at a time: what is stored before it, what is asked of the service, and what is known afterwards.
import { describe, expect, test } from '@jest/globals';
import { expecting } from '../../../../nodes/WorkforceOperations/trigger/registration/apply.ts';
import type { RegistrationStep } from '../../../../nodes/WorkforceOperations/trigger/registration/plan.ts';
import type { ListedSubscription } from '../../../../nodes/WorkforceOperations/trigger/registration/webhookApi.ts';
import type {
	Registration,
	Subscription,
} from '../../../../nodes/WorkforceOperations/trigger/registration/registration.ts';
import { wasIssuedHere } from '../../../../nodes/WorkforceOperations/trigger/registration/store.ts';
import type { Answer } from '../../transport/support.mts';
import { changed, data, doStep } from '../stepBench.mts';
import { listed, MINUTE, NOW, registration, useStillTime } from '../support.mts';

useStillTime();

const [approve, reject] = ['timesheet.approve', 'timesheet.reject'];
const both = [listed(approve), listed(reject)];
const lost: Answer = { network: 'ECONNRESET' };
const refused: Answer = { status: 403 };
const gone: Answer = { status: 404 };

const of = (event: string, changes: Partial<Subscription>): Registration => changed(registration(), event, changes);

describe('a step whose outcome is known', () => {
	const put = 'PUT /subscriptions/8 {"isActive":true} (sealed)';
	const post = 'POST /subscriptions {"subscriberId":1,"event":"approve","eventType":"timesheet"} (sealed)';
	const made = { id: '8', uri: expect.stringContaining('seal='), active: true, event: approve };

	test.each<[string, RegistrationStep, Answer, ListedSubscription[] | undefined, string[], Registration[], unknown]>([
		[
			'the subscriber is switched on',
			{ do: 'switchSubscriber', on: true },
			data(null),
			both,
			['PUT /subscribers/1 {"isActive":true}'],
			[registration({ subscriberState: 'unsure' }), registration()],
			both,
		],
		[
			'the subscriber is switched off',
			{ do: 'switchSubscriber', on: false },
			data(null),
			both,
			['PUT /subscribers/1 {"isActive":false}'],
			[registration({ subscriberState: 'unsure' }), registration({ subscriberState: 'off' })],
			both,
		],
		[
			'the list is read',
			{ do: 'list' },
			data([{ id: 5 }]),
			undefined,
			['GET /subscribers/1/subscriptions'],
			[],
			[{ id: '5' }],
		],
		[
			'the secret is replaced',
			{ do: 'rotateSecret' },
			data({ secretToken: 'new' }),
			both,
			['PUT /subscribers/1 {"rotateSecretToken":true}'],
			[
				registration({ secret: undefined, previousSecret: 'secret', previousUntil: NOW + 5 * MINUTE }),
				registration({
					secret: 'new',
					secretSince: NOW,
					previousSecret: 'secret',
					previousUntil: NOW + 5 * MINUTE,
				}),
			],
			both,
		],
		[
			'a subscription is made',
			{ do: 'makeSubscription', event: approve },
			data({ id: 8 }),
			both,
			[post],
			[of(approve, { id: undefined, state: 'unsure' }), of(approve, { id: '8', state: 'on' })],
			[...both, made],
		],
		[
			'a subscription is made before anybody has looked',
			{ do: 'makeSubscription', event: approve },
			data({ id: 8 }),
			undefined,
			[post],
			[of(approve, { id: undefined, state: 'unsure' }), of(approve, { id: '8', state: 'on' })],
			[made],
		],
		[
			'a subscription gets an event and its address',
			{ do: 'switchSubscription', id: '8', on: true, event: approve },
			data(null),
			[listed('x', { id: '8' }), ...both],
			[put],
			[of(approve, { id: '8', state: 'unsure' }), of(approve, { id: '8', state: 'on' })],
			[...both, made],
		],
		[
			'a subscription is switched off',
			{ do: 'switchSubscription', id: `id-of-${reject}`, on: false },
			data(null),
			both,
			[`PUT /subscriptions/id-of-${reject} {"isActive":false}`],
			[of(reject, { state: 'unsure' }), of(reject, { state: 'off' })],
			[listed(approve), listed(reject, { active: false })],
		],
	])('%s', async (_, step, answer, list, lines, kept, seen) => {
		const done = await doStep(step, [answer], registration(), list);
		expect([done.became, done.lines]).toEqual(['done', lines]);
		expect(done.kept.map((one) => ({ ...one, changedAt: 200, completeAt: undefined }))).toEqual(kept);
		expect(done.work.listed).toEqual(seen);
		expect(done.work.registration).toEqual({
			...(kept.at(-1) ?? registration()),
			changedAt: kept.length > 0 ? NOW : 200,
		});
	});
});

describe('a subscriber is made', () => {
	const before = registration({
		subscriberId: undefined,
		subscriberState: 'unsure',
		previousSecret: 'older',
		previousUntil: 5,
		unsealed: true,
		namelessSince: 6,
		rotationSince: 7,
		strays: ['9'],
	});
	const fresh: Registration = {
		...before,
		subscriberId: '8',
		subscriberState: 'on',
		secret: 'new',
		secretSince: NOW,
		previousSecret: undefined,
		previousUntil: undefined,
		unsealed: undefined,
		namelessSince: undefined,
		subscriptions: [],
		changedAt: NOW,
	};

	test.each<[string, object, Partial<Registration>, boolean]>([
		['with a secret', { id: 8, secretToken: 'new' }, {}, true],
		['without', { id: 8 }, { secret: undefined, secretSince: 0 }, false],
	])('%s: nothing of the one before counts', async (_, answer, changes, told) => {
		const done = await doStep({ do: 'makeSubscriber' }, [data(answer)], before, both);
		expect([done.became, done.lines, done.work.listed]).toEqual(['done', ['POST /subscribers'], []]);
		expect(done.work.registration).toEqual({ ...fresh, ...changes });
		expect(done.kept).toHaveLength(1);
		expect(done.log).toEqual(['info Workforce Operations: created webhook subscriber 8 for “Trigger”']);
		expect(wasIssuedHere(done.work.context, registration({ secret: 'new' }))).toBe(told);
	});

	test('without an id: that is kept, and told in the log', async () => {
		const done = await doStep({ do: 'makeSubscriber' }, [data({ secretToken: 'new' })], before);
		expect([done.became, done.kept, done.work.registration]).toEqual([
			'unreadable',
			[{ ...before, namelessSince: NOW }],
			// What is switched off afterwards is stored with it.
			{ ...before, namelessSince: NOW, changedAt: NOW },
		]);
		expect(done.log).toEqual([
			'error Workforce Operations: the service created a webhook subscriber for “Trigger”, but its answer contains no ID: {"secretToken":"(text of 3 characters)"}',
		]);
	});
});

test('a new secret is noted as told to this process; without one before there is none to accept', async () => {
	const before = registration({ secret: undefined, previousSecret: 'older', previousUntil: 5 });
	const done = await doStep({ do: 'rotateSecret' }, [data({ secretToken: 'new' })], before);
	expect(done.kept).toHaveLength(1);
	expect(done.work.registration).toEqual({ ...before, secret: 'new', secretSince: NOW, changedAt: NOW });
	expect(wasIssuedHere(done.work.context, registration({ secret: 'new' }))).toBe(true);
});

const steps: Array<[RegistrationStep, Partial<Registration>]> = [
	[{ do: 'switchSubscriber', on: true }, { subscriberState: 'unsure' }],
	[{ do: 'switchSubscriber', on: false }, { subscriberState: 'unsure' }],
	[{ do: 'rotateSecret' }, { secret: undefined, previousSecret: 'secret', previousUntil: NOW + 5 * MINUTE }],
	[{ do: 'makeSubscription', event: approve }, of(approve, { id: undefined, state: 'unsure' })],
	[{ do: 'switchSubscription', id: '8', on: true, event: approve }, of(approve, { id: '8', state: 'unsure' })],
	[{ do: 'switchSubscription', id: `id-of-${approve}`, on: false }, of(approve, { state: 'unsure' })],
];

describe.each(steps)('%j', (step, unsure) => {
	test('stays unsure where the answer got lost', async () => {
		const done = await doStep(step, [lost], registration(), both);
		expect([done.became, done.work.listed, done.kept.length]).toEqual(['network', both, 1]);
		expect(done.work.registration).toEqual(registration({ ...unsure, changedAt: NOW }));
	});

	test('is as before where the service refuses', async () => {
		const done = await doStep(step, [refused], registration(), both);
		expect([done.became, done.work.listed, done.kept.length]).toEqual(['forbidden', both, 2]);
		expect(done.work.registration).toEqual(registration({ changedAt: NOW }));
	});
});

describe('what the service does not have', () => {
	test.each<[RegistrationStep, string, Partial<Registration>, ListedSubscription[]]>([
		[{ do: 'switchSubscriber', on: true }, 'notFound', {}, both],
		[{ do: 'switchSubscriber', on: false }, 'gone', { subscriberState: 'unsure' }, both],
		[{ do: 'switchSubscription', id: `id-of-${approve}`, on: false }, 'gone', of(approve, { state: 'unsure' }), both],
		[
			{ do: 'switchSubscription', id: `id-of-${approve}`, on: true, event: approve },
			'done',
			of(approve, { id: undefined, state: 'unsure' }),
			[listed(reject)],
		],
	])('%j', async (step, became, changes, seen) => {
		const done = await doStep(step, [gone], registration(), both);
		expect([done.became, done.work.listed]).toEqual([became, seen]);
		expect(done.work.registration).toEqual(registration({ ...changes, changedAt: NOW }));
	});
});

test('each event gets a subscription with a token of its own; those that are known stay', () => {
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
