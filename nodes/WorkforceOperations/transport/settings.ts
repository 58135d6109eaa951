import { createHash } from 'crypto';
import type { ICredentialDataDecryptedObject } from 'n8n-workflow';
import {
	CUSTOM_REGION,
	DEFAULT_REGION,
	DEFAULT_SUBSCRIPTION_KEY_HEADER,
	findRegion,
	parseBaseUrl,
	REQUESTS_PER_MINUTE,
} from '../contract';
import { Problem } from './failures/problem';

export const CREDENTIAL_TYPE = 'workforceOperationsApi';

/** The credential, checked and in the form that requests need. */
export interface Settings {
	baseUrl: string;
	/** Scheme, host and port: nothing of ours is sent anywhere else. */
	origin: string;
	apiKey: string;
	subscriptionKey: string;
	subscriptionKeyHeader: string;
	requestsPerMinute: number;
	/** Tells which address and key a stored token belongs to. */
	fingerprint: string;
	/** Whose requests the service counts together: it limits by key. */
	budgetKey: string;
}

const shortHash = (...parts: string[]): string => createHash('sha256').update(parts.join('\n')).digest('hex');

const readText = (value: unknown): string => (typeof value === 'string' ? value.trim() : '');

/** Characters that no HTTP header may hold: a key pasted with a line break or a typographic quote. */
const UNSENDABLE = /[^\x21-\x7e]/;

/** Headers that have another meaning: a key in one of them would break the request or replace the token. */
const OWN_HEADERS = /^(authorization|host|connection|cookie|accept|content-.*|transfer-encoding|x-workforce-.*)$/i;

function readAddress(data: ICredentialDataDecryptedObject): { baseUrl: string; header: string } {
	const code = readText(data.region) || DEFAULT_REGION;
	const region = findRegion(code);
	if (region) return { baseUrl: region.baseUrl, header: region.subscriptionKeyHeader };
	if (code !== CUSTOM_REGION) {
		throw new Problem(
			'The credential names a region that does not exist',
			'Open the credential and choose its Region from the list, or Custom for another address.',
		);
	}
	const parsed = parseBaseUrl(readText(data.baseUrl));
	if ('wrong' in parsed) {
		throw new Problem(parsed.wrong, 'Open the credential, choose the region Custom and correct the Base URL.');
	}
	return { baseUrl: parsed.baseUrl, header: readText(data.subscriptionKeyHeader) || DEFAULT_SUBSCRIPTION_KEY_HEADER };
}

/** Reads the credential's fields; throws a Problem that says which of them to correct. */
export function readSettings(data: ICredentialDataDecryptedObject): Settings {
	const { baseUrl, header } = readAddress(data);
	const apiKey = readText(data.apiKey);
	const subscriptionKey = readText(data.subscriptionKey);
	if (apiKey === '') {
		throw new Problem(
			'The API key is empty',
			'Open the credential and paste the key that a SuperAdmin generated in the web application.',
		);
	}
	if (subscriptionKey === '' && readText(data.region) !== CUSTOM_REGION) {
		throw new Problem(
			'The subscription key is empty',
			'Open the credential and paste the subscription key of your region; the support of the service hands it out.',
		);
	}
	for (const [name, value] of [
		['API key', apiKey],
		['subscription key', subscriptionKey],
	] as const) {
		if (UNSENDABLE.test(value)) {
			throw new Problem(
				`The ${name} holds a character that no key has`,
				'Paste the key again, without spaces, line breaks or quotation marks.',
			);
		}
	}
	if (!/^[\w-]+$/.test(header) || OWN_HEADERS.test(header)) {
		throw new Problem(
			'The subscription key header is not a header that can carry a key',
			`Open the credential and correct it; the usual name is ${DEFAULT_SUBSCRIPTION_KEY_HEADER}.`,
		);
	}
	const perMinute = Number(data.requestsPerMinute ?? REQUESTS_PER_MINUTE);
	const { origin } = new URL(baseUrl);
	return {
		baseUrl,
		origin,
		apiKey,
		subscriptionKey,
		subscriptionKeyHeader: header.toLowerCase(),
		requestsPerMinute: Number.isFinite(perMinute) && perMinute >= 1 ? Math.floor(perMinute) : REQUESTS_PER_MINUTE,
		fingerprint: shortHash(baseUrl, apiKey),
		budgetKey: shortHash(origin, apiKey),
	};
}
