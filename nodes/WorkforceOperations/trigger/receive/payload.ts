import type { GenericValue } from 'n8n-workflow';
import {
	EVENT_IDENTIFIERS,
	eventCatalogue,
	type EventPair,
	isJsonObject,
	type JsonObject,
	layersOf,
} from '../../contract';
import { parseExact } from '../../transport/http/exactNumbers';

// Guess: events.notification

/** Real payloads aren't nested deeper, and n8n stores runs with recursive functions. */
const DEEPEST_PAYLOAD = 200;

/** Counts brackets without recursion, ignoring those in strings. */
function isTooDeep(text: string): boolean {
	let depth = 0;
	let inText = false;
	for (let index = 0; index < text.length; index++) {
		const character = text[index];
		if (inText) {
			if (character === '\\') index++;
			else if (character === '"') inText = false;
		} else if (character === '"') inText = true;
		else if (character === '{' || character === '[') {
			if (++depth > DEEPEST_PAYLOAD) return true;
		} else if (character === '}' || character === ']') depth--;
	}
	return false;
}

/**
 * The raw body as JSON, or as text if it isn't JSON. A signed message is genuine, so nothing of it may be dropped.
 * Whole numbers that JavaScript would round become texts; `onLong` gets their fields.
 */
export function parsePayload(rawBody: Buffer, onLong?: (fields: readonly string[]) => void): GenericValue {
	// n8n ignores a byte order mark as well.
	const text = rawBody.toString('utf8').replace(/^\uFEFF/, '');
	if (isTooDeep(text)) return text;
	try {
		const { value, long = [] } = parseExact(text);
		if (long.length > 0) onLong?.(long);
		return value as GenericValue;
	} catch {
		return text;
	}
}

interface Identifier {
	name: string;
	value: string | number;
}

const isIdentifier = (value: unknown): value is string | number =>
	typeof value === 'number' || (typeof value === 'string' && value !== '');

/** In any letter case: it is undocumented whether a notification writes `timesheetId` or `TimesheetID`. */
function identifierValue(layer: JsonObject, name: string): unknown {
	if (Object.hasOwn(layer, name)) return layer[name];
	const other = Object.keys(layer).find((key) => key.toLowerCase() === name.toLowerCase());
	return other === undefined ? undefined : layer[other];
}

function lookFor(payload: unknown, names: ReadonlyArray<Identifier['name']>): Identifier | undefined {
	for (const layer of layersOf(payload)) {
		for (const name of names) {
			const value = identifierValue(layer, name);
			if (isIdentifier(value)) return { name, value };
		}
	}
	return undefined;
}

/** The id field of an event's record (documented); undefined for events outside the catalogue. */
function expectedIdentifier(pair: EventPair | undefined): Identifier['name'] | undefined {
	return eventCatalogue.find(({ eventType }) => eventType === pair?.eventType)?.identifier;
}

/**
 * Finds the ID field, such as `timesheetId`, at the top level or one level down (assumed). A known event has only its
 * own.
 */
export function findIdentifier(payload: unknown, pair?: EventPair): Identifier | undefined {
	const expected = expectedIdentifier(pair);
	return lookFor(payload, expected === undefined ? EVENT_IDENTIFIERS : [expected]);
}

const namedBy = ({ event, eventType }: JsonObject): EventPair | undefined => {
	const known = eventCatalogue.find((entry) => entry.event === event && entry.eventType === eventType);
	return known && { eventType: known.eventType, event: known.event };
};

/** Undefined unless the event is in the catalogue. */
export function findNamedEvent(payload: unknown): EventPair | undefined {
	return layersOf(payload)
		.map(namedBy)
		.find((pair) => pair !== undefined);
}

/**
 * Whether a payload names another event of the catalogue than its address, by event and type at its top level. Deeper
 * levels may hold the record's history, and ids of other records prove nothing.
 */
export function contradicts(pair: EventPair, payload: unknown): boolean {
	const named = isJsonObject(payload) ? namedBy(payload) : undefined;
	return named !== undefined && (named.event !== pair.event || named.eventType !== pair.eventType);
}
