// Waiting for a condition, never for a length of time: each wait has a deadline and says what it waited for.
import { setTimeout as sleep } from 'node:timers/promises';

interface WaitOptions {
	timeoutMs: number;
	intervalMs?: number;
	/** Adds what is known when the deadline passes, such as the end of a log. */
	explain?: () => string;
}

type Maybe<T> = T | undefined | null | false;

/** Asks `probe` until it gives a value. An exception of the probe ends the wait at once. */
export async function waitFor<T>(
	what: string,
	probe: () => Promise<Maybe<T>> | Maybe<T>,
	options: WaitOptions,
): Promise<T> {
	const deadline = Date.now() + options.timeoutMs;
	for (;;) {
		const value = await probe();
		if (value !== undefined && value !== null && value !== false) return value;
		if (Date.now() >= deadline) {
			const explanation = options.explain?.() ?? '';
			throw new Error(
				`Waited ${Math.round(options.timeoutMs / 1000)} s in vain for ${what}.${explanation ? `\n${explanation}` : ''}`,
			);
		}
		await sleep(options.intervalMs ?? 150);
	}
}
