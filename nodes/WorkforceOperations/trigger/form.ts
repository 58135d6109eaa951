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
					'Whether to pass each delivery on once only, since the service may repeat itself. A repeat is of the same event with exactly the same content, and no other event of that record came in between.',
			},
			{
				displayName: 'Drop Duplicates Within (Hours)',
				name: 'deduplicationWindowHours',
				type: 'number',
				typeOptions: { minValue: 1, maxValue: 720 },
				default: 6,
				description:
					'How long repeats of a delivery are dropped after it was passed on: for so many hours at least, and twice as many at most. Only the last 2,000 deliveries are remembered.',
			},
			{
				displayName: 'Include Headers',
				name: 'includeHeaders',
				type: 'boolean',
				default: false,
				description: 'Whether to add the headers of the delivery to the output, without its signature',
			},
			{
				displayName: 'Rotate Secret on Activation',
				name: 'rotateSecretOnActivation',
				type: 'boolean',
				default: false,
				description:
					'Whether to have the service make a new signing secret each time a change of the workflow is published as well, and not only when it is published anew. Deliveries signed with the one before are accepted for five more minutes.',
			},
			stateFieldOption('The field that switches subscribers and subscriptions on and off. Its name'),
		],
	},
];
