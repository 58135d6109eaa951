import { MINUTE_MS } from '../../contract';

/** The service counts the requests of a minute for each API key (documented). */
export const WINDOW_MS = MINUTE_MS;

/** Polls yield to everything that a person may wait for. */
export type Priority = 'usual' | 'poll';

/** A request for the right to send. */
export interface SlotRequest {
	/** Ends the wait when the execution is stopped. */
	signal?: AbortSignal;
	/** The moment, by `clock.now()`, from which it is not worth waiting any longer. */
	until?: number;
	priority?: Priority;
	/** Whose request it is: whoever has sent a whole minute's requests leaves room for others from then on. */
	taker?: object;
	/** Which endpoint is asked: the service may rate-limit a single one. */
	endpoint?: string;
}

/** The right to send one request. */
export interface TakenSlot {
	/** The answer has come: the request may have been counted at any moment up to now. */
	done(): void;
	/**
	 * The service has refused it with 429 and named a time to wait, or none. Holds back what uses the key, and returns the
	 * milliseconds until the same request may be sent again.
	 */
	refused(statedMs?: number): number;
	/** Nothing was sent. */
	release(): void;
}

export type SlotResult = { slot: TakenSlot } | { denied: 'stopped' } | { denied: 'impatient'; waitMs: number };
