// A clock for simulations and for the tests of what waits: only waits take time, and none of it is real.
import type { clock } from '../../nodes/WorkforceOperations/transport/clock.ts';

type PackageClock = typeof clock;

interface Sleeper {
	at: number;
	wake: () => void;
}

/** The default date at virtual time 0, in milliseconds since 1970. */
const DATE_AT_0 = 1_800_000_000_000;

const NO_CHANCE: Pick<PackageClock, 'random' | 'jitter'> = { random: () => 0, jitter: () => 1 };

/** Lets everything run that waits only for promises. */
const settled = (): Promise<void> => new Promise((resolve) => void setImmediate(resolve));

/** Time stands still until everybody sleeps, and then jumps to the first wake-up. */
export class VirtualTime {
	/** Milliseconds. */
	now: number;
	/** The soonest comes last. */
	private readonly sleepers: Sleeper[] = [];

	private dateAt0 = DATE_AT_0;

	private isHurried = false;

	/** In milliseconds, for each requested deadline. */
	readonly deadlines: number[] = [];

	restore: () => void = () => undefined;

	constructor(now = 1_000_000) {
		this.now = now;
	}

	/** In milliseconds since 1970. */
	putDate(date: number): this {
		this.dateAt0 = date - this.now;
		return this;
	}

	/** From now on nobody has to be woken: who sleeps moves the time. */
	hurried(): this {
		this.isHurried = true;
		return this;
	}

	wait(ms: number): Promise<void> {
		return new Promise((wake) => {
			const at = this.now + Math.max(0, ms);
			let place = this.sleepers.length;
			while (place > 0 && (this.sleepers[place - 1]?.at ?? 0) <= at) place -= 1;
			this.sleepers.splice(place, 0, { at, wake });
		});
	}

	/** Replaces the package's clock, until `restore`. */
	takePlaceOf(clock: PackageClock, chance = NO_CHANCE): this {
		const real = { ...clock };
		const deadline = (ms: number): AbortSignal => {
			this.deadlines.push(ms);
			const end = new AbortController();
			void this.wait(ms).then(() => end.abort());
			return end.signal;
		};
		Object.assign(clock, {
			now: () => this.now,
			date: () => this.dateAt0 + this.now,
			sleep: (ms: number) => (this.isHurried ? Promise.resolve(void (this.now += ms)) : this.wait(ms)),
			deadline,
			...chance,
		});
		this.restore = () => void Object.assign(clock, real);
		return this;
	}

	/** Wakes the sleepers until then in order. */
	async runUntil(end: number): Promise<void> {
		for (;;) {
			await settled();
			if ((this.sleepers.at(-1)?.at ?? Infinity) > end) break;
			this.wakeNext();
		}
		this.now = end;
	}

	/** Advances until `work` is done; fails if nothing would ever wake it. */
	async until<Result>(work: Promise<Result>): Promise<Result> {
		let done = false;
		const watched = work.finally(() => {
			done = true;
		});
		watched.catch(() => undefined);
		for (;;) {
			await settled();
			if (done) return await watched;
			if (this.sleepers.length === 0) throw new Error('nothing would ever end this wait');
			this.wakeNext();
		}
	}

	private wakeNext(): void {
		const next = this.sleepers.at(-1)?.at;
		this.now = Math.max(this.now, next ?? 0);
		while (this.sleepers.at(-1)?.at === next) this.sleepers.pop()?.wake();
	}
}
