// A sweep over the licences of all guards: whom it asks for, in what order, where it stops, and what it says of itself.
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import type { JsonObject } from '../../../../nodes/WorkforceOperations/contract/index.ts';
import { expiring } from '../../../../nodes/WorkforceOperations/watch/licences/rules.ts';
import { reportedLevels } from '../../../../nodes/WorkforceOperations/watch/licences/detect.ts';
import { licenceSource } from '../../../../nodes/WorkforceOperations/watch/licences/source.ts';
import type { ErrorKind } from '../../../../nodes/WorkforceOperations/transport/failures/errorKind.ts';
import type { Detection } from '../../../../nodes/WorkforceOperations/watch/core/source.ts';
import { NoAnswerInTime } from '../../../../nodes/WorkforceOperations/watch/core/pollReader.ts';
import { clock } from '../../../../nodes/WorkforceOperations/transport/clock.ts';
import { VirtualTime } from '../../../../kit/time/virtualTime.mts';
import { type Answer, fakePoll, type Given, HOUR, keysOf, lost, NOW, unfinished } from '../fakePoll.mts';
import { everyone, failure, licence, readOf, service } from './guards.mts';

const engine = licenceSource(expiring);
let time: VirtualTime;
beforeEach(() => {
	time = new VirtualTime().takePlaceOf(clock).putDate(NOW);
});
afterEach(() => time.restore());

const look = async (
	answer: Answer,
	given: Given = {},
	turns = Infinity,
): Promise<Detection & { read: number[]; asked: string[] }> => {
	const fake = fakePoll(answer, given);
	fake.reader.turns = turns;
	const seen = await engine.detect(fake.poll);
	return { ...seen, read: readOf(fake), asked: fake.asked };
};
const lines = ({ log = [] }: Detection): string[] => log.map(({ level, text }) => `${level} ${text}`);

