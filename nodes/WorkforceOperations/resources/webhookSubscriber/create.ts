import { singleOperation } from '../../operations/record';

export const create = singleOperation({
	endpoint: 'webhookSubscriber.create',
	value: 'create',
	name: 'Create',
	action: 'Create webhook subscriber',
	description:
		'Create the owner of a signing secret. The secret is shown this one time only; the trigger does all of this by itself.',
	fields: [],
	body: () => ({}),
});
