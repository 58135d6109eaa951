import type { INodeProperties, TriggerPanelDefinition } from 'n8n-workflow';
import { describePlace, endpoints, eventCatalogue } from '../contract';
import { optionsField, subtitleOfSeveral } from '../form/fields';
import { DETAILS_EVENTS } from './options';

/** For building a workflow before the first real delivery. */
const SAMPLE =
	'[{ "eventType": "timesheet", "event": "approve", "timesheetId": 50001, "receivedAt": "2026-07-15T02:00:00.000Z", "payload": { "timesheetId": 50001 } }]';

/** Shown before the first delivery. */
export const triggerPanel: TriggerPanelDefinition = {
	header: 'Wait for the service to report an event',
	executionsHelp: {
		inactive: `<b>To try it:</b> start listening, then submit, approve or reject something in the web application. Listening uses its own subscriptions, which end when you stop.<br /><br /><b>To build without an event:</b> edit the output and paste this sample:<br /><code>${SAMPLE}</code><br /><br /><b>To go live:</b> publish the workflow. Every event then starts it, and the runs appear under Executions.`,
		active: `<b>To try it:</b> start listening, then submit, approve or reject something in the web application. The published workflow also gets the event.<br /><br /><b>To build without an event:</b> edit the output and paste this sample:<br /><code>${SAMPLE}</code><br /><br /><b>It is live:</b> every event starts the published workflow, and the runs appear under Executions.`,
	},
	activationHint: 'Once you publish the workflow, every event starts it.',
};

const eventOptions = [
	...eventCatalogue.map(({ name, value, description }) => ({ name, value, description })),
	{
		name: 'Event Named in Service Details',
		value: DETAILS_EVENTS,
		description: 'The “events” in the credential’s Service Details',
	},
];

export const triggerSubtitle = subtitleOfSeveral(
	'$parameter["events"]',
	Object.fromEntries(eventOptions.map(({ name, value }) => [value, name])),
);

export const triggerProperties: INodeProperties[] = [
	{
		displayName:
			'The real service delivers to https:// addresses only, so n8n needs one that can be reached from the internet.',
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
				'Whether to return each delivery only once. After a different event for the record, a repeat no longer counts as a duplicate.',
		},
		{
			displayName: 'Drop Duplicates Within (Hours)',
			name: 'deduplicationWindowHours',
			type: 'number',
			typeOptions: { minValue: 1, maxValue: 720 },
			default: 6,
			description:
				'Duplicates are dropped for at least this long, and at most twice as long. The last 2,000 deliveries are remembered.',
		},
		{
			displayName: 'Include Headers',
			name: 'includeHeaders',
			type: 'boolean',
			default: true,
			description: 'Whether to add the delivery’s headers, except those that contain its address, tokens or keys',
		},
		{
			displayName: 'Rotate Secret on Activation',
			name: 'rotateSecretOnActivation',
			type: 'boolean',
			default: true,
			description:
				'Whether to create a new signing secret whenever you publish a change. The old one is accepted for five more minutes.',
		},
		{
			displayName: 'Detect Duplicates By',
			name: 'deduplicateBy',
			type: 'options',
			options: [
				{
					name: 'Content',
					value: 'content',
					description: 'A duplicate has the same event and exactly the same content',
				},
				{
					name: 'Record and Event',
					value: 'record',
					description:
						'Regardless of content. A second approval within the window counts as a duplicate, unless Rejected is also chosen.',
				},
			],
			default: 'content',
			description: 'Choose Record and Event if deliveries contain the attempt number or time',
		},
	),
];
