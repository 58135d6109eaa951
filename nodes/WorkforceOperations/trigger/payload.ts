import { EVENT_IDENTIFIERS, eventCatalogue, type EventPair, isJsonObject, type JsonObject } from '../contract';

/** The raw body as JSON; its text where it isn't any. A signed message is genuine, so that nothing of it is dropped. */
export function parsePayload(rawBody: Buffer): unknown {
	const text = rawBody.toString('utf8');
	try {
		return JSON.parse(text);
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
	name: (typeof EVENT_IDENTIFIERS)[number];
	value: string | number;
}

/** `incidentReportId` or `timesheetId`, at the top level or one level down (assumed). */
export function findIdentifier(payload: unknown): Identifier | undefined {
	for (const layer of layers(payload)) {
		for (const name of EVENT_IDENTIFIERS) {
			const value = layer[name];
			if (typeof value === 'number' || (typeof value === 'string' && value !== '')) return { name, value };
		}
	}
	return undefined;
}

/** The event that a payload names itself, if it names one of the catalogue. */
export function findNamedEvent(payload: unknown): EventPair | undefined {
	for (const { event, eventType } of layers(payload)) {
		const known = eventCatalogue.find((entry) => entry.event === event && entry.eventType === eventType);
		if (known) return { eventType: known.eventType, event: known.event };
	}
	return undefined;
}

/** Whether a payload says of itself that it is of another event than the address it came to. */
export function contradicts(pair: EventPair, payload: unknown): boolean {
	const named = findNamedEvent(payload);
	if (named) return named.event !== pair.event || named.eventType !== pair.eventType;
	const expected = eventCatalogue.find(({ eventType }) => eventType === pair.eventType)?.identifier;
	const found = findIdentifier(payload);
	return expected !== undefined && found !== undefined && found.name !== expected;
}
