import { endpoints, type JsonObject } from '../contract';
import type { Connection } from './connection';
import { failureError } from './errors/serviceError';
import { settingsFor } from './keys';
import { unlessAborted } from './clock';

/*
 * Two runs that search for the same person at the same time both find none, and would both create one. So the runs of this
 * process that use the same API key queue for creating, and are notified of what others have created since they searched;
 * a run searches again for anybody it was notified of. The wait is short: a run holds its turn for one creating request at
 * a time.
 */

/** What another run has created since, or may have created: the responses to some creations are lost. */
export interface KnownCreation {
	body: JsonObject;
	isSure: boolean;
}

/** The queue of all runs of an API key that create something. */
class CreationQueue {
	readonly runs = new Set<CreationLock>();

	private last = Promise.resolve();

	/** Waits for a turn and returns the function that ends it; undefined if the execution was stopped meanwhile. */
	async turn(signal: AbortSignal | undefined): Promise<(() => void) | undefined> {
		const before = this.last;
		let end = (): void => undefined;
		this.last = new Promise((resolve) => {
			end = resolve;
		});
		const come = await unlessAborted(
			before.then(() => true),
			signal,
		);
		if (come === true) return end;
		// Those who queued later must still wait for those before.
		void before.then(end);
		return undefined;
	}
}

const creationQueues = new Map<string, CreationQueue>();

/** A run's access to the queue, and its notifications of what others create. */
export class CreationLock {
	private readonly creations = new Map<string, KnownCreation>();

	private readonly connection: Connection;

	private readonly line: CreationQueue;

	constructor(connection: Connection, line: CreationQueue) {
		this.connection = connection;
		this.line = line;
	}

	/** What others have created under one of these names since this run began. */
	known(names: readonly string[]): KnownCreation | undefined {
		return names.map((name) => this.creations.get(name)).find((creation) => creation !== undefined);
	}

	/** Notifies the other runs of a creation, under each of its names. */
	record(names: readonly string[], creation: KnownCreation): void {
		for (const other of this.line.runs) {
			if (other !== this) for (const name of names) other.creations.set(name, creation);
		}
	}

	/** Withdraws a notification, because the record was not created after all; a later one for the same name stays. */
	takeBack(names: readonly string[], creation: KnownCreation): void {
		for (const other of this.line.runs)
			for (const name of names) if (other.creations.get(name) === creation) other.creations.delete(name);
	}

	/** Runs the work of one creation while no other run of this key creates anything. */
	async inTurn<Result>(itemIndex: number, work: () => Promise<Result>): Promise<Result> {
		const end = await this.line.turn(this.connection.signal);
		if (end === undefined) {
			const stopped = { stopped: true, unsent: true };
			throw await failureError(this.connection, stopped, { itemIndex, writes: true });
		}
		try {
			return await work();
		} finally {
			end();
		}
	}
}

/** Runs work that is notified of others' creations from its start: it must start before it searches. */
export async function withCreationLocks<Result>(
	connection: Connection,
	work: (creations: CreationLock) => Promise<Result>,
): Promise<Result> {
	const { budgetKey } = settingsFor(connection.settings, endpoints['staff.create'].access);
	const line = creationQueues.get(budgetKey) ?? new CreationQueue();
	creationQueues.set(budgetKey, line);
	const creations = new CreationLock(connection, line);
	line.runs.add(creations);
	try {
		return await work(creations);
	} finally {
		line.runs.delete(creations);
		if (line.runs.size === 0) creationQueues.delete(budgetKey);
	}
}
