import { clock } from '../clock';
import { WINDOW_MS } from './types';

/** A request whose response we don't see is assumed to be counted at most this much later. */
const UNSEEN_MS = 2_000;

interface Slot {
	/** Infinity while the response is pending. */
	freeAt: number;
	/** The limit of the credential that sent it, in requests per minute. */
	limit: number;
	refused: boolean;
	isPoll?: boolean;
}

/**
 * The requests of the last minute. A slot stays taken until a whole window after its response, because the service
 * counts a request at some moment between sending and response.
 */
export class SlidingWindow {
	private slots: Slot[] = [];

	occupy(limit: number, isPoll = false): Slot {
		const slot: Slot = { freeAt: Infinity, limit, refused: false, isPoll };
		this.slots.push(slot);
		return slot;
	}

	/** Counts a request whose response isn't seen. */
	note(limit: number): void {
		// If no other request uses the key, nothing else removes expired slots.
		this.tidy();
		this.slots.push({ freeAt: clock.now() + UNSEEN_MS + WINDOW_MS, limit, refused: false });
	}

	answered(slot: Slot): void {
		if (slot.freeAt === Infinity) slot.freeAt = clock.now() + WINDOW_MS;
	}

	/**
	 * The service may count refused requests, too. The slot is kept for up to one more window, at random: a request
	 * resent at the same moment of each minute would be refused each time if others have used up the limit by then.
	 */
	refused(slot: Slot): void {
		this.answered(slot);
		slot.freeAt += WINDOW_MS * clock.random();
		slot.refused = true;
	}

	/** If nothing else was sent, only a pause separates the next request from refused ones. */
	forgetRefused(): void {
		this.slots = this.slots.filter(({ refused }) => !refused);
	}

	/** For a request that wasn't sent. False if the slot was already freed. */
	free(slot: Slot): boolean {
		const before = this.slots.length;
		this.slots = this.slots.filter((other) => other !== slot);
		return this.slots.length < before;
	}

	get used(): number {
		this.tidy();
		return this.slots.length;
	}

	get usedByPolls(): number {
		this.tidy();
		return this.slots.filter(({ isPoll }) => isPoll).length;
	}

	/** In this minute. */
	get accepted(): number {
		this.tidy();
		return this.slots.filter(({ refused, freeAt }) => !refused && freeAt !== Infinity).length;
	}

	/** Among the requests of this minute; 0 if there are none. */
	get largestLimit(): number {
		return Math.max(0, ...this.slots.map(({ limit }) => limit));
	}

	/** Milliseconds until fewer than `count` slots are taken; Infinity while only pending responses can free one. */
	untilFewerThan(count: number, limit?: number): number {
		this.tidy();
		const slots = limit === undefined ? this.slots : this.slots.filter((slot) => slot.limit === limit);
		const excess = slots.length - count;
		if (excess < 0) return 0;
		return (slots.map(({ freeAt }) => freeAt).sort((a, b) => a - b)[excess] ?? Infinity) - clock.now();
	}

	/** In milliseconds, the soonest first; for a pending slot the minimum. */
	untilFreed(): number[] {
		this.tidy();
		const now = clock.now();
		return this.slots.map(({ freeAt }) => Math.min(freeAt - now, WINDOW_MS)).sort((a, b) => a - b);
	}

	/** Milliseconds until the oldest request with a known response leaves the window; a whole window if there is none. */
	untilOldestLeaves(): number {
		this.tidy();
		const oldest = Math.min(...this.slots.map(({ freeAt }) => freeAt));
		return oldest === Infinity ? WINDOW_MS : oldest - clock.now();
	}

	private tidy(): void {
		const now = clock.now();
		this.slots = this.slots.filter(({ freeAt }) => freeAt > now);
	}
}
