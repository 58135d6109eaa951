import { MINUTE_MS } from '../../contract';

/*
 * How this package gets a token, on one page. `tokenExchange.ts` requests one. `use.ts` deduplicates these requests,
 * renews the tokens of all keys of a credential, and provides the one for a request.
 *
 * - n8n stores the token with the key, together with the time of its renewal and a fingerprint of base address and key.
 *   Every process reads it from there; what is in memory here only saves requests.
 * - A token is used while it is fresh: it exists, its fingerprint is that of the current address and key, and it isn't
 *   due for renewal (`isFresh`). Otherwise the credential makes n8n exchange the key before anything is sent.
 * - Renewal is due five minutes before expiry, and at the latest after half of a short lifetime (`refreshTime`). In any
 *   case the token serves the request that waits for it.
 * - A token that the service refuses is named in the resent request, and replaced once. Requests that find out shortly
 *   afterwards that the same token has expired share its replacement.
 * - Concurrent callers share one exchange for each address, key and subscription key. An exchange has a deadline: a
 *   token that trickles in is abandoned, so that no caller hangs, and the next one starts a new exchange.
 * - An exchange writes nothing, so it is retried like a read, but not after its deadline.
 * - If the token endpoint is rate-limited, the exchange waits once, for a minute at most.
 * - Keys that the service has refused are not sent again for a moment. So the items of a run that fail with the same
 *   key share one token request.
 * - The other of the two known paths is tried on 404 only.
 * - A credential with several keys exchanges all of them at once and stores their tokens together (`use.ts`,
 *   `storedTokens.ts`). Once an hour all are renewed together; a single missing one is exchanged by itself.
 */

/** Before expiry. */
export const RENEWAL_MARGIN_MS = 5 * MINUTE_MS;

/** However late the response, the token must serve the request that waits for it. */
export const LEAST_USE_MS = 1_000;

/** How long a refusal of the keys is remembered. */
export const REFUSAL_MEMORY_MS = 5_000;

/** How long in-flight requests may reuse the replacement of their token. */
export const REPLACED_MEMORY_MS = 5_000;

/** The longest wait for a rate-limited token endpoint. */
export const LONGEST_WAIT_MS = MINUTE_MS;

/** The response to a token request is small. */
export const TOKEN_TIMEOUTS = { idleMs: 30_000, deadlineMs: 45_000 };

/** For a token that is valid for `lifetimeMs` from `now`. */
export const refreshTime = (now: number, lifetimeMs: number): number =>
	now + Math.max(lifetimeMs - RENEWAL_MARGIN_MS, lifetimeMs / 2);
