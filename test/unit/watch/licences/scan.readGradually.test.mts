// Which answers are about one guard, so that the others are read all the same: each kind by itself.
import { expect, test } from '@jest/globals';
import type { ErrorKind } from '../../../../nodes/WorkforceOperations/transport/failures/errorKind.ts';
import { expiring } from '../../../../nodes/WorkforceOperations/watch/licences/rules.ts';
import { licenceSource } from '../../../../nodes/WorkforceOperations/watch/licences/source.ts';
import { isOfKey } from '../../../../nodes/WorkforceOperations/watch/licences/scan.ts';
import { NoAnswerInTime, UnfinishedList } from '../../../../nodes/WorkforceOperations/watch/core/pollReader.ts';
import { serviceError } from '../../operations/support.mts';
import { fakePoll } from '../fakePoll.mts';
import { readOf, service } from './guards.mts';

/** Each kind: whether a sweep goes on to the next guard, and whether a test event, which somebody waits for, does so however many there are. */
const KINDS: Record<ErrorKind, [sweep: boolean, testEvent: boolean]> = {
	notFound: [true, true],
	forbidden: [true, true],
	invalid: [true, true],
	conflict: [true, true],
	refused: [true, true],
	timeout: [true, false],
	network: [true, false],
	unavailable: [true, false],
	unreadable: [true, false],
	incomplete: [true, false],
	unauthorized: [false, false],
	redirected: [false, false],
	tooMany: [false, false],
	budget: [false, false],
	stopped: [false, false],
	settings: [false, false],
	unknown: [false, false],
};
const kinds = Object.entries(KINDS) as Array<[ErrorKind, [boolean, boolean]]>;

test.each(kinds)('a guard that is answered with %s holds up no others, unless it is about the key', (kind, [sweep]) => {
	expect(isOfKey(serviceError({ kind }))).toBe(!sweep);
});

test('nor do silence and the end of a poll’s time', () => {
	expect([new NoAnswerInTime(), new UnfinishedList([])].map(isOfKey)).toEqual([false, false]);
});

test.each(kinds.filter(([, [sweep]]) => sweep))(
	'guards that are answered with %s: a test event reads all, unless the service may be ill',
	async (kind, [, testEvent]) => {
		const fake = fakePoll(service(8, (id) => (id === 1 ? [] : serviceError({ kind }))));
		await licenceSource(expiring).preview(fake.poll);
		expect(readOf(fake).length === 8).toBe(testEvent);
	},
);
