import type { ICredentialDataDecryptedObject } from 'n8n-workflow';
import { settle } from '../settle';
import { usableKeys } from '../keys';
import type { Settings } from '../settings';
import { clock } from '../clock';
import { exchangeProblem, requestToken } from './tokenCache';
import type { Sender } from './tokenExchange';
import { isCalledFor, isLent, lastOutcome, noteOutcome, type ExchangeOutcome } from './needs';
import { RENEWAL_MARGIN_MS } from './tokenPolicy';
import { NO_TOKENS, packTokens, storedToken, type StoredToken } from '../storedTokens';

interface Held {
	key: Settings;
	token: StoredToken | undefined;
}

/** The keys of a credential whose tokens are due for renewal. */
function dueOf(held: Held[], isEmpty: boolean): Held[] {
	const now = clock.date();
	const refreshAt = ({ token }: Held): number => token?.refreshAt ?? -Infinity;
	// All together, once an hour; one that was renewed in between keeps its own time.
	if (isEmpty || held.some(({ token }) => token !== undefined && token.refreshAt <= now))
		return held.filter((one) => refreshAt(one) <= now + RENEWAL_MARGIN_MS);
	const isIn = (isIt: typeof isCalledFor) => (one: Held) => isIt(one.key, one.token?.accessToken ?? '');
	const called = held.filter(isIn(isCalledFor));
	return called.length > 0 ? called : held.filter(isIn(isLent));
}

const hasToken = (outcome: ExchangeOutcome | undefined): outcome is { token: StoredToken } =>
	outcome !== undefined && 'token' in outcome;

/** What is stored for a key after the exchanges. */
function tokenAfter({ key, token }: Held, wasDue: boolean): StoredToken | undefined {
	const outcome = lastOutcome(key);
	if (hasToken(outcome) && (wasDue || token === undefined)) return outcome.token;
	if (!wasDue || token === undefined) return token;
	const { accessToken, refreshAt } = token;
	const isUsable = refreshAt > clock.date() && !isCalledFor(key, accessToken) && !isLent(key, accessToken);
	return isUsable ? token : undefined;
}

/**
 * Exchanges all due keys of a credential concurrently, and returns what n8n stores. With one key a failure is thrown; with
 * several it is kept for the requests that need that key, so that a wrong key affects only its own area.
 */
export async function renewTokens(
	http: Sender,
	settings: Settings,
	credentials: ICredentialDataDecryptedObject,
): Promise<StoredToken> {
	const stored = String(credentials.accessToken ?? '');
	if (settings.separateKeys === undefined) return await requestToken(http, settings, stored);
	const held = usableKeys(settings).map((key): Held => ({ key, token: storedToken(credentials, key) }));
	const isEmpty = stored !== NO_TOKENS && held.every(({ token }) => token === undefined);
	const due = dueOf(held, isEmpty);
	await Promise.all(
		due.map(async ({ key, token }) => {
			// Another request has been quicker, and this one had read the earlier state.
			if (!isEmpty && token === undefined && hasToken(lastOutcome(key))) return;
			const tried = await settle(requestToken(http, key, token?.accessToken));
			if ('result' in tried) return noteOutcome(key, { token: tried.result });
			noteOutcome(key, { problem: exchangeProblem(tried.error, key) });
		}),
	);
	return packTokens(held.flatMap((one) => tokenAfter(one, due.includes(one)) ?? []));
}
