import type { INodeProperties } from 'n8n-workflow';
import { isJsonObject } from '../../contract';
import { flag, inputError, parameter } from '../../form/item';
import { additionalBody } from '../../form/additionalParameters';
import { singleOperation } from '../../operations/record';
import { stateChange, stateField, subscriberIdField } from '../../form/webhookFields';

const rotateField: INodeProperties = {
	displayName: 'Rotate Secret',
	name: 'rotateSecret',
	type: 'boolean',
	default: false,
	description:
		'Whether to replace the signing secret. The old one stops working at once; the new one is shown this one time only.',
	hint: 'A trigger that uses this subscriber has to be published again with its option Rotate Secret on Activation',
};

export const update = singleOperation({
	endpoint: 'webhookSubscriber.update',
	value: 'update',
	name: 'Update',
	action: 'Update webhook subscriber',
	description: 'Activate or deactivate a subscriber, or rotate its secret',
	fields: [subscriberIdField, stateField, rotateField],
	path: { id: subscriberIdField },
	body(item) {
		const body = {
			...stateChange(item, item.connection.settings.details.stateField?.subscriber),
			...(flag(item, parameter(item, 'rotateSecret', false), 'Rotate Secret') ? { rotateSecretToken: true } : {}),
		};
		if (Object.keys({ ...body, ...additionalBody(item) }).length === 0) {
			throw inputError(item, 'There is nothing to update', 'Choose another state, or switch on Rotate Secret.');
		}
		return body;
	},
	requiresRecord: (body) => isJsonObject(body) && body.rotateSecretToken === true,
	fallbackRecord: ({ id }, updated) => ({ id, updated }),
});
