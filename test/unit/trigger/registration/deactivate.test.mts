// Switching everything off: what is asked for, what counts as done, and what is told of the rest.
import { describe, expect, test } from '@jest/globals';
import { Registrar } from '../../../../nodes/WorkforceOperations/trigger/registration/registrar.ts';
import { WebhookApi } from '../../../../nodes/WorkforceOperations/trigger/registration/webhookApi.ts';
import type { Registration } from '../../../../nodes/WorkforceOperations/trigger/registration/registration.ts';
import {
	deactivate,
	deactivateOrphans,
} from '../../../../nodes/WorkforceOperations/trigger/registration/deactivate.ts';
import { clock } from '../../../../nodes/WorkforceOperations/transport/clock.ts';
import type { Answer } from '../../transport/support.mts';
import { answering, changed, data, lineOf, type Rules } from '../stepBench.mts';
import { HOOK, n8n, registration, subscription, useStillTime } from '../support.mts';

useStillTime();

const [approve, reject] = ['timesheet.approve', 'timesheet.reject'];

const known = (changes: Partial<Registration> = {}): Registration =>
	registration({
		subscriptions: [subscription(approve, { id: '11' }), subscription(reject, { id: '12' })],
		...changes,
	});

const row = (id: number, isActive: boolean, uri = `${HOOK}?token=t${id}`) => ({ id, isActive, uri });

const [off11, off12, offSubscriber, list] = [
	'PUT /subscriptions/11 {"isActive":false}',
	'PUT /subscriptions/12 {"isActive":false}',
	'PUT /subscribers/1 {"isActive":false}',
	'GET /subscribers/1/subscriptions',
];
const pass = [off11, off12, offSubscriber, list];
const [LIST, ELEVEN, TWELVE, SUBSCRIBER] = [
	list,
	'PUT /subscriptions/11',
	'PUT /subscriptions/12',
	'PUT /subscribers/1',
];
const [ill, refused, gone]: [Answer, Answer, Answer] = [{ status: 500 }, { status: 403 }, { status: 404 }];
const IDS = '(webhook subscriber 1 with subscriptions 11, 12)';

interface Ended {
	work: Registrar;
	lines: string[];
	log: string[];
	/** What was thrown, in words. */
	told: string | undefined;
	why: string | undefined;
	seconds: number;
}

async function ending(before: Registration, rules: Rules, work: (own: Registrar) => Promise<void>): Promise<Ended> {
	const { context, sent, log } = n8n({ answer: answering(rules) });
	const own = Registrar.forTrigger(context, await WebhookApi.open(context, 60_000), before);
	const began = clock.now();
	const error = await work(own).then(
		() => undefined,
		(thrown: { message: string; description: string }) => thrown,
	);
	const seconds = (clock.now() - began) / 1000;
	return { work: own, lines: sent.map(lineOf), log, told: error?.message, why: error?.description, seconds };
}

