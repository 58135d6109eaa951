import type { INodeProperties } from 'n8n-workflow';
import { eventChoices, eventTypeChoices } from '../../contract';
import { parameter } from '../../form/item';
import { requiredId } from '../../form/read';
import { singleOperation } from '../../operations/record';
import { deliveryUri, subscriberIdField, uriField } from '../../form/webhookFields';

const eventTypeField: INodeProperties = {
	displayName: 'Event Type',
	name: 'eventType',
	type: 'options',
	options: eventTypeChoices,
	default: 'incidentreport',
	description: 'What the event is about. Use an expression for a type that isn’t listed.',
};

const eventField: INodeProperties = {
	displayName: 'Event',
	name: 'event',
	type: 'options',
	options: eventChoices,
	default: 'approve',
	description: 'What happened. Use an expression for an event that isn’t listed.',
};

export const create = singleOperation({
	endpoint: 'webhookSubscription.create',
	value: 'create',
	name: 'Create',
	action: 'Create webhook subscription',
	description: 'Deliver one event to an address. The trigger does this automatically when its workflow is published.',
	fields: [subscriberIdField, eventTypeField, eventField, uriField(true)],
	body(item) {
		const subscriberId = requiredId(item, subscriberIdField);
		return {
			subscriberId: Number(subscriberId),
			event: requiredId(item, eventField, false),
			eventType: requiredId(item, eventTypeField, false),
			uri: deliveryUri(item, parameter(item, 'uri')),
		};
	},
});
