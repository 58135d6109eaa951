import {
	type IExecuteFunctions,
	type IHookFunctions,
	type INodeExecutionData,
	type INodeType,
	type INodeTypeDescription,
	type IWebhookFunctions,
	type IWebhookResponseData,
	NodeConnectionTypes,
} from 'n8n-workflow';
import { receive } from './trigger/receive/delivery';
import { dropDuplicates } from './trigger/receive/deduplicate';
import { triggerSubtitle, triggerPanel, triggerProperties } from './trigger/form';
import { isRegistered, register, unregister } from './trigger/registration/lifecycle';

export class WorkforceOperationsTrigger implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Workforce Operations Trigger',
		name: 'workforceOperationsTrigger',
		icon: { light: 'file:workforceOperationsTrigger.svg', dark: 'file:workforceOperationsTrigger.dark.svg' },
		group: ['trigger'],
		// Up to version 1, n8n resolves an expression for each delivery before it calls the node; later versions don't.
		version: 1.1,
		subtitle: triggerSubtitle,
		// n8n lists this trigger and the node as one entry, under this description.
		description: 'Timesheets, incident reports, staff and shifts',
		eventTriggerDescription: 'Waiting for the service to report one of the chosen events',
		activationMessage:
			'n8n is now subscribed to these events. Each one starts this workflow. Unpublish the workflow to end the subscriptions.',
		triggerPanel,
		defaults: { name: 'Workforce Operations Trigger' },
		inputs: [],
		outputs: [NodeConnectionTypes.Main],
		credentials: [{ name: 'workforceOperationsApi', required: true }],
		builderHint: {
			searchHint:
				'Fires as soon as an incident report or a timesheet is submitted, approved or rejected. Needs an API key of type “webhook” or “developer”. A delivery contains little more than the ID: use a Workforce Operations node after the trigger to fetch the record. Use the same credential; with Separate Keys, it holds a key of each type.',
			relatedNodes: [
				{
					nodeType: 'n8n-nodes-workforce-operations.workforceOperations',
					relationHint: 'Fetches the record that an event is about',
				},
			],
		},
		webhooks: [
			{ name: 'default', httpMethod: 'POST', responseMode: 'onReceived', responseData: 'noData', path: 'webhook' },
		],
		properties: triggerProperties,
	};

	webhookMethods = {
		default: {
			async checkExists(this: IHookFunctions): Promise<boolean> {
				return await isRegistered(this);
			},
			async create(this: IHookFunctions): Promise<boolean> {
				await register(this);
				return true;
			},
			async delete(this: IHookFunctions): Promise<boolean> {
				await unregister(this);
				return true;
			},
		},
	};

	async webhook(this: IWebhookFunctions): Promise<IWebhookResponseData> {
		return await receive(this);
	}

	/** n8n calls this in the execution that a delivery started. */
	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		return [await dropDuplicates(this)];
	}
}
