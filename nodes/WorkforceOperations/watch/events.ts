import type { EndpointId } from '../contract';
import { SIMPLE_LICENCE, SIMPLE_REPORT, SIMPLE_SHIFT, SIMPLE_STAFF, SIMPLE_TIMESHEET } from '../form/fieldSelection';
import type { Start } from './core/finding';
import { changeSource, type ChangeSettings } from './changes/source';
import { shiftSource, type ShiftSettings } from './shifts/source';
import { type LicenceSettings, licenceSource } from './licences/source';
import { type LoginSettings, loginSource } from './logins/source';
import { staffSource } from './staff/source';
import type { EventSource } from './core/source';
import { type RecordKind, reportKind, timesheetKind } from './changes/rules';
import { expiring, invalid } from './licences/rules';
import { clockedIn, clockedOut, notClockedIn, notClockedOut, offSite } from './shifts/rules';
import { unanswered } from './shifts/welfareChecks';

/** What the form says for the families, each of which sees its own part alone. */
export type OwnSettings = ShiftSettings & LicenceSettings & LoginSettings & ChangeSettings;

/** One thing that can be watched. */
export interface WatchedEvent {
	/** The value of the parameter `event`. */
	value: string;
	name: string;
	/** What n8n lists it under among the triggers. */
	action: string;
	description: string;
	/** The list that is read. */
	endpoint: EndpointId;
	source: EventSource<OwnSettings>;
	/** The default of `minutes`, where the event has a time of grace. */
	minutes?: number;
	/** What the form calls them, and what they count from. */
	minutesLabel?: string;
	minutesAfter?: string;
	/** The default of `startWith`. */
	startWith: Start;
	/** Whether it can be told again for as long as it is so. */
	repeats: boolean;
	/** The API's own names of the filters that make sense for it. */
	filters: readonly string[];
	/** The fields that Simplify keeps; without any the records are always whole. */
	simple?: readonly string[];
	/** Other filters or another credential make everything look new, so that they begin anew. */
	byList?: true;
	/** Other filters begin anew, since what they let in may have been so for long. */
	byFilter?: true;
	/** Records that change: reported in the form of the webhook trigger. */
	changing?: RecordKind;
	/** What it takes beside a credential, where that matters. */
	notice?: string;
}

const SHIFT_FILTERS = [
	'customerId',
	'customerName',
	'fullName',
	'searchText',
	'siteId',
	'siteName',
	'subcontractorName',
];

const shift = (
	event: Pick<
		WatchedEvent,
		'value' | 'name' | 'action' | 'description' | 'source' | 'minutes' | 'minutesLabel' | 'minutesAfter'
	> &
		Partial<WatchedEvent>,
): WatchedEvent => ({
	endpoint: 'liveOperation.getAll',
	startWith: 'now',
	repeats: event.minutes !== undefined,
	filters: SHIFT_FILTERS,
	simple: SIMPLE_SHIFT,
	byFilter: true,
	...event,
});

const licence = (event: Pick<WatchedEvent, 'value' | 'name' | 'action' | 'description' | 'source'>): WatchedEvent => ({
	endpoint: 'staff.getAll',
	startWith: 'now',
	repeats: false,
	filters: ['filter', 'searchText'],
	simple: SIMPLE_LICENCE,
	notice:
		'Licences take one request for each employee, so that a round through 600 of them takes half an hour. It is spread over many polls, which should come every five minutes or more often.',
	...event,
});

/** What is kept where the question is where somebody was. */
const SIMPLE_PLACES = [
	'shiftId',
	'name',
	'mobile',
	'siteName',
	'timeIn',
	'timeOut',
	'inLatitude',
	'inLongitude',
	'outLatitude',
	'outLongitude',
];

/** Longer than the longest shift that anybody works, so that one of 36 hours is still found when it has ended. */
const LONG = { back: 72, ahead: 12 };

