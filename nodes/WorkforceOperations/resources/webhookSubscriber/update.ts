import { isJsonObject } from '../../contract';
import { switchField } from '../../form/fields';
import { inputError } from '../../form/item';
import { additionalBody } from '../../form/additionalParameters';
import { singleOperation } from '../../operations/record';
import { stateChange, stateField, subscriberIdField } from '../../form/webhookFields';

const rotateField = switchField({
	displayName: 'Rotate Secret',
	name: 'rotateSecret',
	description:
		'Whether to replace the signing secret. The old one stops working at once; the new one is shown only once.',
	hint: 'If a trigger uses this subscriber, switch on its Rotate Secret on Activation option and publish its workflow again',
});

export const update = singleOperation({
	endpoint: 'webhookSubscriber.update',
	value: 'update',
	name: 'Update',
	action: 'Update webhook subscriber',
	description: 'Activate or deactivate a subscriber, or rotate its secret',
	fields: [subscriberIdField, stateField, rotateField.field],
	path: { id: subscriberIdField },
	body(item) {
		const body = {
			...stateChange(item, item.connection.settings.details.stateField?.subscriber),
			...(rotateField.read(item) ? { rotateSecretToken: true } : {}),
		};
		if (Object.keys({ ...body, ...additionalBody(item) }).length === 0) {
			throw inputError(item, 'There is nothing to update', 'Choose another state, or switch on Rotate Secret.');
		}
		return body;
	},
	requiresRecord: (body) => isJsonObject(body) && body.rotateSecretToken === true,
	fallbackRecord: ({ id }, updated) => ({ id, updated }),
});
