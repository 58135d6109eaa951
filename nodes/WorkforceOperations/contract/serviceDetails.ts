import { parseEvent } from './events';
import { type Endpoint, isJsonObject, isKnown, type JsonObject, type UnknownEndpoint } from './types';
import type { GuardStatuses } from './shifts';
import { splitList } from './values';

// Guess: answers.names

/**
 * A field that signals a change when it is filled or, if given, equals `value`. `at` is the date field that changes
 * with it.
 */
export interface GivenSignal {
	field: string;
	value?: string;
	at?: string;
}

/** Reports an invalid value. `may` says what is accepted there, `fault` what is wrong if that isn't obvious. */
type Refuse = (may: string, inside?: string, fault?: string) => undefined;
type DetailReader<Value> = (value: unknown, refuse: Refuse) => Value | undefined;
type Read<Readers> = { [Name in keyof Readers]?: Readers[Name] extends DetailReader<infer Value> ? Value : never };

const LONGEST_NAME = 64;

const nameIn = (value: unknown): string | undefined => {
	const text = typeof value === 'string' ? value.trim() : '';
	return text === '' || text.length > LONGEST_NAME || /\p{Cc}/u.test(text) ? undefined : text;
};

const name: DetailReader<string> = (value, refuse) =>
	nameIn(value) ?? refuse('a field name, spelled as in the service');

const nameList: DetailReader<string[]> = (value, refuse) => {
	const isList = typeof value === 'string' || (Array.isArray(value) && value.every((one) => typeof one === 'string'));
	const list = isList ? splitList(value) : [];
	return list.length > 0 && list.every((one) => nameIn(one) !== undefined)
		? list
		: refuse('a field name, spelled as in the service, or a list of names');
};

const idList: DetailReader<string[]> = (value, refuse) =>
	nameList(Array.isArray(value) ? value.map((one) => (typeof one === 'number' ? String(one) : one)) : value, refuse);

const exactly =
	<Value extends string | boolean>(...values: Value[]): DetailReader<Value> =>
	(value, refuse) =>
		values.find((one) => one === value) ?? refuse(values.map((one) => JSON.stringify(one)).join(' or '));

const path: DetailReader<string> = (value, refuse) =>
	typeof value === 'string' && /^\/api(\/[\w~%-][\w.~%-]*)+$/.test(value)
		? value
		: refuse('a path that begins with /api/, without “?”');

const eventList: DetailReader<string[]> = (value, refuse) => {
	const list = typeof value === 'string' || Array.isArray(value) ? splitList(value) : [];
	return list.length > 0 && list.every((one) => parseEvent(one) !== undefined)
		? list
		: refuse('events in the form eventType.event, such as "timesheet.approve"');
};

/** “status=Rejected”, “approvedDateTime”, or the same as an object. */
export function signalIn(given: unknown): GivenSignal | undefined {
	if (typeof given === 'string') {
		const [named, ...rest] = given.split('=');
		const [field, value] = [nameIn(named), nameIn(rest.join('='))];
		if (field === undefined || (rest.length > 0 && value === undefined)) return undefined;
		return { field, ...(value === undefined ? {} : { value }) };
	}
	if (!isJsonObject(given)) return undefined;
	const { field: named, value, at, ...others } = given;
	const field = nameIn(named);
	const isPlain = ['string', 'number', 'boolean', 'undefined'].includes(typeof value);
	if (field === undefined || !isPlain || Object.keys(others).length > 0) return undefined;
	const date = nameIn(at);
	if (at !== undefined && date === undefined) return undefined;
	return {
		field,
		...(value === undefined ? {} : { value: String(value) }),
		...(date === undefined ? {} : { at: date }),
	};
}

const signal: DetailReader<GivenSignal> = (value, refuse) =>
	signalIn(value) ?? refuse('a field such as "status=Rejected", or {"field": "isApproved", "at": "modifiedDate"}');