describe('all is off', () => {
	const done = known({
		subscriberState: 'off',
		subscriptions: [
			subscription(approve, { id: '11', state: 'off' }),
			subscription(reject, { id: '12', state: 'off' }),
		],
	});

	test.each<[string, Registration, Rules, string[], number]>([
		['when the list shows it', known(), { [LIST]: data([row(11, false), row(12, false)]) }, pass, 0],
		['when each was confirmed and the list can’t be had', known(), { [LIST]: ill }, pass, 0],
		['when each was confirmed and there is no list', known(), { [LIST]: gone }, pass, 0],
		['when each was confirmed, whatever the list leaves open', known(), { [LIST]: data([{ id: 11 }]) }, pass, 0],
		[
			'when the service has none of it',
			known(),
			{ [ELEVEN]: gone, [TWELVE]: gone, [SUBSCRIBER]: gone, [LIST]: gone },
			pass,
			0,
		],
		['when one is gone and not in the list', known(), { [ELEVEN]: gone, [LIST]: data([row(12, false)]) }, pass, 0],
		[
			'when what the list shows as on is switched off after all',
			known(),
			{ [LIST]: [data([row(11, true), row(12, false), row(13, true)]), data([row(11, false), row(13, false)])] },
			[...pass, off11, 'PUT /subscriptions/13 {"isActive":false}', list],
			0,
		],
		[
			'at the second time, after a second',
			known(),
			{ [ELEVEN]: [ill, data(null)], [LIST]: data([]) },
			[...pass, off11, offSubscriber, list],
			1,
		],
		[
			'at the third time',
			known(),
			{ [SUBSCRIBER]: [ill, ill, data(null)], [LIST]: data([]) },
			[...pass, offSubscriber, list, offSubscriber, list],
			2,
		],
		[
			'when somebody else’s is on',
			known(),
			{ [LIST]: data([row(13, true, 'https://elsewhere.example.com/')]) },
			pass,
			0,
		],
	])('%s', async (_, before, rules, lines, seconds) => {
		const ended = await ending(before, rules, deactivate);
		expect([ended.told, ended.lines, ended.seconds]).toEqual([undefined, lines, seconds]);
		expect(ended.work.registration).toEqual({ ...done, changedAt: expect.any(Number) });
		expect(ended.work.registration.changedAt).toBe(clock.date());
	});

	test.each<[string, Partial<Registration>]>([
		['nothing was made', { subscriberId: undefined }],
		['all was off, but for a subscriber of before', { ...done, strays: ['7'] }],
	])('without a request: %s', async (_, changes) => {
		const before = known(changes);
		const ended = await ending(before, {}, deactivate);
		expect([ended.told, ended.lines, ended.work.registration === before]).toEqual([undefined, [], true]);
	});

	test('subscribers of before stay noted', async () => {
		const { work } = await ending(known({ strays: ['7'] }), { [LIST]: data([]) }, deactivate);
		expect(work.registration.strays).toEqual(['7']);
	});
});