describe('a sweep', () => {
	test('reads every guard once, tells the lowest step that is reached, and says how long it took', async () => {
		const days = [90, 5, 29, -2];
		time.putDate(NOW + 90_000);
		const seen = await look(
			service(4, (id) => [licence(id, days[id - 1] ?? 0)]),
			{ start: 'now' },
		);
		expect([seen.asked[0], seen.read]).toEqual(['staff.getAll {}', [1, 2, 3, 4]]);
		const sweep = { sweepMinutes: 2, sweepEndedAt: '2026-07-01T09:01:30.000Z', sweepGuards: 4 };
		expect(seen.findings.map(({ key, numbers }) => [key, numbers])).toEqual([
			['4.4:2026-06-29:7', { state: 'expired', daysLeft: -2, threshold: 7, ...sweep }],
			['2.2:2026-07-06:7', { state: 'expiring', daysLeft: 5, threshold: 7, ...sweep }],
			['3.3:2026-07-30:30', { state: 'expiring', daysLeft: 29, threshold: 30, ...sweep }],
		]);
		expect(seen).toMatchObject({ complete: true, waiting: 0 });
		expect(seen.engine.sweep).toBeUndefined();
		expect(seen.engine.last).toEqual({ begun: NOW, ended: NOW + 90_000, guards: 4, unread: 0, records: 4 });
		expect(lines(seen)).toEqual([
			'info has read 4 licences for 4 employees in 1 minute; the next round begins at 15:00',
		]);
	});

	test('reads the employees with an ID in the order of these', async () => {
		const fake = fakePoll(({ id }) =>
			id === undefined ? [{ id: 10 }, { firstName: 'Ann' }, { id: ' ' }, { id: 9 }] : [],
		);
		await engine.detect(fake.poll);
		expect(readOf(fake)).toEqual([9, 10]);
	});

	test('that took longer than Hours Between Rounds says so, and the next one begins at once', async () => {
		time.putDate(NOW + 7 * HOUR);
		const seen = await look(service(1), { settings: { scanEveryMs: 6 * HOUR } });
		expect(lines(seen)[0]).toContain('in 7 hours (longer than Hours Between Rounds); the next round begins at 15:00');
		time.putDate(NOW + 6 * HOUR);
		expect(lines(await look(service(1)))[0]).not.toContain('longer');
	});

	test('is not begun anew before its time, nor where nothing fits in or the poll is spent', async () => {
		const first = await look(service(2));
		const later = (now: number, given: Given = {}): Given => ({ engine: first.engine, ...given, now });
		expect((await look(service(2), later(NOW + 6 * HOUR - 1))).asked).toEqual([]);
		const idle = await look(service(2), later(NOW + HOUR));
		expect(idle).toMatchObject({ complete: true, findings: [] });
		expect(idle.engine).toEqual(first.engine);
		expect((await look(service(2), later(NOW + 6 * HOUR))).read).toEqual([1, 2]);
		expect((await look(service(2), { most: 0 })).asked).toEqual([]);
		const spent = fakePoll(service(2));
		spent.reader.isSpent = true;
		expect([(await engine.detect(spent.poll)).complete, spent.asked]).toEqual([false, []]);
	});

	test('goes on where the last poll ended, without asking again who there is, and other filters begin another', async () => {
		const first = await look(service(3), {}, 2);
		expect(first).toMatchObject({ read: [1, 2], complete: false });
		expect(lines(first)).toEqual([]);
		const second = await look(service(9), { engine: first.engine });
		expect(second).toMatchObject({ read: [3], complete: true });
		expect(second.asked).not.toContain('staff.getAll {}');
		const { list: _, ...without } = first.engine;
		expect((await look(service(3), { engine: without })).read).toEqual([3]);
		for (const settings of [{ query: { siteId: '7' } }, { additionalQuery: { isActive: 'false' } }]) {
			const other = await look(service(2), { engine: first.engine, settings });
			expect(other.read).toEqual([1, 2]);
		}
		const other = await look(service(2), { engine: second.engine, settings: { query: { siteId: '7' } } });
		expect([other.read, other.findings]).toEqual([[1, 2], []]);
	});

	test.each<[string, number, number[], number]>([
		['not seen for a year, nor in two rounds', 367, [1, 1], 0],
		['not seen in two rounds within a year', 365, [1, 1], 1],
		['not seen for a year, but in all rounds of it but one', 367, [1], 1],
		['not seen for a year, with a round in between that had nobody', 367, [0, 1], 1],
		['not seen for a year, and now there is nobody', 367, [1, 0], 1],
		['seen again meanwhile', 367, [1, 2, 1], 1],
	])('how long a licence that was told is remembered: one %s', async (_, days, rounds, expected) => {
		const answer = (id: number): JsonObject[] => [licence(id, id === 2 ? -5 : 9000)];
		let seen = await look(service(2, answer), { start: 'now' });
		expect(keysOf(seen.findings)).toHaveLength(1);
		for (const [round, guards] of rounds.entries()) {
			const now = NOW + (days + round) * 24 * HOUR;
			time.putDate(now);
			seen = await look(service(guards, answer), { engine: seen.engine, now });
			expect(seen.findings).toEqual([]);
		}
		const kept = reportedLevels.unpack(seen.engine.told)!;
		expect([...kept.keys()].filter((subject) => subject.startsWith('2.'))).toHaveLength(expected);
	});

	test('reads a guard again whose findings did not all fit in', async () => {
		const answer = service(3, (id) => [licence(id * 10, 3), licence(id * 10 + 1, 4)]);
		const first = await look(answer, { start: 'now', most: 3 });
		expect(keysOf(first.findings).sort()).toEqual(['1.10:2026-07-04:7', '1.11:2026-07-05:7', '2.20:2026-07-04:7']);
		expect(first).toMatchObject({ waiting: 1, read: [1, 2] });
		expect(await look(answer, { start: 'now', most: 1 })).toMatchObject({ waiting: 1, read: [1] });
		const second = await look(answer, { start: 'now', engine: first.engine });
		expect([keysOf(second.findings).sort(), second.read]).toEqual([
			['2.21:2026-07-05:7', '3.30:2026-07-04:7', '3.31:2026-07-05:7'],
			[2, 3],
		]);
	});

	test('leaves out at its first time what had been reached before, unless it starts with “now”', async () => {
		const answer = service(1, () => [licence(1, 5)]);
		expect((await look(answer, { start: 'new' })).findings).toEqual([]);
		expect(keysOf((await look(answer)).findings)).toEqual(['1.1:2026-07-06:7']);
	});
});

