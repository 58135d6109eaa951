// What is said of a stored registration that can't be read, or that a newer version has written.
import { describe, expect, test } from '@jest/globals';
import type { IDataObject } from 'n8n-workflow';
import { storedFlaws } from '../../../../nodes/WorkforceOperations/trigger/registration/registration.ts';
import { findForRemoval, keep, readOwn } from '../../../../nodes/WorkforceOperations/trigger/registration/store.ts';
import { tellStored, unknownAtService } from '../../../../nodes/WorkforceOperations/trigger/registration/tellStored.ts';
import { storedToday } from '../../../engine/stored/frozenForms.mts';
import { HOOK, n8n, registration, useStillTime } from '../support.mts';

useStillTime();

const whole = JSON.parse(JSON.stringify(registration())) as IDataObject;
const flawsOf = (stored: unknown) =>
	storedFlaws({ getWorkflowStaticData: () => ({ registration: stored }) as IDataObject }, () => true);

describe('a stored registration', () => {
	test.each(Object.entries(storedToday().registrations))('“%s” has no flaw', (_, { stored }) => {
		expect(flawsOf(stored.registration)).toEqual({ unreadable: [], unknown: [] });
	});

	const texts = ['service', 'url', 'secret', 'previousSecret', 'madeWith'];
	const times = ['secretSince', 'previousUntil', 'rotationSince', 'namelessSince', 'changedAt', 'clockBehind'];

	test.each<[string, unknown[]]>([
		...texts.map((part): [string, unknown[]] => [part, [null, '', 7, true, [], {}]]),
		...times.map((part): [string, unknown[]] => [part, [null, '', '7', true, [], {}]]),
		['subscriberId', [null, '', 1.5, true, [], {}]],
		['subscriberState', [null, '', 'perhaps', 1, true, []]],
		['unsealed', [null, '', 'true', 1, []]],
		['subscriptions', [null, '', 'x', {}, [null], [{ event: 'a.b' }], [{ token: 't' }]]],
		['strays', [null, '', 'x', {}, [null], [{}]]],
	])('with a “%s” of another kind is told by that name, and counts as older than any other copy', (part, values) => {
		for (const value of values) {
			const stored = { ...whole, [part]: value } as IDataObject;
			expect(flawsOf(stored)).toEqual({ unreadable: [part], unknown: [] });
			const { context } = n8n({ staticData: { registration: stored } });
			expect(readOwn(context, HOOK)?.changedAt).toBe(0);
		}
	});

	test.each([null, 'x', JSON.stringify(whole).slice(0, 60), 7, [], {}, [whole], { ...whole, owner: null }])(
		'that is %j can’t be read at all',
		(stored) => expect(flawsOf(stored)).toEqual({ unreadable: ['registration'], unknown: [] }),
	);

	test('whose subscriptions have lost their subscriber or their secret lacks it, unless all are off', () => {
		const { subscriberId: _, ...rest } = whole;
		expect(flawsOf(rest)?.unreadable).toEqual(['subscriberId']);
		expect(flawsOf({ ...whole, secret: undefined })?.unreadable).toEqual(['secret']);
		expect(flawsOf({ ...whole, secret: undefined, previousSecret: 's' })?.unreadable).toEqual([]);
		const off = [{ id: '1', event: 'timesheet.approve', token: 't', since: 1, state: 'off' }];
		expect(flawsOf({ ...rest, subscriptions: off })?.unreadable).toEqual([]);
		expect(flawsOf({ ...rest, subscriptions: [] })?.unreadable).toEqual([]);
		expect(flawsOf({ ...rest, subscriptions: [...off, ...listed] })?.unreadable).toEqual(['subscriberId']);
	});

	test('of an earlier version lacks nothing, and of a newer one has parts that are named', () => {
		expect(flawsOf({ owner: 'o', subscriberId: '1' })).toEqual({ unreadable: [], unknown: [] });
		expect(flawsOf({ ...whole, format: 2, wisdom: {} })).toEqual({ unreadable: [], unknown: ['format', 'wisdom'] });
	});
});

