/** The fastest pace that can be asked for: an hour in a real second. */
export const fastestPace = 3600;

/**
 * The time of the sandbox in milliseconds since 1970: real time plus an offset that can be moved, passing `pace` times as fast as
 * real time. Everything that the sandbox dates uses it: records, tokens, the window of the rate limit, retries of deliveries.
 * What is waited for in real time (a timer, `Retry-After`) is converted with `realMs`.
 */
export class Clock {
	/** A moment of real time, and what the clock showed then. */
	private real = Date.now();
	private shown: number;
	/** How far the clock was ahead of real time when it was made: where `back` leads. */
	private readonly origin: number;
	private rate = 1;
	/** The moment at which `during` holds the clock. */
	private held: number | undefined;
	private readonly listeners = new Set<() => void>();

	/** `ahead`: how far the clock has been moved; `origin`: how far it is ahead of real time when nobody has. */
	constructor(ahead = 0, origin = 0) {
		this.origin = origin;
		this.shown = this.real + origin + ahead;
	}

	/** A clock that shows `start` now and moves on with real time. */
	static startingAt(start: Date): Clock {
		return new Clock(0, start.getTime() - Date.now());
	}

	now(): number {
		return this.held ?? Math.round(this.shown + (Date.now() - this.real) * this.rate);
	}

	iso(): string {
		return new Date(this.now()).toISOString();
	}

	/** How far the clock is ahead of real time, in milliseconds. */
	ahead(): number {
		return this.now() - Date.now();
	}

	/** How far it is ahead of where it would be if nobody had moved it or let it run faster. */
	moved(): number {
		return this.ahead() - this.origin;
	}

	/** Sandbox milliseconds that pass in a real millisecond. */
	get pace(): number {
		return this.rate;
	}

	/** How long a span of the sandbox's time takes in real time. */
	realMs(span: number): number {
		return span / this.rate;
	}

	/** How much of the sandbox's time passes in a span of real time. */
	shownMs(span: number): number {
		return span * this.rate;
	}

	/** Lets the time pass faster or slower from now on. */
	setPace(pace: number): void {
		if (!Number.isFinite(pace) || pace <= 0) throw new RangeError('The pace must be a number above 0.');
		this.setTo(this.now());
		this.rate = pace;
		this.tell();
	}

	/** Moves the clock forwards by `ms`. Due times and sliding windows only run forwards: the one way back is `back`. */
	move(ms: number): void {
		if (!Number.isFinite(ms) || ms < 0) throw new RangeError('The clock can only be moved forwards.');
		this.setTo(this.now() + ms);
		this.tell();
	}

	/** Takes every move back. What was due or counted by the later time is for the caller to see to. */
	back(): void {
		this.setTo(Date.now() + this.origin);
		this.tell();
	}

	/** Does something as if it were that moment: what is written meanwhile is dated by it. `work` must not wait for anything. */
	during<Result>(moment: number, work: () => Result): Result {
		const before = this.held;
		this.held = moment;
		try {
			return work();
		} finally {
			this.held = before;
		}
	}

	onMove(listener: () => void): void {
		this.listeners.add(listener);
	}

	private setTo(shown: number): void {
		this.real = Date.now();
		this.shown = shown;
	}

	private tell(): void {
		for (const listener of this.listeners) listener();
	}
}
