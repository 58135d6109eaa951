import { MINUTE_MS } from '../../contract';

/** The service limits requests per minute and API key (documented). */
export const WINDOW_MS = MINUTE_MS;

/** Polls yield to everything that a person may wait for. */
export type Priority = 'usual' | 'poll';

/** A request for the right to send. */
export interface SlotRequest {
	/** Ends the wait when the execution is stopped. */
	signal?: AbortSignal;
	/** The moment, by `clock.now()`, after which waiting is pointless. */
	until?: number;
	priority?: Priority;
	/** The sender: one that has used a whole minute's requests leaves room for others from then on. */
	taker?: object;
	/** The endpoint: the service may rate-limit a single one. */
	endpoint?: string;
}

/** The right to send one request. */
export interface TakenSlot {
	/** The response has come: the request may have been counted at any moment up to now. */
	done(): void;
	/**
	 * The service refused it with 429, possibly with a time to wait. Holds back other requests with the key; returns the
	 * milliseconds until this request may be resent.
	 */
	refused(statedMs?: number): number;
	/** Nothing was sent. */
	unused(): void;
}

export type SlotResult = { slot: TakenSlot } | { denied: 'stopped' } | { denied: 'impatient'; waitMs: number };
