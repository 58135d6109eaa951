import { requiredId } from '../read';
import { listOperation } from '../list';
import { subscriberIdField } from '../switches';

export const getAll = listOperation({
	endpoint: 'webhookSubscription.getAll',
	action: 'Get many webhook subscriptions',
	description: 'Retrieve the subscriptions of a subscriber',
	fields: [subscriberIdField],
	path: (scope) => ({ subscriberId: requiredId(scope, 'subscriberId', 'Subscriber ID', true) }),
});
