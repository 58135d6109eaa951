import { describe, expect, test } from '@jest/globals';
import {
	describeShape,
	plausibleId,
	plausibleSecret,
} from '../../../nodes/WorkforceOperations/trigger/registration/answers.ts';

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
	])('%j', (answer, id) => expect(plausibleId(answer, 'subscription')).toBe(id));

	test('of a subscriber', () => expect(plausibleId({ subscriptionId: 3, subscriberId: 9 }, 'subscriber')).toBe('9'));
});

test.each<[unknown, string | undefined]>([
	[{ secretToken: 'one', signingSecret: 'two' }, 'one'],
	[{ secretToken: '', signingSecret: 'two' }, 'two'],
	[{ secretToken: 77, webhook_secret_key: 'three' }, 'three'],
	[{ secretToken: null, subscriber: { secret: 'four' } }, 'four'],
	[[{ secretToken: 'five' }], 'five'],
	[{ secretToken: '', secret: 0 }, undefined],
	['six', undefined],
])('the secret in %j', (answer, secret) => expect(plausibleSecret(answer)).toBe(secret));

test('an answer is told without its texts, and not longer than a line', () => {
	expect(describeShape({ id: 7, secretToken: 'hidden', list: ['x'] })).toBe(
		'{"id":7,"secretToken":"(text of 6 characters)","list":["(text of 1 characters)"]}',
	);
	expect(describeShape(undefined)).toBe('null');
	expect(describeShape(Array.from({ length: 500 }, () => 1))).toHaveLength(300);
});
