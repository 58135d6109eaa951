import type { INodeProperties } from 'n8n-workflow';
import { describeAccess, endpoints } from '../contract';
import { optionFields } from '../form/advanced';
import { additionalQueryOption, filtersField, simplifyField } from '../form/fields';
import {
	companyFilter,
	customerFilter,
	customerIdsFilter,
	EMPLOYEE_LIST_KEY,
	employeeLocator,
	NAMED,
	siteFilter,
	siteIdsFilter,
} from '../form/locators';
import { userIdField } from '../form/recentRecords';
import { subtitleOf } from '../form/subtitle';
import { eventValues, isChanging, isLogin, isStaff, optionForEvents, shownForEvents } from './displayOptions';
import { watchedEvents } from './events';

const textFilter = (displayName: string, name: string, description: string): INodeProperties => ({
	displayName,
	name,
	type: 'string',
	default: '',
	description,
});

/** The filters of each list that is watched. */
const filterFields: INodeProperties[] = [
	shownForEvents(
		filtersField(
			customerFilter('Only shifts at this customer'),
			textFilter('Customer Name', 'customerName', NAMED),
			textFilter('Full Name', 'fullName', 'Only shifts of the guard with this name'),
			textFilter('Search Text', 'searchText', 'Text to look for'),
			siteFilter('Only shifts at this site'),
			textFilter('Site Name', 'siteName', NAMED),
			textFilter('Subcontractor Name', 'subcontractorName', 'Only shifts of this subcontractor'),
		),
		eventValues(({ endpoint }) => endpoint === 'liveOperation.getAll'),
	),
	shownForEvents(filtersField(userIdField('Only logins of this user')), eventValues(isLogin)),
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
			employeeLocator('employeeId', 'Only the timesheets of this employee', { note: EMPLOYEE_LIST_KEY }),
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

/** What an event takes beside a credential. */
const notices: INodeProperties[] = [...new Set(watchedEvents.flatMap(({ notice }) => notice ?? []))].map(
	(displayName) =>
		shownForEvents(
			{ displayName, name: 'costNotice', type: 'notice', default: '' },
			eventValues(({ notice }) => notice === displayName),
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
			'How many days before its expiry a licence is reported; 0 is the day itself. Of several that are reached, only the lowest is.',
	},
	['licence.expiring'],
);

const minutesFields: INodeProperties[] = watchedEvents.flatMap(({ value, minutes, minutesLabel, minutesAfter }) =>
	minutes === undefined
		? []
		: [
				shownForEvents(
					{
						displayName: minutesLabel ?? 'Minutes',
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
				description: 'Of incident reports only with Advanced Options → Rejected When',
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

const fieldsOption = optionForEvents(
	{
		displayName: 'Fields',
		name: 'fields',
		type: 'json',
		default: '{}',
		placeholder: 'e.g. {"reject": "status=Rejected"}',
		description:
			'Which field tells a submission (submit), approval (approve) or rejection (reject). With “at”: the date that moves with it.',
		hint: 'Such as {"reject": "status=Rejected", "approve": {"field": "isApproved", "at": "modifiedDate"}}',
	},
	isChanging,
);

const rejectedWhenOption = optionForEvents(
	{
		displayName: 'Rejected When',
		name: 'rejectedWhen',
		type: 'string',
		default: '',
		placeholder: 'e.g. status=Rejected',
		description: 'The field of a record, and its value, by which the service shows that it was rejected',
	},
	isChanging,
);

const watchOptions: INodeProperties[] = [
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
			'How far back the first poll looks for what is so already, and how long an outage may last without a loss',
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
			'Older records are not read: reports by their submission, timesheets by the start of their shift. Their changes are not seen.',
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
			'How often it is reported again while it is so and the shift lasts. With 0 it is reported once.',
		),
		({ repeats }) => repeats,
	),
	count(
		'Retries',
		'retries',
		3,
		0,
		10,
		'How often an item whose execution failed is handed over again, marked “redelivered”. Steps that had worked are then done twice.',
	),
	optionForEvents(
		count(
			'Round Every (Hours)',
			'sweepHours',
			24,
			1,
			8784,
			'The least time from the start of one round through all employees to the start of the next',
		),
		({ value }) => value.startsWith('licence.'),
	),
];

/** What the node shows under its name. */
export const subtitle = subtitleOf(
	'$parameter["event"]',
	Object.fromEntries(watchedEvents.map(({ name, value }) => [value, name])),
);

/** The form of the watch trigger, below n8n’s own field for the times of its polls. */
export const watchProperties: INodeProperties[] = [
	{
		displayName: 'Trigger On',
		name: 'event',
		type: 'options',
		noDataExpression: true,
		options: watchedEvents.map(({ name, value, action, description, endpoint }) => ({
			name,
			value,
			action,
			description: `${description}. Needs ${describeAccess(endpoints[endpoint].access)}.`,
		})),
		default: 'shift.notClockedIn',
		description: 'What starts the workflow',
		hint: 'Each event needs an API key of one type, which the list names',
	},
	...notices,
	...minutesFields,
	daysBeforeField,
	changesField,
	...startWithFields,
	{ ...simplifyField, displayOptions: { show: { event: eventValues(({ simple }) => simple !== undefined) } } },
	...filterFields,
	...optionFields(watchOptions, [additionalQueryOption, fieldsOption, rejectedWhenOption]),
];
