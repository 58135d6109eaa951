import type { INodeExecutionData, IPollFunctions } from 'n8n-workflow';
import { MINUTE_MS } from '../contract';
import { logAbout } from '../transport';
import { clock } from '../transport/clock';
import { isFirstPoll, pollBudgetMs } from '../transport/n8nQuirks';
import type { Detection } from './core/source';
import { markDelivered, markSucceeded, type OpenFindings } from './core/state';
import { type Batch, deliverAll, isPublishing, onPollError, onPollSuccess, plainly } from './delivery/deliver';
import { logAbandoned, sayHeldBack, saySharedKeys, sayUndated, sayUnread } from './delivery/notes';
import { memoryOf, type ProcessMemory } from './delivery/processMemory';
import { markUnreadable } from './delivery/redelivery';
import { findingItem, redeliveredItem } from './items';
import { openPoll, type Poll } from './opening';
import { watchSettingsFor } from './settings';

/** How long a first poll waits for the ends of the runs that it started. */
const FIRST_RUNS_MS = 3000;
const FIRST_RUNS_LOOK_MS = 50;

/** Logs the results of a poll. */
function tell({ context, memory, most }: Poll, { log = [], shared = [], undated, waiting }: Detection): void {
	onPollSuccess(context, memory);
	for (const { level, text } of log) logAbout(context)[level](text);
	saySharedKeys(context, memory, shared);
	sayUndated(context, memory, undated);
	sayHeldBack(context, memory, waiting, most);
}

/** The open findings of earlier polls, without abandoned ones. */
function stillOpen({ context, memory, state, confirms }: Poll, { superseded = [] }: Detection): OpenFindings {
	if (!confirms) {
		logAbandoned(context, Object.keys(state.pending), 'the node no longer waits for the run to end');
		memory.forgetItems();
		return {};
	}
	memory.forgetItems(superseded);
	// Runs may have ended meanwhile.
	return markSucceeded(memory.state?.pending ?? state.pending, superseded);
}

/**
 * Findings to redeliver, unchanged or read again after a restart. `absent`: the service no longer has their records.
 */
function againItems(
	{ memory, settings, due }: Poll,
	open: OpenFindings,
	{ reread, unreadable = [], deferred = [] }: Detection,
): { batches: Batch[]; absent: string[] } {
	const batches: Batch[] = [];
	const absent: string[] = [];
	for (const key of due) {
		const entry = open[key];
		if (entry === undefined) continue;
		const attempt = entry.tries + 1;
		const kept = memory.items.get(key);
		const record = reread.get(key);
		if (kept !== undefined) batches.push(new Map([[key, redeliveredItem(kept, attempt)]]));
		else if (record !== undefined) {
			const item = findingItem(settings, { ...record, key }, entry.first);
			batches.push(new Map([[key, redeliveredItem(item, attempt, { stillSo: record.stillSo })]]));
		} else if (!unreadable.includes(key) && !deferred.includes(key)) absent.push(key);
	}
	return { batches, absent };
}

/** The findings to redeliver, each in its own run, and the other open ones. */
function redeliver(poll: Poll, seen: Detection): { again: Batch[]; open: OpenFindings } {
	const { context, settings, abandoned, now } = poll;
	const open = stillOpen(poll, seen);
	const { batches: again, absent } = againItems(poll, open, seen);
	logAbandoned(context, abandoned, 'the results of the runs are unknown');
	// A record that is missing from the list may be back at the next poll.
	const missing = [...(seen.unreadable ?? []), ...absent];
	const left = markUnreadable(markSucceeded(open, abandoned), missing, settings.retries, now);
	sayUnread(context, left.abandoned, absent);
	return { again, open: left.pending };
}

/** One check of the service. */
async function look(
	context: IPollFunctions,
	memory: ProcessMemory,
	limits: { deadline: number; published: boolean },
	isCurrent: () => boolean,
): Promise<INodeExecutionData[][] | null> {
	const poll = await openPoll(context, memory, limits);
	const { settings, state, confirms, now } = poll;
	const seen = await settings.event.source.detect(poll);
	// A poll that was abandoned meanwhile must change nothing: another one may have delivered the same findings.
	if (!isCurrent()) return null;
	tell(poll, seen);
	const { again, open } = redeliver(poll, seen);
	// An open finding is not reported a second time.
	const findings = seen.findings.filter(({ key }) => !Object.hasOwn(open, key));
	const fresh: Batch = new Map(findings.map((finding) => [finding.key, findingItem(settings, finding, now)]));
	const repeated = again.flatMap((batch) => [...batch.keys()]).map((key) => ({ key }));
	memory.store(context, {
		...state,
		...(seen.complete ? { readTo: now, start: undefined } : {}),
		revision: (memory.state?.revision ?? state.revision) + 1,
		engine: seen.engine,
		pending: confirms ? markDelivered(open, [...findings, ...repeated], now) : {},
	});
	const batches = fresh.size > 0 ? [fresh, ...again] : again;
	return confirms ? deliverAll(context, memory, batches, settings.retries) : plainly(batches);
}

/**
 * Stores how the first runs ended. n8n saves the state after a first poll but, with its in-memory scheduler, not again
 * before the next finding. Without this, the same findings would be delivered again after every restart.
 */
async function awaitRuns(context: IPollFunctions, memory: ProcessMemory, deadline: number): Promise<void> {
	const until = Math.min(clock.now() + FIRST_RUNS_MS, deadline);
	while (memory.awaited.size > 0 && clock.now() < until) await clock.sleep(FIRST_RUNS_LOOK_MS);
	if (memory.state !== undefined) memory.store(context, memory.state);
}

/** One poll of a published workflow. */
export async function poll(context: IPollFunctions): Promise<INodeExecutionData[][] | null> {
	const memory = memoryOf(context);
	const isFirst = isFirstPoll(context);
	const published = isFirst && isPublishing(context);
	const budget = pollBudgetMs(context, isFirst);
	if (isFirst) {
		try {
			// Checked here, because a poll of the workflow's previous version may still block this one.
			await watchSettingsFor(context);
		} catch (error) {
			return onPollError(context, memory, error, isFirst);
		}
	}
	const result = await memory.skipIfRunning(budget + MINUTE_MS, async (isCurrent) => {
		const deadline = clock.now() + budget;
		try {
			const given = await look(context, memory, { deadline, published }, isCurrent);
			if (isFirst && given === null && isCurrent()) await awaitRuns(context, memory, deadline);
			return given;
		} catch (error) {
			return onPollError(context, memory, error, isFirst);
		}
	});
	return result ?? null;
}
