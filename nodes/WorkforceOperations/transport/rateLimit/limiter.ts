import { MINUTE_MS } from '../../contract';
import { clock } from '../clock';
import { type SlotRequest, type SlotResult, type TakenSlot, type Priority, WINDOW_MS } from './types';
import { FairShare } from './fairShare';
import { SlidingWindow } from './slidingWindow';

/** Bounds how late a stopped execution stops waiting. */
const WAIT_SLICE_MS = 400;

/** The part of the limit that long readers and polls leave to single requests that need it. */
const ROOM_PART = 1 / 6;

/** The part of the free slots that polls may use for requests that can wait. */
const POLL_PART = 1 / 3;

/** A longer `Retry-After` is cut to this, so that a later run tries again. */
const LONGEST_FREEZE_MS = 15 * MINUTE_MS;

/** Added at random to every wait after a refusal, so that requests refused together aren't resent together. */
const MAX_SPREAD_MS = 1_000;

/** Doubles with consecutive refusals, randomised, up to a window. */
const FIRST_BACKOFF_MS = 4_000;
const BACKOFF_FACTOR = 1.25;

const RANKS: Record<Priority | 'long', number> = { usual: 0, long: 1, poll: 2 };

interface Waiter extends SlotRequest {
	limit: number;
	since: number;
	settle(grant: SlotResult): void;
}

/**
 * The rate limiter of one API key in this process. First come, first served, except that long readers queue behind
 * single requests, and polls behind both. After waiting for a whole window all are equal, so none starves.
 */
export class RateLimiter {
	private readonly window = new SlidingWindow();

	private readonly share = new FairShare();

	private queue: Waiter[] = [];

	/** Until when the service refuses requests: those to one endpoint, or all. */
	private readonly frozenUntil = new Map<string | undefined, number>();

	/** Requests sent by each taker. */
	private readonly sent = new WeakMap<object, number>();

	private serving = false;

	/** Refusals since the last accepted request; requests in flight at the same time count as one. */
	private refusals = 0;

	private refusedAt = 0;

	/** At most `limit` slots per minute. */
	async take(limit: number, claim: SlotRequest = {}): Promise<SlotResult> {
		if (claim.signal?.aborted) return { denied: 'stopped' };
		return await new Promise<SlotResult>((settle) => {
			const waiter: Waiter = { ...claim, limit, since: clock.now(), settle };
			const kind = this.kindOf(waiter);
			const behind = this.queue.some((other) => this.kindOf(other) === kind);
			this.queue.push(waiter);
			// Others of its kind are ahead, so it can't be served yet.
			if (!behind) this.grant();
			void this.serve();
		});
	}

	/** A request that n8n itself sends with the key; it doesn't wait. */
	countUntracked(limit: number): void {
		this.window.note(limit);
	}

	/** The service refuses requests for this long: all, or those to one endpoint. */
	freeze(ms: number, endpoint?: string): void {
		this.frozenUntil.set(endpoint, clock.now() + Math.max(this.frozenFor(endpoint), ms));
	}

	private frozenFor(endpoint?: string): number {
		return Math.max(0, (this.frozenUntil.get(endpoint) ?? 0) - clock.now());
	}

	/**
	 * How many requests polls may send now for work that can wait: a third of the slots that nothing else uses or waits
	 * for, less those that polls have used. At least one while any is free, so that a small limit doesn't stop polls.
	 */
	leftForPolls(limit: number): number {
		if (this.frozenFor() > 0) return 0;
		const all = this.share.of(Math.max(limit, this.window.largestLimit));
		const { used, usedByPolls } = this.window;
		const waiting = this.queue.filter(({ priority }) => priority !== 'poll').length;
		const free = all - (used - usedByPolls) - waiting;
		return free <= 0 ? 0 : Math.max(0, Math.max(1, Math.floor(free * POLL_PART)) - usedByPolls);
	}

	/** `sent`: by this taker; `left`: slots left in this minute. */
	usage(limit: number, taker: object): { sent: number; left: number } {
		const all = this.share.of(Math.max(limit, this.window.largestLimit));
		return { sent: this.sent.get(taker) ?? 0, left: Math.max(0, all - this.window.used) };
	}

	/** No slot is taken or waited for, so this limiter can be dropped. */
	get idle(): boolean {
		const isFrozen = [...this.frozenUntil.values()].some((until) => until > clock.now());
		return this.window.used === 0 && this.share.whole && this.queue.length === 0 && !isFrozen;
	}

	private rankOf({ limit, priority = 'usual', taker, since }: Waiter): number {
		if (clock.now() - since >= WINDOW_MS) return RANKS.usual;
		const long = taker !== undefined && (this.sent.get(taker) ?? 0) >= limit;
		return Math.max(RANKS[priority], long ? RANKS.long : 0);
	}

	/** Waiters of the same kind wait for the same event. */
	private kindOf(waiter: Waiter): string {
		return JSON.stringify([this.rankOf(waiter), waiter.limit, waiter.endpoint]);
	}

	/** Milliseconds until this request may be sent; Infinity while only pending responses can free a slot. */
	private waitFor({ limit, endpoint }: Waiter, rank: number): number {
		const frozen = Math.max(this.frozenFor(), this.frozenFor(endpoint));
		// If two credentials have the same key, each keeps its own limit, and both together the larger one.
		const all = this.share.of(Math.max(limit, this.window.largestLimit));
		const free = Math.max(this.window.untilFewerThan(limit, limit), this.window.untilFewerThan(all));
		return Math.max(frozen, free, rank === RANKS.usual || free > 0 ? 0 : this.waitForRoom(all));
	}

