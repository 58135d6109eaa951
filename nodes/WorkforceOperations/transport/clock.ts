import { sleep } from 'n8n-workflow';

/** The only source of time, so that tests can control it. */
export const clock = {
	/** Monotonic milliseconds: a system clock that is corrected can't change a wait. */
	now: (): number => performance.now(),
	/** Epoch milliseconds, for what is stored or compared with the service's times. */
	date: (): number => Date.now(),
	sleep: async (ms: number): Promise<void> => await sleep(ms),
	/** Aborts after this many milliseconds; its timer does not keep the process alive. */
	deadline: (ms: number): AbortSignal => AbortSignal.timeout(ms),
	/** A factor between 0.5 and 1.5, so that callers that failed together don't return together. */
	jitter: (): number => 0.5 + Math.random(),
	random: (): number => Math.random(),
};

/** The result of `work`, or undefined once one of the signals is aborted: then its result is ignored. */
export async function unlessAborted<Result>(
	work: Promise<Result>,
	...signals: Array<AbortSignal | undefined>
): Promise<Result | undefined> {
	let stop: () => void = () => undefined;
	const aborted = new Promise<undefined>((resolve) => {
		stop = () => resolve(undefined);
	});
	if (signals.some((signal) => signal?.aborted)) stop();
	for (const signal of signals) signal?.addEventListener('abort', stop);
	try {
		return await Promise.race([work, aborted]);
	} finally {
		for (const signal of signals) signal?.removeEventListener('abort', stop);
	}
}

/** Longest uninterrupted sleep: bounds how late an abort takes effect. */
const PAUSE_SLICE_MS = 400;

/** Waits; returns early once the signal is aborted (n8n's own sleep takes no signal in older versions). */
export async function pause(ms: number, signal?: AbortSignal): Promise<void> {
	const end = clock.now() + ms;
	for (let left = ms; left > 0 && signal?.aborted !== true; left = end - clock.now()) {
		await clock.sleep(Math.min(left, PAUSE_SLICE_MS));
	}
}

/** Values that are forgotten after a while. Without `most` their number is limited by nothing but that. */
export class ExpiringMap<Value> {
	private readonly entries = new Map<string, { value: Value; until: number }>();

	private readonly most: number;

	constructor(most = Infinity) {
		this.most = most;
	}

	/** Removes all that have expired, because keys may come from expressions. */
	get(key: string): Value | undefined {
		const now = clock.now();
		for (const [other, { until }] of this.entries) if (until <= now) this.entries.delete(other);
		return this.entries.get(key)?.value;
	}

	set(key: string, value: Value, lifetimeMs: number): void {
		const [oldest] = this.entries.keys();
		if (this.entries.size >= this.most && oldest !== undefined) this.entries.delete(oldest);
		this.entries.set(key, { value, until: clock.now() + lifetimeMs });
	}

	delete(key: string): void {
		this.entries.delete(key);
	}
}
