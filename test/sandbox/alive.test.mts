// A day that runs by itself: the same for the same seed, complete, told truly, and not lost over a restart.
import path from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { inTemporaryFolder } from '../../kit/lib/temporary.mts';
import { watchEvents } from '../../kit/sandbox/watchEvents.mts';
import { happenings, noon, useFreshClient, withClient, type Happening, type Json } from './support.mts';

const hour = 3_600_000;
const day = 24 * hour;

const dayOf = (seed: number): Promise<Happening[]> =>
	withClient({ alive: seed }, async (client) => {
		await client.sandbox.advance(day);
		return happenings(client);
	});

test('the same seed brings the same day, another one another; each has everything that a watcher can find', async () => {
	const first = await dayOf(7);
	expect(await dayOf(7)).toEqual(first);
	const other = await dayOf(8);
	expect(other).not.toEqual(first);
	for (const kinds of [first, other].map((list) => new Set(list.map(({ kind }) => kind)))) {
		expect([...kinds].sort()).toEqual(
			[...watchEvents.map(({ event }) => event), 'shift.called', 'welfareCheck.followedUp'].sort(),
		);
	}
	const minutesOf = ({ at, until }: Happening): number =>
		until === null ? Infinity : (Date.parse(until) - Date.parse(at)) / 60_000;
	const of = (kind: string): Happening[] => first.filter((row) => row.kind === kind);
	// Some come late and some never, some are long in leaving, some checks are answered late and some never.
	for (const [kind, minutes] of [
		['shift.notClockedIn', 15],
		['shift.notClockedOut', 30],
		['welfareCheck.unanswered', 10],
	] as const) {
		const lasted = of(kind).map(minutesOf);
		const late = lasted.filter((each) => each > minutes);
		expect({
			kind,
			some: late.length > 0,
			notAll: late.length < lasted.length,
			ended: late.some(Number.isFinite),
			endless: late.includes(Infinity),
		}).toEqual({ kind, some: true, notAll: true, ended: true, endless: true });
	}
	// Three accounts are tried again and again within ten minutes.
	const bursts = of('login.failed').filter(({ ipAddress }) => ipAddress === '192.0.2.199');
	expect(bursts.length).toBeGreaterThanOrEqual(15);
	for (const kind of ['timesheet.changed', 'incidentReport.changed']) {
		const courses = new Map<unknown, string[]>();
		for (const row of of(kind)) {
			const id = row.timesheetId ?? row.incidentReportId;
			courses.set(id, [...(courses.get(id) ?? []), String(row.change)]);
		}
		const texts = [...courses.values()].map((changes) => changes.join(' '));
		expect(texts.some((text) => text.startsWith('submit reject submit approve'))).toBe(true);
		expect(texts.some((text) => text === 'submit approve')).toBe(true);
	}
});

