import { createHash } from 'crypto';
import type { INodeExecutionData, IPollFunctions } from 'n8n-workflow';
import { clock } from '../../transport/clock';
import type { WatchState } from '../core/state';
import { HOUR_MS } from '../core/text';

/** What this process knows about one watch trigger, in addition to what n8n stores. */
export interface ProcessMemory {
	state?: WatchState;
	/** Items of findings whose runs have not succeeded yet, to be handed over again as they were. */
	items: Map<string, INodeExecutionData>;
	/** Keys of findings whose runs have not ended yet. */
	awaited: Set<string>;
	/** The poll that is under way, and until when (by `clock.now()`) it keeps others out. */
	poll?: { mark: symbol; until: number };
	outage?: { since: number; toldAt?: number };
	/** n8n offers no promise of how a run ends, and the log says so. */
	saidNoPromise?: boolean;
	/** Keys of which the log has said that several records share them. */
	saidShared?: Set<string>;
	/** The log has said that no date of the records can be read, and none still can. */
	saidUndated?: boolean;
	/** The log has said that findings are held back, and some still are. */
	holdsBack?: boolean;
	lastPoll: number;
}

const memories = new Map<string, ProcessMemory>();

/** The objects that polls were called with: n8n up to 2.41 calls all polls of an activation with the same one. */
let contexts = new WeakSet<object>();

/** A trigger that was not polled for so long is unpublished or gone: n8n polls once a month at the least. */
const FORGET_MS = 40 * 24 * HOUR_MS;

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
	for (const [other, { lastPoll, awaited }] of memories)
		if (now - lastPoll > FORGET_MS && awaited.size === 0) memories.delete(other);
	const memory = memories.get(owner) ?? { items: new Map(), awaited: new Set(), lastPoll: now };
	memory.lastPoll = now;
	memories.set(owner, memory);
	return memory;
}

/** n8n's time for one poll in milliseconds; older versions name none. */
export const pollTimeMs = (context: IPollFunctions): number | undefined =>
	'getPollBudgetMs' in context && typeof context.getPollBudgetMs === 'function' ? context.getPollBudgetMs() : undefined;

/** Ticks of n8n's durable scheduler have less, and come with a new object each. */
const LONGEST_TICK_MS = 60_000;

/** Whether this is the poll by which n8n activates the trigger. */
export function isFirstPoll(context: IPollFunctions): boolean {
	const budget = pollTimeMs(context);
	if (budget !== undefined && budget <= LONGEST_TICK_MS) return false;
	if (contexts.has(context)) return false;
	contexts.add(context);
	return true;
}

/**
 * Lets one poll at a time into the work, for at most `lifetimeMs`: n8n lets them overlap. Brings undefined to the others.
 * `isCurrent` says whether the work's time has not run out and no other poll has taken its place.
 */
export async function skipIfRunning<Result>(
	memory: ProcessMemory,
	lifetimeMs: number,
	work: (isCurrent: () => boolean) => Promise<Result>,
): Promise<Result | undefined> {
	const now = clock.now();
	if (memory.poll !== undefined && now < memory.poll.until) return undefined;
	const mark = Symbol('poll');
	memory.poll = { mark, until: now + lifetimeMs };
	try {
		return await work(() => memory.poll?.mark === mark);
	} finally {
		if (memory.poll.mark === mark) memory.poll = undefined;
	}
}

/** As if the process had been started anew; for tests. */
export function forgetMemories(): void {
	memories.clear();
	contexts = new WeakSet();
}
