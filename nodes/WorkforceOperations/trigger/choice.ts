import { type IHookFunctions, NodeOperationError } from 'n8n-workflow';
import { type EventPair, eventValue, isSecure, parseAddress, parseEvent, splitList } from '../contract';
import { stateFieldOf } from '../form/webhookFields';

/** The options of the trigger. */
export interface TriggerOptions {
	deduplicate: boolean;
	deduplicationWindowHours: number;
	includeHeaders: boolean;
	rotateSecretOnActivation: boolean;
	stateField: string;
}

type Reader = { getNodeParameter(name: string, fallback?: unknown): unknown };

export function readOptions(reader: Reader): TriggerOptions {
	const given = reader.getNodeParameter('options', {});
	const options: { [name: string]: unknown } = typeof given === 'object' && given !== null ? { ...given } : {};
	const hours = Number(options.deduplicationWindowHours ?? 6);
	return {
		deduplicate: options.deduplicate !== false,
		deduplicationWindowHours: Number.isFinite(hours) && hours > 0 ? hours : 6,
		includeHeaders: options.includeHeaders === true,
		rotateSecretOnActivation: options.rotateSecretOnActivation === true,
		stateField: stateFieldOf(options),
	};
}

/** The events to subscribe to, each once: those picked and those typed in. */
export function chosenEvents(context: IHookFunctions): EventPair[] {
	const values = [
		...splitList(context.getNodeParameter('events', [])),
		...splitList(context.getNodeParameter('customEvents', '')),
	];
	const pairs = new Map<string, EventPair>();
	for (const value of values) {
		const pair = parseEvent(value);
		if (pair === undefined) {
			throw new NodeOperationError(context.getNode(), `“${value}” is not an event`, {
				description: 'Write further events as eventType.event, such as timesheet.approve.',
			});
		}
		pairs.set(eventValue(pair), pair);
	}
	if (pairs.size === 0) {
		throw new NodeOperationError(context.getNode(), 'No event is chosen', {
			description: 'Choose at least one event in the trigger.',
		});
	}
	return [...pairs.values()];
}

/** The address of this n8n; the service only delivers over HTTPS. */
export function deliveryUrl(context: IHookFunctions): string {
	const url = parseAddress(context.getNodeWebhookUrl('default') ?? '');
	if (url === undefined) {
		throw new NodeOperationError(context.getNode(), 'n8n does not know its own address', {
			description: 'Set WEBHOOK_URL to the public https:// address of this n8n.',
		});
	}
	if (!isSecure(url)) {
		throw new NodeOperationError(
			context.getNode(),
			`The service delivers over HTTPS only, but the address of this n8n is ${url.origin}`,
			{
				description:
					'Make n8n reachable under an https:// address and set WEBHOOK_URL to it. For trying out on one machine, http://localhost works with the sandbox.',
			},
		);
	}
	return url.toString();
}