describe('what the list says is what the service shows', () => {
	const client = useFreshClient({ alive: 7 });

	/** Of a kind, the records to which it applies at a moment; of those that have begun. */
	const applying = (list: readonly Happening[], kind: string, field: string, now: number): Set<number> =>
		new Set(
			list
				.filter((row) => row.kind === kind && (row.until === null || Date.parse(row.until) > now))
				.map((row) => Number(row[field])),
		);
	const sorted = (values: Iterable<unknown>): number[] => [...new Set([...values].map(Number))].sort((a, b) => a - b);

	test('of shifts and welfare checks, at any moment', async () => {
		for (let moment = 0; moment < 30; moment++) {
			await client.sandbox.advance(53 * 60_000);
			const shifts = (await client.get('liveops', '/external/liveops?limit=500')).rows;
			const list = await happenings(client);
			const now = Date.parse((await client.admin<{ now: string }>('GET', '/state')).now);
			const shown = new Set(shifts.map(({ shiftId }) => Number(shiftId)));
			/** Of the shifts that are shown, those of which the list says this, now or at all. */
			const told = (kind: string): number[] =>
				sorted([...applying(list, kind, 'shiftId', now)].filter((id) => shown.has(id)));
			const since = (kind: string): number[] =>
				sorted(list.filter((row) => row.kind === kind && shown.has(Number(row.shiftId))).map(({ shiftId }) => shiftId));
			/** Those of which it is so. */
			const those = (is: (shift: Json) => boolean): number[] => sorted(shifts.filter(is).map(({ shiftId }) => shiftId));
			const isPast = (at: unknown): boolean => Date.parse(String(at)) <= now;
			const began = (at: unknown): boolean => at !== null && Date.parse(String(at)) > noon.getTime() + 60_000;
			expect(told('shift.notClockedIn')).toEqual(
				those(({ timeIn, startTime }) => timeIn === null && isPast(startTime)),
			);
			expect(told('shift.notClockedOut')).toEqual(
				those(({ timeIn, timeOut, endTime }) => timeIn !== null && timeOut === null && isPast(endTime)),
			);
			expect(since('shift.clockedIn')).toEqual(those(({ timeIn }) => began(timeIn)));
			expect(since('shift.clockedOut')).toEqual(those(({ timeOut }) => began(timeOut)));
			expect(since('shift.offSite')).toEqual(
				those(
					({ timeIn, timeOut, isClockInOffSite, isClockOutOffSite }) =>
						(began(timeIn) && isClockInOffSite === true) || (began(timeOut) && isClockOutOffSite === true),
				),
			);
			const checks = shifts.flatMap(({ welfareCheckNotifResponses }) => welfareCheckNotifResponses as Json[]);
			const known = new Set(checks.map(({ welfareCheckId }) => Number(welfareCheckId)));
			const unanswered = applying(list, 'welfareCheck.unanswered', 'welfareCheckId', now);
			expect(sorted([...unanswered].filter((id) => known.has(id)))).toEqual(
				sorted(checks.filter(({ hasResponse }) => hasResponse === false).map((check) => check.welfareCheckId)),
			);
			const followed = list.filter(({ kind }) => kind === 'welfareCheck.followedUp').map((row) => row.welfareCheckId);
			for (const check of checks)
				expect((check.followUps as Json[]).length > 0).toBe(followed.includes(check.welfareCheckId));
		}
	});

	test('of logins, staff, reports, timesheets and licences, at the end of a day', async () => {
		await client.sandbox.advance(day);
		const list = await happenings(client);
		const of = (kind: string): Happening[] => list.filter((row) => row.kind === kind);
		const from = noon.toISOString();
		const logins = await client.get('loginaudit', `/external/loginaudit?eventType=2&pageSize=500&from=${from}`);
		expect(sorted(logins.rows.map(({ id }) => id))).toEqual(sorted(of('login.failed').map(({ loginId }) => loginId)));
		for (const { employeeId, email } of of('staff.created')) {
			const found = await client.get('developer', `/external/staffs/search?email=${String(email)}`);
			expect(found.body.data).toMatchObject({ id: employeeId, email });
		}
		const reports = await client.get('incidentreport', `/external/incidentreports/getall?limit=500&startDate=${from}`);
		const lastOf = (kind: string, field: string): Map<number, string> =>
			new Map(of(kind).map((row) => [Number(row[field]), String(row.status)]));
		expect(new Map(reports.rows.map((row) => [Number(row.incidentReportId), String(row.status)] as const))).toEqual(
			lastOf('incidentReport.changed', 'incidentReportId'),
		);
		const end = new Date(noon.getTime() + 3 * day).toISOString();
		for (const [id, status] of lastOf('timesheet.changed', 'timesheetId')) {
			const { body } = await client.get('timesheet', `/external/timesheets/${id}`);
			expect({ id, status: (body.data as Json).status }).toEqual({ id, status });
		}
		const listed = await client.get('timesheet', `/external/timesheets?limit=500&startDate=${from}&endDate=${end}`);
		expect(listed.rows.length).toBeGreaterThan(20);
		const now = Date.parse((await client.admin<{ now: string }>('GET', '/state')).now);
		for (const row of of('licence.expiring').filter((found) => found.until === null)) {
			const licences = await client.get('developer', `/external/staffs/${String(row.employeeId)}/licenses`);
			const licence = licences.rows.find(({ securityLicenseId }) => securityLicenseId === row.licenceId);
			expect(licence?.expiryDate).toBe(row.expiryDate);
			const left = (Date.parse(String(row.expiryDate)) - now) / day;
			expect(left).toBeLessThanOrEqual(Number(row.threshold));
			expect(licence?.isInvalidLicense).toBe(row.threshold === 0);
		}
	});
});

