import { isJsonObject, type JsonObject } from '../../contract';

/** What answers of the webhook endpoints hold, however they name it: only `id` and `secretToken` are documented. */

/** Names that an id may have: of a subscription, `subscriberId` is somebody else's. */
const ID_NAMES = {
	subscriber: /^_?(webhook_?)?(subscriber_?)?id$/i,
	subscription: /^_?(webhook_?)?(subscription_?)?id$/i,
};

const SECRET_NAME = /^(webhook_?|signing_?)?secret(_?(token|key))?$/i;

/** A text that may be an id: short, in one piece, and with a digit in it, unlike “created”. */
const ID_TEXT = /^(?=.*\d)[\w-]{1,64}$/;

function asId(value: unknown): string | undefined {
	if (typeof value === 'number' && Number.isSafeInteger(value)) return String(value);
	return typeof value === 'string' && ID_TEXT.test(value.trim()) ? value.trim() : undefined;
}

/** A record and the objects one level down; of a list, its first entry. */
function layersOf(data: unknown): JsonObject[] {
	const record: unknown = Array.isArray(data) ? data[0] : data;
	return isJsonObject(record) ? [record, ...Object.values(record).filter(isJsonObject)] : [];
}

/** The id in an answer: the documented `id`, one under a name like it, or a bare number or text. */
export function plausibleId(data: unknown, of: keyof typeof ID_NAMES): string | undefined {
	const layers = layersOf(data);
	const documented = layers[0]?.id;
	if (typeof documented === 'string' && documented !== '') return documented;
	const named = layers.flatMap((layer) => Object.entries(layer).filter(([name]) => ID_NAMES[of].test(name)));
	return [documented, ...named.map(([, value]) => value), Array.isArray(data) ? data[0] : data]
		.map(asId)
		.find((id) => id !== undefined);
}

export function plausibleSecret(data: unknown): string | undefined {
	const layers = layersOf(data);
	const named = layers.flatMap((layer) => Object.entries(layer).filter(([name]) => SECRET_NAME.test(name)));
	return [layers[0]?.secretToken, ...named.map(([, value]) => value)].find(
		(value): value is string => typeof value === 'string' && value !== '',
	);
}

const LONGEST_DESCRIPTION = 300;

/** An answer for the log: names and numbers, but of each text only its length, since it may be a secret. */
export function describeShape(data: unknown): string {
	const shape: unknown = JSON.parse(
		JSON.stringify(data ?? null, (_name, value: unknown) =>
			typeof value === 'string' ? `(text of ${value.length} characters)` : value,
		),
	);
	return JSON.stringify(shape).slice(0, LONGEST_DESCRIPTION);
}
