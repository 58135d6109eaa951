import { endpoints, type JsonObject } from '../contract';
import type { Connection } from './connection';
import { failureError } from './errors/serviceError';
import { settingsFor } from './keys';
import { unlessAborted } from './clock';

/*
 * Two runs that look for the same person at the same time both find none, and would both create one. Therefore the runs
 * of this process that use one API key queue for a creation, and are notified of what the others have created since they
 * looked; what a run was notified of, it looks up again before it creates it. The queue is short: a run waits in it for
 * one creating request at a time, and releases its turn when the answer has come.
 */

/** What another run has created since, or may have: the answer to some creations is lost. */
export interface KnownCreation {
	body: JsonObject;
	isSure: boolean;
}

/** All runs of one API key that may create something. */
class CreationQueue {
	readonly runs = new Set<CreationLock>();

	private last = Promise.resolve();

	/** Waits for its turn and returns what ends it; undefined where the execution was stopped meanwhile. */
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
		// Whoever stands behind still waits for those before.
		void before.then(end);
		return undefined;
	}
}

const creationQueues = new Map<string, CreationQueue>();

/** What one run creates, and hears of the creations of others. */
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

	/** Tells the others of a creation, under each of its names. */
	record(names: readonly string[], creation: KnownCreation): void {
		for (const other of this.line.runs) {
			if (other !== this) for (const name of names) other.creations.set(name, creation);
		}
	}

	/** Withdraws a notification, unless a later one has replaced it: the record was not created after all. */
	takeBack(names: readonly string[], creation: KnownCreation): void {
		for (const other of this.line.runs)
			for (const name of names) if (other.creations.get(name) === creation) other.creations.delete(name);
	}

	/** Does the work of one creation while no other run of this key does such work. */
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

/** Work of one run, which hears from its begin on what others create: it has to begin before it looks who is there. */
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
