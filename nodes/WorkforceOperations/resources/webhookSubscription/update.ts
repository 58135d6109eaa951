import type { INodeProperties } from 'n8n-workflow';
import { subscriptionIdField } from '../../form/recentRecords';
import { inputError, parameter } from '../../form/item';
import { additionalBody } from '../../form/additionalParameters';
import { singleOperation } from '../../operations/record';
import { deliveryUri, stateChange, stateField, subscriberIdField, uriField } from '../../form/webhookFields';

/** The service lists subscriptions only by subscriber. */
const ofSubscriberField: INodeProperties = {
	...subscriberIdField,
	required: false,
	description: 'The subscriber whose subscriptions are listed below. Not needed if you know the subscription’s ID.',
};

export const update = singleOperation({
	endpoint: 'webhookSubscription.update',
	value: 'update',
	name: 'Update',
	action: 'Update webhook subscription',
	description: 'Activate or deactivate a subscription, or change its address',
	fields: [ofSubscriberField, subscriptionIdField, stateField, uriField(false)],
	path: { id: subscriptionIdField },
	body(item) {
		const uri = String(parameter(item, 'uri') ?? '').trim();
		const { stateField: named } = item.connection.settings.details;
		const body = { ...stateChange(item, named?.subscription), ...(uri === '' ? {} : { uri: deliveryUri(item, uri) }) };
		if (Object.keys({ ...body, ...additionalBody(item) }).length === 0) {
			throw inputError(item, 'There is nothing to update', 'Choose another state, or enter a URI.');
		}
		return body;
	},
	fallbackRecord: ({ id }, updated) => ({ id, updated }),
});
