import type { INodeProperties } from 'n8n-workflow';
import { describePlace, endpoints } from '../contract';
import { additionalQueryOption, filtersField, optionsField, simplifyField } from '../form/fields';
import {
	companyFilter,
	customerFilter,
	customerIdsFilter,
	employeeLocator,
	siteFilter,
	siteIdsFilter,
} from '../form/locators';
import { eventValues, isChanging, isLogin, isStaff, optionForEvents, shownForEvents } from './displayOptions';
import { type WatchedEvent, watchedEvents } from './events';

const textFilter = (displayName: string, name: string, description: string): INodeProperties => ({
	displayName,
	name,
	type: 'string',
	default: '',
	description,
});

/** The filters of each list that is watched. */
export const filterFields: INodeProperties[] = [
	shownForEvents(
		filtersField(
			customerFilter('Only shifts at this customer'),
			textFilter('Customer Name', 'customerName', 'Only shifts at the customer of this name'),
			textFilter('Full Name', 'fullName', 'Only shifts of the employee with this name'),
			textFilter('Search Text', 'searchText', 'Text to look for'),
			siteFilter('Only shifts at this site'),
			textFilter('Site Name', 'siteName', 'Only shifts at the site of this name'),
			textFilter('Subcontractor Name', 'subcontractorName', 'Only shifts of this subcontractor'),
		),
		eventValues(({ endpoint }) => endpoint === 'liveOperation.getAll'),
	),
	shownForEvents(
		filtersField({ ...textFilter('User ID', 'userId', 'Only logins of this user'), placeholder: 'e.g. 900' }),
		eventValues(isLogin),
	),
	shownForEvents(
		filtersField(
			textFilter('Filter Expression', 'filter', 'A filter expression, passed on to the service as it is'),
			textFilter('Search Text', 'searchText', 'Text to look for in names and identifiers'),
		),
		eventValues(isStaff),
	),
	shownForEvents(
		filtersField(
			companyFilter(false),
			customerIdsFilter('customerId', 'Only the reports of these customers'),
			textFilter('Form Name', 'formName', 'Only reports made with the form template of this name'),
			textFilter('Report ID', 'reportId', 'Only the report with this ID, as people read it on the report'),
			textFilter('Search Text', 'searchText', 'Text to look for in names and identifiers'),
			siteIdsFilter('siteId', 'Only the reports of these sites'),
		),
		eventValues(({ endpoint }) => endpoint === 'incidentReport.getAll'),
	),
	shownForEvents(
		filtersField(
			customerFilter('Only the timesheets of this customer'),
			employeeLocator('employeeId', 'Only the timesheets of this employee'),
			textFilter('Filter Expression', 'filter', 'A filter expression, passed on to the service as it is'),
			textFilter(
				'Search Text',
				'searchText',
				'Text to look for in the timesheet ID, subcontractor name and abbreviation',
			),
			siteIdsFilter('siteIds', 'Only the timesheets of these sites'),
		),
		eventValues(({ endpoint }) => endpoint === 'timesheet.getAll'),
	),
];

/** Which key an event needs, and what watching for it costs. */
const noticeOf = ({ endpoint, cost, notice }: WatchedEvent): string => {
	const price =
		notice ??
		`A poll costs ${cost}, at least one: polls every five minutes make 288 requests a day or more. The service allows 60 a minute for each API key.`;
	return `Needs ${describePlace(endpoints[endpoint].access)}. ${price}`;
};

const notices: INodeProperties[] = [...new Set(watchedEvents.map(noticeOf))].map((displayName) =>
	shownForEvents(
		{ displayName, name: 'accessNotice', type: 'notice', default: '' },
		eventValues((event) => noticeOf(event) === displayName),
	),
);

const daysBeforeField = shownForEvents(
	{
		displayName: 'Days Before',
		name: 'daysBefore',
		type: 'string',
		default: '60, 30, 14, 7, 0',
		placeholder: 'e.g. 60, 30, 14, 7, 0',
		description:
			'At how many days before its expiry a licence is reported, separated by commas; 0 is the day itself. Of several that are reached, only the lowest is.',
	},
	['licence.expiring'],
);

const minutesFields: INodeProperties[] = watchedEvents.flatMap(({ value, minutes, minutesAfter }) =>
	minutes === undefined
		? []
		: [
				shownForEvents(
					{
						displayName: 'Minutes',
						name: 'minutes',
						type: 'number',
						typeOptions: { minValue: 0 },
						default: minutes,
						description: `How many minutes after ${minutesAfter ?? 'it began'} it is reported`,
					},
					[value],
				),
			],
);

