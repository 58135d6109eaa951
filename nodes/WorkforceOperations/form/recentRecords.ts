import type { INodeProperties } from 'n8n-workflow';
import { locator } from './locators';

export type RecentList = 'timesheets' | 'reports' | 'logins';

/** How many days back each picker reads. */
export const RECENT_DAYS: Readonly<Record<RecentList, number>> = {
	timesheets: 3,
	reports: 14,
	logins: 3,
};

const last = (list: RecentList): string => `the last ${RECENT_DAYS[list]} days`;

export const timesheetIdField = locator({
	displayName: 'Timesheet',
	name: 'timesheetId',
	description: `The list shows timesheets from ${last('timesheets')}; for others, use the ID from Get Many or the trigger`,
	search: 'searchTimesheets',
	choose: `from ${last('timesheets')}`,
	required: true,
	anyId: true,
	example: '1042',
	hint: "After the trigger or Get Many: { __rl: true, mode: 'id', value: expr('{{ $json.timesheetId }}') }. For the rates of many timesheets, don't loop over Get Rates: use Get Many with options.includeRates, and options.flatten for a sheet or file.",
});

export const incidentReportIdField = locator({
	displayName: 'Incident Report',
	name: 'incidentReportId',
	description: `The list shows reports from ${last('reports')}; for others, use the numeric ID from Get Many or the trigger`,
	search: 'searchIncidentReports',
	choose: `from ${last('reports')}`,
	required: true,
	example: '5021',
	hint: "After the trigger or Get Many: { __rl: true, mode: 'id', value: expr('{{ $json.incidentReportId }}') }. Don’t use reportId, which is the ID printed on the report.",
});

/** A user of the web application, not an employee. The ID may be any text. */
export const userIdField = (description: string, required = false): INodeProperties =>
	locator({
		displayName: 'User',
		name: 'userId',
		description: `${description}. The list shows users who logged in during ${last('logins')}.`,
		search: 'searchUsers',
		choose: `from ${last('logins')}`,
		required,
		anyId: true,
		example: '900',
		hint: "A login event’s userId: { __rl: true, mode: 'id', value: expr('{{ $json.userId }}') }. This isn’t an employee’s ID.",
	});

/** Lists the subscriptions of the subscriber entered above it. */
export const subscriptionIdField = locator({
	displayName: 'Subscription',
	name: 'subscriptionId',
	description: 'The list shows the subscriptions of the subscriber above; for any other, use the ID from Get Many',
	search: 'searchSubscriptions',
	choose: 'a subscription',
	required: true,
	anyId: true,
	example: '34',
	hint: "The id of a subscription from Get Many: { __rl: true, mode: 'id', value: expr('{{ $json.id }}') }.",
});
