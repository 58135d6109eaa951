import { describe, expect, test } from '@jest/globals';
import { clockIn, Clocks, momentOf, withOffsets } from '../../../nodes/WorkforceOperations/contract/index.ts';

const shown = (record: Record<string, unknown>, timeZone = 'Australia/Brisbane'): Record<string, unknown> =>
	new Clocks(record, timeZone).show(record);

describe('A time as the site’s clocks show it', () => {
	test.each(['2026-07-01T08:00:00.000Z', '2026-07-01T08:00:00', '/Date(1782892800000)/'])(
		'is that of the workflow where the record tells no zone: %s',
		(at) => expect(shown({ at })).toEqual({ at: '2026-07-01T18:00:00+10:00' }),
	);

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

	test.each(['timeZone', 'siteTimeZone', 'timezone', 'siteTimezone'])('is that of the zone in %s', (field) =>
		expect(shown({ [field]: 'Europe/London', at: '2026-07-01T12:00:00Z' }).at).toBe('2026-07-01T13:00:00+01:00'),
	);

	test('is that of the nearest …TZ field with an offset', () => {
		const record = {
			startTimeTZ: '2026-10-04T00:00:00+10:00',
			endTimeTZ: '2026-10-04T07:00:00+11:00',
			checks: [{ sent: '2026-10-03T19:30:00Z' }],
		};
		expect(shown(record, 'UTC').checks).toEqual([{ sent: '2026-10-04T06:30:00+11:00' }]);
	});

	test('is that of its own …TZ field inside a record, as far ahead of UTC as any clock', () =>
		expect(shown({ checks: [{ at: '2026-11-20T08:00:00Z', atTZ: '2026-11-20T22:00:00+14:00' }] }).checks).toEqual([
			{ at: '2026-11-20T22:00:00+14:00', atTZ: '2026-11-20T22:00:00+14:00' },
		]));

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
		// What stands for a line.
		['details', { from: '2026-07-01T08:00:00Z' }],
	])('leaves %s (%j) as it is', (name, value) => expect(shown({ [name]: value })).toEqual({ [name]: value }));
});

describe('A time with an offset', () => {
	const at18 = '2026-11-20T18:00:00+09:30';

	test.each([
		['…TZ', { startTime: '2026-11-20T08:30:00Z', startTimeTZ: at18 }],
		['…TZ without a colon', { startTime: '2026-11-20T08:30:00', startTimeTZ: '2026-11-20 18:00:00.000 +0930' }],
		['…TZ of a time that is local already', { startTime: '2026-11-20T18:00:00', startTimeTZ: at18 }],
		['…TZ of a count', { startTime: '/Date(1795163400000)/', startTimeTZ: '/Date(1795163400000+0930)/' }],
		['…TZ of the end', { startTime: '2026-11-20T08:30:00Z', endTimeTZ: '2026-11-21T02:00:00+09:30' }],
		['its own', { startTime: at18 }],
		['its own, as databases write it', { startTime: '2026-11-20 18:00:00 +09:30' }],
		['a fixed one of the site', { startTime: '2026-11-20T08:30:00Z', timeZone: 'ACST' }],
		['a false Z', { startTime: '2026-11-20T08:30:00Z', startTimeTZ: '2026-11-20T18:00:00Z' }],
		['none', { startTime: '2026-11-20T08:30:00Z', startTimeTZ: '2026-11-20T18:00:00' }],
	])('%s: the clock is the one that is written', (_, record) => {
		const clocks = new Clocks(record, 'Europe/London');
		expect(clocks.show(record).startTime).toBe(at18);
		expect(clocks.dayOf('startTime')).toBe('2026-11-20');
		const moment = momentOf(record.startTime) ?? 0;
		expect(new Date(clocks.timeOf(moment).clock).toISOString().slice(11, 16)).toBe('18:00');
		expect(clocks.isSite).toBe(true);
		expect(clocks.unread.size).toBe(0);
	});

	test('of 14 hours is taken from a …TZ field without one', () =>
		expect(shown({ startTime: '2026-11-20T08:00:00Z', startTimeTZ: '2026-11-20T22:00:00' }).startTime).toBe(
			'2026-11-20T22:00:00+14:00',
		));

	test('isn’t known where the …TZ field alone has the time: then its day is', () => {
		const clocks = new Clocks({ startTimeTZ: '2026-11-20T18:00:00' }, 'Europe/London');
		expect(clocks.dayOf('startTime')).toBe('2026-11-20');
		expect(clocks.dayOf('endTime')).toBeUndefined();
		expect(clocks.isSite).toBe(false);
	});

	test('is shown by it where the workflow’s clocks show another day', () => {
		const clocks = new Clocks({ payStartTime: '2026-11-21T01:00:00+13:00' }, 'Europe/London');
		expect(clocks.dayOf('payStartTime')).toBe('2026-11-21');
	});

	test('says nothing of other times: they are the workflow’s, and the record isn’t one with the site’s', () => {
		const record = { payStartTime: at18, approvedDateTime: '2026-11-20T08:30:00Z' };
		const clocks = new Clocks(record, 'Australia/Brisbane');
		expect(clocks.show(record)).toEqual({ payStartTime: at18, approvedDateTime: '2026-11-20T18:30:00+10:00' });
		expect(clocks.isSite).toBe(false);
	});
});

