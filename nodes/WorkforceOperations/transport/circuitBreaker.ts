import { MINUTE_MS } from '../contract';
import { type Failure, header } from './failures/failure';
import { clock } from './clock';

/** How long a run goes on waiting while every request is refused. Then it fails: nobody notices a run that hangs for days. */
const MOST_REFUSED_MS = 30 * MINUTE_MS;

/** After this many requests refused with a new token, and none accepted, the cause is not one path or record. */
const CLEARLY_UNAUTHORIZED = 3;

/** How the requests of one connection and key fare together: what is clear from some of them isn't asked of the service again. */
export class CircuitBreaker {
	private refusedSince: number | undefined;

	private refusal: Failure | undefined;

	private unauthorized = 0;

	private readonly all: CircuitBreakers;

	/** Why nothing more is sent. */
	openFailure: Failure | undefined;

	constructor(all: CircuitBreakers) {
		this.all = all;
	}

	/** The service has read a request, whatever it thought of it. */
	onAnswer(headers?: Record<string, unknown>): void {
		this.refusedSince = undefined;
		this.unauthorized = 0;
		this.all.noteDate(headers);
	}

	/** It was one request too many (429). */
	onTooMany(failure: Failure): void {
		this.refusedSince ??= clock.now();
		this.refusal = failure;
	}

	/** The keys were not accepted, also with a new token (401). */
	onUnauthorized(failure: Failure): void {
		this.unauthorized++;
		if (this.unauthorized >= CLEARLY_UNAUTHORIZED) this.openFailure = { ...failure, unsent: true };
	}

	/** When waiting without one success ends, by `clock.now()`. */
	get giveUpAt(): number {
		return this.refusedSince === undefined ? Infinity : this.refusedSince + MOST_REFUSED_MS;
	}

	/** What is said then: the last refusal, and that it was one of many. */
	get stalled(): Failure {
		return { ...this.refusal, stalledMs: MOST_REFUSED_MS };
	}
}

/** How the requests of one connection fare. Each key has a minute and a fate of its own; the service has one clock. */
export class CircuitBreakers {
	private readonly keys = new Map<string, CircuitBreaker>();

	/** How far the service's clock is ahead of `clock.now()`, by what its answers said. */
	private serviceAhead: number | undefined;

	/** With one key, by its budget. */
	of(budgetKey: string): CircuitBreaker {
		const breaker = this.keys.get(budgetKey) ?? new CircuitBreaker(this);
		this.keys.set(budgetKey, breaker);
		return breaker;
	}

	/** The keys that requests went by. */
	get budgetKeys(): string[] {
		return [...this.keys.keys()];
	}

	/** The date of an answer. */
	noteDate(headers?: Record<string, unknown>): void {
		const date = Date.parse(header(headers, 'date') ?? '');
		// The header has whole seconds and was under way for some time: of several answers the largest offset is the most exact.
		if (!Number.isNaN(date)) this.serviceAhead = Math.max(date - clock.now(), this.serviceAhead ?? -Infinity);
	}

	/** The date by the service's own clock, in milliseconds since 1970; undefined while no answer has had a Date header. */
	get serviceDate(): number | undefined {
		return this.serviceAhead === undefined ? undefined : clock.now() + this.serviceAhead;
	}
}
