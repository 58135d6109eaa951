import { type Claims, endpoints, readClaims, tokenEnd } from '../contract';
import { settle } from './settle';
import { type Connection, Run } from './connection';
import { isKind, ServiceError } from './errors/serviceError';
import { findProblem } from './failures/problem';
import { sendCall } from './request';
import type { Settings } from './settings';
import { exchangeKey, RejectedKey } from './token/tokenExchange';

export interface KeyCheck {
	/** Undefined if unknown. */
	valid?: boolean;
	/** Why the key is invalid or its validity unknown, or a caveat; contains no secret. */
	reason?: string;
	claims?: Claims;
	/** ISO-8601, from the new token's own claim. */
	tokenEndsAt?: string;
}

const joinSentences = (...parts: Array<string | null | undefined>): string =>
	parts
		.map((part) => part?.replace(/\.$/, '') ?? '')
		.filter((part) => part !== '')
		.map((part) => `${part}.`)
		.join(' ');

/** Known only once the key was exchanged. */
type TokenFacts = Pick<KeyCheck, 'claims' | 'tokenEndsAt'>;

/**
 * For a check that failed without saying whether the key is valid. With separate keys only this key is affected, so
 * the others are still checked; otherwise, or if the execution was stopped, it throws.
 */
function unknownValidity({ settings, signal }: Connection, error: unknown, facts: TokenFacts = {}): KeyCheck {
	const told = error instanceof ServiceError ? error : findProblem(error);
	if (settings.separateKeys === undefined || signal?.aborted || told === undefined) throw error;
	return { reason: joinSentences(told.message, told instanceof ServiceError ? told.description : told.cure), ...facts };
}

/**
 * Exchanges one key for a new token, and reads one record of a list that any key may read. Writes nothing. Returns a
 * refused key as a result.
 */
export async function checkKey(connection: Connection, settings: Settings, itemIndex: number): Promise<KeyCheck> {
	const { context } = connection;
	const own: Connection = { ...connection, settings, run: new Run() };
	const exchanged = await settle(
		exchangeKey(async (options): Promise<unknown> => await context.helpers.httpRequest(options), settings),
	);
	if ('error' in exchanged) {
		const { error } = exchanged;
		if (!(error instanceof RejectedKey)) return unknownValidity(own, error);
		return { valid: false, reason: joinSentences(error.message, error.cure) };
	}
	const { accessToken } = exchanged.result;
	const facts = { claims: readClaims(accessToken), tokenEndsAt: tokenEnd(accessToken) };
	// Chooses the key by its field, so that the other keys stay known and are redacted from the answer.
	const call = {
		endpoint: endpoints['customer.getAll'],
		query: { limit: '1' },
		keyField: settings.separateKeys && settings.field,
		itemIndex,
	};
	// A stored token may predate the revocation of its key.
	const read = await settle(sendCall({ ...own, token: accessToken }, call));
	if ('result' in read) return { valid: true, ...facts };
	const { error } = read;
	if (isKind(error, 'unauthorized')) {
		return {
			valid: false,
			reason:
				'The service issued a token for the API key, then refused it. Check the credential’s Subscription Key, then its Region.',
			...facts,
		};
	}
	if (isKind(error, 'forbidden')) {
		return {
			valid: true,
			reason:
				'The API key is correct, but it can’t read the list of customers, which every key should be able to read.',
			...facts,
		};
	}
	return unknownValidity(own, error, facts);
}
