// What a look at logins asks of the service, what becomes of its answers, and how an entry is told.
import { describe, expect, test } from '@jest/globals';
import type { JsonObject } from '../../../../nodes/WorkforceOperations/contract/index.ts';
import { hashesOf } from '../../../../nodes/WorkforceOperations/watch/core/keys.ts';
import { describeBurst, loginEntry, loginSource } from '../../../../nodes/WorkforceOperations/watch/logins/source.ts';
import { type Answer, fakePoll, type Given, HOUR, isoAt, keysOf, lost, NOW, unfinished } from '../fakePoll.mts';

const MINUTE = 60_000;

test('a stored moment that is none makes the log unreadable', () => {
	const log = (moment: string) => ({ watermark: 1, floor: 0, seen: { 0: [`9.${moment}`] }, covered: {} });
	expect(['5', 'x5'].map((moment) => loginSource.engineForm.log?.reads(log(moment)))).toEqual([true, false]);
});

describe('logins', () => {
	const login = (id: number, minutes: number, more: JsonObject = {}): JsonObject => ({
		id,
		eventType: 2,
		email: 'ann@example.com',
		ipAddress: '203.0.113.7',
		occurredUtc: isoAt(NOW + minutes * MINUTE),
		...more,
	});
	const asking = (range: object): string =>
		`loginAudit.getAll ${JSON.stringify({ userId: '4', eventType: 2, ...range })}`;
	const look = async (answer: Answer, given: Given = {}) => {
		const { poll, asked } = fakePoll(answer, { ...given, settings: { query: { userId: '4' }, ...given.settings } });
		return { ...(await loginSource.detect(poll)), asked };
	};

	test.each<[string, Given, number]>([
		['the first look', { since: NOW - 7 * MINUTE }, -7],
		['the first look that starts with “now”', { since: NOW - 7 * MINUTE, start: 'now' }, -120],
	])('%s reads from its beginning', async (_, given, minutes) => {
		const { asked, findings } = await look(() => [login(1, minutes), login(2, minutes - 1)], given);
		expect(asked).toEqual([asking({ from: isoAt(NOW + minutes * MINUTE) })]);
		expect(keysOf(findings)).toEqual(['1']);
	});

	test('different logins that share an ID are said', async () => {
		const { shared } = await look(() => [login(1, -1), login(1, -2), login(2, -3)], { since: NOW - 5 * MINUTE });
		expect(shared).toEqual(['1']);
	});

	test('a later look reads from a quarter of an hour before the newest one', async () => {
		const first = await look(() => [login(1, -5)], { since: NOW - 30 * MINUTE });
		const second = await look(() => [login(1, -5), login(2, -18)], { engine: first.engine });
		expect(second.complete).toBe(true);
		expect(second.asked).toEqual([asking({ from: isoAt(NOW - 20 * MINUTE) })]);
		expect([keysOf(first.findings), keysOf(second.findings)]).toEqual([['1'], ['2']]);
	});

	test('a beginning by a clock that was ahead, with nothing read since, is put right', async () => {
		const log = { watermark: NOW + HOUR, floor: NOW + HOUR, seen: {}, covered: {} };
		expect((await look(() => [], { engine: { log } })).asked).toEqual([asking({ from: isoAt(NOW - 15 * MINUTE) })]);
		const read = { ...log, floor: 0, seen: { 0: [`9.${NOW + HOUR}`] } };
		expect((await look(() => [], { engine: { log: read } })).asked).toEqual([
			asking({ from: isoAt(NOW + 45 * MINUTE) }),
		]);
		const now = { ...log, watermark: NOW, floor: 0 };
		expect((await look(() => [], { engine: { log: now } })).asked).toEqual([
			asking({ from: isoAt(NOW - 15 * MINUTE) }),
		]);
	});

	test('a window that can’t be read to the end is cut from its old end, and nothing of it counts', async () => {
		const first = await look(() => unfinished(login(1, -5)), { since: NOW - 2 * HOUR });
		expect(first).toMatchObject({ findings: [], complete: false, waiting: 0 });
		const { asked } = await look(() => [], { engine: first.engine });
		expect(asked).toEqual([asking({ from: isoAt(NOW - 2 * HOUR), to: isoAt(NOW - HOUR) })]);
		await expect(
			look(() => {
				throw new Error('broken');
			}),
		).rejects.toThrow('broken');
	});

	test.each([
		[1000, NOW - HOUR + 1000],
		[0, undefined],
		[-1000, undefined],
		['1000', undefined],
	])('a window that was cut to %j milliseconds goes on so far, if that is a length', async (slice, to) => {
		const log = { watermark: NOW - HOUR, floor: 0, seen: {}, covered: {}, slice };
		const from = isoAt(NOW - HOUR - 15 * MINUTE);
		const { asked } = await look(() => [], { engine: { log } });
		expect(asked).toEqual([asking(to === undefined ? { from } : { from, to: isoAt(to) })]);
	});

	test('one that is read again is asked for by its moment', async () => {
		const places = lost({ 7: NOW - HOUR, 8: NOW - 2 * HOUR });
		const { asked, reread: found } = await look(({ query }) => ('to' in query ? [login(6, -60), login(7, -60)] : []), {
			pendingReread: places,
			engine: { log: { watermark: NOW, floor: 0, seen: {}, covered: {} } },
		});
		expect(asked.slice(0, 2)).toEqual([
			asking({ from: isoAt(NOW - HOUR), to: isoAt(NOW - HOUR) }),
			asking({ from: isoAt(NOW - 2 * HOUR), to: isoAt(NOW - 2 * HOUR) }),
		]);
		expect(Object.fromEntries(found)).toEqual({
			7: expect.objectContaining({ record: expect.objectContaining({ id: 7 }), stillSo: true }),
		});
	});

	test('so many failures within so many minutes are one finding', async () => {
		const settings = { loginsAtLeast: 3, loginsWithinMs: 10 * MINUTE, query: { userId: '4' } };
		const { findings } = await look(() => [login(1, -9), login(2, -5), login(3, -1)], { since: NOW - HOUR, settings });
		expect(keysOf(findings)).toEqual(['3']);
		expect(findings[0]?.reason).toContain('within 10 minutes');
		const { poll, asked } = fakePoll(() => [login(2, -5), login(1, -9)], { settings });
		expect(await loginSource.preview(poll)).toMatchObject({
			findings: [],
			nearest: {
				key: '2',
				reason: expect.stringMatching(/\. Fewer than 3 failures were from one address or user within 10 minutes$/),
			},
		});
		expect(asked).toEqual([asking({ from: isoAt(NOW - 2 * HOUR) })]);
		const two = fakePoll(() => [], { settings: { ...settings, loginsAtLeast: 2 } });
		await loginSource.preview(two.poll);
		expect(two.asked[0]).toBe(asking({ from: isoAt(NOW - 2 * HOUR) }));
	});

	test('Fetch Test Event shows the newest five failures, or says of the newest event that it is none', async () => {
		const settings = { query: { userId: '4' } };
		const seven = [1, 2, 3, 4, 5, 6, 7].map((id) => login(id, -id));
		const { poll, asked } = fakePoll(() => seven, { settings, most: 1 });
		expect(keysOf((await loginSource.preview(poll)).findings)).toEqual(['5', '4', '3', '2', '1']);
		expect(asked).toEqual([asking({ from: isoAt(NOW - 2 * HOUR), limit: 5 })]);
		const other = fakePoll(({ query }) => ('eventType' in query ? [] : [login(9, -60, { eventType: 1 })]), {
			settings,
		});
		expect(await loginSource.preview(other.poll)).toEqual({
			findings: [],
			nearest: {
				key: '',
				record: login(9, -60, { eventType: 1 }),
				numbers: {},
				reason: 'No failed logins since 07:00; the newest event, at 08:00, isn’t a failure',
			},
			nothing: 'No failed logins since 07:00',
		});
		expect(other.asked[1]).toBe(
			`loginAudit.getAll ${JSON.stringify({ userId: '4', from: isoAt(NOW - 2 * HOUR), limit: 1 })}`,
		);
		expect(await loginSource.preview(fakePoll(() => []).poll)).toEqual({
			findings: [],
			nearest: undefined,
			nothing: 'No failed logins since 07:00',
		});
	});
});

const place = { now: NOW, timeZone: 'Australia/Sydney', hashes: hashesOf('api-key', 'owner') };

describe('an entry of the log', () => {
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

	test('belongs to its address and its user, whatever the case, by a hash of the key, and to others with nobody', () => {
		const [address, user] = groups({});
		expect(groups({ ipAddress: null })).toEqual([user]);
		expect(groups({ userId: null, emailAttempted: null })).toEqual([address]);
		expect(groups({ emailAttempted: 'other@example.com' })).toEqual([address, user]);
		expect(groups({ ipAddress: '203.0.113.8' })[0]).not.toBe(address);
		expect(groups({ userId: 13 })[1]).not.toBe(user);
		expect(groups({ userId: null, emailAttempted: 'AROHA@example.com' })).toEqual(groups({ userId: null }));
		const byOther = loginEntry(login(), { ...place, hashes: hashesOf('other', 'owner') })?.groups;
		expect(byOther).not.toContain(address);
		expect(byOther).not.toContain(user);
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