const all: readonly WatchedEvent[] = [
	shift({
		value: 'shift.notClockedIn',
		name: 'Guard Not Clocked In',
		action: 'On guard not clocked in',
		description: 'Fires when a shift has begun some minutes ago and its guard has not clocked in',
		source: shiftSource(notClockedIn, { back: 48, ahead: 1 }),
		minutes: 15,
		minutesLabel: 'Minutes After Start',
		minutesAfter: 'the start of the shift',
	}),
	shift({
		value: 'shift.notClockedOut',
		name: 'Guard Not Clocked Out',
		action: 'On guard not clocked out',
		description: 'Fires when a shift has ended some minutes ago and its guard has not clocked out',
		source: shiftSource(notClockedOut, LONG),
		minutes: 30,
		minutesLabel: 'Minutes After End',
		minutesAfter: 'the end of the shift',
	}),
	shift({
		value: 'shift.clockedIn',
		name: 'Guard Clocked In',
		action: 'On guard clocked in',
		description: 'Fires when a guard clocks in',
		source: shiftSource(clockedIn, LONG),
	}),
	shift({
		value: 'shift.clockedOut',
		name: 'Guard Clocked Out',
		action: 'On guard clocked out',
		description: 'Fires when a guard clocks out',
		source: shiftSource(clockedOut, LONG),
	}),
	shift({
		value: 'shift.offSite',
		name: 'Guard Clocked In or Out Off Site',
		action: 'On guard clocked in or out off site',
		description: 'Fires when a guard clocks in or out away from the site',
		source: shiftSource(offSite, LONG),
		simple: SIMPLE_PLACES,
	}),
	shift({
		value: 'welfareCheck.unanswered',
		name: 'Welfare Check Unanswered',
		action: 'On welfare check unanswered',
		description: 'Fires when a welfare check was sent some minutes ago and the guard has not answered',
		source: shiftSource(unanswered, { back: 48, ahead: 2 }),
		minutes: 10,
		minutesLabel: 'Minutes Without Answer',
		minutesAfter: 'the check was sent',
	}),
	{
		value: 'incidentReport.changed',
		name: 'Incident Report Changed',
		action: 'On incident report changed',
		description: 'Fires when an incident report was submitted, approved or rejected, without a webhook',
		endpoint: reportKind.endpoint,
		source: changeSource(reportKind),
		startWith: 'new',
		repeats: false,
		filters: ['companyId', 'customerId', 'formName', 'reportId', 'searchText', 'siteId'],
		simple: SIMPLE_REPORT,
		byList: true,
		changing: reportKind,
	},
	{
		value: 'timesheet.changed',
		name: 'Timesheet Changed',
		action: 'On timesheet changed',
		description: 'Fires when a timesheet was submitted, approved or rejected, without a webhook',
		endpoint: timesheetKind.endpoint,
		source: changeSource(timesheetKind),
		startWith: 'new',
		repeats: false,
		filters: ['customerId', 'employeeId', 'filter', 'searchText', 'siteIds'],
		simple: SIMPLE_TIMESHEET,
		byList: true,
		changing: timesheetKind,
	},
	licence({
		value: 'licence.expiring',
		name: 'Licence Expiring',
		action: 'On licence expiring',
		description: 'Fires when a security licence has few days left, has run out, or has no expiry date',
		source: licenceSource(expiring),
	}),
	licence({
		value: 'licence.invalid',
		name: 'Licence Invalid',
		action: 'On licence invalid',
		description: 'Fires when the service calls a security licence invalid',
		source: licenceSource(invalid),
	}),
	{
		value: 'login.failed',
		name: 'Login Failed',
		action: 'On login failed',
		description: 'Fires when a login fails, or when several of one address or user do',
		endpoint: 'loginAudit.getAll',
		source: loginSource,
		startWith: 'new',
		repeats: false,
		filters: ['userId'],
	},
	{
		value: 'staff.created',
		byList: true,
		name: 'Staff Created',
		action: 'On staff created',
		description: 'Fires when somebody is among the active employees who never was before',
		endpoint: 'staff.getAll',
		source: staffSource,
		startWith: 'new',
		repeats: false,
		filters: ['filter', 'searchText'],
		simple: SIMPLE_STAFF,
	},
];

/** What can be watched, in the order in which people read it. */
export const watchedEvents: readonly WatchedEvent[] = [...all].sort((one, other) => one.name.localeCompare(other.name));

export const findEvent = (value: unknown): WatchedEvent | undefined =>
	watchedEvents.find((event) => event.value === value);
