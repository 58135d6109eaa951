// Times without an offset, where Service Details say that they are local ones.
import { expect, test } from '@jest/globals';
import { momentOf, withOffsets } from '../../../nodes/WorkforceOperations/contract/index.ts';

test('get the offset of the workflow’s time zone, also inside of a record; all others stay', () => {
	const record = {
		startTime: '2026-07-01T18:00:00',
		summer: '2026-12-01 18:00',
		startTimeTZ: '2026-07-01T18:00:00',
		endTime: '2026-07-01T16:00:00Z',
		dateOfBirth: '1990-01-01T00:00:00',
		timeIn: '0001-01-01T00:00:00',
		checks: [{ dateSent: '2026-07-01T19:00:00.5' }],
		day: '2026-07-01',
		count: 7,
		none: null,
	};
	const shown = withOffsets(record, 'Australia/Sydney');
	expect(shown).toEqual({
		...record,
		startTime: '2026-07-01T18:00:00+10:00',
		summer: '2026-12-01T18:00:00+11:00',
		checks: [{ dateSent: '2026-07-01T19:00:00.500+10:00' }],
	});
	expect(momentOf(shown.startTime)).toBe(Date.parse('2026-07-01T08:00:00Z'));
});

test('get that of the site where the record tells its time zone', () =>
	expect(withOffsets({ timeZone: 'Australia/Perth', at: '2026-07-01T18:00:00' }, 'Australia/Sydney').at).toBe(
		'2026-07-01T18:00:00+08:00',
	));
