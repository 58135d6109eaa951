import { MINUTE_MS } from '../contract';
import { type Failure, header } from './failures/failure';
import { clock } from './clock';

/** How long a run waits while every request is refused; then it fails. A run that hangs for days would go unnoticed. */
const MOST_REFUSED_MS = 30 * MINUTE_MS;

/** After this many requests refused with a new token, and none accepted, the cause is not one path or record. */
const CLEARLY_UNAUTHORIZED = 3;

/** The circuit breaker of one connection and key: once some requests have shown that all would fail, no more are sent. */
export class CircuitBreaker {
	private refusedSince: number | undefined;

	private refusal: Failure | undefined;

	private unauthorized = 0;

	private readonly all: CircuitBreakers;

	/** Why the circuit is open: nothing more is sent. */
	openFailure: Failure | undefined;

	constructor(all: CircuitBreakers) {
		this.all = all;
	}

	/** The service has answered a request, with whatever status. */
	onAnswer(headers?: Record<string, unknown>): void {
		this.refusedSince = undefined;
		this.unauthorized = 0;
		this.all.noteDate(headers);
	}

	/** A request was refused with 429. */
	onTooMany(failure: Failure): void {
		this.refusedSince ??= clock.now();
		this.refusal = failure;
	}

	/** The keys were refused (401), also with a new token. */
	onUnauthorized(failure: Failure): void {
		this.unauthorized++;
		if (this.unauthorized >= CLEARLY_UNAUTHORIZED) this.openFailure = { ...failure, unsent: true };
	}

	/** When waiting without one success ends, by `clock.now()`. */
	get giveUpAt(): number {
		return this.refusedSince === undefined ? Infinity : this.refusedSince + MOST_REFUSED_MS;
	}

	/** The failure to report then: the last refusal, one of many. */
	get stalled(): Failure {
		return { ...this.refusal, stalledMs: MOST_REFUSED_MS };
	}
}

/**
 * The circuit breakers of a connection, one for each of its keys, because each has its own rate limit; and the service's
 * clock.
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
		// The header has whole seconds and took some time to arrive: the largest offset of several is the most accurate.
		if (!Number.isNaN(date)) this.serviceAhead = Math.max(date - clock.now(), this.serviceAhead ?? -Infinity);
	}

	/** The date by the service's own clock, in milliseconds since 1970; undefined while no answer has had a Date header. */
	get serviceDate(): number | undefined {
		return this.serviceAhead === undefined ? undefined : clock.now() + this.serviceAhead;
	}
}
