// What the service shows in the watched scenarios, for each event of the watch trigger: one record for each number, of which the event
// is so from a moment on. Written out here, so that no change of the sandbox's company changes a folder that is frozen.
import type { IDataObject } from 'n8n-workflow';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** A record in one of the service's lists. */
export interface ListedRecord {
	/** Listed from then on, in epoch milliseconds. */
	from: number;
	path: string;
	/** Only in the list that is asked for with these; without any only in the one that is asked for without all of them. */
	query?: Record<string, string>;
	record: IDataObject;
}

interface WatchedScenario {
	/** Where it is another than that of the event. */
	name?: string;
	event: string;
	form?: IDataObject;
	/** How far apart its polls have to be, so that each of them reads everything; a minute where it isn't named. */
	everyMs?: number;
	/** What the lists hold when the event is so of record `id` from the moment `at` on. */
	records: (id: number, at: number) => ListedRecord[];
}

/** The values of queries by which lists differ from each other; all others narrow a list only. */
export const LIST_QUERIES = ['isApproved', 'status', 'isActive'];

const iso = (moment: number): string => new Date(moment).toISOString();
const guards = ['Aroha Ngata', 'Ben Ito', 'Chidi Okafor', 'Dana Šarić', 'Emi Sato', 'Femi Ade'];
const nameOf = (id: number): string => guards[id % guards.length] ?? '';

const ofShifts = (event: string, of: (at: number, id: number) => object): WatchedScenario => ({
	event,
	records: (id, at) => [
		{
			from: at,
			path: '/api/external/liveops',
			record: {
				shiftId: 900_000 + id,
				eventID: 900_000 + id,
				name: nameOf(id),
				email: `guard${id}@example.com`,
				siteName: 'Coral Coast Library',
				status: 'SCHEDULED',
				startTime: iso(at - HOUR),
				endTime: iso(at + 7 * HOUR),
				timeIn: null,
				timeOut: null,
				isClockInOffSite: false,
				isClockOutOffSite: false,
				...of(at, id),
			} as IDataObject,
		},
	],
});

const login: WatchedScenario['records'] = (id, at) => [
	{
		from: at,
		path: '/api/external/loginaudit',
		record: {
			id: String(700_000 + id),
			eventType: 2,
			userId: null,
			emailAttempted: 'mallory@example.com',
			ipAddress: '203.0.113.99',
			failureReason: 'Invalid password',
			occurredUtc: iso(at),
		},
	},
];

const employee = (id: number, from: number): ListedRecord => {
	const [firstName = '', lastName = ''] = nameOf(id).split(' ');
	return {
		from,
		path: '/api/external/staffs',
		record: { id: 3000 + id, firstName, lastName, email: `guard${id}@example.com`, employeeId: `G${id}` },
	};
};

const place =
	(list: 'customers' | 'sites'): WatchedScenario['records'] =>
	(id, at) => {
		const record = { id: 7000 + id, name: `Coral Coast ${id}`, state: 'QLD', isActive: true };
		return [{ from: at, path: `/api/external/${list}`, record }];
	};

const licence =
	(of: (at: number) => object): WatchedScenario['records'] =>
	(id, at) => [
		employee(id, 0),
		{
			from: at,
			path: `/api/external/staffs/${3000 + id}/licenses`,
			record: {
				securityLicenseId: 4000 + id,
				licenseNumber: `SL${id}`,
				licenceSector: 'Unarmed Guarding',
				firstName: nameOf(id).split(' ')[0],
				isInvalidLicense: false,
				...of(at),
			} as IDataObject,
		},
	];

/** In the list of all records, and in that of those which it was decided on. */
const changed = (path: string, query: Record<string, string>, from: number, record: IDataObject): ListedRecord[] => [
	{ from, path, record },
	{ from, path, query, record },
];

const EVERY_CHANGE = ['submit', 'approve', 'reject'];

/** Two at once, of which one fits into a poll, so that what is read in several polls is under way when the state is saved. */
const twoAtOnce =
	(records: WatchedScenario['records']): WatchedScenario['records'] =>
	(id, at) => [...records(10 * id, at), ...records(10 * id + 1, at)];

const expiringSoon = licence((at) => ({ expiryDate: iso(at + 5 * DAY) }));

const rejected: WatchedScenario['records'] = (id, at) =>
	changed('/api/external/timesheets', { status: 'Rejected' }, at, {
		timesheetId: 6000 + id,
		staffName: nameOf(id),
		siteName: 'Coral Coast Library',
		scheduledStartTime: iso(at - 10 * HOUR),
		scheduledEndTime: iso(at - 2 * HOUR),
		staffSubmittedTimesheetTimes: iso(at - HOUR),
		approvedDateTime: null,
		status: 'Rejected',
	});

