import { forPerson } from './failures/cure';
import {
	type Access,
	accessOfPath,
	endpoints,
	fieldsFor,
	fieldWords,
	isKeyField,
	KEY_FIELDS,
	KEY_LABELS,
	type KeyField,
} from '../contract';
import { asProblem, Problem } from './failures/problem';
import { type Settings, withKey } from './settings';

/*
 * Which key a request uses. Without separate keys there is only one. Otherwise the endpoint decides: the key of its
 * area, or else the API Key. An endpoint that accepts any key, or whose area is unknown, uses the API Key, or else the
 * first key filled in. Hidden fields of the form are ignored.
 */

/** Also sent with the token exchange. */
export const keyHeaders = (
	{ subscriptionKey, subscriptionKeyHeader }: Settings,
	token?: string,
): Record<string, string> => ({
	...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
	...(subscriptionKey === '' ? {} : { [subscriptionKeyHeader]: subscriptionKey }),
});

const missing = (message: string, words: string): Problem =>
	new Problem(message, forPerson(`Open the credential and fill in ${words}.`));

/** Throws a Problem that names the field to fill in. */
export function settingsFor(settings: Settings, access: Access | undefined): Settings {
	const keys = settings.separateKeys;
	if (keys === undefined) return settings;
	const areas = access === undefined ? [] : fieldsFor(access);
	const candidates: readonly KeyField[] = areas.length === 0 ? KEY_FIELDS : [...areas, 'apiKey'];
	const field = candidates.find((candidate) => keys.has(candidate));
	if (field !== undefined) return withKey(settings, field, keys.get(field) ?? '');
	const words = access === undefined ? KEY_LABELS.apiKey : fieldWords(access);
	throw missing(`The credential has no key for this (${words})`, `${words}, or API Key`);
}

/** Throws a Problem if the field is empty. */
export function settingsOfField(settings: Settings, field: KeyField): Settings {
	const { separateKeys: keys } = settings;
	if (keys === undefined) {
		if (field === 'apiKey') return settings;
		throw new Problem(
			`The credential has no ${KEY_LABELS[field]}`,
			forPerson(`Open the credential, switch on Separate Keys and fill in ${KEY_LABELS[field]}.`),
		);
	}
	const key = keys.get(field);
	if (key === undefined) throw missing(`The credential has no ${KEY_LABELS[field]}`, KEY_LABELS[field]);
	return withKey(settings, field, key);
}

/** The settings with the key that manages webhooks; it also seals a trigger's addresses. */
export const webhookSettings = (settings: Settings): Settings =>
	settingsFor(settings, endpoints['webhookSubscription.create'].access);

export interface KeyChoice {
	/** Undefined if the endpoint is unknown. */
	access?: Access;
	/** Set if the user has chosen a field. */
	keyField?: KeyField;
}

/** Without access or field, the path decides. */
export function settingsOfRequest(settings: Settings, path: string, { access, keyField }: KeyChoice = {}): Settings {
	if (keyField !== undefined) return settingsOfField(settings, keyField);
	if (settings.separateKeys === undefined) return settings;
	return settingsFor(settings, access ?? accessOfPath(path));
}

/** For a request that n8n passes on, with the key field of its internal header. */
export const settingsForKeyField = (settings: Settings, path: string, keyField: unknown): Settings =>
	settingsOfRequest(settings, path, {
		keyField: settings.separateKeys !== undefined && isKeyField(keyField) ? keyField : undefined,
	});

/** In the order of the fields, without duplicates. */
export function eachKey(settings: Settings): Array<Settings | Problem> {
	const { separateKeys } = settings;
	if (separateKeys === undefined) return [settings];
	const fields = new Map<string, KeyField>();
	for (const [field, key] of separateKeys) if (!fields.has(key)) fields.set(key, field);
	return [...fields].map(([key, field]) => {
		try {
			return withKey(settings, field, key);
		} catch (error) {
			return asProblem(error, `The ${KEY_LABELS[field]} can’t be read`);
		}
	});
}

export const usableKeys = (settings: Settings): Settings[] =>
	eachKey(settings).filter((key): key is Settings => !(key instanceof Problem));

/** “API key” for a credential with one key, “Timesheet Key” for one with several. */
export const keyName = ({ field }: Pick<Settings, 'field'>): string =>
	field === undefined ? 'API key' : KEY_LABELS[field];

export type SecretSettings = Pick<Settings, 'apiKey' | 'subscriptionKey' | 'separateKeys'>;

/** For redaction. */
export const secretsOf = ({ apiKey, subscriptionKey, separateKeys }: SecretSettings): string[] => [
	apiKey,
	subscriptionKey,
	...(separateKeys?.values() ?? []),
];
