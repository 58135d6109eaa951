import type { GenericValue } from 'n8n-workflow';
import { EVENT_IDENTIFIERS, eventCatalogue, type EventPair, isJsonObject, type JsonObject } from '../../contract';

/** Nothing that people send is nested deeper, and what n8n stores of a run is written by functions that call themselves. */
const DEEPEST_PAYLOAD = 200;

/** How deep brackets are nested, without going into them. Brackets in texts don't count. */
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

/** The raw body as JSON; its text where it isn't any. A signed message is genuine, so that nothing of it is dropped. */
export function parsePayload(rawBody: Buffer): GenericValue {
	// n8n as well overlooks a byte order mark.
	const text = rawBody.toString('utf8').replace(/^\uFEFF/, '');
	if (isTooDeep(text)) return text;
	try {
		const value: GenericValue = JSON.parse(text);
		return value;
	} catch {
		return text;
	}
}

/** The payload and the objects one level down: the shape of notifications is not documented. */
function layers(payload: unknown): JsonObject[] {
	if (!isJsonObject(payload)) return [];
	return [payload, ...Object.values(payload).filter(isJsonObject)];
}

export interface Identifier {
	name: string;
	value: string | number;
}

const isIdentifier = (value: unknown): value is string | number =>
	typeof value === 'number' || (typeof value === 'string' && value !== '');

/** A field by its name, exactly or in another letter case: it is undocumented whether a notification writes `timesheetId` or `TimesheetID`. */
function identifierValue(layer: JsonObject, name: string): unknown {
	if (Object.hasOwn(layer, name)) return layer[name];
	const other = Object.keys(layer).find((key) => key.toLowerCase() === name.toLowerCase());
	return other === undefined ? undefined : layer[other];
}

function lookFor(payload: unknown, names: ReadonlyArray<Identifier['name']>): Identifier | undefined {
	for (const layer of layers(payload)) {
		for (const name of names) {
			const value = identifierValue(layer, name);
			if (isIdentifier(value)) return { name, value };
		}
	}
	return undefined;
}

/** The field that names the record of an event (documented); undefined for what is not in the catalogue. */
function expectedIdentifier(pair: EventPair | undefined): Identifier['name'] | undefined {
	return eventCatalogue.find(({ eventType }) => eventType === pair?.eventType)?.identifier;
}

/** Such as `timesheetId`, at the top level or one level down (assumed); of a known event only its own. */
export function findIdentifier(payload: unknown, pair?: EventPair): Identifier | undefined {
	const expected = expectedIdentifier(pair);
	return lookFor(payload, expected === undefined ? EVENT_IDENTIFIERS : [expected]);
}

const namedBy = ({ event, eventType }: JsonObject): EventPair | undefined => {
	const known = eventCatalogue.find((entry) => entry.event === event && entry.eventType === eventType);
	return known && { eventType: known.eventType, event: known.event };
};

/** The event that a payload names itself, if it names one of the catalogue. */
export function findNamedEvent(payload: unknown): EventPair | undefined {
	return layers(payload)
		.map(namedBy)
		.find((pair) => pair !== undefined);
}

/**
 * Whether a payload says of itself that it is of another event than the address it came to: by an event and type of the
 * catalogue, both, at its top. Further down it may hold the record's history, and ids of other records say nothing.
 */
export function contradicts(pair: EventPair, payload: unknown): boolean {
	const named = isJsonObject(payload) ? namedBy(payload) : undefined;
	return named !== undefined && (named.event !== pair.event || named.eventType !== pair.eventType);
}
