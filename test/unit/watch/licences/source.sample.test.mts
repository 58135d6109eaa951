// “Fetch Test Event” of the licences: whom it reads, where it stops, and what it says.
import { expect, test } from '@jest/globals';
import { expiring } from '../../../../nodes/WorkforceOperations/watch/licences/rules.ts';
import { licenceSource } from '../../../../nodes/WorkforceOperations/watch/licences/source.ts';
import type { Preview } from '../../../../nodes/WorkforceOperations/watch/core/source.ts';
import { NoAnswerInTime } from '../../../../nodes/WorkforceOperations/watch/core/pollReader.ts';
import { type Answer, fakePoll, keysOf, unfinished } from '../fakePoll.mts';
import { failure, licence, readOf, service } from './guards.mts';

async function preview(answer: Answer): Promise<Preview & { read: number[]; asked: string[] }> {
	const { poll, asked } = fakePoll(answer);
	return { ...(await licenceSource(expiring).preview(poll)), asked, read: readOf({ asked }) };
}

const sampleOf = async (count: number, of: (id: number) => unknown) => await preview(service(count, of));

test('shows the five that reached their step last, of the first twelve guards', async () => {
	const { findings, asked, read } = await sampleOf(14, (id) => [licence(id, 13 - id)]);
	expect(asked[0]).toBe('staff.getAll {"limit":100}');
	expect(read).toHaveLength(12);
	expect(keysOf(findings)).toEqual([
		'10.10:2026-07-04:7',
		'9.9:2026-07-05:7',
		'8.8:2026-07-06:7',
		'7.7:2026-07-07:7',
		'6.6:2026-07-08:7',
	]);
	expect(findings[0]?.reason).toMatch(/; this test event checked 12 of 14 employees$/);
});

test('where no step is reached shows the licence that runs out first', async () => {
	const { findings, nearest, nothing } = await sampleOf(3, (id) => [licence(id, id === 2 ? 80 : 90)]);
	expect({ findings, key: nearest?.key }).toEqual({ findings: [], key: '2.2:2026-09-19:none' });
	expect(nearest?.reason).toBe('Ann’s licence SL2 expires in 80 days, on 19 Sep 2026');
	expect(nothing).toBe('The service returned no licence for any employee');
});

test.each<[string, number, string]>([
	['nobody at all', 0, 'The service lists no active employees for this key and these filters'],
	['one guard', 1, 'The service returned no licence for any employee'],
	['as many as it reads', 12, 'The service returned no licence for any employee'],
	['one more', 13, 'The service returned no licence for 12 employees; this test event checked 12 of 13 employees'],
	['99', 99, 'The service returned no licence for 12 employees; this test event checked 12 of 99 employees'],
	['100', 100, 'The service returned no licence for 12 employees; this test event checked 12 of 100 or more employees'],
])('without licences says whom it looked at: %s', async (_, count, nothing) => {
	expect(await sampleOf(count, () => [])).toMatchObject({ findings: [], nearest: undefined, nothing });
});

test('reads the employees with an ID in the order of the list', async () => {
	const { read } = await preview(({ id }) =>
		id === undefined ? [{ id: 10 }, { firstName: 'Ann' }, { id: ' ' }, { id: 9 }] : [],
	);
	expect(read).toEqual([10, 9]);
});

test.each<[string, Error, number, string]>([
	['of one guard', failure('notFound'), 5, 'Not that one: notFound'],
	['of the service', failure('unavailable'), 4, 'Not that one: unavailable'],
	['silence', new NoAnswerInTime(), 4, 'The service did not answer during the poll'],
])('what goes wrong with others is said: %s', async (_, error, looked, why) => {
	const { read, nearest } = await sampleOf(5, (id) => (id === 1 ? [licence(1, 90)] : error));
	expect({ read: read.length, said: nearest?.reason.split('; this test event checked ')[1] }).toEqual({
		read: looked,
		said: `${looked} of 5 employees, and the licences of ${looked - 1} of them could not be read: ${why}`,
	});
});

test('the end of its time ends it, a key that may not read fails it, and so does a service that nobody hears of', async () => {
	const { read, nearest } = await sampleOf(5, (id) => (id < 3 ? [licence(id, 90)] : unfinished()));
	expect({ read, said: nearest?.reason.split('; ')[1] }).toEqual({
		read: [1, 2, 3],
		said: 'this test event checked 2 of 5 employees',
	});
	await expect(sampleOf(5, (id) => (id < 3 ? [] : failure('unauthorized')))).rejects.toThrow('unauthorized');
	for (const count of [1, 5]) await expect(sampleOf(count, () => failure('forbidden'))).rejects.toThrow('forbidden');
	await expect(sampleOf(5, () => failure('unavailable'))).rejects.toThrow('unavailable');
});
