import type { Failure } from './failure';
import { clock } from './time';

/** So long a run waits and is refused again and again before it says so: a run that hangs for days is found by nobody. */
const MOST_REFUSED_MS = 30 * 60_000;

/** So many requests that are refused with a new token, and none that isn't, are not about one path or record. */
const CLEARLY_UNAUTHORIZED = 3;

/** How the requests of one connection fare together: what is clear from some of them isn't asked of the service again. */
export class Standing {
	private refusedSince: number | undefined;

	private refusal: Failure | undefined;

	private unauthorized = 0;

	/** Why nothing more is sent. */
	closed: Failure | undefined;

	/** The service has read a request, whatever it thought of it. */
	heard(): void {
		this.refusedSince = undefined;
		this.unauthorized = 0;
	}

	/** It was one request too many (429). */
	tooMany(failure: Failure): void {
		this.refusedSince ??= clock.now();
		this.refusal = failure;
	}

	/** The keys were not accepted, also with a new token (401). */
	notAuthorized(failure: Failure): void {
		this.unauthorized++;
		if (this.unauthorized >= CLEARLY_UNAUTHORIZED) this.closed = { ...failure, unsent: true };
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
