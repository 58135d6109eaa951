import type { Resource } from '../../operations/types';
import { create } from './create';
import { getAll } from './getAll';
import { update } from './update';

export const webhookSubscription: Resource = {
	value: 'webhookSubscription',
	name: 'Webhook Subscription',
	operations: [create, getAll, update],
};
