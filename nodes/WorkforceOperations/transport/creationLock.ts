import { endpoints } from '../contract';
import { clock, unlessAborted } from './clock';
import type { Connection } from './connection';
import { failureError } from './errors/serviceError';
import { settingsFor } from './keys';
import { Mutex } from './mutex';
import { logAbout } from './log';

/*
 * Two concurrent runs that search for the same person both find none, and both would create one. So each API key has
 * one lock in this process, held for one batch at a time, first come, first served. Its holder reads the notes of other
 * runs, creates, and notes whom it created. A run sees the notes since its start, because it reads the list only after
 * that.
 */

/** Something that was created, or may have been. */
export interface Creation {
	/** For finding the employee again. */
	email?: string;
	isSure: boolean;
}

class KeyLock {
	/** Notes are dropped when no run is left. */
	runs = 0;

	noted = 0;

	readonly notes = new Map<string, Creation & { at: number; by: CreationLock }>();

	readonly mutex = new Mutex();
}

const locks = new Map<string, KeyLock>();

/** After this long a waiting run logs it: the holder may be waiting for the service or the rate limit. */
const LONG_WAIT_MS = 30_000;

export class CreationLock {
	private readonly connection: Connection;

	private readonly lock: KeyLock;

	private readonly begun: number;

	constructor(connection: Connection, lock: KeyLock) {
		this.connection = connection;
		this.lock = lock;
		this.begun = lock.noted;
	}

	/** Returns what another run has created under one of these names since this run began. */
	known(names: readonly string[]): Creation | undefined {
		return names
			.map((name) => this.lock.notes.get(name))
			.find((note) => note !== undefined && note.by !== this && note.at > this.begun);
	}

	/** Notes a creation under all its names. To be called before the turn ends. */
	note(names: readonly string[], creation: Creation): void {
		const at = ++this.lock.noted;
		for (const name of names) this.lock.notes.set(name, { ...creation, at, by: this });
	}

	/** Runs work while no other run of this key creates anything. */
	async inTurn<Result>(itemIndex: number | undefined, work: () => Promise<Result>): Promise<Result> {
		const { come, end } = this.lock.mutex.queue();
		if (!(await this.wait(come))) {
			// Runs that are queued later must still wait for the earlier ones.
			void come.then(end);
			throw await failureError(this.connection, { stopped: true, unsent: true }, { itemIndex });
		}
		try {
			return await work();
		} finally {
			end();
		}
	}

	/** False if the execution was stopped meanwhile. */
	private async wait(come: Promise<void>): Promise<boolean> {
		const { context, signal } = this.connection;
		const coming = come.then(() => true);
		const late = clock.deadline(LONG_WAIT_MS);
		if (await unlessAborted(coming, signal, late)) return true;
		if (signal?.aborted) return false;
		logAbout(context).warn(
			`is waiting, because another execution in n8n is creating staff or licences with the same API key. It continues once that batch is sent.`,
		);
		return (await unlessAborted(coming, signal)) === true;
	}
}

/** Start the work inside the lock, before it looks for existing records. */
export async function withCreationLock<Result>(
	connection: Connection,
	work: (lock: CreationLock) => Promise<Result>,
): Promise<Result> {
	const { budgetKey } = settingsFor(connection.settings, endpoints['staff.create'].access);
	const lock = locks.get(budgetKey) ?? new KeyLock();
	locks.set(budgetKey, lock);
	lock.runs++;
	try {
		return await work(new CreationLock(connection, lock));
	} finally {
		lock.runs--;
		if (lock.runs === 0) locks.delete(budgetKey);
	}
}
