import type { DatabaseSync } from 'node:sqlite';
import type { Choices } from '../core/choices.mts';
import type { Clock } from '../core/clock.mts';
import { transaction } from '../store/database.mts';
import {
	bringForward,
	dueDeliveries,
	findDelivery,
	insertAttempt,
	insertDelivery,
	lastBody,
	nextDue,
	setDelivery,
} from '../store/deliveries.mts';
import { listenersTo } from '../store/webhooks.mts';
import { isSuccess, post, sign } from './send.mts';

export interface DeliveryOptions {
	timeoutMs: number;
	/** Delays before the second, third … attempt; after the last one the delivery fails for good. */
	retryDelaysMs: readonly number[];
	/** How many attempts may be in flight at once; the others queue, oldest first. */
	sideBySide: number;
	/** Whether each attempt carries its time in a field `sentAt` of its body. */
	stampAttempts: boolean;
	/** How many records a body holds. */
	batch: Choices['batch'];
}

type Fields = Record<string, unknown>;

/** The content of a notification: a record, or a list of records. */
export type Payload = Fields | Fields[];

const eachOf = (payload: Payload, change: (record: Fields) => Fields): Payload =>
	Array.isArray(payload) ? payload.map(change) : change(payload);

// Assumed, Notifications: the time-out is 5 s, and retries follow after 5 s, 30 s, 2 min and 10 min; if a subscription is
//   switched off in between, its delivery stays `Failed` and isn’t tried again; a retry uses the secret that is valid at that
//   time.
export const defaultDeliveries: DeliveryOptions = {
	timeoutMs: 5000,
	retryDelaysMs: [5000, 30_000, 120_000, 600_000],
	sideBySide: 16,
	stampAttempts: false,
	batch: 'one',
};

/** Longest delay of a Node timer; later due times are checked again then. */
const longestTimer = 2_000_000_000;

/**
 * Delivers notifications at least once. A delivery is stored before it is sent, so unconfirmed deliveries are sent
 * again at the next start. Due times are on the sandbox's clock, watched by a real timer. Retry delays last as long as
 * in real time, because a busy receiver needs real time; a faster clock lengthens them on its own scale.
 */
export class Deliveries {
	private readonly db: DatabaseSync;
	private readonly clock: Clock;
	private readonly options: DeliveryOptions;
	private readonly log: (line: string) => void;
	private readonly running = new Map<number, Promise<void>>();
	private stopping = new AbortController();
	private timer: NodeJS.Timeout | null = null;

	constructor(db: DatabaseSync, clock: Clock, options: DeliveryOptions, log: (line: string) => void) {
		this.db = db;
		this.clock = clock;
		this.options = options;
		this.log = log;
		clock.onMove(() => this.pump());
	}

	/** Stores a delivery for each listener; `pump` sends them after the caller's transaction. */
	queue(companyId: number, eventType: string, event: string, entityId: number, record: Fields): number[] {
		const now = this.clock.now();
		return listenersTo(this.db, companyId, eventType, event).map((listener) => {
			const subscriptionId = Number(listener.id);
			const body = JSON.stringify(this.inBatch(subscriptionId, record));
			return insertDelivery(this.db, { subscriptionId, eventType, event, entityId, body }, now);
		});
	}

	// Assumed, Notifications: a notification is about one record by default; how many it contains is a choice.
	private inBatch(subscriptionId: number, record: Fields): Payload {
		if (this.options.batch === 'one') return record;
		const last = this.options.batch === 'overlapping' ? lastBody(this.db, subscriptionId) : null;
		const [before] = last === null ? [] : (JSON.parse(last) as Fields[]);
		return [record, ...(before === undefined ? [] : [before])];
	}

	/**
	 * Starts the due attempts, within the limit of concurrency, and sets the timer for the next one. Called again
	 * whenever an attempt ends.
	 */
	pump(): void {
		if (this.stopping.signal.aborted) return;
		const now = this.clock.now();
		// Deliveries in flight are still due in the database, so that many more rows may be needed to find the next.
		for (const id of dueDeliveries(this.db, now, this.options.sideBySide + this.running.size)) {
			if (this.running.size >= this.options.sideBySide) break;
			if (!this.running.has(id)) this.start(id, false);
		}
		if (this.timer !== null) clearTimeout(this.timer);
		const due = nextDue(this.db, now);
		this.timer =
			due === null
				? null
				: setTimeout(() => this.pump(), Math.min(Math.max(0, this.clock.realMs(due - now)), longestTimer));
	}

