// Switching off at the service: what is asked for, how often, and what may be left on.
import { describe, expect, test } from '@jest/globals';
import type { IDataObject } from 'n8n-workflow';
import {
	deactivate,
	deactivateOrphans,
	LeftoverError,
} from '../../../../nodes/WorkforceOperations/trigger/registration/deactivate.ts';
import { Registrar } from '../../../../nodes/WorkforceOperations/trigger/registration/registrar.ts';
import type { Registration } from '../../../../nodes/WorkforceOperations/trigger/registration/registration.ts';
import { WebhookApi } from '../../../../nodes/WorkforceOperations/trigger/registration/webhookApi.ts';
import { clock } from '../../../../nodes/WorkforceOperations/transport/clock.ts';
import { settle } from '../../../../nodes/WorkforceOperations/transport/settle.ts';
import type { Answer } from '../../transport/support.mts';
import { n8n, registration, subscription, useStillTime } from '../support.mts';
import { answered, webhookService } from './service.mts';

useStillTime();

const [approve, reject] = ['timesheet.approve', 'timesheet.reject'];
const [first, second] = [`id-of-${approve}`, `id-of-${reject}`];
const [FIRST_OFF, SECOND_OFF] = [`PUT subscriptions/${first} off`, `PUT subscriptions/${second} off`];
const SUBSCRIBER_OFF = 'PUT subscribers/1 off';
const LIST = 'GET subscribers/1/subscriptions';
const PASS = [FIRST_OFF, SECOND_OFF, SUBSCRIBER_OFF, LIST];

const listing = (...rows: Array<[id: string, isActive: boolean]>): Answer =>
	answered(rows.map(([id, isActive]) => ({ id, isActive })));
const [refused, missing] = [answered(null, 403), answered(null, 404)];

type Disturbed = Record<string, Answer | ((count: number) => Answer)>;

