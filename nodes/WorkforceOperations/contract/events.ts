import { eventRows, MOVES, type RecordFacts, records } from './eventTable';

export interface EventPair {
	eventType: string;
	event: string;
}

interface CatalogueEvent extends EventPair {
	/** `<eventType>.<event>`, stored by the trigger. */
	value: string;
	name: string;
	description: string;
	/** The field with the record's id (documented). */
	identifier: string;
}

export const eventValue = ({ eventType, event }: EventPair): string => `${eventType}.${event}`;

export const eventCatalogue: readonly CatalogueEvent[] = eventRows.map(({ eventType, event, when }) => ({
	eventType,
	event,
	value: eventValue({ eventType, event }),
	name: `${records[eventType].name} ${MOVES[event]}`,
	description: `Fires when ${when}`,
	identifier: records[eventType].identifier,
}));

/** For forms that ask for event type and event separately. */
export const eventTypeChoices = Object.entries<RecordFacts>(records).map(([value, { name }]) => ({ name, value }));
export const eventChoices = Object.entries(MOVES).map(([value, name]) => ({ name, value }));

/** Hex HMAC-SHA256 of the raw body (documented); lower case like Node's headers. */
export const SIGNATURE_HEADER = 'webhooks-signature';

/** Deliveries are deduplicated by these ids (documented). */
export const EVENT_IDENTIFIERS: readonly string[] = Object.values<RecordFacts>(records).map(
	({ identifier }) => identifier,
);

/** `timesheet.approve` → its two parts; undefined for anything else. */
export function parseEvent(value: string): EventPair | undefined {
	const match = /^\s*([^.\s]+)\.([^.\s]+)\s*$/.exec(value);
	return match?.[1] && match[2] ? { eventType: match[1], event: match[2] } : undefined;
}
