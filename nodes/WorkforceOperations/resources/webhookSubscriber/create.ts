import { singleOperation } from '../../operations/record';

export const create = singleOperation({
	endpoint: 'webhookSubscriber.create',
	value: 'create',
	name: 'Create',
	action: 'Create webhook subscriber',
	description: 'Create a subscriber with its own signing secret, for a receiver other than the trigger',
	fields: [
		{
			displayName:
				'The Workforce Operations Trigger does this automatically. A subscriber can’t be deleted, and its secret is shown only once.',
			name: 'createNotice',
			type: 'notice',
			default: '',
		},
	],
	body: () => ({}),
});
