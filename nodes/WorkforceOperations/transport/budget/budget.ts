import { clock } from './time';

/** The service counts the requests of a minute for each API key (documented). */
export const WINDOW_MS = 60_000;

/** How often waiting callers are looked after: bounds how late a stopped execution stops waiting. */
const SLICE_MS = 400;

/** A request whose answer we don't see is taken to be counted this much later, at the latest. */
const UNSEEN_MS = 2_000;

/** The right to send one request. */
export interface Lease {
	/** The answer has come: the request may have been counted at any moment up to now. */
	done(): void;
	/** Nothing was sent. */
	release(): void;
}

export type Grant = { lease: Lease } | { denied: 'stopped' } | { denied: 'impatient'; waitMs: number };

interface Slot {
	freeAt: number;
}

interface Waiter {
	limit: number;
	giveUpAt: number;
	signal?: AbortSignal;
	settle(grant: Grant): void;
}

/**
 * A strict sliding window for one API key, first come, first served. A slot stays taken until a whole window after its
 * answer came, because the service counts a request at some moment between sending and answer.
 */
export class Budget {
	private slots: Slot[] = [];

	private queue: Waiter[] = [];

	private frozenUntil = 0;

	private serving = false;

	/** Waits for a slot, at most `patienceMs`, and not beyond the abort of `signal`. */
	async take(limit: number, signal?: AbortSignal, patienceMs = Infinity): Promise<Grant> {
		if (signal?.aborted) return { denied: 'stopped' };
		if (this.queue.length === 0 && this.waitFor(limit) === 0) return { lease: this.occupy() };
		return await new Promise<Grant>((settle) => {
			this.queue.push({ limit, giveUpAt: clock.now() + patienceMs, signal, settle });
			void this.serve();
		});
	}

	/** Counts a request that somebody else sends with the same key, without waiting. */
	note(): void {
		// Where nothing else uses the key, nobody else tidies up.
		this.tidy();
		this.slots.push({ freeAt: clock.now() + UNSEEN_MS + WINDOW_MS });
	}

	/** The service has said that it takes nothing more for so long. */
	freeze(ms: number): void {
		this.frozenUntil = Math.max(this.frozenUntil, clock.now() + ms);
	}

	/** Milliseconds until the oldest counted request leaves the window. */
	restOfWindow(): number {
		const known = this.slots.map((slot) => slot.freeAt).filter((freeAt) => freeAt !== Infinity);
		return known.length === 0 ? WINDOW_MS : Math.max(0, Math.min(...known) - clock.now());
	}

	/** Nobody holds or waits for anything, so that forgetting this budget changes nothing. */
	get idle(): boolean {
		this.tidy();
		return this.slots.length === 0 && this.queue.length === 0 && this.frozenUntil <= clock.now();
	}

	private tidy(): void {
		const now = clock.now();
		this.slots = this.slots.filter((slot) => slot.freeAt > now);
	}

	/** Milliseconds until a slot is free; Infinity while only answers that are still awaited can free one. */
	private waitFor(limit: number): number {
		this.tidy();
		const frozen = Math.max(0, this.frozenUntil - clock.now());
		const excess = this.slots.length - limit;
		if (excess < 0) return frozen;
		const freed = this.slots.map((slot) => slot.freeAt).sort((a, b) => a - b)[excess] ?? Infinity;
		return Math.max(frozen, freed - clock.now());
	}

	/** The same in figures that a person can be told: an awaited answer frees its slot a window later, at the earliest. */
	private knownWait(limit: number): number {
		const wait = this.waitFor(limit);
		return wait === Infinity ? WINDOW_MS : wait;
	}

	private occupy(): Lease {
		const slot: Slot = { freeAt: Infinity };
		this.slots.push(slot);
		return {
			done: () => {
				if (slot.freeAt === Infinity) slot.freeAt = clock.now() + WINDOW_MS;
			},
			release: () => {
				this.slots = this.slots.filter((other) => other !== slot);
			},
		};
	}

	/** Grants slots in order of arrival for as long as anybody waits. */
	private async serve(): Promise<void> {
		if (this.serving) return;
		this.serving = true;
		try {
			while (this.queue.length > 0) {
				this.dismiss();
				const first = this.queue[0];
				if (first === undefined) break;
				const wait = this.waitFor(first.limit);
				if (wait === 0) {
					this.queue.shift();
					first.settle({ lease: this.occupy() });
				} else {
					await clock.sleep(Math.min(wait, SLICE_MS));
				}
			}
		} finally {
			this.serving = false;
		}
	}

	/** Lets those go who were stopped or whose patience is at its end. */
	private dismiss(): void {
		const now = clock.now();
		this.queue = this.queue.filter((waiter) => {
			if (waiter.signal?.aborted) waiter.settle({ denied: 'stopped' });
			else if (now >= waiter.giveUpAt) waiter.settle({ denied: 'impatient', waitMs: this.knownWait(waiter.limit) });
			else return true;
			return false;
		});
	}
}

const budgets = new Map<string, Budget>();

/** The budget of one key: the same for every node, picker and workflow of this process. */
export function budgetOf(key: string): Budget {
	let budget = budgets.get(key);
	if (budget === undefined) {
		// Keys come and go (a credential may hold an expression): those that nobody uses are forgotten.
		for (const [other, candidate] of budgets) if (candidate.idle) budgets.delete(other);
		budget = new Budget();
		budgets.set(key, budget);
	}
	return budget;
}
