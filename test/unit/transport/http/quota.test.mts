// Which 403 is a used-up quota of the gateway in front of the service.
import { expect, test } from '@jest/globals';
import type { Failure } from '../../../../nodes/WorkforceOperations/transport/failures/failure.ts';
import { withQuota } from '../../../../nodes/WorkforceOperations/transport/http/quota.ts';

const gateway = { statusCode: 403, message: 'Out of call volume quota. Quota will be replenished in 02:30:05.' };

test.each<[string, Failure, unknown]>([
	['Retry-After', { status: 403, headers: { 'retry-after': '120' }, body: 'Forbidden' }, '120'],
	['Retry-After, without a body', { status: 403, headers: { 'retry-after': 7 } }, '7'],
	['the words of the gateway', { status: 403, body: gateway }, 9005],
	['days', { status: 403, body: 'Quota exceeded. Quota will be replenished in 2.01:00:00.' }, 176_400],
	[
		'words without a time',
		{ status: 403, body: { error: { code: 'QuotaExceeded', text: 'your quota is spent' } } },
		undefined,
	],
	['both', { status: 403, headers: { 'retry-after': '60' }, body: gateway }, '60'],
])('%s is one', (_, failure, seconds) => {
	expect(withQuota(failure)).toMatchObject({ status: 429, isQuota: true, headers: { 'retry-after': seconds } });
});

test.each<[string, Failure]>([
	['a plain 403', { status: 403, body: { message: 'No Subscription' } }],
	['a 403 in an envelope that names a quota', { status: 403, body: { data: null, message: 'quota' } }],
	[
		'a 403 in an envelope with Retry-After',
		{ status: 403, headers: { 'retry-after': '5' }, body: { isSuccess: false } },
	],
	['a quotation', { status: 403, body: 'The quotation is refused' }],
	['a 401', { status: 401, headers: { 'retry-after': '5' }, body: gateway }],
	['words far behind', { status: 403, body: `${'x'.repeat(5000)} quota` }],
])('%s is none', (_, failure) => {
	expect(withQuota(failure)).toBe(failure);
});
