// At most this many requests in any minute: the service counts them per API key.
import { setTimeout as sleep } from 'node:timers/promises';

const WINDOW_MS = 60_000;

export interface Time {
	now(): number;
	wait(ms: number): Promise<void>;
}

export const realTime: Time = { now: () => performance.now(), wait: (ms) => sleep(ms) };

/** Used sequentially, as in the comparison. */
export class SlidingWindow {
	private sent: number[] = [];
	private readonly perMinute: number;
	private readonly time: Time;

	constructor(perMinute: number, time: Time = realTime) {
		this.perMinute = perMinute;
		this.time = time;
	}

	async take(): Promise<void> {
		for (;;) {
			const now = this.time.now();
			this.sent = this.sent.filter((at) => at > now - WINDOW_MS);
			const oldest = this.sent[this.sent.length - this.perMinute];
			if (oldest === undefined) {
				this.sent.push(now);
				return;
			}
			await this.time.wait(Math.max(1, oldest + WINDOW_MS - now));
		}
	}

	/** After a 429: the time that the service states, else a whole window. */
	async rest(retryAfterSeconds: number | undefined): Promise<void> {
		const seconds = retryAfterSeconds === undefined || !(retryAfterSeconds >= 0) ? 60 : retryAfterSeconds;
		await this.time.wait(Math.min(120, seconds) * 1000);
	}
}
