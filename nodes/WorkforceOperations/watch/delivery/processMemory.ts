import { createHash } from 'crypto';
import type { INodeExecutionData, IPollFunctions } from 'n8n-workflow';
import { DAY_MS, MINUTE_MS } from '../../contract';
import { clock } from '../../transport/clock';
import type { WatchState } from '../core/state';
import { markFailed, markSucceeded } from './redelivery';

interface Outage {
	/** When the first of the polls failed that have failed since. */
	since: number;
	/** When the outage was reported last; absent while it was not. */
	reportedAt?: number;
}

/** What the log says when it begins, and not again while it lasts. */
type Condition = 'heldBack' | 'undated' | 'noRunEnds';

/** Shared keys that are remembered as said. */
const MOST_WARNED_KEYS = 1000;

/** What this process knows of one watch trigger, beside what n8n stores. All moments are epoch milliseconds, but for `poll` and `lastPoll`. */
export class ProcessMemory {
	private currentState: WatchState | undefined;

	private readonly keptItems = new Map<string, INodeExecutionData>();

	private readonly awaitedKeys = new Set<string>();

	private currentPoll: { id: symbol; until: number } | undefined;

	private currentOutage: Outage | undefined;

	private readonly conditions = new Set<Condition>();

	private readonly warnedKeys = new Set<string>();

	private lastPollAt: number;

	/** `now`: by `clock.now()`. */
	constructor(now: number, state?: WatchState) {
		this.lastPollAt = now;
		this.currentState = state;
	}

	get state(): WatchState | undefined {
		return this.currentState;
	}

	/** Items of findings whose runs have not succeeded yet, to be handed over again as they were. */
	get items(): ReadonlyMap<string, INodeExecutionData> {
		return this.keptItems;
	}

	/** Keys of findings whose runs have not ended yet. */
	get awaited(): ReadonlySet<string> {
		return this.awaitedKeys;
	}

	/** The poll that is under way, and until when (by `clock.now()`) it keeps others out. */
	get poll(): Readonly<{ id: symbol; until: number }> | undefined {
		return this.currentPoll;
	}

	get outage(): Readonly<Outage> | undefined {
		return this.currentOutage;
	}

	/** Keys of which the log has said that several records share them. */
	get warnedShared(): ReadonlySet<string> {
		return this.warnedKeys;
	}

	/** By `clock.now()`. */
	get lastPoll(): number {
		return this.lastPollAt;
	}

	notePoll(now: number): void {
		this.lastPollAt = now;
	}

	setState(state: WatchState): void {
		this.currentState = state;
	}

	/** Keeps the items of a batch that is handed over, and awaits its run. */
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
	private changePending(change: (pending: WatchState['pending']) => WatchState['pending']): void {
		const state = this.currentState;
		if (state === undefined) return;
		this.currentState = { ...state, revision: state.revision + 1, pending: change(state.pending) };
	}

	forgetItems(keys: Iterable<string> = [...this.keptItems.keys()]): void {
		for (const key of keys) this.keptItems.delete(key);
	}

	/** Something else is watched from now on: no item is kept and no run is awaited any more. */
	forgetFindings(): void {
		this.keptItems.clear();
		this.awaitedKeys.clear();
	}

	/** A poll has failed: the outage begins, or goes on. */
	noteFailedPoll(now: number): Readonly<Outage> {
		const { since = now, reportedAt } = this.currentOutage ?? {};
		// Clock rollback: nothing began or was reported later than now.
		const outage = {
			since: Math.min(since, now),
			reportedAt: reportedAt === undefined ? undefined : Math.min(reportedAt, now),
		};
		this.currentOutage = outage;
		return outage;
	}

	/** The outage has been reported. */
	noteOutageReport(now: number): void {
		if (this.currentOutage !== undefined) this.currentOutage = { ...this.currentOutage, reportedAt: now };
	}