const changesField = shownForEvents(
	{
		displayName: 'Changes',
		name: 'changes',
		type: 'multiOptions',
		options: [
			{ name: 'Approved', value: 'approve' },
			{
				name: 'Rejected',
				value: 'reject',
				description: 'Of incident reports only where Options → Fields names the field that tells it',
			},
			{ name: 'Submitted', value: 'submit' },
		],
		default: ['submit', 'approve'],
		description: 'Which changes are reported. Several between two polls are one report, of the latest.',
	},
	eventValues(isChanging),
);

const startWithFields: INodeProperties[] = (['now', 'new'] as const).map((standard) =>
	shownForEvents(
		{
			displayName: 'Start With',
			name: 'startWith',
			type: 'options',
			options: [
				{
					name: 'What Happens From Now On',
					value: 'new',
					description: 'Takes what is so already as known. Looks back one interval, so that nothing falls in between.',
				},
				{
					name: 'What Is So Already',
					value: 'now',
					description: 'Also reports, with the first poll, what is so when the workflow is published',
				},
			],
			default: standard,
			description: 'What the first poll after publishing reports',
		},
		eventValues(({ startWith }) => startWith === standard),
	),
);

const count = (
	displayName: string,
	name: string,
	standard: number,
	minValue: number,
	maxValue: number,
	description: string,
): INodeProperties => ({
	displayName,
	name,
	type: 'number',
	typeOptions: { minValue, maxValue },
	default: standard,
	description,
});

const watchOptions = optionsField(
	additionalQueryOption,
	optionForEvents(
		{
			displayName: 'Fields',
			name: 'fields',
			type: 'json',
			default: '{}',
			placeholder: '{"reject": "status=Rejected"}',
			description:
				'Which field of a record tells a submission (submit), an approval (approve), a rejection (reject), where it isn’t the one that is assumed. As JSON: {"reject": "status=Rejected"} names a field and its value, {"approve": {"field": "isApproved", "at": "modifiedDate"}} also the date that moves when it happens anew.',
		},
		isChanging,
	),
	optionForEvents(
		count(
			'Logins At Least',
			'loginsAtLeast',
			1,
			1,
			1000,
			'So many failed logins of one address or one user, within the minutes below, are reported as one. With 1 each of them is reported.',
		),
		isLogin,
	),
	optionForEvents(
		count('Logins Within (Minutes)', 'loginsWithin', 10, 1, 1440, 'The time in which the failed logins have to come'),
		isLogin,
	),
	optionForEvents(
		count(
			'Look Back (Hours)',
			'lookBackHours',
			336,
			1,
			8784,
			'How far back the first poll looks when it starts with what is so already, and how long an outage may last without anything being lost',
		),
		(event) => !isStaff(event) && !isChanging(event),
	),
	optionForEvents(
		count(
			'Look Back (Hours)',
			'lookBackHours',
			336,
			1,
			8784,
			'Which records each poll reads again: reports by their submission, timesheets by the scheduled start of their shift (both assumed). A change of an older one is not seen.',
		),
		isChanging,
	),
	count(
		'Max Items',
		'maxItems',
		500,
		1,
		10_000,
		'The most items that one poll hands over. The others come with the next polls, the oldest first.',
	),
	optionForEvents(
		count(
			'Repeat Every (Minutes)',
			'repeatEveryMinutes',
			0,
			0,
			525_600,
			'How often it is reported again for as long as it is so and the shift lasts. With 0 it is reported once.',
		),
		({ repeats }) => repeats,
	),
	count(
		'Retries',
		'retries',
		3,
		0,
		10,
		'How often an item is handed over again, by itself and marked “redelivered”, when the execution that it started has failed or was cut off. Steps of that execution that had worked are then done a second time. With 0 every item is handed over once, whatever becomes of it.',
	),
	optionForEvents(
		count(
			'Sweep Every (Hours)',
			'sweepHours',
			24,
			1,
			8784,
			'The least time from the begin of one sweep over all guards to the begin of the next one',
		),
		({ value }) => value.startsWith('licence.'),
	),
);

/** The form of the watch trigger, below n8n’s own field for the times of its polls. */
export const watchProperties: INodeProperties[] = [
	...notices,
	{
		displayName: 'Event',
		name: 'event',
		type: 'options',
		noDataExpression: true,
		options: watchedEvents.map(({ name, value, action, description }) => ({ name, value, action, description })),
		default: 'shift.notClockedIn',
		description: 'What starts the workflow',
	},
	...minutesFields,
	daysBeforeField,
	changesField,
	...startWithFields,
	{ ...simplifyField, displayOptions: { show: { event: eventValues(({ simple }) => simple !== undefined) } } },
	...filterFields,
	watchOptions,
];
