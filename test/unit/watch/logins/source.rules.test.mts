// Whole entries of failed logins.
import { describe, expect, test } from '@jest/globals';
import { describeBurst, loginEntry } from '../../../../nodes/WorkforceOperations/watch/logins/source.ts';
import { hashesOf } from '../../../../nodes/WorkforceOperations/watch/core/keys.ts';

const NOW = Date.parse('2026-07-01T09:00:00Z');
const place = { now: NOW, timeZone: 'Australia/Sydney', hashes: hashesOf('api-key', 'owner') };

describe('a failed login', () => {
	const login = (changes: object = {}): Record<string, unknown> => ({
		id: 900,
		occurredUtc: '2026-07-01T08:55:00Z',
		ipAddress: '203.0.113.7',
		userId: 12,
		emailAttempted: 'Aroha@example.com',
		failureReason: 'Wrong password',
		...changes,
	});
	const groups = (changes: object): string[] => loginEntry(login(changes), place)?.groups ?? [];

	test('is an entry that names nobody in its groups', () => {
		const record = login();
		const at = Date.parse('2026-07-01T08:55:00Z');
		expect(loginEntry(record, place)).toEqual({
			key: '900',
			at,
			locator: at,
			record,
			groups: [expect.stringMatching(/^address:[\w-]{12}$/), expect.stringMatching(/^user:[\w-]{12}$/)],
			reason: 'Aroha@example.com failed to log in at 18:55 from 203.0.113.7: Wrong password',
			numbers: { count: 1 },
		});
	});

	test.each<[object, string]>([
		[{ emailAttempted: '' }, 'User 12 failed to log in at 18:55 from 203.0.113.7: Wrong password'],
		[{ emailAttempted: null, userId: null }, 'Somebody failed to log in at 18:55 from 203.0.113.7: Wrong password'],
		[{ ipAddress: null }, 'Aroha@example.com failed to log in at 18:55: Wrong password'],
		[{ failureReason: ' ' }, 'Aroha@example.com failed to log in at 18:55 from 203.0.113.7'],
	])('with %j', (changes, reason) => {
		expect(loginEntry(login(changes), place)?.reason).toBe(reason);
	});

	test.each([{ id: null }, { occurredUtc: null }, { occurredUtc: '0001-01-01T00:00:00' }])(
		'with %j is none',
		(changes) => {
			expect(loginEntry(login(changes), place)).toBeUndefined();
		},
	);

	test('belongs to its address and its user, whatever the case, and to others with nobody', () => {
		const [address, user] = groups({});
		expect(groups({ ipAddress: null })).toEqual([user]);
		expect(groups({ userId: null, emailAttempted: null })).toEqual([address]);
		expect(groups({ emailAttempted: 'other@example.com' })).toEqual([address, user]);
		expect(groups({ ipAddress: '203.0.113.8' })[0]).not.toBe(address);
		expect(groups({ userId: 13 })[1]).not.toBe(user);
		expect(groups({ userId: null, emailAttempted: 'AROHA@example.com' })).toEqual(groups({ userId: null }));
		// The same text as an address and as a user is not the same.
		const [one, other] = groups({ ipAddress: 'x', userId: 'x' });
		expect(one?.split(':')[1]).not.toBe(other?.split(':')[1]);
	});

	const words = { ...place, atLeast: 5, minutes: 10 };
	const both = ['address:a', 'user:u'];

	test.each<[string, string[], object, string, object]>([
		['both', both, {}, 'for Aroha@example.com from 203.0.113.7', { sameAddress: true, sameUser: true }],
		['the address', ['address:a'], {}, 'from 203.0.113.7', { sameAddress: true, sameUser: false }],
		['the user', ['user:u'], { emailAttempted: '' }, 'for User 12', { sameAddress: false, sameUser: true }],
		['no address', both, { ipAddress: '' }, 'for Aroha@example.com', { sameAddress: false, sameUser: true }],
	])('several of %s', (_, of, changes, whose, same) => {
		const entry = loginEntry(login(changes), place);
		expect(entry && describeBurst(entry, of, words)).toEqual({
			reason: `5 failed logins ${whose} within 10 minutes, the last at 18:55`,
			numbers: { count: 5, ...same },
		});
	});
});
