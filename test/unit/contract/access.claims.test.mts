import { describe, expect, test } from '@jest/globals';
import { readClaims, tokenEnd, tokenLifetime } from '../../../nodes/WorkforceOperations/contract/index.ts';

const token = (payload: unknown): string =>
	['h', Buffer.from(JSON.stringify(payload)).toString('base64url'), 's'].join('.');

describe('claims', () => {
	test.each([
		[
			{ KeyType: 'timesheet', Scope: 'a b', CompanyId: '1', CustomerId: '1,2', SiteId: '3;4' },
			{ keyType: 'timesheet', scopes: ['a', 'b'], companies: ['1'], customers: ['1', '2'], sites: ['3', '4'] },
		],
		[
			{ keytype: 'x', scope: ['a'], companyid: 1, customerid: [1, 2], siteid: '' },
			{ keyType: 'x', scopes: ['a'], companies: ['1'], customers: ['1', '2'], sites: [] },
		],
		[{ KeyType: 'grün' }, { keyType: 'grün' }],
		[{}, { keyType: undefined, scopes: [] }],
		[
			{ KeyType: ['timesheet'], Scope: '["a","b"]', CompanyId: '[1]', CustomerId: '[1, 2]', SiteId: '[]' },
			{ keyType: 'timesheet', scopes: ['a', 'b'], companies: ['1'], customers: ['1', '2'], sites: [] },
		],
		[{ KeyType: ['timesheet', 'developer'] }, { keyType: 'timesheet, developer' }],
		[
			{ KeyType: '["timesheet"]', SiteId: '[1' },
			{ keyType: 'timesheet', sites: ['[1'] },
		],
		[{ KeyType: 'Incident Report' }, { keyType: 'Incident Report' }],
		[{ KeyType: '"timesheet"' }, { keyType: '"timesheet"' }],
		[{ KeyType: '' }, { keyType: undefined }],
	])('of %j are %j', (payload, claims) => expect(readClaims(token(payload))).toMatchObject(claims));

	test.each([
		'',
		'opaque',
		'a.b.c',
		'a..c',
		`a.${Buffer.from('[1]').toString('base64url')}.c`,
		`a.${Buffer.from('null').toString('base64url')}.c`,
	])('%p can’t be read', (text) => expect(readClaims(text)).toBeUndefined());
});

test.each([
	[{ iat: 1000, exp: 4600 }, 3600],
	[{ nbf: '1000', exp: '1900' }, 900],
	[{ iat: 1000, nbf: 1500, exp: 4600 }, 3600],
	[{ iat: 1000 }, undefined],
	[{ exp: 4600 }, undefined],
	[{ iat: 4600, exp: 1000 }, undefined],
	[{ iat: 1000, exp: 1000 }, undefined],
	[{ iat: 1000, exp: 1001 }, 1],
	[{ nbf: null, exp: 4600 }, undefined],
	[{ iat: null, exp: 'soon' }, undefined],
])('a token with %j lives for %j seconds', (payload, seconds) => expect(tokenLifetime(token(payload))).toBe(seconds));

test('an opaque token does not say how long it lives', () => expect(tokenLifetime('opaque')).toBeUndefined());

test.each([
	[{ exp: 1 }, '1970-01-01T00:00:01.000Z'],
	[{ exp: '4600' }, '1970-01-01T01:16:40.000Z'],
	[{ exp: 8.64e12 - 1 }, '+275760-09-12T23:59:59.000Z'],
	[{ exp: 8.64e12 }, undefined],
	[{ exp: 0 }, undefined],
	[{ exp: null }, undefined],
	[{}, undefined],
])('a token with %j ends at %s', (payload, end) => expect(tokenEnd(token(payload))).toBe(end));
