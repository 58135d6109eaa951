// What the operator's help centre tells, as records: one world by itself in a small sandbox, and all of them in the last month of a large one.
import { afterEach, describe, expect, test } from '@jest/globals';
import type { SandboxOptions } from '../../sandbox/index.mts';
import { startClient, type Client, type Json } from './support.mts';

const hour = 3_600_000;
let client: Client | undefined;
afterEach(async () => await client?.close());

const open = async (options: SandboxOptions): Promise<Client> => (client = await startClient(options));
const at = (row: Json, field: string): number => Date.parse(`${String(row[field])}${field.endsWith('TZ') ? 'Z' : ''}`);
const hours = (row: Json, from: string, to: string): number => (at(row, to) - at(row, from)) / hour;

const period = 'startDate=2020-01-01T00:00:00Z&endDate=2040-01-01T00:00:00Z&limit=500';
const shifts = async ({ get }: Client, of = period): Promise<Json[]> =>
	(await get('liveops', `/external/liveops?${of}`)).rows;
const timesheets = async ({ get }: Client, of = period): Promise<Json[]> =>
	(await get('timesheet', `/external/timesheets?${of}`)).rows;
const everybody = async ({ get }: Client): Promise<Json[]> =>
	(await get('developer', '/external/staffs?isActive=false&limit=500')).rows;

const isRejected = ({ status }: Json): boolean => status === 'REJECTED';
const isUnscheduled = ({ endTime, timeIn }: Json): boolean => !endTime && Boolean(timeIn);
const isForced = (row: Json): boolean => isUnscheduled(row) && hours(row, 'timeIn', 'timeOut') === 16;
const isBlank = ({ name }: Json): boolean => !name;
const isLeave = ({ entryType }: Json): boolean => entryType === 'Leave';
const twins = (people: Json[]): Json[] =>
	people.filter(({ id, email }) => people.some((other) => other.email === email && other.id !== id));

describe('a small sandbox with one world', () => {
	test.each<['rejectedShift' | 'unscheduledShift' | 'forcedClockOut', (row: Json) => boolean]>([
		['rejectedShift', isRejected],
		['unscheduledShift', isUnscheduled],
		['forcedClockOut', isForced],
	])('%s has one such shift, and none without it', async (name, is) => {
		const plain = await open({});
		expect((await shifts(plain)).filter(is)).toEqual([]);
		await plain.close();
		expect((await shifts(await open({ worlds: [name] }))).filter(is)).toHaveLength(1);
	});

	test('leave has an entry that was approved ahead, and leaves the shift blank', async () => {
		const opened = await open({ worlds: ['leave'] });
		const [entry, ...others] = (await timesheets(opened)).filter(isLeave);
		expect(others).toEqual([]);
		expect({ status: entry?.status, timeclockStartTime: Boolean(entry?.timeclockStartTime) }).toEqual({
			status: 'Approved',
			timeclockStartTime: false,
		});
		expect(at(entry ?? {}, 'approvedDateTime')).toBeLessThan(at(entry ?? {}, 'scheduledStartTime'));
		expect((await shifts(opened)).filter(isBlank).map(({ startTime }) => startTime)).toEqual([
			entry?.scheduledStartTime,
		]);
	});

	test('lentTwin has people with two accounts of one address, of which only the own one is found by it', async () => {
		const opened = await open({ worlds: ['lentTwin'] });
		const found = twins(await everybody(opened));
		expect(found.map(({ subcontractorName }) => Boolean(subcontractorName))).toEqual([false, false, true, true]);
		for (const { id, email, subcontractorName } of found) {
			const { body } = await opened.get(
				'developer',
				`/external/staffs/search?email=${encodeURIComponent(String(email))}`,
			);
			expect((body.data as Json).id === id).toBe(!subcontractorName);
			// Each can be written with the address that it has; nobody else gets it.
			const write = (of: unknown): ReturnType<Client['call']> =>
				opened.call('developer', 'PATCH', '/external/staffs', { employees: [{ id: of, email }] });
			expect((await write(id)).status).toBe(200);
			expect((await write(3002)).status).toBe(400);
		}
	});

	test('deactivatedCustomer hides a customer’s shifts and timesheets until it is active again', async () => {
		const opened = await open({ worlds: ['deactivatedCustomer'] });
		const ofCustomer = ({ customerName }: Json): boolean => customerName === 'Bayside Festival Trust';
		const known = async (): Promise<Json[]> =>
			[...(await shifts(opened)), ...(await timesheets(opened))].filter(ofCustomer);
		expect(await known()).toEqual([]);
		await opened.admin('POST', '/customers/1011/activate');
		const [shift, sheet] = await known();
		expect([shift?.siteName, sheet?.siteName]).toEqual(['Bayside Showground', 'Bayside Showground']);
		const one = `/external/timesheets/${String(sheet?.timesheetId)}`;
		expect((await opened.get('timesheet', one)).status).toBe(200);
		await opened.admin('POST', '/customers/1011/deactivate');
		expect(await known()).toEqual([]);
		expect((await opened.get('timesheet', one)).status).toBe(404);
		expect((await opened.adminFailure('POST', '/customers/77/activate')).status).toBe(404);
		expect((await opened.adminFailure('POST', '/customers/1011/remove')).status).toBe(404);
	});

	test('clockChange has a night of eight hours by the clock, of which seven or nine pass', async () => {
		const opened = await open({ worlds: ['clockChange'] });
		const nights = (await shifts(opened, period)).filter((row) => [7, 9].includes(hours(row, 'startTime', 'endTime')));
		expect(nights.length).toBe(3);
		for (const night of nights) expect(hours({ ...night }, 'startTimeTZ', 'endTimeTZ')).toBe(8);
	});
});

