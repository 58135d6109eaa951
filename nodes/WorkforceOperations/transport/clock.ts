import { sleep } from 'n8n-workflow';

/** The only source of time, so that tests can control it. */
export const clock = {
	/** Monotonic milliseconds, so that corrections of the system clock don't change a wait. */
	now: (): number => performance.now(),
	/** Epoch milliseconds, for values that are stored or compared with the service's times. */
	date: (): number => Date.now(),
	sleep: async (ms: number): Promise<void> => await sleep(ms),
	/** Its timer doesn't keep the process alive. */
	deadline: (ms: number): AbortSignal => AbortSignal.timeout(ms),
	/** Between 0.5 and 1.5, so that callers that failed together don't return together. */
	jitter: (): number => 0.5 + Math.random(),
	random: (): number => Math.random(),
};

/** Returns undefined once a signal aborts; the result of `work` is then ignored. */
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

/** Bounds how late an abort takes effect. */
const PAUSE_SLICE_MS = 400;

/** Returns early on abort; n8n's own sleep takes no signal in older versions. */
export async function pause(ms: number, signal?: AbortSignal): Promise<void> {
	const end = clock.now() + ms;
	for (let left = ms; left > 0 && signal?.aborted !== true; left = end - clock.now()) {
		await clock.sleep(Math.min(left, PAUSE_SLICE_MS));
	}
}

/** Values that expire. `most` limits their number. */
export class ExpiringMap<Value> {
	private readonly entries = new Map<string, { value: Value; until: number }>();

	private readonly most: number;

	constructor(most = Infinity) {
		this.most = most;
	}

	/** Removes all expired values, because keys may come from expressions. */
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
