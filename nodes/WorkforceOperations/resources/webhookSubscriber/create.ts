import { singleOperation } from '../../operations/record';

export const create = singleOperation({
	endpoint: 'webhookSubscriber.create',
	value: 'create',
	name: 'Create',
	action: 'Create webhook subscriber',
	description: 'Create the owner of a signing secret, for a receiver other than the trigger',
	fields: [
		{
			displayName:
				'The Workforce Operations Trigger does this by itself. A subscriber can’t be deleted, and its secret is shown this one time only.',
			name: 'createNotice',
			type: 'notice',
			default: '',
		},
	],
	body: () => ({}),
});
