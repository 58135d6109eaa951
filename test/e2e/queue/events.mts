// Events of the sandbox, repeated as the service repeats them, and what became of them in n8n.
import { waitFor } from '../../../kit/lib/wait.mts';
import { retryAfterMs } from '../../../kit/sandbox/patientSandbox.mts';
import { keyOf } from '../../../kit/servers/receiver.mts';
import { nothingRuns } from '../trigger/executions.mts';
import { decide, deliveries, replay } from '../trigger/sandbox.mts';
import type { QueueWorld } from '../../../kit/queue/world.mts';

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

	repeat(deliveryIds: number[]): Promise<unknown> {
		return Promise.all(deliveryIds.map(async (id) => await replay(this.#world.sandbox, id)));
	}

	/** Waits until n8n has taken everything, nothing runs, and this many different events have run. */
	async settled(events: number): Promise<void> {
		await waitFor(
			`n8n to have run ${events} events`,
			async () => {
				await this.#world.sandbox.advance(retryAfterMs);
				if ((await deliveries(this.#world.sandbox)).some(({ status }) => status !== 'Delivered')) return false;
				return this.distinct() >= events && (await nothingRuns(this.#world.session, this.#workflowId));
			},
			{ timeoutMs: 90_000, explain: this.#explain },
		);
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
