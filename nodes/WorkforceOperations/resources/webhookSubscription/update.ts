import { inputError, parameter } from '../../form/item';
import { additionalBody } from '../../form/additional';
import { requiredId } from '../../form/read';
import { singleOperation } from '../../operations/single';
import { deliveryUri, stateChange, stateField, stateFieldOption, uriField } from '../../form/webhookFields';

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
	options: [stateFieldOption()],
	path: (item) => ({ id: requiredId(item, 'subscriptionId', 'Subscription ID') }),
	body(item, options) {
		const uri = String(parameter(item, 'uri') ?? '').trim();
		const body = { ...stateChange(item), ...(uri === '' ? {} : { uri: deliveryUri(item, uri) }) };
		if (Object.keys({ ...body, ...additionalBody(item, options) }).length === 0) {
			throw inputError(item, 'There is nothing to update', 'Choose another state, or enter a URI.');
		}
		return body;
	},
	finish: (item, records) =>
		records.length > 0 ? records : [{ id: requiredId(item, 'subscriptionId', 'Subscription ID'), updated: true }],
});
