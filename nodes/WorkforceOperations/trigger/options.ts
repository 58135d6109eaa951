import { type EventPair, eventValue, parseEvent, splitList } from '../contract';
import { advancedOf } from '../form/advanced';
import { collection, inputError, type Item } from '../form/item';
import { stateFieldOf } from '../form/webhookFields';

/** The options of the trigger. */
export interface TriggerOptions {
	deduplicate: boolean;
	/** What makes a delivery a repeat, besides the event. */
	deduplicateBy: 'content' | 'record';
	deduplicationWindowHours: number;
	includeHeaders: boolean;
	rotateSecretOnActivation: boolean;
	stateField: string;
}

export function readOptions(item: Item): TriggerOptions {
	const options = collection(item, 'options');
	const hours = Number(options.deduplicationWindowHours ?? 6);
	return {
		deduplicate: options.deduplicate !== false,
		deduplicateBy: options.deduplicateBy === 'record' ? 'record' : 'content',
		deduplicationWindowHours: Number.isFinite(hours) && hours > 0 ? hours : 6,
		includeHeaders: options.includeHeaders === true,
		rotateSecretOnActivation: options.rotateSecretOnActivation === true,
		stateField: stateFieldOf(advancedOf(item)),
	};
}

/** The picked and the typed events, unchecked. */
export const enteredEvents = (item: Item): string[] => [
	...splitList(item.get('events', [])),
	...splitList(advancedOf(item).customEvents),
];

/** The events to subscribe to, deduplicated. Throws for an invalid one. */
export function chosenEvents(item: Item): EventPair[] {
	const pairs = new Map<string, EventPair>();
	for (const value of enteredEvents(item)) {
		const pair = parseEvent(value);
		if (pair === undefined) {
			throw inputError(
				item,
				`“${value}” is not an event`,
				'Write further events as eventType.event, such as timesheet.approve.',
			);
		}
		pairs.set(eventValue(pair), pair);
	}
	if (pairs.size === 0) throw inputError(item, 'No event is chosen', 'Choose at least one event in the trigger.');
	return [...pairs.values()];
}
