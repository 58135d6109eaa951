import type { Resource } from '../../operations/types';
import { create } from './create';
import { update } from './update';

export const webhookSubscriber: Resource = {
	value: 'webhookSubscriber',
	name: 'Webhook Subscriber',
	operations: [create, update],
	// To create one makes a secret, which nobody should do by opening the form and trying it.
	opensOn: 'update',
};
