import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { Clocks } from '../../../../nodes/WorkforceOperations/contract/index.ts';
import { calculated, drawnSheet } from './calculatedHours.mts';
import {
	type BreakUnit,
	hoursOf,
	ListedBreaks,
} from '../../../../nodes/WorkforceOperations/resources/timesheet/hours.ts';

const ZONE = 'Australia/Brisbane';
const night = {
	scheduledStartTime: '2026-11-20T08:00:00Z',
	scheduledEndTime: '2026-11-20T16:00:00Z',
	timeclockStartTime: '2026-11-20T07:55:00Z',
	timeclockEndTime: '2026-11-20T16:10:00Z',
	timeclockBreakStartTime: '2026-11-20T12:00:00Z',
	timeclockBreakEndTime: '2026-11-20T12:25:00Z',
	payStartTime: '2026-11-20T08:00:00Z',
	payEndTime: '2026-11-20T16:15:00Z',
	payBreakTime: 30,
	invoiceStartTime: '2026-11-20T08:00:00Z',
	invoiceEndTime: '2026-11-20T16:00:00Z',
	invoiceBreakTime: 45,
	customerApprovalStatus: 'Approved',
};
const ofUnit = (unit: BreakUnit | undefined, changes: Record<string, unknown>): Record<string, unknown> =>
	hoursOf({ ...night, ...changes }, unit, new Clocks({ ...night, ...changes }, ZONE));
const of = (changes: Record<string, unknown> = {}): Record<string, unknown> => ofUnit('minutes', changes);

