// A clock for simulations: nothing takes time but waits, and these take none on the wall.

interface Sleeper {
	at: number;
	wake: () => void;
}

/** Lets everything run that waits for nothing but promises. */
const settled = (): Promise<void> => new Promise((resolve) => void setImmediate(resolve));

export class VirtualTime {
	/** Milliseconds. */
	now = 0;
	/** The soonest last. */
	private readonly sleepers: Sleeper[] = [];

	wait(ms: number): Promise<void> {
		return new Promise((wake) => {
			const at = this.now + Math.max(0, ms);
			let place = this.sleepers.length;
			while (place > 0 && (this.sleepers[place - 1]?.at ?? 0) <= at) place -= 1;
			this.sleepers.splice(place, 0, { at, wake });
		});
	}

	/** Moves on to this moment; whoever sleeps until then wakes in order. */
	async runUntil(end: number): Promise<void> {
		for (;;) {
			await settled();
			const next = this.sleepers.at(-1);
			if (next === undefined || next.at > end) break;
			this.now = next.at;
			while (this.sleepers.at(-1)?.at === this.now) this.sleepers.pop()?.wake();
		}
		this.now = end;
	}
}
