import { keyName } from '../keys';
import { asProblem, type Problem } from '../failures/problem';
import type { Settings } from '../settings';
import { ExpiringMap } from '../clock';
import { exchangeKey, RejectedKey, type Sender } from './tokenExchange';
import { REFUSAL_MEMORY_MS, REPLACED_MEMORY_MS } from './tokenPolicy';
import type { StoredToken } from '../storedTokens';

const flights = new Map<string, Promise<StoredToken>>();
const refusals = new ExpiringMap<RejectedKey>();
const replaced = new ExpiringMap<StoredToken>();

/** Includes the subscription key, by which a gateway may distinguish callers. */
export const keyIdentity = ({ fingerprint, subscriptionKeyHeader, subscriptionKey }: Settings): string =>
	`${fingerprint}:${subscriptionKeyHeader}:${subscriptionKey}`;

export const exchangeProblem = (error: unknown, key: Pick<Settings, 'field'>): Problem =>
	asProblem(error, `The ${keyName(key)} could not be exchanged for a token`);

/**
 * Concurrent callers share one request. So do later callers with the same `stale` token, because in-flight requests
 * notice its expiry one after another.
 */
export async function requestToken(http: Sender, settings: Settings, stale = ''): Promise<StoredToken> {
	const key = keyIdentity(settings);
	const refusal = refusals.get(key);
	if (refusal) throw refusal.named(settings);
	const replacement = `${key}:${stale}`;
	const known = stale === '' ? undefined : replaced.get(replacement);
	if (known) return known;
	const flight = flights.get(key) ?? exchangeKey(http, settings).finally(() => flights.delete(key));
	flights.set(key, flight);
	try {
		const token = await flight;
		if (stale !== '') replaced.set(replacement, token, REPLACED_MEMORY_MS);
		return token;
	} catch (error) {
		const problem = exchangeProblem(error, settings);
		if (!(problem instanceof RejectedKey)) throw problem;
		refusals.set(key, problem, REFUSAL_MEMORY_MS);
		throw problem.named(settings);
	}
}
