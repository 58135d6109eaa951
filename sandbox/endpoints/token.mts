import { ServiceError } from '../core/errors.mts';
import { findKey } from '../core/keys.mts';
import type { Reply } from '../server/envelopes.mts';
import type { World } from '../server/world.mts';
import type { JournalRow } from '../server/journal.mts';

// Assumed, Token: both paths need the subscription key, and neither counts towards the rate limit; `/api/token/request` accepts
//   and returns the same as the longer path.
/** POST token/request: the only call without a caller; notes the exchanged key in the journal. */
export function requestToken(world: World, body: Record<string, unknown>, journal: JournalRow): Reply {
	const key = findKey(body.apiKey);
	if (key === undefined || world.tokens.withdrawn.has(String(body.apiKey)))
		throw new ServiceError(401, 'The API key is not known.', { field: 'apiKey' });
	journal.key = key.name;
	return { data: { accessToken: world.tokens.issue(key), expiresIn: world.tokens.ttlSeconds, tokenType: 'Bearer' } };
}
