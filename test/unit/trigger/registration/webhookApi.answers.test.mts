import { describe, expect, test } from '@jest/globals';
import {
	describeShape,
	isUncertain,
	plausibleId,
	plausibleSecret,
} from '../../../../nodes/WorkforceOperations/trigger/registration/webhookApi.ts';
import { nodeError } from '../../../../nodes/WorkforceOperations/transport/errors/serviceError.ts';
import type { ErrorKind } from '../../../../nodes/WorkforceOperations/transport/failures/errorKind.ts';
import { fakeConnection } from '../../transport/support.mts';

describe('the id in an answer', () => {
	test.each<[unknown, string | undefined]>([
		[{ id: 'abc' }, 'abc'],
		[{ id: 7, subscriberId: 9 }, '7'],
		[{ id: '', webhookSubscriptionId: 12 }, '12'],
		[{ id: null, subscription_id: ' s-12 ' }, 's-12'],
		[{ subscriberId: 9 }, undefined],
		[{ parentSubscriptionId: 12 }, undefined],
		[{ subscription: { _id: '5f1' } }, '5f1'],
		[[{ id: 3 }, { id: 4 }], '3'],
		['41', '41'],
		[41, '41'],
		[['42'], '42'],
		['created', undefined],
		[{ id: 1.5 }, undefined],
		[{ id: true, message: '12 made' }, undefined],
		[null, undefined],
		[{ _id: 3, id: 7 }, '7'],
		[{ _id: 3, id: 'abc' }, 'abc'],
		[{ subscription: { id: 4 }, webhook_id: 5 }, '5'],
		[{ subscription: { id: 4 } }, '4'],
		[{ a: { b: { id: 4 } } }, undefined],
		[{ id: null, webhookSubscriptionId: null, _ID: 6 }, '6'],
		[{ notAnId: 3 }, undefined],
		[{ ids: 3 }, undefined],
		[{ webhookId: 'a 1' }, undefined],
		[{ webhookId: `1${'a'.repeat(63)}` }, `1${'a'.repeat(63)}`],
		[{ webhookId: `1${'a'.repeat(64)}` }, undefined],
		[{ webhookId: 2 ** 53 }, undefined],
		[[], undefined],
		[[{ id: '' }, { id: 4 }], undefined],
	])('of a subscription: %j holds %j', (answer, id) => expect(plausibleId(answer, 'subscription')).toBe(id));

	test.each<[unknown, string | undefined]>([
		[{ subscriptionId: 3, subscriberId: 9 }, '9'],
		[{ webhook_subscriber_id: 9 }, '9'],
		[{ subscriptionId: 3 }, undefined],
		[{ ownSubscriberId: 3 }, undefined],
		[{ subscriberIds: 3 }, undefined],
	])('of a subscriber: %j holds %j', (answer, id) => expect(plausibleId(answer, 'subscriber')).toBe(id));
});

test.each<[unknown, string | undefined]>([
	[{ secretToken: 'one', signingSecret: 'two' }, 'one'],
	[{ secretToken: '', signingSecret: 'two' }, 'two'],
	[{ secretToken: 77, webhook_secret_key: 'three' }, 'three'],
	[{ secretToken: null, subscriber: { secret: 'four' } }, 'four'],
	[[{ secretToken: 'five' }], 'five'],
	[{ secretToken: '', secret: 0 }, undefined],
	['six', undefined],
	[{ signingSecret: 'two', secretToken: 'one' }, 'one'],
	[{ subscriber: { secretToken: 'four' }, secret: 'two' }, 'two'],
	[{ noSecret: 'seven' }, undefined],
	[{ secretary: 'eight' }, undefined],
	[{ a: { b: { secret: 'nine' } } }, undefined],
	[[{ id: 1 }, { secret: 'ten' }], undefined],
])('the secret in %j', (answer, secret) => expect(plausibleSecret(answer)).toBe(secret));

test('an answer is told without its texts, and not longer than a line', () => {
	expect(describeShape({ id: 7, secretToken: 'hidden', list: ['x'] })).toBe(
		'{"id":7,"secretToken":"(text of 6 characters)","list":["(text of 1 characters)"]}',
	);
	expect(describeShape(undefined)).toBe('null');
	expect(describeShape(Array.from({ length: 500 }, () => 1))).toHaveLength(300);
});

test.each<[ErrorKind, boolean]>([
	['invalid', false],
	['unauthorized', false],
	['forbidden', false],
	['notFound', false],
	['conflict', false],
	['tooMany', false],
	['budget', false],
	['settings', false],
	['refused', true],
	['redirected', true],
	['timeout', true],
	['network', true],
	['unavailable', true],
	['unreadable', true],
	['incomplete', true],
	['stopped', true],
	['unknown', true],
])('after an error of the kind “%s” the request may have been carried out: %s', (kind, uncertain) => {
	const { connection } = fakeConnection(() => ({}));
	expect(isUncertain(nodeError(connection, { kind, message: 'It failed' }))).toBe(uncertain);
});

test('after an error of this process the request may have been carried out', () =>
	expect(isUncertain(new Error('x'))).toBe(true));
