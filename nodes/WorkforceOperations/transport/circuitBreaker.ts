import { MINUTE_MS } from '../contract';
import { type Failure, header } from './failures/failure';
import { clock } from './clock';

/** If every request is refused for this long, the run fails: one that hangs for days would go unnoticed. */
const MOST_REFUSED_MS = 30 * MINUTE_MS;

/** After this many requests refused with a new token, and none accepted, the cause isn't a single path or record. */
const CLEARLY_UNAUTHORIZED = 3;

/** Stops sending for one connection and key once it is clear that every request would fail. */
export class CircuitBreaker {
	private refusedSince: number | undefined;

	private refusal: Failure | undefined;

	private unauthorized = 0;

	private readonly all: CircuitBreakers;

	/** Set while the circuit is open. */
	openFailure: Failure | undefined;

	constructor(all: CircuitBreakers) {
		this.all = all;
	}

	onAnswer(headers?: Record<string, unknown>): void {
		this.refusedSince = undefined;
		this.unauthorized = 0;
		this.all.noteDate(headers);
	}

	onTooMany(failure: Failure): void {
		this.refusedSince ??= clock.now();
		this.refusal = failure;
	}

	/** Refused with 401, even with a new token. */
	onUnauthorized(failure: Failure): void {
		this.unauthorized++;
		if (this.unauthorized >= CLEARLY_UNAUTHORIZED) this.openFailure = { ...failure, unsent: true };
	}

	/** When waiting without a success ends, by `clock.now()`. */
	get giveUpAt(): number {
		return this.refusedSince === undefined ? Infinity : this.refusedSince + MOST_REFUSED_MS;
	}

	/** The failure to report at `giveUpAt`: the last refusal, as an example of all. */
	get stalled(): Failure {
		return { ...this.refusal, stalledMs: MOST_REFUSED_MS };
	}
}

/**
 * One breaker for each key of a connection, because each key has its own rate limit. Also keeps the service's clock.
 */
export class CircuitBreakers {
	private readonly keys = new Map<string, CircuitBreaker>();

	/** The offset of the service's clock from `clock.now()`, from its Date headers. */
	private serviceAhead: number | undefined;

	of(budgetKey: string): CircuitBreaker {
		const breaker = this.keys.get(budgetKey) ?? new CircuitBreaker(this);
		this.keys.set(budgetKey, breaker);
		return breaker;
	}

	get budgetKeys(): string[] {
		return [...this.keys.keys()];
	}

	noteDate(headers?: Record<string, unknown>): void {
		const date = Date.parse(header(headers, 'date') ?? '');
		// The header has whole seconds and takes time to arrive, so the largest of several offsets is the most accurate.
		if (!Number.isNaN(date)) this.serviceAhead = Math.max(date - clock.now(), this.serviceAhead ?? -Infinity);
	}

	/** The service's date in epoch milliseconds; undefined before the first Date header. */
	get serviceDate(): number | undefined {
		return this.serviceAhead === undefined ? undefined : clock.now() + this.serviceAhead;
	}
}