	/**
	 * Leaves one slot every few seconds to single requests. A long reader takes a slot only if that many slots are, or
	 * will be, free at any later moment of this window.
	 */
	private waitForRoom(all: number): number {
		const room = Math.floor(all * ROOM_PART);
		if (room === 0) return 0;
		const everyMs = WINDOW_MS / room;
		const free = all - this.window.used;
		const waits = this.window.untilFreed().map((wait, index) => wait - everyMs * (free + index));
		return Math.max(0, ...waits);
	}

	private occupy({ limit, taker, endpoint, priority }: Waiter): TakenSlot {
		const slot = this.window.occupy(limit, priority === 'poll');
		const sentAt = clock.now();
		const count = (change: number): void => {
			if (taker !== undefined) this.sent.set(taker, (this.sent.get(taker) ?? 0) + change);
		};
		count(1);
		return {
			done: () => {
				this.window.answered(slot);
				this.refusals = 0;
			},
			refused: (statedMs) => {
				this.window.refused(slot);
				return this.refused(sentAt, limit, statedMs, endpoint);
			},
			unused: () => {
				if (!this.window.free(slot)) return;
				count(-1);
				this.grant();
			},
		};
	}

	/** Learns from a refusal about the key and its other users; returns the milliseconds to pause. */
	private refused(sentAt: number, limit: number, statedMs?: number, endpoint?: string): number {
		// The window of the key's limit is a minute, so a longer wait concerns the endpoint.
		const long = statedMs !== undefined && statedMs > WINDOW_MS;
		if (long && endpoint !== undefined) this.freeze(Math.min(statedMs, LONGEST_FREEZE_MS), endpoint);
		let wait = statedMs ?? 0;
		// Requests in flight at the same time are refused together and carry the same information.
		if (!long && sentAt > this.refusedAt) wait = Math.max(wait, this.learn(limit, statedMs === undefined));
		this.freeze(Math.min(wait, WINDOW_MS) + MAX_SPREAD_MS * clock.random());
		return statedMs ?? this.frozenFor();
	}

	/** Yields to other users of the key; returns the minimum wait. */
	private learn(limit: number, isUnstated: boolean): number {
		this.refusedAt = clock.now();
		this.refusals += 1;
		const all = Math.max(limit, this.window.largestLimit);
		const { used, accepted } = this.window;
		const rest = isUnstated && this.share.whole ? this.window.untilOldestLeaves() : 0;
		const starved = accepted === 0;
		if (used <= all) this.share.decrease(starved ? 1 : used, all);
		if (starved) this.window.forgetRefused();
		if (this.refusals === 1 && !(isUnstated && starved)) return rest;
		const backoff = FIRST_BACKOFF_MS * BACKOFF_FACTOR ** (this.refusals - 1) * clock.jitter();
		return Math.max(rest, Math.min(backoff, WINDOW_MS));
	}

	private async serve(): Promise<void> {
		if (this.serving) return;
		this.serving = true;
		try {
			for (let wait = this.grant(); this.queue.length > 0; wait = this.grant()) {
				await clock.sleep(Math.min(wait, WAIT_SLICE_MS));
			}
		} finally {
			this.serving = false;
		}
	}

	/** Serves everybody who may send now; returns the milliseconds until the next one may. */
	private grant(): number {
		this.dismiss(({ signal }) => (signal?.aborted ? { denied: 'stopped' } : undefined));
		let first = this.first();
		for (; first.waiter !== undefined; first = this.first()) {
			const { waiter } = first;
			this.queue.splice(this.queue.indexOf(waiter), 1);
			waiter.settle({ slot: this.occupy(waiter) });
		}
		this.dismiss((waiter) => {
			if (waiter.until === undefined || clock.now() < waiter.until) return undefined;
			const wait = this.waitFor(waiter, this.rankOf(waiter));
			// A pending response frees its slot a window later at the earliest.
			return { denied: 'impatient', waitMs: wait === Infinity ? WINDOW_MS : wait };
		});
		return first.wait;
	}

	/** The waiter of the highest rank who may send now; without one, the milliseconds until somebody may. */
	private first(): { waiter?: Waiter; wait: number } {
		const ranked = this.queue.map((waiter) => ({ waiter, rank: this.rankOf(waiter) }));
		const waits = new Map<string, number>();
		for (const { waiter, rank } of ranked.sort((a, b) => a.rank - b.rank)) {
			const kind = this.kindOf(waiter);
			const wait = waits.get(kind) ?? this.waitFor(waiter, rank);
			if (wait === 0) return { waiter, wait };
			waits.set(kind, wait);
		}
		return { wait: Math.min(...waits.values()) };
	}

	/** Removes waiters that get something other than a slot. */
	private dismiss(answerTo: (waiter: Waiter) => SlotResult | undefined): void {
		this.queue = this.queue.filter((waiter) => {
			const answer = answerTo(waiter);
			if (answer !== undefined) waiter.settle(answer);
			return answer === undefined;
		});
	}
}

const limiters = new Map<string, RateLimiter>();

/** Shared by every node, picker and workflow of this process. */
export function rateLimiterOf(key: string): RateLimiter {
	let budget = limiters.get(key);
	if (budget === undefined) {
		// Keys may come from expressions, so unused limiters are dropped.
		for (const [other, candidate] of limiters) if (candidate.idle) limiters.delete(other);
		budget = new RateLimiter();
		limiters.set(key, budget);
	}
	return budget;
}
