import type { INodeProperties, TriggerPanelDefinition } from 'n8n-workflow';
import { describePlace, endpoints, eventCatalogue } from '../contract';
import { optionsField, subtitleOfSeveral } from '../form/fields';
import { DETAILS_EVENTS } from './options';

/** A sample delivery, for people who build a workflow before there has been one. */
const SAMPLE =
	'[{ "eventType": "timesheet", "event": "approve", "timesheetId": 50001, "receivedAt": "2026-07-15T02:00:00.000Z", "payload": { "timesheetId": 50001 } }]';

/** Shown in the editor before the first delivery. */
export const triggerPanel: TriggerPanelDefinition = {
	header: 'Wait for the service to report an event',
	executionsHelp: {
		inactive: `<b>To try it:</b> start listening, then submit, approve or reject something in the web application. Listening has subscriptions of its own at the service, which end with it.<br /><br /><b>To build without an event:</b> edit the output and paste this sample:<br /><code>${SAMPLE}</code><br /><br /><b>To go live:</b> publish the workflow. Every event then starts it by itself, and you find the runs under Executions.`,
		active: `<b>To try it:</b> start listening, then submit, approve or reject something in the web application. The published workflow gets the same event as well.<br /><br /><b>To build without an event:</b> edit the output and paste this sample:<br /><code>${SAMPLE}</code><br /><br /><b>It is live:</b> every event starts the published workflow, and you find the runs under Executions.`,
	},
	activationHint: 'Publish the workflow to have every event start it, also while nobody is looking.',
};

const eventOptions = [
	...eventCatalogue.map(({ name, value, description }) => ({ name, value, description })),
	{
		name: 'Event Named in Service Details',
		value: DETAILS_EVENTS,
		description: 'What stands in “events” of Service Details in the credential',
	},
];

/** The node's subtitle: the chosen events. */
export const triggerSubtitle = subtitleOfSeveral(
	'$parameter["events"]',
	Object.fromEntries(eventOptions.map(({ name, value }) => [value, name])),
);

export const triggerProperties: INodeProperties[] = [
	{
		displayName:
			'The real service delivers to https:// addresses only, so this n8n must be reachable from the internet under one.',
		name: 'addressNotice',
		type: 'notice',
		default: '',
	},
	{
		displayName: 'Trigger On',
		name: 'events',
		type: 'multiOptions',
		options: eventOptions,
		default: [],
		description: 'What starts the workflow',
		hint: `Needs ${describePlace(endpoints['webhookSubscription.create'].access)}.`,
	},
	optionsField(
		{
			displayName: 'Drop Duplicates',
			name: 'deduplicate',
			type: 'boolean',
			default: true,
			description:
				'Whether to pass each delivery on once only. What came before another event of the same record is no repeat any more.',
		},
		{
			displayName: 'Drop Duplicates Within (Hours)',
			name: 'deduplicationWindowHours',
			type: 'number',
			typeOptions: { minValue: 1, maxValue: 720 },
			default: 6,
			description:
				'Repeats are dropped for so many hours at least, and twice as many at most. Only the last 2,000 deliveries are remembered.',
		},
		{
			displayName: 'Include Headers',
			name: 'includeHeaders',
			type: 'boolean',
			default: true,
			description:
				'Whether to add the headers of the delivery to the output, without those that hold its address, tokens or keys',
		},
		{
			displayName: 'Rotate Secret on Activation',
			name: 'rotateSecretOnActivation',
			type: 'boolean',
			default: true,
			description:
				'Whether to make a new signing secret whenever a change is published as well. The one before is accepted for five more minutes.',
		},
		{
			displayName: 'Tell Repeats By',
			name: 'deduplicateBy',
			type: 'options',
			options: [
				{
					name: 'Content',
					value: 'content',
					description: 'A repeat is of the same event and has exactly the same content',
				},
				{
					name: 'Record and Event',
					value: 'record',
					description:
						'Whatever its content. A second approval within the window is taken for a repeat, unless Rejected is chosen as well.',
				},
			],
			default: 'content',
			description: 'Choose Record and Event if the service writes the number or time of an attempt into what it sends',
		},
	),
];
