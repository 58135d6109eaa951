import { type Cures, forEditor } from '../failures/cure';
import { DAY_MS, HOUR_MS, MINUTE_MS, type Refusal, toLocal } from '../../contract';
import { clock } from '../clock';

/** What happened, and what to do about it. */
export interface Advice {
	message: string;
	description?: Cures;
	/** The advice to retry; left out if a write may have been carried out. */
	again?: Cures;
}

export const said = (refusal: Refusal | undefined): string | undefined =>
	refusal?.message ? `The service says: “${refusal.message.slice(0, 300)}”.` : undefined;

/** A duration in words. */
function span(ms: number): string {
	const [seconds, minutes, hours, days] = [1000, MINUTE_MS, HOUR_MS, DAY_MS].map((unit) => Math.ceil(ms / unit));
	if (ms <= LONG_MS) return `${Math.max(1, seconds ?? 1)} s`;
	if (ms <= 2 * HOUR_MS) return `${minutes} minutes`;
	return ms <= 2 * DAY_MS ? `${hours} hours` : `${days} days`;
}

/** A longer wait can't come from a limit per minute. */
const LONG_MS = 15 * MINUTE_MS;

/** The key's rate limit is used up, by the service's count or ours. */
export function usedUp(waitMs: number): Advice {
	if (waitMs > LONG_MS) {
		return {
			message: `The service asks to wait ${span(waitMs)}`,
			description: [
				'It said so itself (HTTP 429 with Retry-After), so nothing was waited for.',
				forEditor(
					'Run the workflow again after that; if it happens often, ask the support of the service.',
					'Call it again after that.',
				),
			],
		};
	}
	return {
		message: 'The API key has used up its requests for this minute',
		description: [
			'The service allows a fixed number of requests a minute for each key.',
			forEditor(
				`Try again in ${span(waitMs)}, or use a key of its own for this workflow.`,
				`Call it again in ${span(waitMs)}.`,
			),
		],
	};
}

/** The time of day in this many milliseconds, with its day if that is another one. */
function momentIn(ms: number, timeZone: string): string {
	const [now, then] = [clock.date(), clock.date() + ms].map((at) => new Date(toLocal(at, timeZone)).toISOString());
	const day = now?.slice(0, 10) === then?.slice(0, 10) ? '' : `${then?.slice(0, 10)} `;
	return `${day}${then?.slice(11, 16)} (${timeZone})`;
}

/** A quota of the gateway in front of the service is used up. */
export const quotaUsedUp = (ms: number | undefined, timeZone = 'UTC', words?: string): Advice => ({
	message: `The quota of requests is used up${ms === undefined ? '' : ` until ${momentIn(ms, timeZone)}`}`,
	description: [
		'The gateway in front of the service says so (HTTP 403); nothing is wrong with the API key.',
		words,
		forEditor('If it happens often, ask the support of the service for a larger quota.'),
	],
	again: forEditor('Run the workflow again after that.', 'Call it again after that.'),
});

/** Every request was refused for this long. */
export const stalled = (ms: number): Advice => ({
	message: `The service has refused every request for ${ms / MINUTE_MS} minutes`,
	description: [
		'It counts too many requests with this API key (HTTP 429), although each refusal was waited for.',
		forEditor(
			'Something else uses the key: look for it, or use a key of its own for this workflow.',
			'Ask a person to look for what else uses the key.',
		),
	],
});
