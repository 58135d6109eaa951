import { clock } from '../clock';

/** The share is multiplied by this after a refusal. */
const DECREASE = 0.935;

/** A few refusals for another reason must not stop this process. */
const LEAST = 1 / 12;

/** The share grows by one request per minute at this interval. */
const STEP_MS = 38_000;

/** The interval just after the key was found to be shared. */
const FIRST_STEP_MS = 6_000;
const FIRST_REFUSALS = 2;

/** After this long without a refusal the other processes may be gone, so the steps double. */
const QUIET_MS = 160_000;
const QUIET_STEP_MS = 12_000;

/**
 * The share of a key's requests that this process uses. It is all of them until an unexpected 429 shows that others
 * use the key, too. From then on additive increase and multiplicative decrease (Chiu and Jain, 1989) lead all
 * processes to about equal shares, without knowing how many there are; `bench/sharing.mts` tests it. The figures are
 * a compromise: a larger decrease is fairer but leaves more of the limit unused; quicker steps find free requests
 * sooner but are refused more often.
 */
export class FairShare {
	/** Requests per minute; undefined while the key seems unshared. */
	private allowed: number | undefined;

	/** The whole limit: the share grows no further. */
	private all = 0;

	private cutAt = 0;

	private grownAt = 0;

	private step = 1;

	/** Refusals since the share was whole. */
	private refusals = 0;

	/** Whether nothing indicates that the key is shared. */
	get whole(): boolean {
		this.grow();
		return this.allowed === undefined;
	}

	/** Requests per minute for this process, out of `all`. */
	of(all: number): number {
		this.grow();
		return this.allowed === undefined ? all : Math.min(all, Math.max(1, Math.floor(this.allowed)));
	}

	/** The service refused a request although only `used` of `all` were sent from here. */
	decrease(used: number, all: number): void {
		const half = all / 2;
		const ownShare = Math.min(this.of(all), used);
		this.refusals = this.whole ? 1 : this.refusals + 1;
		if (ownShare > half) this.allowed = Math.min(ownShare * DECREASE, (ownShare + half) / 2);
		// Starts with a half, which is fair for two processes.
		else this.allowed = this.refusals === 1 ? half : Math.max(all * LEAST, ownShare * DECREASE);
		this.all = all;
		this.cutAt = clock.now();
		this.grownAt = this.cutAt;
		this.step = 1;
	}

	private grow(): void {
		while (this.allowed !== undefined) {
			const quiet = this.grownAt - this.cutAt >= QUIET_MS;
			const stepMs = quiet ? QUIET_STEP_MS : this.refusals <= FIRST_REFUSALS ? FIRST_STEP_MS : STEP_MS;
			if (clock.now() < this.grownAt + stepMs) return;
			this.grownAt += stepMs;
			if (quiet) this.step *= 2;
			this.allowed += this.step;
			if (this.allowed >= this.all) this.allowed = undefined;
		}
	}
}