const inside = (place: string, key: string): string => [place, key].filter((part) => part !== '').join('.');

const objectOf =
	<Readers extends Readonly<Record<string, DetailReader<unknown>>>>(readers: Readers): DetailReader<Read<Readers>> =>
	(value, refuse) => {
		const known = Object.keys(readers).join(', ');
		if (!isJsonObject(value)) return refuse(`an object with ${known}`);
		const read = Object.entries(value).map(([key, entry]): [string, unknown] => {
			const reader = Object.hasOwn(readers, key) ? readers[key] : undefined;
			if (reader === undefined) return [key, refuse(known, key, 'unknown name; ')];
			return [key, reader(entry, (may, at = '', fault = '') => refuse(may, inside(key, at), fault))];
		});
		return Object.fromEntries(read) as Read<Readers>;
	};

const sideFields = objectOf({ name: nameList, code: nameList, quantity: nameList, rate: nameList, amount: nameList });
const changeFields = objectOf({ submit: signal, approve: signal, reject: signal });
const switches = objectOf({ subscriber: name, subscription: name });

const statusLists = objectOf({ rostered: nameList, rejected: nameList });

/** The names are ours; the values are the service's own names, which users enter. */
const DETAILS = {
	stateField: ((value, refuse) => {
		if (isJsonObject(value)) return switches(value, refuse);
		const one = nameIn(value);
		return one === undefined
			? refuse('a name, or an object with subscriber and subscription')
			: { subscriber: one, subscription: one };
	}) satisfies DetailReader<{ subscriber?: string; subscription?: string }>,
	emailParameter: name,
	licenseNumber: name,
	take: name,
	formTemplateId: name,
	customerId: name,
	siteId: name,
	formTemplatesPath: path,
	answerFields: objectOf({ question: nameList, answer: nameList, fileLink: nameList, fileName: nameList }),
	lineFields: objectOf({ pay: sideFields, charge: sideFields }),
	changeFields: objectOf({ incidentReport: changeFields, timesheet: changeFields }),
	events: eventList,
	statuses: ((value, refuse) =>
		isJsonObject(value)
			? statusLists(value, refuse)
			: { rostered: nameList(value, refuse) }) satisfies DetailReader<GuardStatuses>,
	leaveEntryTypes: idList,
	totals: exactly('ignore'),
	listEnd: exactly('unsaid', 'lastRow'),
	timesUtc: exactly(true, false),
	breakUnit: exactly('minutes', 'hours'),
};

/** Facts about the service that its document leaves open, as users enter them. */
export type ServiceDetails = Read<typeof DETAILS>;

const KEY_STARTS = /^(eyJ|whsec_|bearer\b|basic\b|sk-|pk-|gh[pousr]_|-----BEGIN)/i;

/** Judges by how text begins, by digits mixed with letters, or by length without word separators. */
function looksLikeKey(text: string): boolean {
	return text.split(/[\s/.,=]+/).some((part) => {
		const groups = part.match(/\d+/g) ?? [];
		const isMixed = part.length >= 16 && (groups.length >= 3 || groups.join('').length >= 6);
		return KEY_STARTS.test(part) || isMixed || (part.length >= 32 && !/[a-z][A-Z]|[_-]/.test(part));
	});
}

/** All text in a value, including the names of fields. */
const textsIn = (value: unknown, place = ''): Array<[place: string, text: string]> => {
	if (typeof value !== 'object' || value === null) return [[place, String(value)]];
	const isList = Array.isArray(value);
	return Object.entries(value).flatMap(([key, entry]): Array<[string, string]> => [
		...(isList ? [] : ([[place, key]] as Array<[string, string]>)),
		...textsIn(entry, isList ? place : inside(place, key)),
	]);
};

const placeInWords = (place: string): string => (place === '' ? 'at the start' : `at “${place.slice(0, 120)}”`);

/** V8's message isn't quoted, because it repeats the text, which may be a key. */
const NO_JSON =
	'It is not JSON. Put names and text in straight quotation marks ("), with a comma between entries and none after the last';