	/** Resolves when no attempt is in flight. */
	async settle(): Promise<void> {
		while (this.running.size > 0) await Promise.all(this.running.values());
	}

	/** True once the sandbox is closing. */
	get stopped(): boolean {
		return this.stopping.signal.aborted;
	}

	/** Undoes all moves of the clock; due times are shifted with it, so that nothing waits longer than planned. */
	async back(): Promise<void> {
		await this.settle();
		const before = this.clock.now();
		this.clock.back();
		const now = this.clock.now();
		bringForward(this.db, now, before - now);
		this.pump();
	}

	/** Sends a delivery again, whatever its state, with a new series of retries. */
	async replay(id: number): Promise<void> {
		await this.running.get(id);
		setDelivery(this.db, id, 'Pending', 0, null);
		this.start(id, true);
		await this.running.get(id);
	}

	/** Abandons what is in flight, because its state has been reset or the sandbox is closing. */
	async stop(): Promise<void> {
		this.stopping.abort();
		if (this.timer !== null) clearTimeout(this.timer);
		this.timer = null;
		await Promise.all(this.running.values());
	}

	restart(): void {
		this.stopping.abort();
		this.running.clear();
		this.stopping = new AbortController();
		this.pump();
	}

	private start(id: number, evenIfSilent: boolean): void {
		const attempt: Promise<void> = this.attempt(id, evenIfSilent, this.stopping.signal)
			.catch((error: unknown) => this.log(`delivery ${id}: ${String(error)}`))
			.finally(() => {
				if (this.running.get(id) !== attempt) return;
				this.running.delete(id);
				this.pump();
			});
		this.running.set(id, attempt);
	}

	private async attempt(id: number, evenIfSilent: boolean, signal: AbortSignal): Promise<void> {
		const delivery = findDelivery(this.db, id);
		if (delivery === null) return;
		const tries = Number(delivery.tries) + 1;
		if (delivery.listening !== 1 && !evenIfSilent) {
			insertAttempt(
				this.db,
				id,
				this.clock.now(),
				null,
				'not sent: the subscription or its subscriber is switched off',
			);
			setDelivery(this.db, id, 'Failed', tries, null);
			return;
		}
		const body = this.options.stampAttempts ? this.stamped(String(delivery.body)) : String(delivery.body);
		const outcome = await post(String(delivery.uri), body, sign(body, String(delivery.secret)), {
			timeoutMs: this.options.timeoutMs,
			signal,
		});
		// An aborted attempt stays due in the database, and is sent again after the next start.
		if (signal.aborted) return;
		const now = this.clock.now();
		const delay = this.options.retryDelaysMs[tries - 1];
		transaction(this.db, () => {
			insertAttempt(this.db, id, now, outcome.statusCode, outcome.error);
			if (isSuccess(outcome.statusCode)) setDelivery(this.db, id, 'Delivered', tries, null);
			else if (delay === undefined) setDelivery(this.db, id, 'MaxRetriesReached', tries, null);
			else setDelivery(this.db, id, 'Failed', tries, now + this.clock.shownMs(delay));
		});
		this.log(
			`delivery ${id} to subscription ${String(delivery.subscription_id)}: ${outcome.statusCode ?? outcome.error ?? 'failed'} (attempt ${tries})`,
		);
	}

	private stamped(body: string): string {
		return JSON.stringify(eachOf(JSON.parse(body) as Payload, (record) => ({ ...record, sentAt: this.clock.iso() })));
	}

	/** Sends a forged delivery: with a wrong signature, or a right one over another body. Nothing is stored. */
	async forge(
		uri: string,
		secret: string,
		payload: Payload,
		mutation: 'signature' | 'body',
	): Promise<{ status: number | null; body: string; error: string | null }> {
		const body = JSON.stringify(payload);
		const sent =
			mutation === 'body' ? JSON.stringify(eachOf(payload, (record) => ({ ...record, forged: true }))) : body;
		const signature = mutation === 'body' ? sign(body, secret) : sign(body, `${secret}-wrong`);
		const outcome = await post(uri, sent, signature, {
			timeoutMs: this.options.timeoutMs,
			signal: this.stopping.signal,
		});
		return { status: outcome.statusCode, body: outcome.body, error: outcome.error };
	}
}
