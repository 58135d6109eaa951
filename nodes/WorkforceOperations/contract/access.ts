import { type Access, isJsonObject, type JsonObject } from './types';
import { splitList } from './values';

/** A token's claims about its key. The names are documented; the format of the values is assumed. */
export interface Claims {
	/** Separated by commas if there are several. */
	keyType?: string;
	scopes: string[];
	companies: string[];
	customers: string[];
	sites: string[];
}

/** Some services write a claim's list as JSON text. */
function parsedList(value: unknown): unknown {
	if (typeof value !== 'string' || !/^\s*\[.*\]\s*$/s.test(value)) return value;
	try {
		return JSON.parse(value);
	} catch {
		return value;
	}
}

const list = (given: unknown, separator = /[\s,;]+/): string[] => {
	const value = parsedList(given);
	return isJsonObject(value) ? [] : splitList(value, separator);
};

/** The payload of a JWT, without checking its signature. */
function payloadOf(token: string): JsonObject | undefined {
	const payload = token.split('.')[1];
	if (!payload) return undefined;
	try {
		const parsed: unknown = JSON.parse(Buffer.from(payload, 'base64url').toString());
		return isJsonObject(parsed) ? parsed : undefined;
	} catch {
		return undefined;
	}
}

/** The lifetime of a JWT in seconds (`exp` − `iat`), independent of clock differences; undefined if it doesn't say. */
export function tokenLifetime(token: string): number | undefined {
	const { iat, nbf, exp } = payloadOf(token) ?? {};
	const seconds = Number(exp) - Number(iat ?? nbf ?? NaN);
	return Number.isFinite(seconds) && seconds > 0 ? seconds : undefined;
}

export function tokenEnd(token: string): string | undefined {
	const seconds = Number(payloadOf(token)?.exp);
	return seconds > 0 && seconds < 8.64e12 ? new Date(seconds * 1000).toISOString() : undefined;
}

/** Reads the claims of a token; used only to explain refusals. Undefined if it isn't a readable JWT. */
export function readClaims(token: string): Claims | undefined {
	const payload = payloadOf(token);
	if (payload === undefined) return undefined;
	const claim = (name: string): unknown =>
		Object.entries(payload).find(([key]) => key.toLowerCase() === name.toLowerCase())?.[1];
	const keyTypes = list(claim('KeyType'), /[,;]/);
	return {
		keyType: keyTypes.length === 0 ? undefined : keyTypes.join(', '),
		scopes: list(claim('Scope')),
		companies: list(claim('CompanyId')),
		customers: list(claim('CustomerId')),
		sites: list(claim('SiteId')),
	};
}

export const either = (names: readonly string[]): string => names.map((name) => `“${name}”`).join(' or ');

/** “an API key of type “timesheet””, for errors and notices. */
export function describeAccess({ scope, keyTypes }: Access): string {
	if (scope) return `an API key with the scope “${scope}”`;
	return keyTypes.length === 0 ? 'any valid API key' : `an API key of type ${either(keyTypes)}`;
}

/** “liveops key”, for short labels. */
export function accessInShort({ scope, keyTypes }: Access): string {
	if (scope) return `Key with the scope ${scope}`;
	return keyTypes.length === 0 ? 'Any key' : `${keyTypes.join(' or ')} key`;
}

export const isOpen = ({ scope, keyTypes }: Access): boolean => scope === undefined && keyTypes.length === 0;

/** Whether a token has the claims that an endpoint requires; undefined if the token doesn't say. */
export function fits({ scope, keyTypes }: Access, claims: Claims | undefined): boolean | undefined {
	if (claims === undefined) return undefined;
	if (scope) return claims.scopes.some((granted) => granted.toLowerCase() === scope);
	if (keyTypes.length === 0) return true;
	// Letter case and separators make no difference: “TimeSheet”, “incident_report”.
	const heldTypes = splitList(claims.keyType).map((keyType) => keyType.toLowerCase().replace(/[^a-z]/g, ''));
	return heldTypes.length === 0 ? undefined : keyTypes.some((keyType) => heldTypes.includes(keyType));
}

/*
 * A key has one type and gives access to one area, so a credential may hold a key for each area. The API Key serves
 * areas without a key of their own.
 */

const API_KEY_FIELD = 'apiKey';

/** In the order of the form. */
export const AREA_FIELDS = [
	'timesheetKey',
	'incidentReportKey',
	'liveOpsKey',
	'developerKey',
	'webhookKey',
	'auditKey',
] as const;

export type AreaField = (typeof AREA_FIELDS)[number];

export type KeyField = typeof API_KEY_FIELD | AreaField;

/** In the order in which the keys are tried. */
export const KEY_FIELDS: readonly KeyField[] = [API_KEY_FIELD, ...AREA_FIELDS];

export const KEY_LABELS: Record<KeyField, string> = {
	apiKey: 'API Key',
	timesheetKey: 'Timesheet Key',
	incidentReportKey: 'Incident Report Key',
	liveOpsKey: 'Live Operations Key',
	developerKey: 'Developer Key',
	webhookKey: 'Webhook Key',
	auditKey: 'Audit Key',
};

export const isKeyField = (value: unknown): value is KeyField => KEY_FIELDS.some((field) => field === value);

const FIELD_OF_TYPE = {
	timesheet: 'timesheetKey',
	incidentreport: 'incidentReportKey',
	liveops: 'liveOpsKey',
	developer: 'developerKey',
	webhook: 'webhookKey',
} as const satisfies Record<Access['keyTypes'][number], AreaField>;

/** The fields whose keys give access to an endpoint, best first; empty if any key does. */
export function fieldsFor({ scope, keyTypes }: Access): readonly AreaField[] {
	if (scope) return ['auditKey'];
	const fields = keyTypes.map((keyType): AreaField => FIELD_OF_TYPE[keyType]);
	// A webhook key gives access to nothing else, so it comes first.
	return fields.includes('webhookKey') ? ['webhookKey', ...fields.filter((field) => field !== 'webhookKey')] : fields;
}

/** “an API key of type “timesheet”, in the credential’s Timesheet Key or API Key”, for notices. */
export function describePlace(access: Access): string {
	const labels = [...fieldsFor(access).map((field) => KEY_LABELS[field]), KEY_LABELS.apiKey];
	return `${describeAccess(access)}, in the credential’s ${labels.slice(0, -1).join(', ')} or ${labels.at(-1)}`;
}

/** “Webhook Key or Developer Key” */
export const fieldWords = (access: Access): string =>
	fieldsFor(access)
		.map((field) => KEY_LABELS[field])
		.join(' or ');
