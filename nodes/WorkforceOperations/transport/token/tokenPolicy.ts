import { MINUTE_MS } from '../../contract';

/*
 * How this package comes by a token, on one page. `tokenExchange.ts` asks for one, `tokenCache.ts` deduplicates the
 * requests for it, `renewal.ts` deals with all keys of a credential, and `use.ts` hands the token of one to a request.
 *
 * - n8n stores the token beside the key, with the time of its renewal and a fingerprint of base address and key.
 *   Every process reads it from there; what is in memory here only spares requests.
 * - A token is used while it is fresh: it is there, its fingerprint is that of the present address and key, and the time
 *   to exchange it has not come (`isFresh`). Otherwise the credential makes n8n exchange the key before anything is sent.
 * - That time is five minutes before the end, and never later than half-way through a short life (`refreshTime`); at the
 *   very least the token serves the request that waits for it.
 * - A token that the service refuses is named with the request that is sent again, and replaced once. Those who find out
 *   a moment later that the same token has ended share its successor.
 * - Callers that come at the same time share one flight for each address, key and subscription key. A flight has an end
 *   of its own: a token that trickles in is given up, so that no caller hangs, and the next one begins a new flight.
 * - An exchange writes nothing, so that it is repeated like a read; but not when it ran into its deadline.
 * - A rate-limited token endpoint is waited for once, for a minute at most.
 * - Keys that the service has refused are not sent again for a moment: the items of a run that fail with the same key
 *   share one token request.
 * - The other of the two known paths is tried on 404 only.
 * - A credential with several keys exchanges all of them in one flight and stores their tokens together (`renewal.ts`,
 *   `storedTokens.ts`). Once an hour all are renewed together; what a single key lacks is had for that key alone.
 */

/** How long before its end a token is renewed. */
export const RENEWAL_MARGIN_MS = 5 * MINUTE_MS;

/** However late the answer comes, the token must serve the request that waits for it. */
export const LEAST_USE_MS = 1_000;

/** How long a refusal of the keys is remembered. */
export const REFUSAL_MEMORY_MS = 5_000;

/** How long in-flight requests may reuse the replacement of their token. */
export const REPLACED_MEMORY_MS = 5_000;

/** The longest that a rate-limited token endpoint is waited for. */
export const LONGEST_WAIT_MS = MINUTE_MS;

/** Short ones, because the answer to a token request is small. */
export const TOKEN_TIMEOUTS = { idleMs: 30_000, deadlineMs: 45_000 };

/** When to exchange again, for a token that lives `lifetimeMs` from `now` on. */
export const refreshTime = (now: number, lifetimeMs: number): number =>
	now + Math.max(lifetimeMs - RENEWAL_MARGIN_MS, lifetimeMs / 2);
