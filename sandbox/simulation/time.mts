import type { World } from '../server/world.mts';
import { nextDue } from '../store/deliveries.mts';
import type { DayScheduler } from './scheduler.mts';

/**
 * Moves the clock from one due moment to the next, for deliveries and for the simulated day. So everything on the way
 * happens in order and is dated by its moment. Moves are serialised.
 */
export class TimeTravel {
	private readonly world: World;
	private readonly alive: DayScheduler;
	private moves: Promise<void> = Promise.resolve();

	constructor(world: World, alive: DayScheduler) {
		this.world = world;
		this.alive = alive;
	}

	advance(ms: number): Promise<void> {
		return this.afterOthers(() => this.forward(ms));
	}

	/** Undoes all moves of the clock; due times are shifted with it, so that nothing waits longer than planned. */
	back(): Promise<void> {
		return this.afterOthers(async () => {
			await this.world.deliveries.back();
			this.world.rate.clear();
			this.alive.restart();
		});
	}

	private afterOthers(work: () => Promise<void>): Promise<void> {
		const move = this.moves.then(work);
		this.moves = move.catch(() => undefined);
		return move;
	}

	private async forward(ms: number): Promise<void> {
		const { clock, db, deliveries } = this.world;
		const end = clock.now() + ms;
		deliveries.pump();
		this.alive.run();
		await deliveries.settle();
		while (db.isOpen && !deliveries.stopped) {
			const now = clock.now();
			const dues = [nextDue(db, now), this.alive.nextDue()].filter((due) => due !== null);
			const due = Math.min(...dues);
			if (dues.length === 0 || due > end) break;
			// Listeners of the clock run what is due.
			clock.move(Math.max(0, due - now));
			await deliveries.settle();
		}
		if (!db.isOpen || deliveries.stopped) return;
		clock.move(Math.max(0, end - clock.now()));
		await deliveries.settle();
	}
}
