import { describe, expect, test } from '@jest/globals';
import type { IDataObject } from 'n8n-workflow';
import type { Registration } from '../../../../nodes/WorkforceOperations/trigger/registration/registration.ts';
import {
	findForDelivery,
	findForRemoval,
	findOwn,
	keep,
	addressKind,
	registrationOwner,
	ownNode,
	noteSecret,
	ownUrl,
	readOwn,
	rememberFound,
	wasIssuedHere,
} from '../../../../nodes/WorkforceOperations/trigger/registration/store.ts';
import { HOOK, MINUTE, n8n, NOW, registration, useStillTime } from '../support.mts';

useStillTime();

const TEST = 'instance/workflow/node/test';

/** An n8n whose static data holds one registration and which remembers another. */
function knowing(
	stored: Partial<Registration> | undefined,
	recalled: Partial<Registration> | undefined,
	changes: Parameters<typeof n8n>[0] = {},
) {
	const { context } = n8n({
		...changes,
		staticData: stored === undefined ? {} : { registration: registration(stored) as unknown as IDataObject },
	});
	if (recalled !== undefined) rememberFound(context, registration(recalled), 'news');
	return context;
}

/** Tells the two apart. */
const [stored, recalled] = [{ secret: 'of static data' }, { secret: 'of this process' }];

describe('who owns a registration', () => {
	test.each<[Parameters<typeof n8n>[0], string, string]>([
		[{}, 'instance/workflow/node', 'live'],
		[{ mode: 'manual' }, 'instance/workflow/node', 'test'],
		[{ mode: 'internal', activation: 'manual' }, 'instance/workflow/node', 'live'],
		[{ instanceId: 'i', workflowId: undefined, nodeId: 'n' }, 'i//n', 'live'],
	])('in an n8n with %j: the node %s, for %s', (changes, node, kind) => {
		const { context } = n8n(changes);
		expect({ ownNode: ownNode(context), registrationOwner: registrationOwner(context) }).toEqual({
			ownNode: node,
			registrationOwner: `${node}/${kind}`,
		});
		expect(addressKind(registration({ owner: registrationOwner(context) }))).toBe(kind);
	});

	test.each<[string | undefined, string]>([
		[' HTTPS://N8N.example.com:443/webhook/hook/webhook', HOOK],
		['no address', 'no address'],
		[undefined, ''],
	])('its address %j is written as %j', (url, written) => expect(ownUrl(n8n({ url }).context)).toBe(written));
});

test('what is kept is stored with its time, and remembered', () => {
	const { context, staticData } = n8n();
	const kept = keep(context, registration());
	expect(kept).toEqual(registration({ changedAt: NOW }));
	expect(staticData.registration).toEqual(kept);
	delete staticData.registration;
	expect(findForDelivery(context)).toEqual(kept);
});

describe('whether static data holds the latest of this very trigger', () => {
	test.each<[string, Partial<Registration> | undefined, Partial<Registration> | undefined, boolean]>([
		['it holds nothing', undefined, recalled, false],
		['it holds somebody else’s', { owner: 'instance/workflow/other/live' }, undefined, false],
		['it holds test listening', { owner: TEST }, undefined, false],
		['nothing else is known', stored, undefined, true],
		['the same is known', stored, recalled, true],
		['something older is known', stored, { changedAt: 199 }, true],
		['something later is known', stored, { changedAt: 201 }, false],
		['a stray is known', stored, { strays: ['7'] }, false],
		['a stray was known before', stored, { strays: ['7'], changedAt: 199 }, false],
	])('%s', (_, one, other, isLatest) => {
		const found = readOwn(knowing(one, other), HOOK);
		expect(found).toEqual(isLatest ? registration(stored) : undefined);
	});

	test('what is remembered for another address says nothing', () => {
		const context = knowing(stored, { changedAt: 201, url: `${HOOK}/other` });
		expect(readOwn(context, HOOK)).toEqual(registration(stored));
	});
});

