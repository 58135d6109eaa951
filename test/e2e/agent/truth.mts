// What the sandbox really holds, for the judge: read from its admin API and from the service itself, never by the package.
import { askAdmin } from '../../../kit/sandbox/admin.mts';
import type { Sandbox } from '../../../sandbox/index.mts';
import { ALL_TIME, contactsOf, listDirectly, type SandboxRecord } from '../../engine/agent/directly.mts';
import type { Secrets } from '../../engine/agent/judge.mts';

interface Sheet extends SandboxRecord {
	timesheetId: number;
	status: string;
	staffName: string;
	customerName: string;
	siteName: string;
	scheduledStartTime: string;
}

interface Report extends SandboxRecord {
	incidentReportId: number;
	status: string;
	siteName: string;
	submittedDate: string;
}

interface Shift extends SandboxRecord {
	shiftId: number;
	name: string;
	siteName: string;
	status: string;
	startTime: string;
	timeIn: string | null;
}

export interface Truth {
	sheets: Sheet[];
	reports: Report[];
	shifts: Shift[];
	staff: SandboxRecord[];
	sites: SandboxRecord[];
	customers: SandboxRecord[];
	secrets: Secrets;
}

export async function readTruth(sandbox: Sandbox): Promise<Truth> {
	const { url, keys, subscriptionKey } = sandbox;
	return {
		sheets: await askAdmin<Sheet[]>(url, 'GET', '/timesheets?limit=5000'),
		reports: await askAdmin<Report[]>(url, 'GET', '/incidentreports?limit=5000'),
		shifts: (await listDirectly(sandbox, 'liveops', 'liveops', ALL_TIME)) as Shift[],
		staff: await listDirectly(sandbox, 'developer', 'staffs'),
		sites: await listDirectly(sandbox, 'liveops', 'sites'),
		customers: await listDirectly(sandbox, 'liveops', 'customers'),
		secrets: { contacts: await contactsOf(sandbox), keys: [...Object.values(keys), subscriptionKey] },
	};
}

/** The questions are asked in Brisbane, where clocks are never changed. */
export const TIME_ZONE = 'Australia/Brisbane';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const AHEAD = 10 * HOUR;

/** The day of Brisbane’s calendar on which a moment falls. */
const dayOf = (moment: string | number): string =>
	new Date(new Date(moment).getTime() + AHEAD).toISOString().slice(0, 10);

/** So many days from today, in Brisbane. */
export const dayFromToday = (days: number): string => dayOf(Date.now() + days * DAY);

/** The days of a week from Monday to Sunday, so many weeks from this one. */
export function week(offset: number): { first: string; last: string } {
	const today = Date.parse(dayFromToday(0));
	const monday = today - ((new Date(today).getUTCDay() + 6) % 7) * DAY + offset * 7 * DAY;
	const day = (moment: number): string => new Date(moment).toISOString().slice(0, 10);
	return { first: day(monday), last: day(monday + 6 * DAY) };
}

export const isWithin = (moment: string, { first, last }: { first: string; last: string }): boolean =>
	dayOf(moment) >= first && dayOf(moment) <= last;