	/** A poll has succeeded. Returns the outage that it ends, if any. */
	endOutage(): Readonly<Outage> | undefined {
		const ended = this.currentOutage;
		this.currentOutage = undefined;
		return ended;
	}

	/** Notes whether a condition holds now. Returns whether it begins. */
	begins(condition: Condition, holds: boolean): boolean {
		const isNew = holds && !this.conditions.has(condition);
		if (holds) this.conditions.add(condition);
		else this.conditions.delete(condition);
		return isNew;
	}

	/** Of keys that several records share, those of which the log has not said so; they count as said from now on. */
	noteSharedKeys(keys: readonly string[]): string[] {
		const fresh = [...new Set(keys)].filter((key) => !this.warnedKeys.has(key));
		for (const key of fresh) if (this.warnedKeys.size < MOST_WARNED_KEYS) this.warnedKeys.add(key);
		return fresh;
	}

	/**
	 * Runs one poll at a time, since n8n lets them overlap: returns undefined while another one runs, for at most its
	 * `lifetimeMs`. `work` gets a function that says whether no later poll has replaced it meanwhile.
	 */
	async skipIfRunning<Result>(
		lifetimeMs: number,
		work: (isCurrent: () => boolean) => Promise<Result>,
	): Promise<Result | undefined> {
		const now = clock.now();
		if (this.currentPoll !== undefined && now < this.currentPoll.until) return undefined;
		const id = Symbol('poll');
		this.currentPoll = { id, until: now + lifetimeMs };
		const isCurrent = (): boolean => this.currentPoll?.id === id;
		try {
			return await work(isCurrent);
		} finally {
			if (isCurrent()) this.currentPoll = undefined;
		}
	}
}

const processMemories = new Map<string, ProcessMemory>();

/** The objects that polls were called with: n8n up to 2.41 calls all polls of an activation with the same one. */
let contexts = new WeakSet<object>();

/** A trigger that was not polled for this long is unpublished or gone: n8n polls once a month at the least. */
const FORGET_MS = 40 * DAY_MS;

const ownerHash = (...parts: string[]): string =>
	createHash('sha256').update(JSON.stringify(parts)).digest('base64url').slice(0, 16);

/** Which instance, workflow and node a state belongs to. A name is none of it, so that a renamed node stays the owner. */
export const watchOwner = (context: IPollFunctions): string =>
	ownerHash(context.getInstanceId(), context.getWorkflow().id ?? '', context.getNode().id);

export const fingerprint = ownerHash;

/** The memory of the node that is polled, by its id: a rename doesn't lose it. */
export function memoryOf(context: IPollFunctions): ProcessMemory {
	const owner = watchOwner(context);
	const now = clock.now();
	for (const [other, { lastPoll, awaited }] of processMemories)
		if (now - lastPoll > FORGET_MS && awaited.size === 0) processMemories.delete(other);
	const memory = processMemories.get(owner) ?? new ProcessMemory(now);
	memory.notePoll(now);
	processMemories.set(owner, memory);
	return memory;
}

/** n8n's time for one poll in milliseconds; older versions name none. */
export const pollTimeMs = (context: IPollFunctions): number | undefined =>
	'getPollBudgetMs' in context && typeof context.getPollBudgetMs === 'function' ? context.getPollBudgetMs() : undefined;

/** Ticks of n8n's durable scheduler have less, and come with a new object each. */
const LONGEST_TICK_MS = MINUTE_MS;

/** Whether this is the poll by which n8n activates the trigger. */
export function isFirstPoll(context: IPollFunctions): boolean {
	const budget = pollTimeMs(context);
	if (budget !== undefined && budget <= LONGEST_TICK_MS) return false;
	if (contexts.has(context)) return false;
	contexts.add(context);
	return true;
}

/** As after a restart of the process; for tests. */
export function forgetMemories(): void {
	processMemories.clear();
	contexts = new WeakSet();
}
