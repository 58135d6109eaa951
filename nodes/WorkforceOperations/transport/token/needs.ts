import { MINUTE_MS } from '../../contract';
import type { Problem } from '../failures/problem';
import type { Settings } from '../settings';
import { clock } from '../clock';
import type { StoredToken } from '../storedTokens';
import { REFUSAL_MEMORY_MS } from './tokenPolicy';

/*
 * n8n calls for an exchange without saying what the request was for, so that a credential with several keys remembers here
 * which of its tokens were called for, by whom, and how the exchange of each has just ended. All of it is in memory, and
 * short: n8n asks for the token, exchanges and asks again in one go, in one process.
 */

/** How long a token that is called for, and the end of an exchange, are remembered. */
const SHORT_MS = 10_000;

/** How long a failure that may be over at the next try is remembered: only for those who waited for that exchange. */
const PASSING_MS = 1_000;

/** Longer than n8n's own requests last: only when one has failed it calls for an exchange. */
const LENT_MS = 10 * MINUTE_MS;

/** How the exchange of a key ended. */
export type ExchangeOutcome = { token: StoredToken } | { problem: Problem };

const calledFor = new Map<string, { until: number }>();
const lent = new Map<string, { until: number }>();
const outcomes = new Map<string, ExchangeOutcome & { until: number }>();

function recall<Entry extends { until: number }>(memory: Map<string, Entry>, name: string): Entry | undefined {
	for (const [other, { until }] of memory) if (until <= clock.now()) memory.delete(other);
	return memory.get(name);
}

/** A key with the keys that must fit it, as in the memory of flights. */
const keyIdentity = ({ fingerprint, subscriptionKeyHeader, subscriptionKey }: Settings): string =>
	`${fingerprint}:${subscriptionKeyHeader}:${subscriptionKey}`;

const tokenIdentity = (key: Settings, token: string): string => `${keyIdentity(key)}:${token}`;

/** A request can't go on with this token of the key; `''` where there is none. */
export const callFor = (key: Settings, token: string): void => {
	calledFor.set(tokenIdentity(key, token), { until: clock.now() + SHORT_MS });
};

/** n8n sends a request of its own with this token. */
export const lend = (key: Settings, token: string): void => {
	lent.set(tokenIdentity(key, token), { until: clock.now() + LENT_MS });
};

export const isCalledFor = (key: Settings, token: string): boolean =>
	recall(calledFor, tokenIdentity(key, token)) !== undefined;

export const isLent = (key: Settings, token: string): boolean => recall(lent, tokenIdentity(key, token)) !== undefined;

export const noteOutcome = (key: Settings, outcome: ExchangeOutcome): void => {
	const failed = 'problem' in outcome && (outcome.problem.passing ? PASSING_MS : REFUSAL_MEMORY_MS);
	outcomes.set(keyIdentity(key), { ...outcome, until: clock.now() + (failed || SHORT_MS) });
};

/** How the exchange of a key has just ended; undefined where there was none in the last seconds. */
export const lastOutcome = (key: Settings): ExchangeOutcome | undefined => recall(outcomes, keyIdentity(key));
