import type { IDataObject, INodeProperties } from 'n8n-workflow';
import { DEFAULT_STATE_FIELD, isSecure, parseAddress } from '../contract';
import { inputError, type Item, parameter } from './item';

export const stateField: INodeProperties = {
	displayName: 'State',
	name: 'state',
	type: 'options',
	options: [
		{ name: 'Unchanged', value: 'unchanged' },
		{ name: 'Active', value: 'active' },
		{ name: 'Inactive', value: 'inactive', description: 'No events are delivered' },
	],
	default: 'unchanged',
	description: 'Whether events are delivered',
};

/** Empty if the state stays unchanged. */
export function stateChange(item: Item, field = DEFAULT_STATE_FIELD): IDataObject {
	const state = parameter(item, 'state', 'unchanged');
	if (state !== 'active' && state !== 'inactive') return {};
	return { [field]: state === 'active' };
}

export const subscriberIdField: INodeProperties = {
	displayName: 'Subscriber ID',
	name: 'subscriberId',
	type: 'string',
	default: '',
	required: true,
	placeholder: 'e.g. 12',
	description:
		'The ID returned when the subscriber was created. The service can’t list subscribers; the trigger logs those it creates.',
	builderHint: {
		propertyHint:
			"The ID returned by Webhook Subscriber: Create: expr('{{ $json.id }}'). To start a workflow on events, use the Workforce Operations Trigger, which creates its own.",
	},
};

/** HTTPS, or HTTP on this machine for the sandbox. */
export const uriField = (required: boolean): INodeProperties => ({
	displayName: 'URI',
	name: 'uri',
	type: 'string',
	default: '',
	...(required ? { required } : {}),
	placeholder: 'e.g. https://example.com/hook',
	description: required
		? 'The address for deliveries; it must begin with https://'
		: 'The new address for deliveries; leave it empty to keep the current one',
});

/**
 * Throws if the address is unusable. The service delivers over HTTPS only (documented), but would report an error late.
 */
export function deliveryUri(item: Item, value: unknown): string {
	const text = String(value ?? '').trim();
	const url = parseAddress(text);
	if (url === undefined) {
		throw inputError(
			item,
			text === '' ? '“URI” is empty' : '“URI” is not a web address',
			'A valid address looks like https://example.com/hook',
		);
	}
	if (!isSecure(url)) throw inputError(item, '“URI” must begin with https://', 'The service delivers over HTTPS only.');
	return text;
}
