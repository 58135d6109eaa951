import type { Clock } from '../core/clock.mts';

// Assumed, Rate limit: the limit is a strict sliding window. Every request with a valid token counts, even if it ends in 400,
//   403 or 404, unless the limit refused it. `Retry-After` is in seconds.
const windowMs = 60_000;

/**
 * A strict sliding window per key on the sandbox's clock: at most `perMinute` accepted requests in any 60 of its
 * seconds. A faster clock lets more through per real minute; the seconds to wait are real ones, because clients wait in
 * real time.
 */
export class RateLimit {
	private readonly accepted = new Map<string, number[]>();
	private readonly clock: Clock;
	readonly perMinute: number;

	constructor(clock: Clock, perMinute: number) {
		this.clock = clock;
		this.perMinute = perMinute;
	}

	/**
	 * Counts a request; returns null if it is within the limit, else the seconds to wait. A refused request doesn't
	 * count.
	 */
	take(key: string): number | null {
		const now = this.clock.now();
		const recent = (this.accepted.get(key) ?? []).filter((at) => at > now - windowMs);
		this.accepted.set(key, recent);
		if (recent.length >= this.perMinute) {
			const oldest = recent[recent.length - this.perMinute] ?? now;
			return Math.max(1, Math.ceil(this.clock.realMs(oldest + windowMs - now) / 1000));
		}
		recent.push(now);
		return null;
	}

	clear(): void {
		this.accepted.clear();
	}
}