describe('the latest that is known', () => {
	type Row = [
		string,
		Partial<Registration> | undefined,
		Partial<Registration> | undefined,
		Partial<Registration> | undefined,
	];
	const rows: Row[] = [
		['nothing', undefined, undefined, undefined],
		['only static data', stored, undefined, stored],
		['only this process', undefined, recalled, recalled],
		['both as old: this process', stored, recalled, recalled],
		['static data is later', { ...stored, changedAt: 201 }, recalled, { ...stored, changedAt: 201 }],
		['this process is later', stored, { ...recalled, changedAt: 201 }, { ...recalled, changedAt: 201 }],
	];
	const ofOther = { owner: 'instance/workflow/other/live', changedAt: 999 };
	const ofTest = { owner: TEST, changedAt: 999 };

	test.each<Row>([
		...rows,
		['static data is somebody else’s', ofOther, recalled, recalled],
		['static data is of test listening', ofTest, recalled, recalled],
		['this process recalls somebody else’s', stored, ofOther, stored],
		['both are somebody else’s', ofOther, ofOther, undefined],
	])('for publishing: %s', (_, one, other, expected) => {
		expect(findOwn(knowing(one, other), HOOK)).toEqual(expected && registration(expected));
	});

	test.each<Row>([
		...rows,
		['static data is somebody else’s', ofOther, recalled, recalled],
		['static data is somebody else’s alone', ofOther, undefined, undefined],
		['static data is of test listening', { ...ofTest, changedAt: 1 }, recalled, { ...ofTest, changedAt: 1 }],
		['this process recalls test listening', stored, ofTest, stored],
		['both are of test listening', { ...ofTest, ...stored }, { ...ofTest, ...recalled }, { ...ofTest, ...recalled }],
	])('for switching off: %s', (_, one, other, expected) => {
		const context = knowing(one, other, { mode: 'internal' });
		expect(findForRemoval(context)).toEqual(expected && registration(expected));
	});

	/** As `knowing`, but this process has stored it at that time, and n8n has written something else over it. */
	function having(
		one: Partial<Registration> | undefined,
		other: Partial<Registration> | undefined,
		changes: Parameters<typeof n8n>[0] = {},
	) {
		const { context, staticData } = n8n(changes);
		if (other !== undefined) keep(context, registration(other), registration(other).changedAt);
		delete staticData.registration;
		if (one !== undefined) staticData.registration = registration(one) as unknown as IDataObject;
		return context;
	}

	test.each<Row>([
		...rows,
		['static data is somebody else’s', ofOther, recalled, recalled],
		['static data is somebody else’s alone', ofOther, undefined, undefined],
		['static data is of test listening', ofTest, undefined, undefined],
		['static data is dated ahead', { ...stored, changedAt: NOW + 6 * MINUTE }, recalled, recalled],
		[
			'static data is dated ahead of this clock alone',
			{ ...stored, changedAt: NOW + 6 * MINUTE, clockBehind: 2 * MINUTE },
			recalled,
			{ ...stored, changedAt: NOW + 6 * MINUTE, clockBehind: 2 * MINUTE },
		],
		['this process’s is dated ahead', stored, { ...recalled, changedAt: NOW + 6 * MINUTE }, stored],
	])('for a delivery: %s', (_, one, other, expected) => {
		expect(findForDelivery(having(one, other))).toEqual(expected && registration(expected));
	});

	test('for a delivery: not what other deliveries have told', () => {
		expect(findForDelivery(knowing(undefined, recalled))).toBeUndefined();
		expect(findForDelivery(knowing(stored, { changedAt: 999 }))).toEqual(registration(stored));
	});

	test('for a delivery while listening: static data alone, and that of the listening', () => {
		const changes = { mode: 'manual' };
		const listening = { ...stored, owner: TEST };
		expect(findForDelivery(having(listening, { owner: TEST, changedAt: 999 }, changes))).toEqual(
			registration(listening),
		);
		for (const one of [undefined, stored, ofOther])
			expect(findForDelivery(having(one, recalled, changes))).toBeUndefined();
	});
});

test('beyond 2,000 places those are forgotten whose registration is off, the least recently changed first', () => {
	const remember = (index: number, isOff: boolean): void => {
		const url = `${HOOK}/${index}`;
		keep(n8n({ url }).context, registration({ url, ...(isOff ? { subscriberState: 'off', subscriptions: [] } : {}) }));
	};
	const isKnown = (index: number): boolean => findForDelivery(n8n({ url: `${HOOK}/${index}` }).context) !== undefined;
	remember(0, false);
	remember(1, true);
	remember(2, true);
	const off = registration({ url: `${HOOK}/2` });
	const { context } = n8n({ url: off.url });
	noteSecret(context, off);
	for (let index = 3; index < 2000; index++) remember(index, false);
	remember(1, true);
	expect([0, 1, 2].map(isKnown)).toEqual([true, true, true]);
	expect(wasIssuedHere(context, off)).toBe(true);
	remember(2000, false);
	expect([0, 1, 2, 2000].map(isKnown)).toEqual([true, true, false, true]);
	expect(wasIssuedHere(context, off)).toBe(false);
	remember(2001, false);
	remember(2002, false);
	expect([0, 1, 2001, 2002].map(isKnown)).toEqual([true, false, true, true]);
});

test('of what deliveries have told so many places are known as well, and the oldest is forgotten', () => {
	const contextOf = (index: number) => n8n({ url: `${HOOK}/${index}` }).context;
	for (let index = 0; index <= 2000; index++)
		rememberFound(contextOf(index), registration({ url: `${HOOK}/${index}` }), 'news');
	expect([0, 1, 2000].map((index) => findOwn(contextOf(index), `${HOOK}/${index}`) !== undefined)).toEqual([
		false,
		true,
		true,
	]);
});
