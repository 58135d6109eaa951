import { HOUR_MS, isJsonObject, looksLikeEnvelope, MINUTE_MS, textOf } from '../../contract';
import { type Failure, header } from '../failures/failure';

/** A gateway's answer is short. */
const MOST_LOOKED_AT = 2000;

// Guess: gateway.quota
/** Azure API Management: “Out of call volume quota. Quota will be replenished in 00:12:34.” */
const NAMES_QUOTA = /\bquota\b/i;
const REPLENISHED = /replenished in (?:(\d{1,3})\.)?(\d\d?):(\d\d):(\d\d)/i;

function wordsOf(body: unknown): string {
	const text = isJsonObject(body) ? (textOf(body.message) ?? JSON.stringify(body)) : body;
	return (typeof text === 'string' ? text : '').slice(0, MOST_LOOKED_AT);
}

/** When the quota is replenished, in seconds. */
function secondsIn(words: string): number | undefined {
	const found = REPLENISHED.exec(words);
	if (found === null) return undefined;
	const [days = 0, hours = 0, minutes = 0, seconds = 0] = found.slice(1).map((part) => Number(part ?? 0));
	return ((days * 24 + hours) * HOUR_MS + minutes * MINUTE_MS) / 1000 + seconds;
}

/**
 * The gateway in front of the service answers 403 when a quota is used up. That is really a 429, and no key is to
 * blame. Answers in the service's own envelope stay as they are.
 */
export function withQuota(failure: Failure): Failure {
	const { status, headers, body } = failure;
	if (status !== 403 || (isJsonObject(body) && looksLikeEnvelope(body))) return failure;
	const stated = header(headers, 'retry-after');
	const words = wordsOf(body);
	if (stated === undefined && !NAMES_QUOTA.test(words)) return failure;
	const seconds = stated ?? secondsIn(words);
	return { ...failure, status: 429, isQuota: true, headers: { ...headers, 'retry-after': seconds } };
}