describe('guards that can’t be read', () => {
	const log = (names: string): string =>
		`error could not read licences for ${names}, even on a second try; will try again in the next round`;

	test.each<[string, number, (id: number) => boolean, number[], number, string]>([
		['one', 3, (id) => id === 2, [1, 2, 3, 2], 0, 'employee 2'],
		['two', 3, (id) => id < 3, [1, 2, 3, 1, 2], 0, '2 employees: 1, 2'],
		['every other one', 6, (id) => id % 2 < 1, [1, 2, 3, 4, 5, 6, 2, 4, 6], 1, '3 employees: 2, 4, 6'],
		[
			'twenty-one',
			22,
			(id) => id < 22,
			[],
			14,
			`21 employees: ${Array.from({ length: 20 }, (_, index) => index + 1).join(', ')} …`,
		],
	])('%s: tried again at the end, then named', async (_, count, isBad, read, probes, names) => {
		const seen = await look(service(count, (id) => (isBad(id) ? failure('unreadable') : [])));
		expect(read.length > 0 ? seen.read : read).toEqual(read);
		expect(seen.asked.filter((each) => each.includes('limit'))).toHaveLength(probes);
		expect(lines(seen)[1]).toBe(log(names));
		expect((seen.engine.last as JsonObject).unread).toBe(
			Array.from({ length: count }, (__, index) => index + 1).filter(isBad).length,
		);
	});

	/** Five guards, of whom those from this one on can't be read, and whose list can't be read again. */
	const goneFrom = (guard: number, kind: ErrorKind): Answer => {
		let lists = 0;
		return ({ id }) => {
			if (id === undefined && lists++ === 0) return everyone(5);
			if (Number(id) < guard) return [];
			throw failure(kind);
		};
	};

	test('three in a row make it ask whether the service is there; where it isn’t, nobody is passed over', async () => {
		const seen = await look(goneFrom(2, 'unavailable'));
		expect([seen.asked, seen.complete]).toEqual([
			['staff.getAll {}', ...[1, 2, 3, 4].map((id) => `securityLicence.getAll ${id}`), 'staff.getAll {"limit":1}'],
			false,
		]);
		expect((await look(service(5), { engine: seen.engine })).read).toEqual([2, 3, 4, 5]);
		const well = await look(service(5, (id) => (id > 1 ? failure('unavailable') : [])));
		expect(well.asked.filter((each) => each.includes('limit'))).toHaveLength(2);
		expect(well.read).toEqual([1, 2, 3, 4, 5, 2, 3, 4, 5]);
	});

	test('where the first three are gone, and the service as well, the poll fails', async () => {
		await expect(look(goneFrom(1, 'network'))).rejects.toThrow('Not that one: network.');
	});

	test('a key that may read nobody’s licences is told at once, one that may not read some is not', async () => {
		const fake = fakePoll(service(5, () => failure('forbidden')));
		await expect(engine.detect(fake.poll)).rejects.toThrow('Not that one: forbidden.');
		expect(readOf(fake)).toEqual([1, 2, 3]);
		const some = await look(service(4, (id) => (id > 1 ? failure('forbidden') : [licence(1, 90)])));
		expect(some).toMatchObject({ complete: true, engine: { last: { unread: 3 } } });
	});

	test('what is about the key: nobody else is tried', async () => {
		const fake = fakePoll(service(5, () => failure('unauthorized')));
		await expect(engine.detect(fake.poll)).rejects.toThrow('Not that one: unauthorized.');
		expect(readOf(fake)).toEqual([1]);
		const later = await look(service(3, (id) => (id === 2 ? failure('unauthorized') : [])));
		expect(later).toMatchObject({ read: [1, 2], complete: false });
	});

	test('a minute that others wanted ends the poll, and the guard is the next one’s', async () => {
		const seen = await look(service(3, (id) => (id === 2 ? failure('budget') : [])));
		expect(seen).toMatchObject({ read: [1, 2], complete: false });
		expect((await look(service(3), { engine: seen.engine })).read).toEqual([2, 3]);
	});
});

