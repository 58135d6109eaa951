import type { IExecuteFunctions, IHttpRequestOptions } from 'n8n-workflow';
import { type Claims, endpoints, readClaims, tokenEnd } from '../contract';
import { settle } from './settle';
import type { Connection } from './connection';
import { isKind } from './errors/serviceError';
import { takeInternalHeaders } from './http/internalHeaders';
import { sendCall } from './request';
import type { Settings } from './settings';
import { CircuitBreakers } from './circuitBreaker';
import { exchangeKey, RejectedKey } from './token/tokenExchange';

/** The result of checking a key. */
export interface KeyCheck {
	valid: boolean;
	/** Why it isn't valid, or a caveat; without any secret. */
	reason?: string;
	claims?: Claims;
	/** The expiry of its new token as ISO-8601, from the token's own claim. */
	tokenEndsAt?: string;
}

/** A connection of an execution, with the settings of the key to check. */
type CheckedConnection = Connection & { context: IExecuteFunctions };

/**
 * The connection with a new token instead of the one that n8n has stored, which may have been issued before the key was
 * revoked. Rate limit, retries, timeouts and the allowed host are unchanged.
 */
function withToken(connection: CheckedConnection, token: string): Connection {
	const { context, settings } = connection;
	const httpRequestWithAuthentication = async (_type: string, options: IHttpRequestOptions): Promise<unknown> => {
		const { headers } = takeInternalHeaders(options.headers);
		headers.authorization = `Bearer ${token}`;
		if (settings.subscriptionKey) headers[settings.subscriptionKeyHeader] = settings.subscriptionKey;
		options.headers = headers;
		return await context.helpers.httpRequest(options);
	};
	const helpers: unknown = Object.create(context.helpers, {
		httpRequestWithAuthentication: { value: httpRequestWithAuthentication },
	});
	return {
		...connection,
		context: Object.create(context, { helpers: { value: helpers } }) as IExecuteFunctions,
		breakers: new CircuitBreakers(),
	};
}

const joinSentences = (...parts: Array<string | null | undefined>): string =>
	parts
		.map((part) => part?.trim().replace(/\.$/, '') ?? '')
		.filter((part) => part !== '')
		.map((part) => `${part}.`)
		.join(' ');

/**
 * Checks one key: exchanges it for a new token, and reads one record of a list that any key may read. Writes nothing. A
 * key that the service refuses is a result; a service that can't be reached is an error.
 */
export async function checkKey(
	connection: CheckedConnection,
	settings: Settings,
	itemIndex: number,
): Promise<KeyCheck> {
	const own: CheckedConnection = { ...connection, settings };
	const { context } = connection;
	const exchanged = await settle(
		exchangeKey(async (options): Promise<unknown> => await context.helpers.httpRequest(options), settings),
	);
	if ('error' in exchanged) {
		const { error } = exchanged;
		if (!(error instanceof RejectedKey)) throw error;
		return { valid: false, reason: joinSentences(error.message, error.cure) };
	}
	const { accessToken } = exchanged.result;
	const facts = { claims: readClaims(accessToken), tokenEndsAt: tokenEnd(accessToken) };
	const call = { endpoint: endpoints['customer.getAll'], query: { limit: '1' }, itemIndex };
	const read = await settle(sendCall(withToken(own, accessToken), call));
	if ('result' in read) return { valid: true, ...facts };
	const { error } = read;
	if (isKind(error, 'unauthorized')) {
		return {
			valid: false,
			reason:
				'The service made a token for the API key, and then refused it. Check the Subscription Key of the credential, then its Region.',
			...facts,
		};
	}
	if (isKind(error, 'forbidden')) {
		return {
			valid: true,
			reason: 'The API key is right, but it may not read the list of customers, which any key may.',
			...facts,
		};
	}
	throw error;
}