test('a restart loses and doubles nothing, and without being asked for the day does not go on', async () => {
	const plain = (list: readonly Happening[]): unknown[] => list.map(({ kind, at, id }) => [id, kind, at]);
	await inTemporaryFolder(async (folder) => {
		const file = path.join(folder, 'service.sqlite');
		const whole = await dayOf(7);
		await withClient({ alive: 7, file }, (client) => client.sandbox.advance(9 * hour));
		const halves = await withClient(
			{ alive: 7, file, clockStart: new Date(noon.getTime() + 10 * hour) },
			async (client) => {
				await client.sandbox.advance(14 * hour);
				return happenings(client);
			},
		);
		expect(plain(halves)).toEqual(plain(whole));
		await withClient({ file, clockStart: new Date(noon.getTime() + day) }, async (client) => {
			expect(await client.admin('GET', '/alive')).toMatchObject({ alive: false, nextAt: null });
			await client.sandbox.advance(12 * hour);
			expect(await happenings(client)).toHaveLength(whole.length);
			// Who was to come and go comes and goes, as in a sandbox that isn't alive.
			const shifts = (await client.get('liveops', '/external/liveops?limit=500')).rows;
			expect(shifts.filter(({ status }) => status === 'CLOCKED IN').length).toBeGreaterThan(3);
			expect(shifts.filter(({ status }) => status === 'CLOCKED OUT').length).toBeGreaterThan(3);
		});
	});
});

test('it is switched on, off and to another pace while the sandbox runs, begins anew on a reset, and refuses nonsense', async () => {
	await withClient({}, async (client) => {
		expect(await client.admin('GET', '/alive')).toEqual({ alive: false, seed: null, pace: 1, nextAt: null });
		expect(await client.admin('POST', '/alive', { seed: 3, pace: 60 })).toMatchObject({
			alive: true,
			seed: 3,
			pace: 60,
		});
		await client.sandbox.advance(6 * hour);
		const before = await happenings(client);
		expect(before.length).toBeGreaterThan(50);
		const [newest] = await client.admin<Happening[]>('GET', '/happenings?newest=1');
		expect(newest?.id).toBeGreaterThanOrEqual(Number(before.at(-1)?.id));
		expect(
			(await client.admin<Happening[]>('GET', '/happenings?kind=login.failed')).every(
				({ kind }) => kind === 'login.failed',
			),
		).toBe(true);
		await client.admin('POST', '/reset');
		expect(await client.admin('GET', '/alive')).toMatchObject({ alive: true, seed: 3 });
		expect((await happenings(client)).length).toBeLessThan(before.length);
		expect(await client.admin('POST', '/alive', { on: false, pace: 1 })).toMatchObject({ alive: false, pace: 1 });
		for (const pace of [0, -1, 'fast', 100_000])
			expect((await client.adminFailure('POST', '/clock', { pace })).status).toBe(400);
		expect((await client.adminFailure('POST', '/alive', { seed: 'x' })).status).toBe(400);
	});
});

test('a clock that goes back leaves no gap: the day is planned anew from there', async () => {
	await withClient({ alive: 7 }, async (client) => {
		await client.admin('POST', '/clock', { advanceSeconds: 3 * 86_400 });
		await client.admin('POST', '/clock', { back: true });
		const { nextAt } = await client.admin<{ nextAt: string }>('GET', '/alive');
		expect(Date.parse(nextAt) - noon.getTime()).toBeLessThan(hour);
	});
});