describe('findings whose licences are read again', () => {
	const soon = '2026-07-06';
	const again = async (of: (id: number) => unknown, places: Record<string, number>, isSpent = false) => {
		const fake = fakePoll(service(1, of), { pendingReread: lost(places), most: 0 });
		fake.reader.isSpent = isSpent;
		const { reread: found, unreadable, deferred: later } = await engine.detect(fake.poll);
		return { fake, found: [...found].map(([key, { stillSo }]) => [key, stillSo]), unreadable, later };
	};

	test('each guard is asked for once, and a renewed licence is so no more', async () => {
		const { fake, found } = await again((id) => (id === 4 ? [licence(40, 5), licence(41, 90)] : [licence(50, 5)]), {
			[`4.40:${soon}:7`]: 4,
			[`4.41:${soon}:7`]: 4,
			'4.40:2026-01-01:7': 4,
			[`5.50:${soon}:7`]: 5,
			[`4.42:${soon}:7`]: 4,
			[`5.40:${soon}:30`]: 5,
			[`5.40:${soon}:7`]: 4,
		});
		expect(readOf(fake)).toEqual([4, 5]);
		expect(found).toEqual([
			[`4.40:${soon}:7`, true],
			[`4.41:${soon}:7`, false],
			['4.40:2026-01-01:7', false],
			[`5.50:${soon}:7`, true],
		]);
	});

	test('a guard whose id is no number is asked for by the id in the key', async () => {
		const { fake } = await again(() => [], { [`A(2f)1.40:${soon}:7`]: 0 });
		expect(fake.asked).toEqual(['securityLicence.getAll A/1']);
	});

	const [key, well] = [`4.40:${soon}:7`, `5.50:${soon}:7`];

	test.each<[string, Error, string[], string[]]>([
		['who is gone is gone', failure('notFound'), [], []],
		['who can’t be read is tried again later', failure('unavailable'), [key], []],
		['who is silent, too', new NoAnswerInTime(), [key], []],
		['what the key’s minute has no room for waits', failure('budget'), [], [key]],
	])('%s', async (_, error, unreadable, later) => {
		const seen = await again((id) => (id === 5 ? [licence(50, 5)] : error), { [key]: 4, [well]: 5 });
		expect(seen).toMatchObject({ unreadable, later, found: [[well, true]] });
		expect(seen.fake.asked).toHaveLength(2);
	});

	test('where nobody’s can be read it is asked whether the service is there', async () => {
		const seen = await again(() => failure('unavailable'), { [key]: 4 });
		expect({ asked: seen.fake.asked, unreadable: seen.unreadable }).toEqual({
			asked: ['securityLicence.getAll 4', 'staff.getAll {"limit":1}'],
			unreadable: [key],
		});
		const failing = (): never => {
			throw failure('unavailable');
		};
		const gone = fakePoll(failing, { pendingReread: lost({ [key]: 4 }), most: 0 });
		await expect(engine.detect(gone.poll)).rejects.toThrow('Not that one: unavailable.');
		const spent = await again(() => unfinished(), { [key]: 4 }, true);
		expect(spent).toMatchObject({ later: [key], unreadable: [] });
		await expect(again(() => failure('unauthorized'), { [key]: 4 })).rejects.toThrow('unauthorized');
	});
});

const ended = { begun: 1, ended: 2, guards: 0, unread: 0, records: 0 };

test.each<[string, unknown, boolean]>([
	['told', { 1: ['7.c:5'] }, true],
	['told', 'cut', false],
	['list', 'abc', true],
	['list', 7, false],
	['last', ended, true],
	['last', { ...ended, ended: null }, false],
	['sweep', { begun: 1, guards: 0, records: 0, left: '[""]', again: '[""]', unread: '[""]' }, true],
	['sweep', ended, false],
])('“%s” of %j can be read: %j', (part, stored, isRead) => {
	expect(engine.engineForm[part]?.reads(stored)).toBe(isRead);
});