/** Records that have waited for a day at that moment. */
const waits = (path: string, query: Record<string, string> | undefined, of: (id: number, at: number) => object) =>
	((id, at) => [
		{
			from: at,
			path,
			...(query === undefined ? {} : { query }),
			record: { siteName: 'Coral Coast Library', status: 'Pending', ...of(id, at - DAY) } as IDataObject,
		},
	]) satisfies WatchedScenario['records'];

/** Each poll makes a whole round over the licences. */
const ofLicences = (event: string, records: WatchedScenario['records'], more: IDataObject = {}): WatchedScenario => ({
	event,
	form: { options: { sweepHours: 1, ...more } },
	everyMs: 70 * MINUTE,
	records,
});

export const watchedScenarios: readonly WatchedScenario[] = [
	ofShifts('shift.notClockedIn', (at) => ({ startTime: iso(at - 15 * MINUTE) })),
	ofShifts('shift.notClockedOut', (at) => ({
		startTime: iso(at - 8 * HOUR),
		timeIn: iso(at - 8 * HOUR),
		endTime: iso(at - 30 * MINUTE),
		status: 'CLOCKED IN',
	})),
	ofShifts('shift.clockedIn', (at) => ({ timeIn: iso(at), status: 'CLOCKED IN' })),
	ofShifts('shift.clockedOut', (at) => ({ timeIn: iso(at - HOUR), timeOut: iso(at), status: 'CLOCKED OUT' })),
	ofShifts('shift.offSite', (at) => ({ timeIn: iso(at), status: 'CLOCKED IN', isClockInOffSite: true })),
	ofShifts('shift.unfilled', () => ({ status: 'REJECTED' })),
	ofShifts('shift.tooLong', (at) => ({ timeIn: iso(at - 12 * HOUR), status: 'CLOCKED IN' })),
	ofShifts('welfareCheck.unanswered', (at, id) => ({
		timeIn: iso(at - HOUR),
		status: 'CLOCKED IN',
		welfareCheckResponses: [
			{ welfareCheckId: 800_000 + id, dateSent: iso(at - 10 * MINUTE), hasResponse: false, followUps: [] },
		],
	})),
	{ event: 'login.failed', records: login },
	{
		name: 'login.failed.bursts',
		event: 'login.failed',
		form: { options: { loginsAtLeast: 2, loginsWithin: 1 } },
		// Longer than a burst lasts.
		everyMs: 5 * MINUTE,
		records: (id, at) => [...login(10 * id, at - 2000), ...login(10 * id + 1, at - 1000)],
	},
	{ event: 'staff.created', records: (id, at) => [employee(id, at)] },
	{ event: 'staff.changed', records: (id, at) => [employee(id, at)] },
	{ event: 'customer.changed', records: place('customers') },
	{ event: 'site.changed', records: place('sites') },
	ofLicences(
		'licence.changed',
		licence(() => ({ status: 'Valid' })),
	),
	ofLicences('licence.expiring', expiringSoon),
	{ name: 'licence.expiring.underWay', ...ofLicences('licence.expiring', twoAtOnce(expiringSoon), { maxItems: 1 }) },
	ofLicences(
		'licence.invalid',
		licence((at) => ({ expiryDate: iso(at - 2 * DAY), isInvalidLicense: true, status: 'Expired' })),
	),
	{
		event: 'incidentReport.changed',
		form: { changes: EVERY_CHANGE, advanced: { rejectedWhen: 'status=Rejected' } },
		records: (id, at) =>
			changed('/api/external/incidentreports/getall', { isApproved: 'true' }, at, {
				incidentReportId: 5000 + id,
				reportId: `IR-${id}`,
				reportName: 'Lost Property',
				siteName: 'Coral Coast Library',
				submittedDate: iso(at - 2 * HOUR),
				modifiedDate: iso(at),
				modifiedByName: 'Dana Šarić',
				isApproved: true,
				status: 'Approved',
			}),
	},
	{
		event: 'timesheet.changed',
		form: { changes: EVERY_CHANGE },
		records: rejected,
	},
	{
		name: 'timesheet.changed.underWay',
		event: 'timesheet.changed',
		form: { changes: EVERY_CHANGE, options: { maxItems: 1 } },
		records: twoAtOnce(rejected),
	},
	{
		event: 'timesheet.waiting',
		records: waits('/api/external/timesheets', { status: 'Pending' }, (id, at) => ({
			timesheetId: 6000 + id,
			staffName: nameOf(id),
			scheduledStartTime: iso(at - 8 * HOUR),
			scheduledEndTime: iso(at),
		})),
	},
	{
		event: 'incidentReport.waiting',
		records: waits('/api/external/incidentreports/getall', undefined, (id, at) => ({
			incidentReportId: 5000 + id,
			reportId: `IR-${id}`,
			submittedDate: iso(at),
			isApproved: false,
		})),
	},
];
