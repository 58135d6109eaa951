import { createHash } from 'crypto';
import type { INodeExecutionData, IPollFunctions } from 'n8n-workflow';
import { DAY_MS } from '../../contract';
import { clock } from '../../transport/clock';
import { forgetPolls } from '../../transport/n8nQuirks';
import { markSucceeded, type OpenFindings, packState, STATE_KEY, type WatchState } from '../core/state';
import { markFailed } from './redelivery';

interface Outage {
	/** When the first of the consecutive failed polls failed. */
	since: number;
	/** When the outage was last reported; absent before that. */
	reportedAt?: number;
}

/** Conditions that are logged when they begin, once while they last. */
type Condition = 'heldBack' | 'undated' | 'noRunEnds';

/** Maximum of shared keys that are remembered as logged. */
const MOST_WARNED_KEYS = 1000;

/**
 * What this process knows about a watch trigger, besides what n8n stores. All moments are epoch milliseconds, except in
 * `poll` and `lastPoll`.
 */
export class ProcessMemory {
	private currentState: WatchState | undefined;

	private readonly keptItems = new Map<string, INodeExecutionData>();

	private readonly awaitedKeys = new Set<string>();

	/** The poll in progress, and until when (by `clock.now()`) it keeps others out. */
	poll: Readonly<{ id: symbol; until: number }> | undefined;

	outage: Readonly<Outage> | undefined;

	private readonly conditions = new Set<Condition>();

	/** Keys that have been logged as shared by several records. */
	readonly warnedShared = new Set<string>();

	/** By `clock.now()`. */
	lastPoll: number;

	constructor(now: number, state?: WatchState) {
		this.lastPoll = now;
		this.currentState = state;
	}

	get state(): WatchState | undefined {
		return this.currentState;
	}

	/** Items of findings whose runs have not succeeded yet, for redelivery. */
	get items(): ReadonlyMap<string, INodeExecutionData> {
		return this.keptItems;
	}

	get awaited(): ReadonlySet<string> {
		return this.awaitedKeys;
	}

	/** Also writes the state to n8n's static data, at the top level, where n8n notices changes. */
	store(context: IPollFunctions, state: WatchState): void {
		this.currentState = state;
		Object.assign(context.getWorkflowStaticData('node'), { [STATE_KEY]: packState(state) });
	}

	/** Keeps the items of a batch that is delivered, and awaits its run. */
	startRun(batch: ReadonlyMap<string, INodeExecutionData>): void {
		for (const [key, item] of batch) {
			this.keptItems.set(key, item);
			this.awaitedKeys.add(key);
		}
	}

	/** n8n did not start the run, or its end is known. */
	stopAwaiting(keys: readonly string[]): void {
		for (const key of keys) this.awaitedKeys.delete(key);
	}

	/** The run of these findings has succeeded: they count as reported. */
	runSucceeded(keys: readonly string[]): void {
		this.stopAwaiting(keys);
		this.forgetItems(keys);
		this.changePending((pending) => markSucceeded(pending, keys));
	}

	/** The run of these findings has failed: schedules their retries, and returns the keys that have none left. */
	runFailed(keys: readonly string[], retries: number, now: number): string[] {
		this.stopAwaiting(keys);
		const next = markFailed(this.currentState?.pending ?? {}, keys, retries, now);
		this.forgetItems(next.abandoned);
		this.changePending(() => next.pending);
		return next.abandoned;
	}

	/** Changes the state in this process only; n8n stores it with the next poll that has something to report. */
	private changePending(change: (pending: OpenFindings) => OpenFindings): void {
		const state = this.currentState;
		if (state === undefined) return;
		this.currentState = { ...state, revision: state.revision + 1, pending: change(state.pending) };
	}

	forgetItems(keys: Iterable<string> = [...this.keptItems.keys()]): void {
		for (const key of keys) this.keptItems.delete(key);
	}

	/** Drops items and awaited runs, because something else is watched from now on. */
	forgetFindings(): void {
		this.keptItems.clear();
		this.awaitedKeys.clear();
	}

	/** A poll has failed: the outage begins or continues. */
	noteFailedPoll(now: number): Readonly<Outage> {
		const { since = now, reportedAt } = this.outage ?? {};
		// Clock rollback: nothing began or was reported later than now.
		const outage = {
			since: Math.min(since, now),
			reportedAt: reportedAt === undefined ? undefined : Math.min(reportedAt, now),
		};
		this.outage = outage;
		return outage;
	}

	noteOutageReport(now: number): void {
		if (this.outage !== undefined) this.outage = { ...this.outage, reportedAt: now };
	}

	/** A poll has succeeded. Returns the outage that it ends, if any. */
	endOutage(): Readonly<Outage> | undefined {
		const ended = this.outage;
		this.outage = undefined;
		return ended;
	}

	/** Sets whether a condition holds. Returns whether it has just begun. */
	begins(condition: Condition, holds: boolean): boolean {
		const isNew = holds && !this.conditions.has(condition);
		if (holds) this.conditions.add(condition);
		else this.conditions.delete(condition);
		return isNew;
	}

	/** The shared keys that haven't been logged yet; they count as logged from now on. */
	noteSharedKeys(keys: readonly string[]): string[] {
		const fresh = [...new Set(keys)].filter((key) => !this.warnedShared.has(key));
		for (const key of fresh) if (this.warnedShared.size < MOST_WARNED_KEYS) this.warnedShared.add(key);
		return fresh;
	}

	/**
	 * Runs one poll at a time, because n8n lets them overlap: returns undefined while another one runs, for at most its
	 * `lifetimeMs`. `work` gets a function that says whether its poll is still the current one.
	 */
	async skipIfRunning<Result>(
		lifetimeMs: number,
		work: (isCurrent: () => boolean) => Promise<Result>,
	): Promise<Result | undefined> {
		const now = clock.now();
		if (this.poll !== undefined && now < this.poll.until) return undefined;
		const id = Symbol();
		this.poll = { id, until: now + lifetimeMs };
		const isCurrent = (): boolean => this.poll?.id === id;
		try {
			return await work(isCurrent);
		} finally {
			if (isCurrent()) this.poll = undefined;
		}
	}
}

const processMemories = new Map<string, ProcessMemory>();

/** A trigger that wasn't polled for this long is unpublished or gone: n8n polls at least once a month. */
const FORGET_MS = 40 * DAY_MS;

export const fingerprint = (...parts: string[]): string =>
	createHash('sha256').update(JSON.stringify(parts)).digest('base64url').slice(0, 16);

/** The owner of a state: instance, workflow and node id. Names don't count, so a renamed node stays the owner. */
export const watchOwner = (context: IPollFunctions): string =>
	fingerprint(context.getInstanceId(), context.getWorkflow().id ?? '', context.getNode().id);

/** The memory of the polled node, by its id: a rename doesn't lose it. */
export function memoryOf(context: IPollFunctions): ProcessMemory {
	const owner = watchOwner(context);
	const now = clock.now();
	for (const [other, { lastPoll, awaited }] of processMemories)
		if (now - lastPoll > FORGET_MS && awaited.size === 0) processMemories.delete(other);
	const memory = processMemories.get(owner) ?? new ProcessMemory(now);
	memory.lastPoll = now;
	processMemories.set(owner, memory);
	return memory;
}

/** As after a restart of the process; for tests. */
export function forgetMemories(): void {
	processMemories.clear();
	forgetPolls();
}