describe('something may be on', () => {
	const thrice = (first: string[], again = first): string[] => [...first, ...again, ...again];
	const words = (what: string): string => `Not everything could be switched off at the service: ${what} ${IDS}`;
	const unmade = changed(known(), reject, { id: undefined, state: 'unsure' });

	test.each<[string, Registration, Rules, string[], string, RegExp]>([
		[
			'a subscription that can’t be switched off',
			known(),
			{ [ELEVEN]: ill, [LIST]: data([]) },
			thrice(pass, [off11, offSubscriber, list]),
			words('subscription 11'),
			/^[^;]+\. Publish the workflow and unpublish it again/,
		],
		[
			'the subscriber',
			known(),
			{ [SUBSCRIBER]: ill, [LIST]: data([]) },
			thrice(pass, [offSubscriber, list]),
			words('subscriber 1'),
			/^[^;]+\. Publish/,
		],
		[
			'a subscription that stays listed as on',
			known(),
			{ [LIST]: data([row(11, false), row(13, true)]) },
			thrice(
				[...pass, 'PUT /subscriptions/13 {"isActive":false}', list],
				[offSubscriber, list, 'PUT /subscriptions/13 {"isActive":false}', list],
			),
			words('subscription 13'),
			/^the service still lists it as active\. Publish/,
		],
		[
			'one that the list shows and that can’t be switched off, with its reason alone',
			known(),
			{ [LIST]: data([row(13, true)]), 'PUT /subscriptions/13': refused },
			thrice(
				[...pass, 'PUT /subscriptions/13 {"isActive":false}', list],
				[offSubscriber, list, 'PUT /subscriptions/13 {"isActive":false}', list],
			),
			words('subscription 13'),
			/has no access to this[^;]*\. Publish/,
		],
		[
			'a subscription that is gone, where the list can’t be had',
			known(),
			{ [ELEVEN]: gone, [LIST]: ill },
			thrice(pass, [off11, offSubscriber, list]),
			words('the list of subscriber 1'),
			/\. Publish/,
		],
		[
			'a subscription whose id never came, where the list can’t be had',
			unmade,
			{ [LIST]: ill },
			thrice([off11, offSubscriber, list], [offSubscriber, list]),
			words('the list of subscriber 1').replace('11, 12', '11'),
			/\. Publish/,
		],
		[
			'a subscription whose id never came, where the list is gone',
			unmade,
			{ [LIST]: gone },
			thrice([off11, offSubscriber, list], [offSubscriber, list]),
			words('the list of subscriber 1').replace('11, 12', '11'),
			/^the service contradicts itself\. Publish/,
		],
		[
			'a subscriber that is gone and has a list',
			known(),
			{ [SUBSCRIBER]: gone, [LIST]: data([row(11, false)]) },
			thrice(pass, [offSubscriber, list]),
			words('subscriber 1'),
			/^the service contradicts itself\. Publish/,
		],
		[
			'several things for one reason',
			known(),
			{ [ELEVEN]: ill, [TWELVE]: ill, [SUBSCRIBER]: ill, [LIST]: ill },
			thrice(pass),
			words('subscription 11, subscription 12, subscriber 1, the list of subscriber 1'),
			/^[^;]+\. Publish/,
		],
		[
			'all of it, for a key that may do nothing any more: once is enough',
			known(),
			{ [ELEVEN]: refused, [TWELVE]: refused, [SUBSCRIBER]: { status: 401 }, [LIST]: refused },
			pass,
			words('subscription 11, subscription 12, subscriber 1, the list of subscriber 1'),
			/; .*\. Publish/,
		],
		[
			'most of it, for a key that may do something',
			known(),
			{ [ELEVEN]: refused, [TWELVE]: refused, [SUBSCRIBER]: refused, [LIST]: data([]) },
			thrice(pass),
			words('subscription 11, subscription 12, subscriber 1'),
			/^[^;]+\. Publish/,
		],
	])('%s', async (_, before, rules, lines, told, why) => {
		const ended = await ending(before, rules, deactivate);
		// A refused token is asked for anew.
		const sent = ended.lines.filter((line, at) => at === 0 || line !== ended.lines[at - 1]);
		expect([sent, ended.told]).toEqual([lines, told]);
		expect(ended.why).toMatch(why);
	});

	test('is tried as often as is wanted', async () => {
		const once = await ending(known(), { [ELEVEN]: ill, [LIST]: data([]) }, async (own) => await deactivate(own, 1));
		expect([once.lines, once.seconds, once.told]).toEqual([pass, 0, words('subscription 11')]);
	});
});

describe('subscribers of an earlier time', () => {
	const stray = (id: string): string[] => [
		`PUT /subscribers/${id} {"isActive":false}`,
		`GET /subscribers/${id}/subscriptions`,
	];
	const line = (id: string): string => `info Workforce Operations: switched off earlier webhook subscriber ${id}`;

	test('are switched off one after another, with what the list shows of theirs; the own one stays as it is', async () => {
		const rules = { 'GET /subscribers/7/subscriptions': [data([row(70, true)]), data([row(70, false)])] };
		const ended = await ending(known({ strays: ['7', '8'] }), rules, deactivateOrphans);
		const [ask = '', look = ''] = stray('7');
		expect(ended.lines).toEqual([ask, look, 'PUT /subscriptions/70 {"isActive":false}', look, ...stray('8')]);
		expect([ended.told, ended.log]).toEqual([undefined, [line('7'), line('8')]]);
		expect(ended.work.registration).toEqual(known({ changedAt: clock.date() }));
	});

	test('stay noted from the first one on that stays on', async () => {
		const rules = { 'PUT /subscribers/8': ill };
		const ended = await ending(
			known({ strays: ['7', '8', '9'] }),
			rules,
			async (own) => await deactivateOrphans(own, 1),
		);
		expect([ended.lines, ended.log]).toEqual([[...stray('7'), ...stray('8')], [line('7')]]);
		expect(ended.told).toMatch(
			/: subscriber 8, the list of subscriber 8 \(webhook subscriber 8 with no known subscription\)$/,
		);
		expect(ended.work.registration).toEqual(known({ strays: ['8', '9'], changedAt: clock.date() }));
	});
});
