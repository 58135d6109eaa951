import { describe, expect, test } from '@jest/globals';
import { localTimesBy } from '../../../nodes/WorkforceOperations/contract/index.ts';

const shown = (record: Record<string, unknown>, timeZone = 'Australia/Brisbane'): Record<string, unknown> =>
	localTimesBy(record, timeZone)(record);

describe('A time as the site’s clocks show it', () => {
	test('is that of the workflow where the record tells no zone', () =>
		expect(
			shown({ at: '2026-07-01T08:00:00.000Z', other: '2026-07-01T08:00:00', serial: '/Date(1782892800000)/' }),
		).toEqual({
			at: '2026-07-01T18:00:00+10:00',
			other: '2026-07-01T18:00:00+10:00',
			serial: '2026-07-01T18:00:00+10:00',
		}));

	test('is that of the site where the record names it, also across a change of the clocks', () =>
		expect(shown({ timeZone: 'Europe/London', a: '2026-03-28T12:00:00Z', b: '2026-03-29T12:00:00.250Z' })).toEqual({
			timeZone: 'Europe/London',
			a: '2026-03-28T12:00:00+00:00',
			b: '2026-03-29T13:00:00.250+01:00',
		}));

	test('goes by the …TZ field that is nearest, which stays as it is', () => {
		const record = {
			startTime: '2026-10-03T14:00:00Z',
			startTimeTZ: '2026-10-04T00:00:00',
			endTime: '2026-10-03T20:00:00Z',
			endTimeTZ: '2026-10-04T07:00:00',
			checks: [{ dateSent: '2026-10-03T19:30:00.000Z' }],
		};
		expect(shown(record, 'UTC')).toEqual({
			...record,
			startTime: '2026-10-04T00:00:00+10:00',
			endTime: '2026-10-04T07:00:00+11:00',
			checks: [{ dateSent: '2026-10-04T06:30:00+11:00' }],
		});
	});

	test.each([
		['dateOfBirth', '1990-05-17T00:00:00.000Z'],
		['startDate', '2026-07-01T00:00:00Z'],
		['expiryDate', '2027-03-31T00:00:00'],
		['day', '2026-07-01'],
		['note', 'sent at 2026-07-01T08:00:00Z'],
		['local', '2026-07-01T18:00:00+10:00'],
		['unset', '0001-01-01T00:00:00'],
		['wrong', '2026-02-30T08:00:00Z'],
		['startTimeTZ', '2026-07-01T18:00:00'],
		['number', 1_782_892_800_000],
	])('leaves %s (%j) as it is', (name, value) => expect(shown({ [name]: value })).toEqual({ [name]: value }));

	test('leaves what stands for a line as the service sent it', () =>
		expect(shown({ details: { from: '2026-07-01T08:00:00Z' } })).toEqual({
			details: { from: '2026-07-01T08:00:00Z' },
		}));
});
