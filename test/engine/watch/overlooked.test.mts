// Nobody is overlooked and nobody told twice, whatever ids their records have and share.
import { describe, expect, test } from '@jest/globals';
import { shiftFamily } from '../../../nodes/WorkforceOperations/watch/shifts/event.ts';
import { engines, type Reported, watchNode, type WatchHost } from '../support/watchHost.mts';
import { useAlteredLists } from '../support/watchAltered.mts';
import { HOUR, useWatchWorld } from '../support/watchWorld.mts';

const world = useWatchWorld(60);
const lists = useAlteredLists(world);

const keys = (items: Reported[]): string[] => items.map(({ watch }) => watch.key);
const reported = ({ runs }: WatchHost): Reported[] => runs.flatMap(({ items }) => items);
const names = (items: Reported[]): string[] => items.map(({ name }) => String(name)).sort();

const check = { welfareCheckId: 77, hasResponse: false, parentWelfareCheckId: 0, followUps: [] };

describe('two guards of one shift are two findings', () => {
	const each: Array<[string, (at: (hours: number) => string) => object]> = [
		['shift.notClockedIn', () => ({})],
		['shift.notClockedOut', (at) => ({ timeIn: at(-3), endTime: at(-1) })],
		['shift.clockedIn', (at) => ({ timeIn: at(-3) })],
		['shift.unfilled', () => ({ status: 'REJECTED' })],
		['shift.tooLong', (at) => ({ timeIn: at(-13) })],
		['shift.clockedOut', (at) => ({ timeIn: at(-3), timeOut: at(-0.5) })],
		['shift.offSite', (at) => ({ timeIn: at(-3), isClockInOffSite: true })],
		['welfareCheck.unanswered', (at) => ({ welfareCheckNotifResponses: [{ ...check, dateSent: at(-1) }] })],
	];

	test('of every event of shifts', () => {
		expect(each.map(([event]) => event).sort()).toEqual(shiftFamily.events.map(({ value }) => value).sort());
	});

	test.each(each)('of %s', async (event, of) => {
		await lists.twoGuards({ shiftId: 501, eventID: '' }, of);
		const n8n = await lists.published('memory', 'liveops', watchNode({ event }));
		expect(names(reported(n8n))).toEqual(['Aroha Ngata', 'Ben Ito']);
		expect(await n8n.tick()).toEqual([]);
		expect(JSON.stringify(n8n.database)).not.toMatch(/aroha|ben@/i);
	});

	test('who come one after the other', async () => {
		await lists.twoGuards({ shiftId: 501 }, () => ({}));
		const all = lists.current();
		const n8n = lists.host('durable', 'liveops');
		lists.records = () => [{ ...all[0], timeIn: all[0]?.startTime }, all[1] ?? {}];
		await n8n.activate(watchNode({ event: 'shift.clockedIn', startWith: 'now' }));
		lists.records = () => all.map((shift) => ({ ...shift, timeIn: shift.startTime }));
		expect([names(reported(n8n)), names(await n8n.tick())]).toEqual([['Aroha Ngata'], ['Ben Ito']]);
	});
});

test('records that share a key all the same are said once', async () => {
	await lists.twoGuards({ shiftId: 501 }, () => ({ name: '', email: '' }));
	const [shift] = lists.current();
	const nameless = { ...shift, name: '', email: '' };
	lists.records = () => [nameless, { ...nameless, siteName: 'Wharf' }];
	const n8n = await lists.published('memory', 'liveops', watchNode({ event: 'shift.notClockedIn' }));
	for (let poll = 0; poll < 3; poll++) await n8n.tick();
	expect(n8n.log.filter((line) => line.includes('can’t tell them apart'))).toHaveLength(1);
	expect(reported(n8n)).toHaveLength(1);
});

test('a status of somebody who is not to come starts nothing, unless Service Details name it', async () => {
	await lists.twoGuards({ shiftId: 501 }, () => ({}));
	const [aroha = {}, ben = {}] = lists.current();
	lists.records = () => [
		{ ...aroha, status: 'ON LEAVE' },
		{ ...ben, status: 'OFFERED' },
	];
	for (const [serviceDetails, told] of [
		['', []],
		['{"statuses": "Offered"}', ['Ben Ito']],
	] as const) {
		const n8n = lists.host('memory', 'liveops', { serviceDetails });
		await n8n.activate(watchNode({ event: 'shift.notClockedIn' }));
		await n8n.tick();
		expect(names(reported(n8n))).toEqual(told);
		const shown = await n8n.fetchTestEvent(watchNode({ event: 'shift.notClockedIn' }));
		expect(shown.map(({ watch }) => watch.wouldTrigger)).toEqual([told.length > 0 ? undefined : false]);
	}
});

