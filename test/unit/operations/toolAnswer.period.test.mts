// A period in words, for a model: whole days as days, anything else with its times, in the workflow's zone.
import { expect, test } from '@jest/globals';
import { periodInWords } from '../../../nodes/WorkforceOperations/operations/toolAnswer.ts';

test.each<[from: unknown, to: unknown, words: string]>([
	['2026-11-15T14:00:00Z', '2026-11-22T13:59:59.999Z', 'Mon 16 to Sun 22 Nov 2026'],
	['2026-11-15T14:00:00Z', '2026-11-22T13:59:59Z', 'Mon 16 to Sun 22 Nov 2026'],
	['2026-11-29T14:00:00Z', '2026-12-06T13:59:59.999Z', 'Mon 30 Nov to Sun 6 Dec 2026'],
	['2026-12-27T14:00:00Z', '2027-01-03T13:59:59.999Z', 'Mon 28 Dec 2026 to Sun 3 Jan 2027'],
	['2026-11-15T14:00:00Z', '2026-11-16T13:59:59.999Z', 'Mon 16 Nov 2026'],
	['2026-11-22T22:00:00Z', '2026-11-24T22:00:00Z', 'Mon 23 Nov 2026 08:00 to Wed 25 Nov 2026 08:00'],
	// A second before the end of a day isn't its end, and the first moment of a day isn't that of the day before.
	['2026-11-15T14:00:00Z', '2026-11-22T13:59:58Z', 'Mon 16 Nov 2026 00:00 to Sun 22 Nov 2026 23:59'],
	['2026-11-15T14:00:00Z', '2026-11-22T14:00:00Z', 'Mon 16 Nov 2026 00:00 to Mon 23 Nov 2026 00:00'],
	['2026-11-15T22:00:00Z', '2026-11-16T13:59:59Z', 'Mon 16 Nov 2026 08:00 to Mon 16 Nov 2026 23:59'],
	['2026-11-15T14:00:00Z', undefined, 'from Mon 16 Nov 2026'],
	['2026-11-15T22:00:00Z', undefined, 'from Mon 16 Nov 2026 08:00'],
	[undefined, '2026-11-22T22:00:00Z', 'up to Mon 23 Nov 2026 08:00'],
	['', '2026-11-22T13:59:59.999Z', 'up to Sun 22 Nov 2026'],
])('from %s to %s in Brisbane is %s', (from, to, words) =>
	expect(periodInWords(from, to, 'Australia/Brisbane')).toBe(`${words}, Australia/Brisbane`),
);

test('a week with a change of the clocks is as whole as any other', () =>
	expect(periodInWords('2026-03-22T00:00:00Z', '2026-03-29T22:59:59.999Z', 'Europe/London')).toBe(
		'Sun 22 to Sun 29 Mar 2026, Europe/London',
	));

test('nothing is no period', () => expect(periodInWords(undefined, null, 'Australia/Brisbane')).toBeNull());