test.each([
	['2026-11-20T08:30:00Z', '2026-11-20T18:30:00.000Z'],
	['2026-11-20 18:00:00.250 +0930', '2026-11-20T18:00:00.250Z'],
	['/Date(1795163400000+0930)/', '2026-11-20T18:00:00.000Z'],
])('The clock of a shown time is read again, for a cell with a date: %s', (at, clock) => {
	const { at: shown } = new Clocks({ at }, 'Australia/Brisbane').show({ at });
	expect(new Date(clockIn(shown) ?? 0).toISOString()).toBe(clock);
	expect([clockIn('2026-11-20T08:30:00Z'), clockIn('Gate 7')]).toEqual([undefined, undefined]);
});

describe('What can’t be read is told', () => {
	const unread = (record: Record<string, unknown>): Array<[string, string]> => {
		const clocks = new Clocks(record, 'Australia/Brisbane');
		clocks.show(record);
		return [...clocks.unread];
	};

	test.each<[string, Record<string, unknown>, Array<[string, string]>]>([
		['a zone', { siteTimeZone: 'EST', at: '2026-11-20T08:30:00Z' }, [['siteTimeZone', 'EST']]],
		['a zone that is a number', { timeZone: 10 }, [['timeZone', '10']]],
		['a local time', { startTime: '2026-11-20T08:30:00Z', startTimeTZ: '6 PM' }, [['startTimeTZ', '6 PM']]],
		['a local day', { startTime: '2026-11-20T08:30:00Z', startTimeTZ: '2026-11-20' }, [['startTimeTZ', '2026-11-20']]],
		[
			'a local time of another month',
			{ startTime: '2026-11-20T08:30:00Z', startTimeTZ: '2026-12-20T18:00:00' },
			[['startTimeTZ', '2026-12-20T18:00:00']],
		],
		['a time', { payStartTime: '20/11/2026 18:00' }, [['payStartTime', '20/11/2026 18:00']]],
		['a time that is only a year', { payStartTime: '2026' }, [['payStartTime', '2026']]],
		['the first 40 characters', { payStartTime: `2026${'x'.repeat(60)}` }, [['payStartTime', `2026${'x'.repeat(36)}`]]],
		[
			'a time with a zone of nobody',
			{ calledAt: '2026-11-20T18:00:00 EST' },
			[['calledAt', '2026-11-20T18:00:00 EST']],
		],
		[
			'a time deep inside',
			{ checks: [{ dateSent: 1, sentTime: '2026-11-20T25:00Z' }] },
			[['sentTime', '2026-11-20T25:00Z']],
		],
		[
			'nothing of these',
			{
				payBreakTime: '00:30',
				invoiceBreakTime: 0.5,
				startTimeTZ: null,
				endTimeTZ: '0001-01-01T00:00:00',
				timeInTZ: '2026-11-20T18:00:00',
				dateOfBirth: '31/12/1990',
				startTime: '1900-01-01T00:00:00',
				note: '20/11/2026 18:00',
				payEndTime: `${'x'.repeat(40)} 2026`,
				timeZone: ' ',
			},
			[],
		],
	])('%s', (_, record, told) => expect(unread(record)).toEqual(told));

	test('with the time that was made without it', () => {
		const clocks = new Clocks({ timeZone: 'CET' }, 'Australia/Brisbane');
		expect(clocks.at(0)).toEqual({ clock: 36_000_000, offset: 36_000_000, unread: 'timeZone “CET”' });
	});
});

describe('Times without an offset, where Service Details say that they are local ones,', () => {
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
});
