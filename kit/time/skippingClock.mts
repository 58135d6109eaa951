import { clock } from '../../nodes/WorkforceOperations/transport/clock.ts';
import type { Sandbox } from '../../sandbox/index.mts';

const real = { ...clock };

/** Milliseconds skipped so far. Never reset, because budgets and memories outlive a test. */
let ahead = 0;

/** Waits take no time: each sleep moves the clocks of the package and of the sandbox. */
export class Pace {
	/** Milliseconds waited for. */
	waited = 0;

	/** How far the date alone was set ahead, or back. */
	private put = 0;

	private readonly sandboxes: Sandbox[];

	/** Without a sandbox the package's clock moves alone. */
	constructor(...sandboxes: Sandbox[]) {
		this.sandboxes = sandboxes;
		const [service] = sandboxes;
		if (service) {
			// One clock for both: if the package were ahead of the service, it would send too early.
			const lead = real.now() + ahead - service.now();
			clock.now = () => service.now() + lead;
		} else clock.now = () => real.now() + ahead;
		clock.date = () => real.date() + ahead + this.put;
		clock.jitter = () => 1;
		clock.random = () => 0;
		clock.sleep = async (ms) => {
			this.waited += ms;
			await this.pass(ms);
			// Lets pending answers arrive, as in a real wait.
			await new Promise((resolve) => setImmediate(resolve));
		};
	}

	async pass(ms: number): Promise<void> {
		ahead += ms;
		for (const sandbox of this.sandboxes) await sandbox.advance(ms);
	}

	/** Sets the date ahead (or back if negative), like a user who sets the computer's clock: no time passes. */
	putDate(ms: number): void {
		this.put += ms;
	}

	end(): void {
		Object.assign(clock, real);
	}
}
