import { eventRows, MOVES, type RecordFacts, records } from './eventTable';

export interface EventPair {
	eventType: string;
	event: string;
}

interface CatalogueEvent extends EventPair {
	/** `<eventType>.<event>`, the value that the trigger stores. */
	value: string;
	name: string;
	description: string;
	/** The field that names the record (documented). */
	identifier: string;
}

export const eventValue = ({ eventType, event }: EventPair): string => `${eventType}.${event}`;

/** The catalogue as people choose from it. */
export const eventCatalogue: readonly CatalogueEvent[] = eventRows.map(({ eventType, event, when }) => ({
	eventType,
	event,
	value: eventValue({ eventType, event }),
	name: `${records[eventType].name} ${MOVES[event]}`,
	description: `Fires when ${when}`,
	identifier: records[eventType].identifier,
}));

/** What can be reported on and what can happen to it, apart from each other, for forms that ask for both. */
export const eventTypeChoices = Object.entries<RecordFacts>(records).map(([value, { name }]) => ({ name, value }));
export const eventChoices = Object.entries(MOVES).map(([value, name]) => ({ name, value }));

/** The header that carries the hex HMAC-SHA256 of the raw body (documented). Lower case, as Node hands headers over. */
export const SIGNATURE_HEADER = 'webhooks-signature';

/** The identifiers that deliveries are told apart by (documented). */
export const EVENT_IDENTIFIERS: readonly string[] = Object.values<RecordFacts>(records).map(
	({ identifier }) => identifier,
);

/** Splits `timesheet.approve` into its pair; undefined when it isn't one. */
export function parseEvent(value: string): EventPair | undefined {
	const match = /^\s*([^.\s]+)\.([^.\s]+)\s*$/.exec(value);
	return match?.[1] && match[2] ? { eventType: match[1], event: match[2] } : undefined;
}
