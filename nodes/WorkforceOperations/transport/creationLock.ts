import { endpoints } from '../contract';
import { clock, unlessAborted } from './clock';
import type { Connection } from './connection';
import { failureError } from './errors/serviceError';
import { settingsFor } from './keys';
import { Mutex } from './mutex';
import { logAbout } from './log';

/*
 * Two runs that search for the same person at the same time both find none, and would both create one. So there is one
 * lock for each API key in this process: whoever creates looks at the notes of the others and sends while holding it, one
 * batch at a time, and notes whom it has created; first come, first served. A run sees the notes that were made since it
 * began, which is before it reads the list.
 */

/** A creation that was carried out, or may have been. */
export interface Creation {
	/** The address by which an employee is found again. */
	email?: string;
	isSure: boolean;
}

/** What the runs of an API key share. */
class KeyLock {
	/** The runs under way; without any, nothing is remembered. */
	runs = 0;

	noted = 0;

	readonly notes = new Map<string, Creation & { at: number; by: CreationLock }>();

	readonly mutex = new Mutex();
}

const locks = new Map<string, KeyLock>();

/** After this long a waiting run says so: the one that holds the lock may wait for the service or for the rate limit. */
const LONG_WAIT_MS = 30_000;

/** A run's access to the lock of its key. */
export class CreationLock {
	private readonly connection: Connection;

	private readonly lock: KeyLock;

	private readonly begun: number;

	constructor(connection: Connection, lock: KeyLock) {
		this.connection = connection;
		this.lock = lock;
		this.begun = lock.noted;
	}

	/** What another run has created under one of these names since this one began. */
	known(names: readonly string[]): Creation | undefined {
		return names
			.map((name) => this.lock.notes.get(name))
			.find((note) => note !== undefined && note.by !== this && note.at > this.begun);
	}

	/** Notes a creation, under each of its names. Call it before the turn ends. */
	note(names: readonly string[], creation: Creation): void {
		const at = ++this.lock.noted;
		for (const name of names) this.lock.notes.set(name, { ...creation, at, by: this });
	}

	/** Runs work while no other run of this key creates anything. */
	async inTurn<Result>(itemIndex: number | undefined, work: () => Promise<Result>): Promise<Result> {
		const { come, end } = this.lock.mutex.queue();
		if (!(await this.wait(come))) {
			// Those who queued later must still wait for those before.
			void come.then(end);
			throw await failureError(this.connection, { stopped: true, unsent: true }, { itemIndex, writes: true });
		}
		try {
			return await work();
		} finally {
			end();
		}
	}

	/** Waits for the turn; false if the execution was stopped meanwhile. */
	private async wait(come: Promise<void>): Promise<boolean> {
		const { context, signal } = this.connection;
		const coming = come.then(() => true);
		const late = clock.deadline(LONG_WAIT_MS);
		if (await unlessAborted(coming, signal, late)) return true;
		if (signal?.aborted) return false;
		logAbout(context).warn(
			`waits, because another execution of this n8n is creating staff or licences with the same API key. It continues when that batch is sent.`,
		);
		return (await unlessAborted(coming, signal)) === true;
	}
}

/** Runs work with the lock of its key: it must start before it looks who is there. */
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
