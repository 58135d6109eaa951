import { type EventPair, eventValue, parseEvent, type ServiceDetails, splitList } from '../contract';
import { collection, inputError, type Item } from '../form/item';
import { type CredentialContext, readDetails } from '../transport';

export interface TriggerOptions {
	deduplicate: boolean;
	/** What makes a delivery a duplicate, besides the event. */
	deduplicateBy: 'content' | 'record';
	deduplicationWindowHours: number;
	includeHeaders: boolean;
	rotateSecretOnActivation: boolean;
}

export function readOptions(item: Item): TriggerOptions {
	const options = collection(item, 'options');
	const hours = Number(options.deduplicationWindowHours);
	return {
		deduplicate: options.deduplicate !== false,
		deduplicateBy: options.deduplicateBy === 'record' ? 'record' : 'content',
		deduplicationWindowHours: Number.isFinite(hours) && hours > 0 ? hours : 6,
		includeHeaders: options.includeHeaders === true,
		rotateSecretOnActivation: options.rotateSecretOnActivation === true,
	};
}

/** The choice that adds the events of Service Details. */
export const DETAILS_EVENTS = 'serviceDetails';

const pickedEvents = (item: Item): string[] => splitList(item.get('events', []));

/** Reads Service Details only if the trigger uses their events. */
export const detailsForEvents = async (context: CredentialContext, item: Item): Promise<ServiceDetails> =>
	pickedEvents(item).includes(DETAILS_EVENTS) ? await readDetails(context) : {};

/** The chosen events, unchecked, with those of Service Details. */
export const enteredEvents = (item: Item, { events = [] }: ServiceDetails): string[] =>
	pickedEvents(item).flatMap((value) => (value === DETAILS_EVENTS ? events : value));

/** Deduplicated. Throws for an invalid event. */
export function chosenEvents(item: Item, details: ServiceDetails): EventPair[] {
	const pairs = new Map<string, EventPair>();
	if (pickedEvents(item).includes(DETAILS_EVENTS) && details.events === undefined) {
		throw inputError(
			item,
			'“Event Named in Service Details” is chosen, but the credential’s Service Details have no events',
			'Add them there, as in {"events": ["timesheet.approve"]}, or remove the choice from Trigger On.',
		);
	}
	for (const value of enteredEvents(item, details)) {
		const pair = parseEvent(value);
		if (pair === undefined) {
			throw inputError(item, `“${value}” is not an event`, 'Choose the events from the Trigger On list.');
		}
		pairs.set(eventValue(pair), pair);
	}
	if (pairs.size === 0) throw inputError(item, 'No event is chosen', 'Choose at least one event in the trigger.');
	return [...pairs.values()];
}
