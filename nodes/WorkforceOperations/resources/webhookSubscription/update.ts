import { additionalBody, inputError, parameter, requiredId } from '../read';
import { singleOperation } from '../single';
import { stateChange, stateField, stateNameOption, uriField } from '../switches';
import { deliveryUri } from '../uri';

export const update = singleOperation({
	endpoint: 'webhookSubscription.update',
	value: 'update',
	name: 'Update',
	action: 'Update a webhook subscription',
	description: 'Activate or deactivate a subscription, or change its address',
	fields: [
		{
			displayName: 'Subscription ID',
			name: 'subscriptionId',
			type: 'string',
			default: '',
			required: true,
			placeholder: 'e.g. 34',
			description: 'The ID of the subscription, as Get Many gives it',
		},
		stateField,
		uriField(false),
	],
	options: [stateNameOption],
	path: (scope) => ({ id: requiredId(scope, 'subscriptionId', 'Subscription ID') }),
	body(scope, options) {
		const uri = String(parameter(scope, 'uri') ?? '').trim();
		const body = { ...stateChange(scope), ...(uri === '' ? {} : { uri: deliveryUri(scope, uri) }) };
		if (Object.keys({ ...body, ...additionalBody(scope, options) }).length === 0) {
			throw inputError(scope, 'There is nothing to update', 'Choose another state, or enter a URI.');
		}
		return body;
	},
	finish: (scope, records) =>
		records.length > 0 ? records : [{ id: requiredId(scope, 'subscriptionId', 'Subscription ID'), updated: true }],
});
