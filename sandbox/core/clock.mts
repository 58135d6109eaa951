/** The fastest pace allowed: an hour per real second. */
export const fastestPace = 3600;

/** The default pace of a simulated day: a minute per real second. */
export const alivePace = 60;

/**
 * The sandbox's time in epoch milliseconds: real time plus an offset that can be moved, running `pace` times as fast as
 * real time. Everything that the sandbox dates uses it: records, tokens, the rate limit's window, retries of
 * deliveries. Waits in real time (a timer, `Retry-After`) are converted by `realMs`.
 */
export class Clock {
	/** A moment of real time, and the clock's time then. */
	private real = Date.now();
	private shown: number;
	/** The initial offset from real time, to which `back` returns. */
	private readonly origin: number;
	private rate = 1;
	/** The moment at which `during` freezes the clock. */
	private held: number | undefined;
	private readonly listeners = new Set<() => void>();

	/** `ahead`: how far the clock has been moved; `origin`: its initial offset from real time. */
	constructor(ahead = 0, origin = 0) {
		this.origin = origin;
		this.shown = this.real + origin + ahead;
	}

	/** A clock that shows `start` now and runs on from there. */
	static startingAt(start: Date): Clock {
		return new Clock(0, start.getTime() - Date.now());
	}

	now(): number {
		return this.held ?? Math.round(this.shown + (Date.now() - this.real) * this.rate);
	}

	iso(): string {
		return new Date(this.now()).toISOString();
	}

	/** The offset from real time, in milliseconds. */
	ahead(): number {
		return this.now() - Date.now();
	}

	/** The part of the offset that comes from moving the clock or from its pace. */
	moved(): number {
		return this.ahead() - this.origin;
	}

	/** Sandbox milliseconds per real millisecond. */
	get pace(): number {
		return this.rate;
	}

	/** Converts a span of the sandbox's time to real time. */
	realMs(span: number): number {
		return span / this.rate;
	}

	/** Converts a span of real time to the sandbox's time. */
	shownMs(span: number): number {
		return span * this.rate;
	}

	/** Changes the pace from now on. */
	setPace(pace: number): void {
		if (!Number.isFinite(pace) || pace <= 0) throw new RangeError('The pace must be a number above 0.');
		this.setTo(this.now());
		this.rate = pace;
		this.tell();
	}

	/**
	 * Moves the clock forwards by `ms`. Due times and sliding windows only run forwards; the only way back is `back`.
	 */
	move(ms: number): void {
		if (!Number.isFinite(ms) || ms < 0) throw new RangeError('The clock can only be moved forwards.');
		this.setTo(this.now() + ms);
		this.tell();
	}

	/** Undoes all moves. The caller has to adjust what was scheduled or counted by the later time. */
	back(): void {
		this.setTo(Date.now() + this.origin);
		this.tell();
	}

	/**
	 * Runs `work` as if the time were `moment`, so that everything it writes gets that date. `work` must be
	 * synchronous.
	 */
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
