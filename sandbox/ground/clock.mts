/** The time of the sandbox: real time plus an offset that can be moved. Milliseconds since 1970. */
export class Clock {
	private offset: number;
	private readonly listeners = new Set<() => void>();

	constructor(offset = 0) {
		this.offset = offset;
	}

	/** A clock that shows `start` now and moves on with real time. */
	static startingAt(start: Date): Clock {
		return new Clock(start.getTime() - Date.now());
	}

	now(): number {
		return Date.now() + this.offset;
	}

	iso(): string {
		return new Date(this.now()).toISOString();
	}

	/** How far the clock is ahead of real time, in milliseconds. */
	ahead(): number {
		return this.offset;
	}

	/** Moves the clock by `ms`; backwards is refused because due times and sliding windows only run forwards. */
	move(ms: number): void {
		if (!Number.isFinite(ms) || ms < 0) throw new RangeError('The clock can only be moved forwards.');
		this.offset += ms;
		for (const listener of this.listeners) listener();
	}

	onMove(listener: () => void): void {
		this.listeners.add(listener);
	}
}
