// What of a credential counts as a token that may still be sent.
import { expect, test } from '@jest/globals';
import { readSettings } from '../../../nodes/WorkforceOperations/transport/settings.ts';
import { isFresh, storedTokens } from '../../../nodes/WorkforceOperations/transport/storedTokens.ts';
import { useVirtualTime } from './support.mts';

useVirtualTime();

test.each([
	[{}, true],
	[{ accessToken: 'opaque[1]' }, true],
	[{ accessToken: '' }, false],
	[{ accessToken: 7 }, false],
	[{ accessToken: undefined }, false],
	[{ tokenFingerprint: 'other' }, false],
	[{ refreshAt: 1_800_001_000_000 }, false],
	[{ refreshAt: '1800001000001' }, true],
	[{ refreshAt: undefined }, false],
])('a token with %j is fresh: %p', (changes, fresh) => {
	const settings = readSettings({ region: 'custom', baseUrl: 'https://token.test', apiKey: 'k', subscriptionKey: 's' });
	const stored = { accessToken: 'jwt', refreshAt: 1_800_001_000_001, tokenFingerprint: settings.fingerprint };
	expect(isFresh({ ...stored, ...changes } as never, settings)).toBe(fresh);
});

test.each([
	'[',
	'[{}]',
	'[{"accessToken":1}]',
	'[{"accessToken":"a","refreshAt":1}]',
	'[{"tokenFingerprint":"f","refreshAt":1}]',
	'[{"refreshAt":1}]',
	'[null]',
	'   [ "x" ]',
])('%j, where tokens should be, holds none', (text) => expect(storedTokens({ accessToken: text })).toEqual([]));