describe('The hours of a timesheet', () => {
	test('rostered, clocked, paid and invoiced, with their breaks and what differs', () =>
		expect(of()).toEqual({
			hoursScheduled: 8,
			hoursClocked: 8.25,
			hoursPaid: 8.25,
			hoursInvoiced: 8,
			breakClocked: 25,
			breakPaid: 30,
			breakInvoiced: 45,
			netPaid: 7.75,
			netInvoiced: 7.25,
			paidOverScheduled: 0.25,
			clockedNotPaid: 0,
			paidNotInvoiced: 0.5,
			breakDiffers: true,
			clientApproval: 'Approved',
			localDate: '2026-11-20',
			localStart: '18:00',
			localEnd: '02:00',
		}));

	test.each([
		['missing', { payEndTime: undefined }],
		['null', { payEndTime: null }],
		['blank', { payStartTime: ' ' }],
		['of the year 1', { payStartTime: '0001-01-01T00:00:00' }],
		['in the wrong order', { payEndTime: '2026-11-20T07:59:00Z' }],
		['36 hours and a minute apart', { payEndTime: '2026-11-21T20:01:00Z' }],
		['no date', { payEndTime: 'soon' }],
	])('a paid time that is %s leaves what needs it empty, and nothing else', (_, changes) =>
		expect(of(changes)).toMatchObject({
			...{ hoursPaid: null, netPaid: null, paidOverScheduled: null, clockedNotPaid: null, paidNotInvoiced: null },
			...{ hoursScheduled: 8, netInvoiced: 7.25, breakPaid: 30 },
		}),
	);

	test.each([
		['2026-11-21T20:00:00Z', 36],
		[night.payStartTime, 0],
	])('a span to %s is one, of %d hours', (payEndTime, hours) => expect(of({ payEndTime }).hoursPaid).toBe(hours));

	test.each([
		['neither break is stated: the spans are compared', { payBreakTime: null, invoiceBreakTime: '' }, 0.25, null],
		['one break is stated: nobody can tell', { payBreakTime: undefined }, null, null],
		['a break of 0 is stated', { payBreakTime: 0, invoiceBreakTime: 15 }, 0.5, true],
		['a decimal comma, which is no number', { payBreakTime: '30,0', invoiceBreakTime: 30 }, null, null],
		['both are 0', { payBreakTime: 0, invoiceBreakTime: '0' }, 0.25, false],
		['a break that nobody can read', { payBreakTime: 'half an hour' }, null, null],
		['a break below zero', { invoiceBreakTime: -30 }, null, null],
		['a break longer than its span', { payBreakTime: 8.25 * 60 + 1 }, null, null],
		['a break as long as its span', { payBreakTime: 8.25 * 60, invoiceBreakTime: 480 }, 0, true],
		['a time of day is its minutes', { payBreakTime: '00:30', invoiceBreakTime: 30 }, 0.25, false],
		['a time of day between blanks', { payBreakTime: ' 00:30 ', invoiceBreakTime: 30 }, 0.25, false],
		['a time of day with seconds', { payBreakTime: '00:30:36', invoiceBreakTime: 30 }, 0.24, true],
		['no time of day, with three digits', { payBreakTime: '100:30' }, null, null],
		['an hour and a half as text', { payBreakTime: '1:30:00', invoiceBreakTime: '90' }, 0.25, false],
	])('%s', (_, changes, paidNotInvoiced, breakDiffers) =>
		expect(of(changes)).toMatchObject({ paidNotInvoiced, breakDiffers }),
	);

	test('some seconds less than planned are no difference', () =>
		expect(of({ payEndTime: '2026-11-20T15:59:50Z' }).paidOverScheduled).toBe(0));

	test('breaks in hours, where the service says so', () =>
		expect(ofUnit('hours', { payBreakTime: 0.5, invoiceBreakTime: 0.75 })).toMatchObject({
			breakPaid: 30,
			breakInvoiced: 45,
			netPaid: 7.75,
			paidNotInvoiced: 0.5,
		}));

	test('breaks of an unknown unit: nothing is taken off, and whether they differ can be told', () =>
		expect(ofUnit(undefined, { payBreakTime: 0.5, invoiceBreakTime: 0.75 })).toMatchObject({
			...{ hoursPaid: 8.25, breakPaid: null, breakInvoiced: null, netPaid: null, netInvoiced: null },
			...{ paidNotInvoiced: null, breakDiffers: true },
		}));

	test('a break of 0 is none in whatever unit', () =>
		expect(ofUnit(undefined, { payBreakTime: 0, invoiceBreakTime: 0.5 })).toMatchObject({
			breakPaid: 0,
			netPaid: 8.25,
			breakInvoiced: null,
			breakDiffers: true,
		}));

	test('an approval of the customer that is not stated is null', () =>
		expect(of({ customerApprovalStatus: undefined }).clientApproval).toBeNull());

	test('local times are those of the paid hours where nothing was scheduled', () =>
		expect(of({ scheduledStartTime: null, payStartTime: '2026-11-20T20:00:00Z', payEndTime: null })).toMatchObject({
			localDate: '2026-11-21',
			localStart: '06:00',
			localEnd: null,
		}));

	const at9 = { scheduledStartTime: '2026-11-20T09:00:00Z', scheduledEndTime: '2026-11-20T17:00:00Z' };
	test.each([
		[{ scheduledStartTime: '2026-11-20T22:00:00+13:00', scheduledEndTime: '2026-11-21T06:00:00+13:00' }],
		[{ ...at9, timeZone: 'Pacific/Auckland' }],
		[{ ...at9, siteTimeZone: 'New Zealand Standard Time' }],
	])('local times are those of the site where it tells them: %j', (changes) =>
		expect(of(changes)).toMatchObject({ localDate: '2026-11-20', localStart: '22:00', localEnd: '06:00' }),
	);

	test('agree with a calculation of other people’s making', () =>
		fc.assert(
			fc.property(drawnSheet, fc.constantFrom('Australia/Sydney', 'Europe/London', 'Pacific/Auckland'), (sheet, zone) =>
				expect(hoursOf(sheet, 'minutes', new Clocks(sheet, zone))).toEqual(calculated(sheet, zone)),
			),
			{ numRuns: 300 },
		));
});

describe('The unit of breaks', () => {
	const unitOf = (...breaks: unknown[]): BreakUnit | undefined => {
		const listed = new ListedBreaks();
		for (const value of breaks) listed.add({ payBreakTime: value });
		return listed.unit;
	};

	test.each<[string, unknown[], BreakUnit | undefined]>([
		['whole numbers are minutes', [0, 1, 3], 'minutes'],
		['a fraction among larger ones is a fraction of a minute', [0.5, 30], 'minutes'],
		['fractions up to three may be hours', [0.5, 1, 3], undefined],
		['a fraction beside more than three is one of a minute', [0.5, 3.25], 'minutes'],
		['also as text', ['0.75', null], undefined],
		['times of day say nothing', ['00:30', 0.5], undefined],
		['nothing is stated', [null, ''], 'minutes'],
	])('%s', (_, breaks, expected) => expect(unitOf(...breaks)).toBe(expected));

	test('invoiced breaks count as well, and what Service Details say comes first', () => {
		const [listed, stated] = [new ListedBreaks(), new ListedBreaks('hours')];
		for (const each of [listed, stated]) each.add({ payBreakTime: 1, invoiceBreakTime: 0.5 });
		expect([listed.unit, stated.unit]).toEqual([undefined, 'hours']);
	});
});