async function ending(
	disturbed: Disturbed,
	{
		known = registration(),
		credential = {},
		work = deactivate,
	}: { known?: Registration; credential?: IDataObject; work?: (registrar: Registrar) => Promise<void> } = {},
) {
	const service = webhookService((request, count) => {
		const answer = disturbed[request] ?? disturbed.all;
		return typeof answer === 'function' ? answer(count) : answer;
	});
	const { context } = n8n({ answer: service.answer, credential });
	const registrar = Registrar.forTrigger(context, await WebhookApi.open(context, 65_000), known);
	const began = clock.now();
	const ended = await settle(work(registrar));
	const error = 'error' in ended ? ended.error : undefined;
	if (error !== undefined && !(error instanceof LeftoverError)) throw error as Error;
	const [, left] = /in the service: (.*) \(webhook subscriber 1 with/.exec(error?.message ?? '') ?? [];
	const reason = error?.description?.split('. Publish the workflow')[0];
	return { left, reason, hopeless: error?.hopeless, sent: service.sent, waited: clock.now() - began, registrar };
}

test('what is on is switched off, each once, and the list confirms it', async () => {
	const { left, sent, waited, registrar } = await ending({});
	expect([left, sent, waited]).toEqual([undefined, PASS, 0]);
	expect(registrar.registration).toMatchObject({
		subscriberState: 'off',
		subscriptions: [{ state: 'off' }, { state: 'off' }],
	});
});

test.each<[string, Partial<Registration>]>([
	['nothing was made', { subscriberId: undefined }],
	[
		'all is off but an earlier subscriber',
		{ subscriberState: 'off', subscriptions: [subscription(approve, { state: 'off' })], strays: ['7'] },
	],
])('nothing is asked for where %s', async (_, changes) => {
	const { left, sent, registrar } = await ending({}, { known: registration(changes) });
	expect([left, sent, registrar.registration]).toEqual([undefined, [], registration(changes)]);
});

test('three times a second apart, and in each of them again what the list still shows', async () => {
	const { left, sent, waited, hopeless } = await ending({
		[FIRST_OFF]: refused,
		[LIST]: listing([first, true], [second, false]),
	});
	expect([left, waited, hopeless]).toEqual([`subscription ${first}`, 2000, false]);
	expect(sent.slice(0, 6)).toEqual([...PASS, FIRST_OFF, LIST]);
	expect(sent).toHaveLength(4 + 2 + 2 * (2 + 1 + 2));
});

describe('a second attempt', () => {
	test.each<[string, Disturbed, IDataObject, number]>([
		['the service refuses the key', { all: answered(null, 401) }, {}, 3],
		['the key has no access', { all: refused }, {}, 4],
		['the credential has no key for it', {}, { separateKeys: true, apiKey: '', timesheetKey: 'k' }, 0],
	])('is useless where %s', async (_, disturbed, credential, count) => {
		const { hopeless, sent, waited } = await ending(disturbed, { credential });
		expect([hopeless, waited]).toEqual([true, 0]);
		expect(new Set(sent).size).toBe(count);
	});

	test.each<[string, Disturbed]>([
		['some of it is gone', { all: refused, [FIRST_OFF]: missing, [SECOND_OFF]: missing }],
		['its list can be read', { all: refused, [LIST]: listing() }],
		['something else is wrong', { all: { status: 409 } }],
	])('is made where %s', async (_, disturbed) => {
		const { hopeless, waited } = await ending(disturbed);
		expect([hopeless, waited]).toEqual([false, 2000]);
	});
});

describe('what may be on', () => {
	const contradiction = 'the service’s responses contradict each other';
	const lacking = subscription(reject, { id: undefined, state: 'off' });

	test.each<[string, Disturbed, Partial<Registration>, string | undefined, unknown]>([
		['nothing, though there is no list', { [LIST]: refused }, {}, undefined, undefined],
		[
			'nothing, though there is no list, and a subscription was never made',
			{ [LIST]: refused },
			{ subscriptions: [subscription(approve), lacking] },
			undefined,
			undefined,
		],
		[
			'a subscription that may have been made, as there is no list',
			{ [LIST]: refused },
			{ subscriptions: [subscription(approve), { ...lacking, state: 'unsure' }] },
			'the list of subscriber 1',
			expect.stringMatching(/no access/),
		],
		[
			'the subscriber, and what a list would show',
			{ [SUBSCRIBER_OFF]: { status: 409 }, [LIST]: refused },
			{},
			'subscriber 1, the list of subscriber 1',
			expect.stringMatching(/.; .*no access/),
		],
		[
			'a subscriber that is gone and has a list of one',
			{ [SUBSCRIBER_OFF]: missing, [LIST]: listing([first, false]) },
			{},
			'subscriber 1',
			contradiction,
		],
		[
			'what a second list would show, where the first one shows what is gone',
			{
				[FIRST_OFF]: missing,
				[LIST]: (count) => (count % 2 === 1 ? listing([first, true], [second, false]) : refused),
			},
			{},
			'the list of subscriber 1',
			expect.stringMatching(/no access/),
		],
		[
			'what the list shows after it was switched off',
			{ [LIST]: listing([first, false], [second, true]) },
			{},
			`subscription ${second}`,
			'the service still lists it as active',
		],
	])('%s', async (_, disturbed, changes, left, reason) => {
		const ended = await ending(disturbed, { known: registration(changes) });
		expect([ended.left, ended.reason]).toEqual([left, reason]);
	});
});

test('earlier subscribers are switched off with the subscriptions that lead here, and are known no more', async () => {
	const known = registration({ strays: ['7', '8'] });
	const { sent, registrar } = await ending({}, { known, work: deactivateOrphans });
	expect(sent).toEqual(
		['7', '8'].flatMap((id) => [`PUT subscribers/${id} off`, `GET subscribers/${id}/subscriptions`]),
	);
	expect({ ...registrar.registration, changedAt: 0 }).toEqual({ ...known, strays: [], changedAt: 0 });
});
