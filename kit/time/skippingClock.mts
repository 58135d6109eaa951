import { clock } from '../../nodes/WorkforceOperations/transport/clock.ts';
import type { Sandbox } from '../../sandbox/index.mts';

const real = { ...clock };

/** Milliseconds that were skipped so far. Never taken back: budgets and memories outlive a test. */
let ahead = 0;

/** Lets waits take no time: whoever sleeps moves the clock of the package, and that of the sandbox with it. */
export class Pace {
	/** Milliseconds that were waited for. */
	waited = 0;

	/** How far the date was put ahead, or back, by itself. */
	private put = 0;

	private readonly sandboxes: Sandbox[];

	/** Without a sandbox the package's clock moves alone. */
	constructor(...sandboxes: Sandbox[]) {
		this.sandboxes = sandboxes;
		const [service] = sandboxes;
		if (service) {
			// One clock for both: were the package ahead of the service while that moves, it would send too early.
			const lead = real.now() + ahead - service.now();
			clock.now = () => service.now() + lead;
		} else clock.now = () => real.now() + ahead;
		clock.date = () => real.date() + ahead + this.put;
		clock.jitter = () => 1;
		clock.random = () => 0;
		clock.sleep = async (ms) => {
			this.waited += ms;
			await this.pass(ms);
			// Answers that are under way get their turn, as they would in a real wait.
			await new Promise((resolve) => setImmediate(resolve));
		};
	}

	async pass(ms: number): Promise<void> {
		ahead += ms;
		for (const sandbox of this.sandboxes) await sandbox.advance(ms);
	}

	/** Puts the date ahead, or back with less than nothing, as somebody does who sets the computer's clock: no time passes. */
	putDate(ms: number): void {
		this.put += ms;
	}

	end(): void {
		Object.assign(clock, real);
	}
}
