// From when on a first poll takes events for new.
import { expect, test } from '@jest/globals';
import { firstSince } from '../../../nodes/WorkforceOperations/watch/opening.ts';

test('an hourly poll looks back an hour and five minutes, so that publishing late loses nothing', () => {
	const now = Date.parse('2026-07-01T09:00:00Z');
	expect(new Date(firstSince({ intervalMs: 3_600_000 }, now)).toISOString()).toBe('2026-07-01T07:55:00.000Z');
});
