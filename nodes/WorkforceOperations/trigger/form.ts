import type { INodeProperties } from 'n8n-workflow';
import { describeAccess, endpoints, eventCatalogue } from '../contract';
import { stateFieldOption } from '../form/webhookFields';

/** The form of the trigger. */
export const triggerProperties: INodeProperties[] = [
	{
		displayName: `Needs ${describeAccess(endpoints['webhookSubscription.create'].access)}. The service delivers to https:// addresses only, so this n8n must be reachable from the internet under one.`,
		name: 'accessNotice',
		type: 'notice',
		default: '',
	},
	{
		displayName: 'Events',
		name: 'events',
		type: 'multiOptions',
		options: eventCatalogue.map(({ name, value, description }) => ({ name, value, description })),
		default: [],
		description: 'What starts the workflow',
	},
	{
		displayName: 'Custom Events',
		name: 'customEvents',
		type: 'string',
		default: '',
		placeholder: 'e.g. timesheet.approve',
		description: 'Further events as eventType.event, separated by commas, for what the service adds to its catalogue',
	},
	{
		displayName: 'Options',
		name: 'options',
		type: 'collection',
		placeholder: 'Add option',
		default: {},
		options: [
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
				default: false,
				description:
					'Whether to add the headers of the delivery to the output, without those that hold its address, tokens or keys',
			},
			{
				displayName: 'Rotate Secret on Activation',
				name: 'rotateSecretOnActivation',
				type: 'boolean',
				default: false,
				description:
					'Whether to make a new signing secret whenever a change is published as well. The one before is accepted for five more minutes.',
			},
			stateFieldOption('The field that switches subscribers and subscriptions on and off. Its name'),
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
				description:
					'Choose Record and Event if the service writes the number or time of an attempt into what it sends',
			},
		],
	},
];
