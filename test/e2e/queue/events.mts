// Events of the sandbox, repeated as the service repeats them, and what became of them in n8n.
import { waitFor } from '../../../kit/lib/wait.mts';
import { retryAfterMs } from '../../../kit/sandbox/patientSandbox.mts';
import { keyOf } from '../../../kit/servers/receiver.mts';
import { nothingRuns } from '../trigger/executions.mts';
import { decide, deliveries, replay } from '../trigger/sandbox.mts';
import { droppedBy, type QueueWorld } from '../../../kit/queue/world.mts';

export const decisions = ['approve', 'reject'] as const;

export class Events {
	readonly #world: QueueWorld;
	readonly #workflowId: string;
	readonly #explain: () => string;

	constructor(world: QueueWorld, workflowId: string, explain: () => string) {
		this.#world = world;
		this.#workflowId = workflowId;
		this.#explain = explain;
	}

	/** Two events for each timesheet. Of each tenth event, some copies come at once, while the next ones happen. */
	async happen(timesheetIds: number[], copies = 0): Promise<number[]> {
		const made: number[] = [];
		const repeated: Array<Promise<unknown>> = [];
		for (const timesheetId of timesheetIds) {
			for (const decision of decisions)
				made.push(...(await decide(this.#world.sandbox, timesheetId, decision)).deliveries);
			const last = made.at(-1);
			if (made.length % 10 === 0 && last !== undefined)
				for (let copy = 0; copy < copies; copy += 1) repeated.push(replay(this.#world.sandbox, last));
		}
		await Promise.all(repeated);
		return made;
	}

	/** The same for one timesheet, each event after the end of the one before, so that all workers know which was the last; its delivery. */
	async happenInTurn(timesheetId: number): Promise<number> {
		let last = 0;
		for (const decision of decisions) {
			const before = this.distinct();
			last = (await decide(this.#world.sandbox, timesheetId, decision)).deliveries.at(-1) ?? 0;
			await this.settled(before + 1);
		}
		return last;
	}

	repeat(deliveryIds: number[]): Promise<unknown> {
		return Promise.all(deliveryIds.map(async (id) => await replay(this.#world.sandbox, id)));
	}

	/**
	 * Waits until n8n has taken everything, each time that it took something has run or was dropped, nothing runs, and this many
	 * different events have run. That nothing runs tells little by itself: n8n answers a delivery before its execution is there.
	 */
	async settled(events: number): Promise<void> {
		await waitFor(
			`n8n to have run ${events} events`,
			async () => {
				await this.#world.sandbox.advance(retryAfterMs);
				const made = await deliveries(this.#world.sandbox);
				if (made.some(({ status }) => status !== 'Delivered')) return false;
				const taken = made.flatMap(({ attempts }) => attempts).filter(({ statusCode }) => statusCode === 200).length;
				if (this.#cameOut() < taken) return false;
				return this.distinct() >= events && (await nothingRuns(this.#world.session, this.#workflowId));
			},
			{ explain: this.#explain },
		);
	}

	/** How many deliveries have run or were dropped. */
	#cameOut(): number {
		const dropped = this.#world.workers.reduce((sum, worker) => sum + droppedBy(worker), 0);
		return this.#world.receiver.reports.length + dropped;
	}

	/** How many different events have run. */
	distinct(): number {
		return new Set(this.#world.receiver.reports.map(keyOf)).size;
	}

	/** How many runs there were too many. */
	passed(): number {
		return this.#world.receiver.reports.length - this.distinct();
	}
}
