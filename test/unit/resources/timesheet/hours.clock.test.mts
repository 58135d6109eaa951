// Hours by the clock: what the clocks of a zone show, in every night of a year, and what is told of a change of them.
import { describe, expect, test } from '@jest/globals';
import { DateTime } from 'luxon';
import { changedSpan, Clocks, clockSpan } from '../../../../nodes/WorkforceOperations/contract/index.ts';
import { hoursOf } from '../../../../nodes/WorkforceOperations/resources/timesheet/hours.ts';
import { isWhole } from '../../../night.mts';

const ZONES = [
	'Australia/Sydney',
	'Australia/Brisbane',
	'Australia/Adelaide',
	'Australia/Lord_Howe',
	'Pacific/Auckland',
	'Pacific/Chatham',
	'Europe/London',
	'America/New_York',
];

const YEARS = isWhole ? 2 : 1;

/** Clock times of a shift, and the hours between them. */
const SHIFTS = [
	['22:00', '06:00', 8],
	['18:30', '06:15', 11.75],
	['23:59', '12:00', 12.02],
] as const;

describe.each(ZONES)('In %s', (zone) => {
	test.each(SHIFTS)('every night from %s to %s has %d hours, and only one over a change is told', (from, to, hours) => {
		let changes = 0;
		for (
			let night = DateTime.fromISO('2026-01-01', { zone });
			night.year < 2026 + YEARS;
			night = night.plus({ days: 1 })
		) {
			const at = (day: DateTime, time: string): DateTime => DateTime.fromISO(`${day.toISODate()}T${time}`, { zone });
			const [start, end] = [at(night, from), at(night.plus({ days: 1 }), to)];
			const [first, last] = [start, end].map((time) => time.toUTC().toISO() ?? '');
			const sheet = {
				payStartTime: first,
				payEndTime: last,
				scheduledStartTime: first,
				scheduledEndTime: last,
				payBreakTime: 30,
			};
			const clocks = new Clocks(sheet, zone);
			const { hoursPaid, hoursScheduled, netPaid, paidOverScheduled } = hoursOf(sheet, 'minutes', clocks);
			expect({ first, hoursPaid, hoursScheduled, netPaid, paidOverScheduled }).toEqual({
				first,
				hoursPaid: hours,
				hoursScheduled: hours,
				netPaid: Number((hours - 0.5).toFixed(2)),
				paidOverScheduled: 0,
			});
			const passed = Number(end.diff(start, 'hours').hours.toFixed(2));
			const isOver = start.offset !== end.offset;
			changes += Number(isOver);
			expect(changedSpan(clocks, [clockSpan(sheet, 'payStartTime', 'payEndTime', clocks)])).toBe(
				isOver ? passed : undefined,
			);
		}
		expect(changes).toBe(zone === 'Australia/Brisbane' ? 0 : 2 * YEARS);
	});
});

/** The clocks of Sydney go back at 3:00 on 5 April 2026. */
const back = { payStartTime: '2026-04-04T11:00:00Z', payEndTime: '2026-04-04T20:00:00Z' };
const spanOf = (record: Record<string, unknown>, zone: string) => {
	const clocks = new Clocks(record, zone);
	const span = clockSpan(record, 'payStartTime', 'payEndTime', clocks);
	return [span.shown, span.passed].map((length) => length && length / 3_600_000).concat(changedSpan(clocks, [span]));
};

test.each<[string, Record<string, unknown>, string, unknown[]]>([
	[
		'whose zone is the record’s own is not told',
		{ ...back, timeZone: 'Australia/Sydney' },
		'Europe/London',
		[8, 9, undefined],
	],
	[
		'that the site doesn’t have is none, whatever the workflow’s clocks do',
		{ ...back, timeZone: 'Australia/Perth' },
		'Australia/Sydney',
		[9, 9, undefined],
	],
	['is the workflow’s where the record tells no zone, and told', back, 'Australia/Sydney', [8, 9, 9]],
	['elsewhere is none', back, 'Australia/Brisbane', [9, 9, undefined]],
	[
		'is written with the times',
		{ payStartTime: '2026-04-04T22:00:00+11:00', payEndTime: '2026-04-05T06:00:00+10:00' },
		'Europe/London',
		[8, 9, undefined],
	],
	[
		'is none between a time with its offset and one without',
		{ payStartTime: '2026-07-04T22:00:00+10:00', payEndTime: '2026-07-04T20:00:00Z' },
		'America/New_York',
		[8, 8, undefined],
	],
	[
		'within which the clock goes back behind its start has no hours',
		{ payStartTime: '2026-04-04T15:50:00Z', payEndTime: '2026-04-04T16:10:00Z' },
		'Australia/Sydney',
		[undefined, 1 / 3, 0.33],
	],
])('a change of the clocks %s', (_, record, zone, expected) => expect(spanOf(record, zone)).toEqual(expected));

test.each([
	[{ entryType: 'Leave' }, [], null],
	[{ entryType: 'Personal leave – paid' }, [], null],
	[{ entryType: 'AL' }, ['AL'], null],
	[{ entryType: 'AL' }, [], 0],
	[{ entryType: 'Work' }, [], 0],
])(
	'%j with %j as leave has clocked less paid hours %j, and the other differences as any',
	(type, leave, clockedNotPaid) => {
		const sheet = {
			...type,
			...{ scheduledStartTime: back.payStartTime, scheduledEndTime: back.payEndTime },
			...{ timeclockStartTime: back.payStartTime, timeclockEndTime: back.payEndTime },
			...{ payStartTime: back.payStartTime, payEndTime: back.payEndTime, payBreakTime: 0 },
		};
		const hours = hoursOf(sheet, 'minutes', new Clocks(sheet, 'Australia/Sydney'), leave);
		expect(hours).toMatchObject({ clockedNotPaid, hoursPaid: 8, hoursClocked: 8, paidOverScheduled: 0 });
	},
);
