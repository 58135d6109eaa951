import type { INodeProperties } from 'n8n-workflow';
import { inputError, parameter } from '../../form/item';
import { additionalBody } from '../../form/additionalParameters';
import { singleOperation } from '../../operations/record';
import { deliveryUri, stateChange, stateField, stateFieldOption, uriField } from '../../form/webhookFields';

const subscriptionIdField: INodeProperties = {
	displayName: 'Subscription ID',
	name: 'subscriptionId',
	type: 'string',
	default: '',
	required: true,
	placeholder: 'e.g. 34',
	description: 'The ID of the subscription, as Get Many gives it',
	builderHint: {
		propertyHint: "The id of a subscription of Get Many: expr('{{ $json.id }}').",
	},
};

export const update = singleOperation({
	endpoint: 'webhookSubscription.update',
	value: 'update',
	name: 'Update',
	action: 'Update webhook subscription',
	description: 'Activate or deactivate a subscription, or change its address',
	fields: [subscriptionIdField, stateField, uriField(false)],
	options: [stateFieldOption()],
	path: { id: subscriptionIdField },
	body(item, options) {
		const uri = String(parameter(item, 'uri') ?? '').trim();
		const body = { ...stateChange(item), ...(uri === '' ? {} : { uri: deliveryUri(item, uri) }) };
		if (Object.keys({ ...body, ...additionalBody(item, options) }).length === 0) {
			throw inputError(item, 'There is nothing to update', 'Choose another state, or enter a URI.');
		}
		return body;
	},
	told: ({ id }, updated) => ({ id, updated }),
});
