// Waits for a condition, never for a fixed time; each wait has a deadline and names its condition.
import { setTimeout as sleep } from 'node:timers/promises';

/** Long waits poll less often: n8n's answers cost processor time that n8n itself may need. */
const SOON_MS = 3_000;
const OFTEN_MS = 150;
const SELDOM_MS = 500;

/** Only a limit against hanging: under heavy load seconds become minutes. */
const PATIENCE_MS = 240_000;

interface WaitOptions {
	timeoutMs?: number;
	/** A fixed interval. */
	intervalMs?: number;
	/** Adds context to the error at the deadline, such as the end of a log. */
	explain?: () => string;
}

export type Maybe<T> = T | undefined | null | false;

/** Calls `probe` until it returns a value. An exception of the probe ends the wait at once. */
export async function waitFor<T>(
	what: string,
	probe: () => Promise<Maybe<T>> | Maybe<T>,
	options: WaitOptions = {},
): Promise<T> {
	const begun = Date.now();
	const timeoutMs = options.timeoutMs ?? PATIENCE_MS;
	const deadline = begun + timeoutMs;
	for (;;) {
		const value = await probe();
		if (value !== undefined && value !== null && value !== false) return value;
		if (Date.now() >= deadline) {
			const explanation = options.explain?.() ?? '';
			throw new Error(
				`Waited ${Math.round(timeoutMs / 1000)} s in vain for ${what}.${explanation ? `\n${explanation}` : ''}`,
			);
		}
		await sleep(options.intervalMs ?? (Date.now() - begun < SOON_MS ? OFTEN_MS : SELDOM_MS));
	}
}
