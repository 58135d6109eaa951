import { MINUTE_MS } from '../../contract';

/** The service limits requests per minute and API key (documented). */
export const WINDOW_MS = MINUTE_MS;

/** Polls yield to everything that a person may wait for. */
export type Priority = 'usual' | 'poll';

export interface SlotRequest {
	signal?: AbortSignal;
	/** Waiting is pointless after this moment, by `clock.now()`. */
	until?: number;
	priority?: Priority;
	/** The sender. Once it has used a whole minute's requests, it leaves room for others. */
	taker?: object;
	/** The service may rate-limit a single endpoint. */
	endpoint?: string;
}

export interface TakenSlot {
	/** The response has arrived; the request may have been counted at any moment up to now. */
	done(): void;
	/**
	 * Refused with 429, possibly with a time to wait. Holds back other requests with the key; returns the milliseconds
	 * until this request may be resent.
	 */
	refused(statedMs?: number): number;
	/** Nothing was sent. */
	unused(): void;
}

export type SlotResult = { slot: TakenSlot } | { denied: 'stopped' } | { denied: 'impatient'; waitMs: number };