describe.each(['2026-11-26T03:00:00Z', '2027-01-01T03:00:00Z', '2027-04-05T12:00:00Z', '2028-02-29T12:00:00Z'])(
	'a sandbox with two months has some of each in its last month, on %s:',
	(now) => {
		test('rejected, unscheduled, blank and forced shifts, leave, hidden work, lent twins', async () => {
			const opened = await open({
				data: 'months',
				clockStart: new Date(now),
				validateResponses: false,
			});
			const day = new Date(now);
			const month = (offset: number): string =>
				new Date(Date.UTC(day.getUTCFullYear(), day.getUTCMonth() + offset, 1)).toISOString();
			const last = `startDate=${month(-1)}&endDate=${month(0)}&limit=500`;
			const count = async (): Promise<Record<string, number>> => {
				const live = await shifts(opened, last);
				const sheets = await timesheets(opened, last);
				return {
					rejected: live.filter(isRejected).length,
					unscheduled: live.filter((row) => isUnscheduled(row) && !isForced(row)).length,
					forced: live.filter(isForced).length,
					blank: live.filter(isBlank).length,
					leave: sheets.filter(isLeave).length,
					all: live.length,
					sheets: sheets.length,
				};
			};
			const seen = await count();
			expect(Object.entries(seen).filter(([, found]) => found < 1)).toEqual([]);
			expect(seen.blank).toBe(seen.leave);
			await opened.admin('POST', '/customers/1011/activate');
			const shown = await count();
			expect(Number(shown.all)).toBeGreaterThan(Number(seen.all));
			expect(Number(shown.sheets)).toBeGreaterThan(Number(seen.sheets));
			expect(twins(await everybody(opened))).toHaveLength(4);
		});
	},
);

test('a night in which the clocks change is paid by the clock', async () => {
	// London’s clocks went forward on 28 March 2027, Sydney’s and Adelaide’s back on 4 April.
	const opened = await open({ data: 'months', clockStart: new Date('2027-04-07T12:00:00Z'), validateResponses: false });
	const sheets = await timesheets(opened, 'startDate=2027-03-01T00:00:00Z&endDate=2027-04-06T00:00:00Z&limit=500');
	const nights = sheets.filter((row) => [7, 9].includes(hours(row, 'scheduledStartTime', 'scheduledEndTime')));
	expect(nights.map((row) => hours(row, 'scheduledStartTime', 'scheduledEndTime'))).toEqual([7, 9, 9]);
	for (const { timesheetId, invoiceBreakTime } of nights) {
		const { body } = await opened.get('timesheet', `/external/timesheets/${String(timesheetId)}/rates`);
		expect((body.data as { serviceRate: Json }).serviceRate.hours).toBe(8 - Number(invoiceBreakTime) / 60);
	}
});
