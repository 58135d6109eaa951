import { MINUTE_MS } from '../../contract';
import type { Problem } from '../failures/problem';
import type { Settings } from '../settings';
import { ExpiringMap } from '../clock';
import type { StoredToken } from '../storedTokens';
import { keyIdentity } from './tokenCache';
import { REFUSAL_MEMORY_MS } from './tokenPolicy';

/*
 * n8n requests an exchange without saying for which request. So for a credential with several keys this module
 * remembers which tokens are needed, by whom, and the latest results. All of it is in memory and short-lived: n8n
 * asks for the token, exchanges and asks again in immediate succession, in one process.
 */

/** How long a needed token, and the result of an exchange, are remembered. */
const SHORT_MS = 10_000;

/** A failure that may pass is remembered only for those who waited for that exchange. */
const PASSING_MS = 1_000;

/** Longer than n8n's own requests take, because it requests an exchange only after one has failed. */
const LENT_MS = 10 * MINUTE_MS;

export type ExchangeOutcome = { token: StoredToken } | { problem: Problem };

const calledFor = new ExpiringMap<true>();
const lent = new ExpiringMap<true>();
const outcomes = new ExpiringMap<ExchangeOutcome>();

const tokenIdentity = (key: Settings, token: string): string => `${keyIdentity(key)}:${token}`;

/** A request needs another token of the key than this one; `''` if there is none. */
export const callFor = (key: Settings, token: string): void => {
	calledFor.set(tokenIdentity(key, token), true, SHORT_MS);
};

/** n8n sends a request of its own with this token. */
export const lend = (key: Settings, token: string): void => {
	lent.set(tokenIdentity(key, token), true, LENT_MS);
};

export const isCalledFor = (key: Settings, token: string): boolean => calledFor.get(tokenIdentity(key, token)) === true;

export const isLent = (key: Settings, token: string): boolean => lent.get(tokenIdentity(key, token)) === true;

export const noteOutcome = (key: Settings, outcome: ExchangeOutcome): void => {
	const failed = 'problem' in outcome && (outcome.problem.passing ? PASSING_MS : REFUSAL_MEMORY_MS);
	outcomes.set(keyIdentity(key), outcome, failed || SHORT_MS);
};

/** Undefined if there was none in the last seconds. */
export const lastOutcome = (key: Settings): ExchangeOutcome | undefined => outcomes.get(keyIdentity(key));