/**
 * Reads Service Details, or returns a sentence for each fault: where it is, and what is accepted there. No sentence
 * repeats a value, because a key may be in the wrong field. `secrets` are those of the credential.
 */
export function readServiceDetails(
	given: unknown,
	secrets: readonly string[] = [],
): { details: ServiceDetails } | { faults: string[] } {
	let value = given ?? '';
	if (typeof value === 'string') {
		if (value.trim() === '') return { details: {} };
		try {
			value = JSON.parse(value);
		} catch {
			return { faults: [NO_JSON] };
		}
	}
	const isKey = (text: string): boolean =>
		looksLikeKey(text) || secrets.some((secret) => text === secret || (secret.length >= 8 && text.includes(secret)));
	const key = textsIn(value).find(([, text]) => isKey(text));
	if (key !== undefined) {
		const place = placeInWords(isKey(key[0]) ? '' : key[0]);
		return { faults: [`There is something that looks like a key ${place}. Enter field names only`] };
	}
	const faults: string[] = [];
	const details = objectOf(DETAILS)(value, (may, at = '', fault = '') => {
		faults.push(`Invalid entry ${placeInWords(at)}: ${fault}expected ${may}`);
		return undefined;
	});
	return details === undefined || faults.length > 0 ? { faults } : { details };
}

/** Parameters that Service Details can rename, by endpoint; none of them is documented. */
const PARAMETERS: Readonly<
	Record<string, readonly [parameter: string, detail: 'emailParameter' | 'licenseNumber' | 'formTemplateId' | 'take']>
> = {
	'staff.getByEmail': ['email', 'emailParameter'],
	'securityLicence.getAll': ['licenseNumber', 'licenseNumber'],
	'incidentReport.getAllByFormTemplate': ['formTemplateId', 'formTemplateId'],
	'loginAudit.getRecent': ['take', 'take'],
};

/** Replaces the path and the query's names by those in Service Details. */
export function inServiceNames<Known extends Endpoint | UnknownEndpoint>(
	endpoint: Known,
	query: JsonObject,
	details: ServiceDetails,
): { endpoint: Known; query: JsonObject } {
	const id = isKnown(endpoint) ? endpoint.id : '';
	const path = id === 'formTemplate.getAll' ? details.formTemplatesPath : undefined;
	const [parameter, detail] = PARAMETERS[id] ?? [];
	const name = detail && details[detail];
	return {
		endpoint: path === undefined ? endpoint : { ...endpoint, path },
		query:
			name === undefined
				? query
				: Object.fromEntries(Object.entries(query).map(([key, value]) => [key === parameter ? name : key, value])),
	};
}

const OWN_IDS = ['customerId', 'siteId', 'formTemplateId'] as const;

/** The user's names come first. */
export function idNamesOf(ids: readonly string[], details: ServiceDetails): string[] {
	const renamed = OWN_IDS.filter((id) => ids.includes(id)).flatMap((id) => details[id] ?? []);
	return [...renamed, ...ids];
}

/** The user may know that the service's total counts something else. */
export const heedsTotals = ({ totals }: ServiceDetails): boolean => totals !== 'ignore';

/**
 * The exact text for Service Details that makes the node read a field as `what`. If several fields are possible, the
 * user fills in the name.
 */
export function naming(what: string, fields: readonly string[], detailsWith: (name: string) => ServiceDetails): string {
	const [first, ...others] = new Set(fields.filter((field) => field.length <= LONGEST_NAME));
	if (first === undefined) return '';
	const text = (name: string): string => JSON.stringify(detailsWith(name));
	const place = 'in the credential’s Service Details';
	return others.length === 0
		? ` If “${first}” is the ${what}, enter this ${place}: ${text(first)}`
		: ` If one of them is the ${what}, enter this ${place}, with its name in place of “…”: ${text('…')}`;
}