const listed = whole.subscriptions as IDataObject[];
/** Parts without which nothing is taken over, beside ids that can be read. */
const damagedIds: Array<[string, IDataObject]> = [
	['one that has lost its owner', { ...whole, owner: null }],
	['one whose owner is none', { ...whole, owner: { id: 7 }, subscriberId: 4711, url: null }],
	['one whose subscriptions have lost their tokens', { ...whole, subscriptions: listed.map(({ id }) => ({ id })) }],
	[
		'one with a subscription that is none, too',
		{ ...whole, owner: null, subscriptions: [listed[0] ?? {}, null as never, listed[1] ?? {}] },
	],
	[
		'one whose subscriptions are no list',
		{ ...whole, owner: '', subscriptions: { first: listed[0], second: listed[1] } },
	],
];
const idsOf = ({ subscriberId }: IDataObject): RegExp =>
	new RegExp(
		`^warn .*can’t be read .*Known: webhook subscriber ${String(subscriberId)} with subscriptions ${listed.map(({ id }) => String(id)).join(', ')}$`,
	);

const told = (stored: unknown): string[] => {
	const { context, log } = n8n({ staticData: { registration: stored } as IDataObject });
	tellStored(context, findForRemoval(context));
	return log;
};

describe('before a publishing', () => {
	test.each<[string, unknown, RegExp[]]>([
		['nothing', undefined, []],
		['a whole one', whole, []],
		['a whole one of another node', { ...whole, owner: 'instance/workflow/other/live' }, []],
		['a damaged one of another node', { ...whole, owner: 'instance/workflow/other/live', secret: 7 }, []],
		[
			'a text',
			'x',
			[
				/^warn .*stored for “Trigger” can’t be read \(registration\)\. .*read from the service or created again\. If .* at its next delivery$/,
			],
		],
		[
			'one without a readable subscriber',
			{ ...whole, subscriberId: {} },
			[/can’t be read \(subscriberId\).*Known: webhook subscriber \(none\) with subscriptions id-of-timesheet/],
		],
		...damagedIds.map(([what, stored]): [string, unknown, RegExp[]] => [what, stored, [idsOf(stored)]]),
		[
			'one of a newer version',
			{ ...whole, format: 2 },
			[/^warn .*by a newer version of this package\. This version ignores format, which it doesn’t know/],
		],
		['names that are none', { ...whole, ['a b\nc'.repeat(30)]: 1 }, [/ignores (abc){13}a, which it doesn’t know/]],
		[
			'more names than a line is to have',
			{ ...whole, ...Object.fromEntries([...'abcdefg'].map((name) => [name, 1])) },
			[/ignores a, b, c, d, e, which it doesn’t know/],
		],
		['both', { ...whole, secret: 7, format: 2 }, [/can’t be read \(secret\)/, /newer version/]],
	])('%s', (_, stored, lines) => {
		const log = told(stored);
		expect(log).toEqual(lines.map((line) => expect.stringMatching(line)));
		expect(log.join()).not.toContain('"secret"');
	});
});

describe('unpublishing', () => {
	const unknown = (stored: unknown, remembers = false): string | undefined => {
		const { context, staticData } = n8n({ mode: 'internal' });
		if (remembers) keep(context, registration());
		staticData.registration = stored as IDataObject;
		const error = unknownAtService(context, findForRemoval(context));
		return error && `${error.message}. ${error.description ?? ''}`;
	};

	test.each<[string, unknown]>([
		['nothing', undefined],
		['a whole one', whole],
		['one without a readable secret', { ...whole, secret: 7 }],
		['a damaged one of another node', { ...whole, owner: 'instance/workflow/other/live', subscriberId: {} }],
	])('knows what is on with %s', (_, stored) => expect(unknown(stored)).toBeUndefined());

	test.each<[string, unknown, RegExp]>([
		[
			'null',
			null,
			/can’t be read, so nothing was switched off in the service\. When you published the workflow, n8n’s log named/,
		],
		[
			'an object that is empty',
			{},
			/nothing was switched off in the service\. .*Webhook Subscriber, Update, State Inactive/,
		],
		[
			'one without a readable subscriber',
			{ ...whole, subscriberId: null },
			/in the service: webhook subscriber \(none\) with subscriptions id-of-timesheet\.approve, id-of-timesheet\.reject/,
		],
		[
			'one without a readable subscriber or secret',
			{ ...whole, subscriberId: null, secret: 7, subscriptions: [] },
			/in the service: webhook subscriber \(none\) with no known subscription/,
		],
		[
			'one that has lost its owner',
			{ ...whole, owner: 7 },
			/in the service: webhook subscriber \S+ with subscriptions id-of-timesheet\.approve, id-of-timesheet\.reject/,
		],
	])('says that nobody knows, with %s, unless this process remembers it', (_, stored, words) => {
		expect(unknown(stored)).toMatch(words);
		expect(unknown(stored, true)).toBeUndefined();
	});
});
