import { FIELDS } from '../../contract';
import { listOperation } from '../../operations/list';
import { subscriberIdField } from '../../form/webhookFields';

export const getAll = listOperation({
	endpoint: 'webhookSubscription.getAll',
	action: 'Get many webhook subscriptions',
	description: 'Retrieve a subscriber’s subscriptions',
	fields: [subscriberIdField],
	records: FIELDS.webhookSubscription,
	path: { subscriberId: subscriberIdField },
});
