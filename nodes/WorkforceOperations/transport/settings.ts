import { forEditor, forPerson } from './failures/cure';
import { createHash, createHmac, timingSafeEqual } from 'crypto';
import type { ICredentialDataDecryptedObject } from 'n8n-workflow';
import {
	CUSTOM_REGION,
	DEFAULT_REGION,
	DEFAULT_SUBSCRIPTION_KEY_HEADER,
	findRegion,
	isBlank,
	KEY_FIELDS,
	KEY_LABELS,
	type KeyField,
	parseBaseUrl,
	readServiceDetails,
	REQUESTS_PER_MINUTE,
	type ServiceDetails,
	yesOrNo,
} from '../contract';
import { Problem } from './failures/problem';

export const CREDENTIAL_TYPE = 'workforceOperationsApi';

/** The validated credential, with one of its keys. */
export interface Settings {
	baseUrl: string;
	/** Scheme, host and port; our headers are sent nowhere else. */
	origin: string;
	apiKey: string;
	subscriptionKey: string;
	subscriptionKeyHeader: string;
	requestsPerMinute: number;
	/** Only GET is sent. Holds for any value of the switch other than false or absent. */
	readOnly: boolean;
	details: ServiceDetails;
	/** Identifies the address and key that a stored token belongs to. */
	fingerprint: string;
	/** Requests with the same value share a rate limit, because the service limits by key. */
	budgetKey: string;
	/** With separate keys: the field of `apiKey`. */
	field?: KeyField;
	/** With separate keys: all keys by field, without empty ones (see `keys.ts`). */
	separateKeys?: ReadonlyMap<KeyField, string>;
}

export const hashOf = (...parts: string[]): string => createHash('sha256').update(parts.join('\n')).digest('hex');

/** HMAC-SHA256 of the parts, one after another. */
export function sealOf(key: string, ...parts: Array<string | Buffer>): Buffer {
	const seal = createHmac('sha256', key);
	for (const part of parts) seal.update(part);
	return seal.digest();
}

/** Compares in constant time, so that the time doesn't reveal where they differ. */
export const isSameSeal = (one: Buffer, other: Buffer): boolean =>
	one.length === other.length && timingSafeEqual(one, other);

const trimmedText = (value: unknown): string => (typeof value === 'string' ? value.trim() : '');

/** An expression may give a number, which is a valid key. */
const readKeys = (data: ICredentialDataDecryptedObject): Map<KeyField, string> =>
	new Map(
		KEY_FIELDS.map((field): [KeyField, string] => [
			field,
			isBlank(data[field]) ? '' : String(data[field]).trim(),
		]).filter(([, key]) => key !== ''),
	);

function assertSendable(name: string, value: string): void {
	if (!UNSENDABLE.test(value)) return;
	throw new Problem(
		`The ${name} contains an invalid character`,
		forPerson('Paste the key again, without spaces, line breaks or quotation marks.'),
	);
}

const identityOf = (
	{ baseUrl, origin }: Pick<Settings, 'baseUrl' | 'origin'>,
	apiKey: string,
): Pick<Settings, 'apiKey' | 'fingerprint' | 'budgetKey'> => ({
	apiKey,
	fingerprint: hashOf(baseUrl, apiKey),
	budgetKey: hashOf(origin, apiKey),
});

/** Throws a Problem if the field's key isn't valid. */
export function withKey(settings: Settings, field: KeyField, key: string): Settings {
	assertSendable(KEY_LABELS[field], key);
	return { ...settings, ...identityOf(settings, key), field };
}

/** HTTP headers can't hold them: for example, a line break or a typographic quote in a pasted key. */
const UNSENDABLE = /[^\x21-\x7e]/;

/** A key in one of these headers would break the request or replace the token. */
const OWN_HEADERS = /^(authorization|host|connection|cookie|accept|content-.*|transfer-encoding|x-workforce-.*)$/i;

function readAddress(data: ICredentialDataDecryptedObject): { baseUrl: string; header: string } {
	const code = isBlank(data.region) ? DEFAULT_REGION : String(data.region).trim();
	const region = findRegion(code);
	if (region) return { baseUrl: region.baseUrl, header: region.subscriptionKeyHeader };
	if (code !== CUSTOM_REGION) {
		throw new Problem(
			'The credential’s region does not exist',
			forPerson('Open the credential and choose its Region from the list, or Custom for another address.'),
		);
	}
	const parsed = parseBaseUrl(trimmedText(data.baseUrl));
	if ('wrong' in parsed) {
		throw new Problem(parsed.wrong, forPerson('Open the credential, set Region to Custom and correct the Base URL.'));
	}
	return {
		baseUrl: parsed.baseUrl,
		header: trimmedText(data.subscriptionKeyHeader) || DEFAULT_SUBSCRIPTION_KEY_HEADER,
	};
}

/** Throws a Problem that says where Service Details are wrong. */
export function detailsOf(data: ICredentialDataDecryptedObject): ServiceDetails {
	const secrets = [...readKeys(data).values(), trimmedText(data.subscriptionKey)];
	const read = readServiceDetails(data.serviceDetails, secrets);
	if ('details' in read) return read.details;
	const [first = '', ...others] = read.faults;
	throw new Problem(`The credential’s Service Details: ${first}`, [
		...others,
		forPerson('Open the credential and correct or clear Service Details.'),
	]);
}

/** Throws a Problem that names the field to correct. */
export function readSettings(data: ICredentialDataDecryptedObject): Settings {
	const { baseUrl, header } = readAddress(data);
	const separateKeys = yesOrNo(data.separateKeys) === true ? readKeys(data) : undefined;
	const apiKey = trimmedText(data.apiKey);
	const subscriptionKey = trimmedText(data.subscriptionKey);
	if (separateKeys?.size === 0) {
		throw new Problem(
			'The credential has no API key',
			forPerson('Open the credential and fill in API Key, or the key for each area you need, such as Timesheet Key.'),
		);
	}
	if (separateKeys === undefined && apiKey === '') {
		throw new Problem(
			'The API key is empty',
			forPerson('Open the credential and paste the key that a SuperAdmin generated in the web application.'),
		);
	}
	if (subscriptionKey === '' && trimmedText(data.region) !== CUSTOM_REGION) {
		throw new Problem('The subscription key is empty', [
			forPerson('Open the credential and paste your region’s subscription key.'),
			forEditor('The service’s support team can give it to you.'),
		]);
	}
	// Separate keys are validated on use, so that a wrong one doesn't affect the others.
	if (separateKeys === undefined) assertSendable('API key', apiKey);
	assertSendable('subscription key', subscriptionKey);
	if (!/^[\w-]+$/.test(header) || OWN_HEADERS.test(header)) {
		throw new Problem(
			'The subscription key header has an invalid name',
			forPerson(`Open the credential and correct it; the usual name is ${DEFAULT_SUBSCRIPTION_KEY_HEADER}.`),
		);
	}
	const perMinute = Number(data.requestsPerMinute ?? REQUESTS_PER_MINUTE);
	const { origin } = new URL(baseUrl);
	return {
		baseUrl,
		origin,
		subscriptionKey,
		subscriptionKeyHeader: header.toLowerCase(),
		requestsPerMinute: Number.isFinite(perMinute) && perMinute >= 1 ? Math.floor(perMinute) : REQUESTS_PER_MINUTE,
		readOnly: 'readOnly' in data && data.readOnly !== false,
		details: detailsOf(data),
		...identityOf({ baseUrl, origin }, apiKey),
		separateKeys,
	};
}
