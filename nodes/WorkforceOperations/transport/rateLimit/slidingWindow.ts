import { clock } from '../clock';
import { WINDOW_MS } from './types';

/** A request whose answer we don't see is taken to be counted this much later, at the latest. */
const UNSEEN_MS = 2_000;

interface Slot {
	/** Infinity while the answer is awaited. */
	freeAt: number;
	/** The requests per minute of the credential that sent it. */
	limit: number;
	refused: boolean;
	/** A poll has sent it. */
	isPoll?: boolean;
}

/**
 * The requests of the last minute. A slot stays taken until a whole window after its answer came, because the service
 * counts a request at some moment between sending and answer.
 */
export class SlidingWindow {
	private slots: Slot[] = [];

	occupy(limit: number, isPoll = false): Slot {
		const slot: Slot = { freeAt: Infinity, limit, refused: false, isPoll };
		this.slots.push(slot);
		return slot;
	}

	/** A request that is sent without asking, and whose answer is not seen. */
	note(limit: number): void {
		// Where no other request uses the key, nothing else removes what has expired.
		this.tidy();
		this.slots.push({ freeAt: clock.now() + UNSEEN_MS + WINDOW_MS, limit, refused: false });
	}

	answered(slot: Slot): void {
		if (slot.freeAt === Infinity) slot.freeAt = clock.now() + WINDOW_MS;
	}

	/**
	 * The service may count what it refuses. The slot is kept for up to a window longer, at random: asked for again at the
	 * same moment of each minute, a service that others have filled up by then would refuse each time.
	 */
	refused(slot: Slot): void {
		this.answered(slot);
		slot.freeAt += WINDOW_MS * clock.random();
		slot.refused = true;
	}

	/** Forgets what was refused: where nothing else was sent, only a pause keeps the next request apart from it. */
	forgetRefused(): void {
		this.slots = this.slots.filter(({ refused }) => !refused);
	}

	/** Nothing was sent. False when the slot has been freed before. */
	free(slot: Slot): boolean {
		const before = this.slots.length;
		this.slots = this.slots.filter((other) => other !== slot);
		return this.slots.length < before;
	}

	get used(): number {
		this.tidy();
		return this.slots.length;
	}

	/** Those of them that polls have sent. */
	get usedByPolls(): number {
		this.tidy();
		return this.slots.filter(({ isPoll }) => isPoll).length;
	}

	/** Requests of this minute that the service took. */
	get accepted(): number {
		this.tidy();
		return this.slots.filter(({ refused, freeAt }) => !refused && freeAt !== Infinity).length;
	}

	/** The largest limit that requests of this minute were sent under; 0 without any. */
	get largestLimit(): number {
		return Math.max(0, ...this.slots.map(({ limit }) => limit));
	}

	/** Milliseconds until fewer than `count` slots are taken; Infinity while only awaited answers can free one. */
	untilFewerThan(count: number, limit?: number): number {
		this.tidy();
		const slots = limit === undefined ? this.slots : this.slots.filter((slot) => slot.limit === limit);
		const excess = slots.length - count;
		if (excess < 0) return 0;
		return (slots.map(({ freeAt }) => freeAt).sort((a, b) => a - b)[excess] ?? Infinity) - clock.now();
	}

	/** Milliseconds until each slot is freed, the soonest first; for one whose answer is awaited the least that is possible. */
	untilFreed(): number[] {
		this.tidy();
		const now = clock.now();
		return this.slots.map(({ freeAt }) => Math.min(freeAt - now, WINDOW_MS)).sort((a, b) => a - b);
	}

	/** Milliseconds until the oldest request whose answer is known leaves the window; a whole window without any. */
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