test('times that Service Details call local are those of the workflow', async () => {
	await lists.twoGuards({ shiftId: 501 }, () => ({}));
	const [aroha = {}] = lists.current();
	const zone = 'Australia/Brisbane';
	const local = (at: unknown): string =>
		new Date(Date.parse(String(at)) + 10 * HOUR).toISOString().replace(/\.\d+Z$/, '');
	lists.records = () => [
		{ ...aroha, timeZone: zone, startTime: local(aroha.startTime), endTime: local(aroha.endTime) },
	];
	for (const [serviceDetails, told] of [
		['', []],
		['{"timesUtc": false}', ['Aroha Ngata']],
	] as const) {
		const n8n = lists.host('memory', 'liveops', { serviceDetails });
		await n8n.activate(watchNode({ event: 'shift.notClockedIn' }));
		await n8n.tick();
		expect(names(reported(n8n))).toEqual(told);
	}
});

describe('two guards whose licences have one id', () => {
	test.each([
		['one day of expiry', 5, 5],
		['days of their own', 5, 6],
	])('are told once each, with %s', async (_, one, other) => {
		const now = await world.now();
		const day = (days: number): string => new Date(now + days * 24 * HOUR).toISOString().slice(0, 10);
		let guards: number[] = [];
		lists.records = (records, path) => {
			if (!path.endsWith('/licenses')) {
				guards = records.slice(0, 2).map(({ id }) => Number(id));
				return records.slice(0, 2);
			}
			const expiryDate = day(path.includes(`/${guards[0] ?? 0}/`) ? one : other);
			return [{ securityLicenseId: 7, licenseNumber: 'SL7', expiryDate }];
		};
		const n8n = lists.host('memory', 'developer');
		await n8n.activate(watchNode({ event: 'licence.expiring', options: { sweepHours: 1 } }));
		await world.polls(n8n, 3, HOUR);
		expect(keys(reported(n8n)).sort()).toEqual(
			guards.map((guard, index) => `licence.expiring:${guard}.7:${day([one, other][index] ?? 0)}:7`).sort(),
		);
	});
});

describe('ids that look odd are ids like any other', () => {
	const odd = ['__proto__', 'constructor', '日本', 'A/1', 'A1', 'x'.repeat(5000)];
	const kinds: Array<
		[string, 'liveops' | 'loginaudit' | 'developer' | 'timesheet' | 'incidentreport', string, (id: string) => object]
	> = [
		['shift.notClockedIn', 'liveops', 'liveops', (shiftId) => ({ shiftId })],
		['login.failed', 'loginaudit', 'loginaudit', (id) => ({ id })],
		['staff.created', 'developer', 'staffs', (id) => ({ id })],
		['timesheet.changed', 'timesheet', 'timesheets', (timesheetId) => ({ timesheetId })],
		['timesheet.waiting', 'timesheet', 'timesheets', (timesheetId) => ({ timesheetId })],
		['incidentReport.waiting', 'incidentreport', 'incidentreports', (incidentReportId) => ({ incidentReportId })],
	];

	test.each(kinds.flatMap((kind) => engines.map((engine) => [kind[0], engine, kind] as const)))(
		'%s: each is reported once, with polls of the %s engine',
		async (event, engine, [, key, list, idOf]) => {
			const now = new Date((await world.now()) - HOUR).toISOString();
			const record = {
				...{ name: 'Aroha Ngata', startTime: now, occurredUtc: now },
				...{ scheduledStartTime: now, staffSubmittedTimesheetTimes: [{ startTime: now }] },
				...{ scheduledEndTime: now, submittedDate: now },
			};
			lists.records = (_, path, query) =>
				path.includes(list)
					? query.get('isActive') === 'false'
						? []
						: odd.map((id) => ({ ...record, ...idOf(id) }))
					: undefined;
			const n8n = await lists.published(engine, key, watchNode({ event, startWith: 'now', hoursWaiting: 1 }));
			for (let poll = 0; poll < 3; poll++) await n8n.tick();
			expect(new Set(keys(reported(n8n))).size).toBe(odd.length);
			expect(reported(n8n)).toHaveLength(odd.length);
			expect(JSON.stringify(n8n.database).length).toBeLessThan(5000);
			await n8n.restart();
			for (let poll = 0; poll < 2; poll++) await n8n.tick();
			const again = reported(n8n).slice(odd.length);
			expect(again.filter(({ watch }) => watch.redelivered !== true)).toEqual([]);
		},
	);
});
