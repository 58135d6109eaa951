import type { IDataObject, INodeProperties } from 'n8n-workflow';
import { collection, type Item, parameter } from './item';

/** `state` of subscribers and subscriptions. */
export const stateField: INodeProperties = {
	displayName: 'State',
	name: 'state',
	type: 'options',
	options: [
		{ name: 'Unchanged', value: 'unchanged' },
		{ name: 'Active', value: 'active' },
		{ name: 'Inactive', value: 'inactive', description: 'Nothing is delivered' },
	],
	default: 'unchanged',
	description: 'Whether deliveries are sent',
};

export const stateNameOption: INodeProperties = {
	displayName: 'State Field',
	name: 'stateField',
	type: 'string',
	default: 'isActive',
	description:
		'What the service calls the field that switches on and off. The name is assumed, since the service does not document it; correct it here if yours differs.',
};

/** The part of a body that switches; empty when the state stays as it is. */
export function stateChange(item: Item): IDataObject {
	const state = parameter(item, 'state', 'unchanged');
	if (state !== 'active' && state !== 'inactive') return {};
	const name = String(collection(item, 'options').stateField ?? '').trim() || 'isActive';
	return { [name]: state === 'active' };
}

export const subscriberIdField: INodeProperties = {
	displayName: 'Subscriber ID',
	name: 'subscriberId',
	type: 'string',
	default: '',
	required: true,
	placeholder: 'e.g. 12',
	description:
		'The ID that the service gave when the subscriber was created. The service has no list of them; the trigger logs those it makes.',
};

/** A subscription's address: HTTPS, except on this machine for the sandbox. */
export const uriField = (required: boolean): INodeProperties => ({
	displayName: 'URI',
	name: 'uri',
	type: 'string',
	default: '',
	...(required ? { required } : {}),
	placeholder: 'https://example.com/hook',
	description: required
		? 'Where deliveries go; it must begin with https://'
		: 'Where deliveries are to go from now on; empty leaves it unchanged',
});
