// Publishing: what is asked of the service from which state, and what is kept and told in the end.
import { describe, expect, test } from '@jest/globals';
import { register } from '../../../../nodes/WorkforceOperations/trigger/registration/lifecycle.ts';
import type { Registration } from '../../../../nodes/WorkforceOperations/trigger/registration/registration.ts';
import type { Answer } from '../../transport/support.mts';
import {
	approve,
	call,
	gone,
	known,
	LIST,
	make,
	off,
	on,
	reject,
	rotate,
	rows,
	subscriberOff,
	subscriberOn,
	type Changes,
} from '../hooks.mts';
import { data, type Rules } from '../stepBench.mts';
import { HOOK, MINUTE, NOW, SERVICE, useStillTime } from '../support.mts';

useStillTime();

describe('publishing', () => {
	const made = (id: number, secretToken?: string): Answer => data({ id, secretToken });
	const whole = { [LIST]: data(rows()) };

	test.each<[string, Registration | undefined, Rules, Changes, string[], Partial<Registration>]>([
		[
			'for the first time',
			undefined,
			{ 'POST /subscribers': made(1, 'new'), 'POST /subscriptions': [made(11), made(12)] },
			{ activation: 'activate' },
			['POST /subscribers', make('approve'), make('reject')],
			{ secret: 'new', secretSince: NOW },
		],
		['a change of nothing', known(), whole, {}, [subscriberOn, LIST], {}],
		[
			'anew: with another secret',
			known({ subscriberState: 'off' }),
			{ ...whole, 'PUT /subscribers/1': [data(null), data({ secretToken: 'new' })] },
			{ activation: 'activate' },
			[subscriberOn, LIST, rotate, on(11), on(12)],
			{ secret: 'new', secretSince: NOW, previousSecret: 'secret', previousUntil: NOW + 5 * MINUTE },
		],
		[
			'anew after an attempt that had rotated: not once more',
			known({ rotationSince: NOW - 2 * MINUTE }),
			whole,
			{ activation: 'activate' },
			[subscriberOn, LIST],
			{},
		],
		[
			'anew long after an attempt that had rotated',
			known({ rotationSince: NOW - 5 * MINUTE }),
			{ ...whole, 'PUT /subscribers/1': [data(null), data({ secretToken: 'new' })] },
			{ activation: 'activate' },
			[subscriberOn, LIST, rotate, on(11), on(12)],
			{ secret: 'new', secretSince: NOW, previousSecret: 'secret', previousUntil: NOW + 5 * MINUTE },
		],
		[
			'a secret that nothing confirms is replaced',
			known({ unsealed: true }),
			{
				[LIST]: data(rows(known({ unsealed: true }))),
				'PUT /subscribers/1': [data(null), data({ secretToken: 'new' })],
			},
			{},
			[subscriberOn, LIST, rotate],
			{
				unsealed: true,
				secret: 'new',
				secretSince: NOW,
				previousSecret: 'secret',
				previousUntil: NOW + 5 * MINUTE,
			},
		],
		[
			'a secret of which nobody knows the time stays when n8n starts',
			known({ secretSince: 0 }),
			{ [LIST]: data(rows(known({ secretSince: 0 }))) },
			{ activation: 'init' },
			[subscriberOn, LIST],
			{ secretSince: 0 },
		],
		[
			'a secret that nothing confirms stays when n8n starts',
			known({ unsealed: true }),
			{ [LIST]: data(rows(known({ unsealed: true }))) },
			{ activation: 'init' },
			[subscriberOn, LIST],
			{ unsealed: true },
		],
	])('%s', async (_, stored, rules, changes, lines, expected) => {
		const ended = await call(register, stored, rules, changes);
		expect([ended.told, ended.lines]).toEqual([undefined, lines]);
		const { subscriptions = [], ...rest } = ended.kept ?? {};
		const { subscriptions: __, ...before } = known(expected);
		expect(rest).toEqual({ ...before, changedAt: NOW });
		expect(subscriptions.map(({ id, event, state }) => [id, event, state])).toEqual([
			['11', approve, 'on'],
			['12', reject, 'on'],
		]);
	});

	test('fewer events: the other one is switched off and forgotten', async () => {
		const { kept, lines } = await call(register, known(), whole, { parameters: { events: [reject] } });
		expect(lines).toEqual([subscriberOn, LIST, off(11)]);
		expect(kept?.subscriptions).toEqual(known().subscriptions.slice(1));
	});

	test('an id whose answer had got lost is found in the list by its token', async () => {
		const [first, second] = known().subscriptions;
		const stored = known({
			subscriptions: [first, second && { ...second, id: undefined, state: 'unsure' as const }].flatMap(
				(one) => one ?? [],
			),
		});
		const { kept, lines } = await call(register, stored, whole);
		expect([lines, kept?.subscriptions]).toEqual([[subscriberOn, LIST], known().subscriptions]);
	});

	test.each<[string, Answer, string]>([
		['is gone', gone, 'the service no longer has webhook subscriber 1 with subscriptions 11, 12'],
		['is another company’s', { status: 403 }, 'Not everything could be switched off at the service: '],
	])('a subscriber that %s is switched off as far as it goes, and another one is made', async (_, answer, words) => {
		const ended = await call(register, known(), {
			'PUT /subscribers/1': answer,
			'PUT /subscriptions/11': answer,
			'PUT /subscriptions/12': answer,
			[LIST]: answer,
			'POST /subscribers': made(2, 'new'),
			'POST /subscriptions': [made(21), made(22)],
		});
		expect([ended.told, ended.lines]).toEqual([
			undefined,
			[subscriberOn, off(11), off(12), subscriberOff, LIST, 'POST /subscribers', make('approve', 2), make('reject', 2)],
		]);
		expect(ended.log.filter((line) => line.startsWith('warn'))).toEqual([
			expect.stringMatching(new RegExp(`^warn Workforce Operations: ${words}.*; a new one is created$`)),
		]);
		expect(ended.kept).toMatchObject({ subscriberId: '2', secret: 'new', subscriptions: [{ id: '21' }, { id: '22' }] });
	});

	test('a failure half-way: what may be on is switched off at once, and the reason is told', async () => {
		const ended = await call(register, undefined, {
			'POST /subscribers': made(1, 'new'),
			'POST /subscriptions': [made(11), { status: 403 }],
			[LIST]: data([]),
		});
		expect(ended.lines).toEqual(['POST /subscribers', make('approve'), make('reject'), off(11), subscriberOff, LIST]);
		expect(ended.told).toMatch(/has no access to this/);
		expect(ended.kept).toMatchObject({ subscriberState: 'off', subscriptions: [{ state: 'off' }, { state: 'off' }] });
		expect(ended.log.filter((line) => line.startsWith('error'))).toEqual([]);
	});

	test.each([
		[10 * MINUTE - 1, false],
		[10 * MINUTE, true],
	])('%i ms after a subscriber that nobody knows the id of, another one is made: %s', async (ago, expected) => {
		const stored = known({ subscriberId: undefined, subscriptions: [], namelessSince: NOW - ago });
		const ended = await call(register, stored, {
			'POST /subscribers': made(1, 'new'),
			'POST /subscriptions': [made(11), made(12)],
		});
		expect([ended.lines.length > 0, ended.told === undefined]).toEqual([expected, expected]);
		expect(ended.told ?? '').toMatch(expected ? /^$/ : /did not return its ID\. .*within ten minutes/);
	});

	test.each<[string, Partial<Registration>, RegExp[]]>([
		[
			'another address of n8n',
			{ url: `${HOOK}/old` },
			[/^warn .*moves its subscriptions from \S+\/old to \S+\/webhook, because/],
		],
		['another address of n8n, and all off', { url: `${HOOK}/old`, subscriberState: 'off', subscriptions: [] }, []],
		[
			'another service',
			{ service: 'https://elsewhere.test' },
			[
				/^warn .*“Trigger” leaves webhook subscriber 1 with subscriptions 11, 12 at https:\/\/elsewhere\.test, because the credential now points to https:\/\/service\.test$/,
			],
		],
		[
			'another service, and all off',
			{ service: 'https://elsewhere.test', subscriberState: 'off', subscriptions: [] },
			[],
		],
	])('%s is told in the log', async (_, changes, words) => {
		const ended = await call(register, known(changes), {
			'POST /subscribers': made(1, 'new'),
			'POST /subscriptions': [made(11), made(12)],
			'PUT /subscribers/1': data({ secretToken: 'new' }),
			[LIST]: data([]),
		});
		expect([ended.told, ended.kept?.url, ended.kept?.service]).toEqual([undefined, HOOK, SERVICE]);
		expect(ended.log.filter((line) => line.startsWith('warn'))).toEqual(
			words.map((word) => expect.stringMatching(word)),
		);
	});
});
