import { forPerson } from '../failures/cure';
import type { ICredentialDataDecryptedObject } from 'n8n-workflow';
import { eachKey, keyName, usableKeys } from '../keys';
import { asProblem, Problem } from '../failures/problem';
import type { Settings } from '../settings';
import { isFresh, NO_TOKENS, packTokens, storedToken, type StoredToken } from '../storedTokens';
import { settle } from '../settle';
import { clock, ExpiringMap } from '../clock';
import { exchangeKey, RejectedKey, type Sender } from './tokenExchange';
import { REFUSAL_MEMORY_MS, RENEWAL_MARGIN_MS, REPLACED_MEMORY_MS } from './tokenPolicy';
import { MINUTE_MS } from '../../contract';

const flights = new Map<string, Promise<StoredToken>>();
const refusals = new ExpiringMap<RejectedKey>();
const replaced = new ExpiringMap<StoredToken>();

/** Includes the subscription key, by which a gateway may distinguish callers. */
const keyIdentity = ({ fingerprint, subscriptionKeyHeader, subscriptionKey }: Settings): string =>
	`${fingerprint}:${subscriptionKeyHeader}:${subscriptionKey}`;

const exchangeProblem = (error: unknown, key: Pick<Settings, 'field'>): Problem =>
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

/*
 * n8n requests an exchange without saying for which request. So for a credential with several keys this module
 * remembers which tokens are needed, by whom, and the latest results. All of it is in memory and short-lived: n8n
 * asks for the token, exchanges and asks again in immediate succession, in one process.
 */

/** How long a needed token, and the result of an exchange, are remembered. */
const SHORT_MS = 10_000;

/** A failure that may pass is remembered only for callers that waited for that exchange. */
const PASSING_MS = 1_000;

/** Longer than n8n's own requests take, because it requests an exchange only after one has failed. */
const LENT_MS = 10 * MINUTE_MS;

type ExchangeOutcome = { token: StoredToken } | { problem: Problem };

const calledFor = new ExpiringMap<true>();
const lent = new ExpiringMap<true>();
const outcomes = new ExpiringMap<ExchangeOutcome>();

const tokenIdentity = (key: Settings, token: string): string => `${keyIdentity(key)}:${token}`;

/** A request needs another token of the key than this one; `''` if there is none. */
const callFor = (key: Settings, token: string): void => {
	calledFor.set(tokenIdentity(key, token), true, SHORT_MS);
};

/** n8n sends a request of its own with this token. */
const lend = (key: Settings, token: string): void => {
	lent.set(tokenIdentity(key, token), true, LENT_MS);
};

const isCalledFor = (key: Settings, token: string): boolean => calledFor.get(tokenIdentity(key, token)) === true;

const isLent = (key: Settings, token: string): boolean => lent.get(tokenIdentity(key, token)) === true;

const noteOutcome = (key: Settings, outcome: ExchangeOutcome): void => {
	const failed = 'problem' in outcome && (outcome.problem.passing ? PASSING_MS : REFUSAL_MEMORY_MS);
	outcomes.set(keyIdentity(key), outcome, failed || SHORT_MS);
};

/** Undefined if there was none in the last seconds. */
const lastOutcome = (key: Settings): ExchangeOutcome | undefined => outcomes.get(keyIdentity(key));

interface Held {
	key: Settings;
	token: StoredToken | undefined;
}

function dueOf(held: Held[], isEmpty: boolean): Held[] {
	const now = clock.date();
	const refreshAt = ({ token }: Held): number => token?.refreshAt ?? -Infinity;
	// All are renewed together, once an hour; one renewed in between keeps its own time.
	if (isEmpty || held.some(({ token }) => token !== undefined && token.refreshAt <= now))
		return held.filter((one) => refreshAt(one) <= now + RENEWAL_MARGIN_MS);
	const isIn = (isIt: typeof isCalledFor) => (one: Held) => isIt(one.key, one.token?.accessToken ?? '');
	const called = held.filter(isIn(isCalledFor));
	return called.length > 0 ? called : held.filter(isIn(isLent));
}

const hasToken = (outcome: ExchangeOutcome | undefined): outcome is { token: StoredToken } =>
	outcome !== undefined && 'token' in outcome;

/** Why the last exchange brought no token. */
function lastProblem(key: Settings): Problem | undefined {
	const outcome = lastOutcome(key);
	return hasToken(outcome) ? undefined : outcome?.problem;
}

/** The token to store after the exchanges. */
function tokenAfter({ key, token }: Held, wasDue: boolean): StoredToken | undefined {
	const outcome = lastOutcome(key);
	if (hasToken(outcome) && (wasDue || token === undefined)) return outcome.token;
	if (!wasDue || token === undefined) return token;
	const { accessToken, refreshAt } = token;
	const isUsable = refreshAt > clock.date() && !isCalledFor(key, accessToken) && !isLent(key, accessToken);
	return isUsable ? token : undefined;
}

/**
 * Exchanges all due keys concurrently, and returns what n8n stores. With one key a failure is thrown. With several it
 * is kept for the requests that need that key, so that a wrong key affects only its own area.
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
			// Another request was quicker; this one had read the earlier state.
			if (!isEmpty && token === undefined && hasToken(lastOutcome(key))) return;
			const tried = await settle(requestToken(http, key, token?.accessToken));
			if ('result' in tried) return noteOutcome(key, { token: tried.result });
			noteOutcome(key, { problem: exchangeProblem(tried.error, key) });
		}),
	);
	return packTokens(held.flatMap((one) => tokenAfter(one, due.includes(one)) ?? []));
}

/** n8n reacts to this error by exchanging the keys and calling `authenticate` again, before anything is sent. */
class TokenNeeded extends Problem {
	readonly response = { status: 401 };

	constructor(key: Pick<Settings, 'field'>) {
		super(
			`No valid token is available for the ${keyName(key)}`,
			forPerson('Open the credential and test it. The test shows what to correct.'),
		);
	}
}

interface Asking {
	/** The token that the service has just refused. */
	refused?: unknown;
	/** Sent by n8n itself, which doesn't say whether a token was refused. */
	isForeign?: boolean;
}

/** Throws the error that makes n8n exchange the keys, or the reason why this key's exchange failed. */
export function tokenForRequest(
	credentials: ICredentialDataDecryptedObject,
	key: Settings,
	{ refused, isForeign }: Asking,
): string {
	const stored = storedToken(credentials, key)?.accessToken ?? '';
	if (isFresh(credentials, key) && stored !== refused) {
		if (isForeign && key.separateKeys !== undefined) lend(key, stored);
		return stored;
	}
	if (key.separateKeys !== undefined) {
		const problem = lastProblem(key);
		if (problem !== undefined) throw problem;
		callFor(key, stored);
	}
	throw new TokenNeeded(key);
}

/** For the test of a credential with several keys: throws the first problem if any key wasn't exchanged just now. */
export function assertEveryKey(credentials: ICredentialDataDecryptedObject, settings: Settings): void {
	// n8n exchanges a single key for every test, and reports its failure.
	if (settings.separateKeys === undefined) return;
	const untried = usableKeys(settings).filter((key) => lastOutcome(key) === undefined);
	for (const key of untried) callFor(key, storedToken(credentials, key)?.accessToken ?? '');
	if (untried[0] !== undefined) throw new TokenNeeded(untried[0]);
	for (const key of eachKey(settings)) {
		const problem = key instanceof Problem ? key : lastProblem(key);
		if (problem !== undefined) throw problem;
	}
}
