import type { INodeExecutionData, IPollFunctions } from 'n8n-workflow';
import { MINUTE_MS } from '../contract';
import { CREDENTIAL_TYPE, log, logAbout } from '../transport';
import { clock } from '../transport/clock';
import { isFirstPoll, isStart, pollBudgetMs, reportsRunEnd } from '../transport/n8nQuirks';
import { deliver, logAbandoned } from './delivery/deliver';
import { dueForRedelivery, markDelivered, markSucceeded, markUnreadable } from './delivery/redelivery';
import { hashesOf } from './core/hashes';
import { familyOf } from './events';
import { redeliveredItem, findingItem } from './items';
import type { Detection } from './core/source';
import { fingerprint, type ProcessMemory, memoryOf, watchOwner } from './delivery/processMemory';
import { readStored, sayUnreadable, takeOver } from './delivery/takeOver';
import { sayHeldBack, saySharedKeys, sayUndated } from './delivery/notes';
import { PollReader } from './core/pollReader';
import { type WatchSettings, watchSettingsFor } from './settings';
import { byKey, MOST_PENDING, newerState, packState, type Pending, STATE_KEY, type WatchState } from './core/state';
import { isPublishing, onPollError, onPollSuccess } from './delivery/outage';

/** How long a first poll waits for the ends of the runs that it started. */
const FIRST_RUNS_MS = 3000;
const FIRST_RUNS_LOOK_MS = 50;

/** Beyond one interval, so that nothing falls between publishing and the first poll. */
const POLL_MARGIN_MS = 5 * MINUTE_MS;

type Batch = Map<string, INodeExecutionData>;

/** From when on a first poll counts what happens as new. */
export const firstSince = ({ intervalMs }: Pick<WatchSettings, 'intervalMs'>, now: number): number =>
	now - intervalMs - POLL_MARGIN_MS;

/** What is watched: where all of a list is compared with what it held before, that very list. */
function watchSubject(context: IPollFunctions, settings: WatchSettings): string {
	const { event, query, additionalQuery } = settings;
	const own = familyOf(event)?.subject?.(settings);
	const parts = [event.value];
	if (event.byList === true) parts.push(context.getNode().credentials?.[CREDENTIAL_TYPE]?.id ?? '');
	if (event.byList === true) parts.push(JSON.stringify([query, additionalQuery]));
	// How long a page is filters nothing.
	if (event.byFilter === true) parts.push(JSON.stringify([query, { ...additionalQuery, limit: undefined }]));
	if (own !== undefined) parts.push(JSON.stringify(own));
	return fingerprint(...parts);
}

/** Writes the state into n8n's static data, at the top level, where n8n notices changes. */
function store(context: IPollFunctions, memory: ProcessMemory, state: WatchState): void {
	memory.setState(state);
	Object.assign(context.getWorkflowStaticData('node'), { [STATE_KEY]: packState(state) });
}

/** The state to go on from, or one that begins here. */
function stateFor(context: IPollFunctions, memory: ProcessMemory, settings: WatchSettings): WatchState {
	const now = clock.date();
	const since = firstSince(settings, now);
	// At the start of n8n a trigger has a state, unless it was lost: existing matches were reported before.
	const fresh: WatchState = {
		owner: watchOwner(context),
		subject: watchSubject(context, settings),
		born: now,
		revision: 0,
		since,
		start: isStart(context) ? 'new' : settings.startWith,
		engine: {},
		pending: byKey([]),
	};
	const stored = readStored(context, fresh);
	const isLost = stored === 'unreadable' && memory.state === undefined;
	if (isLost) sayUnreadable(context);
	const latest = newerState(memory.state, stored === 'unreadable' ? undefined : stored);
	if (latest === undefined) return isLost ? { ...fresh, start: 'new' } : fresh;
	if (latest.subject !== fresh.subject) {
		logAbandoned(context, Object.keys(latest.pending), 'the trigger watches something else now');
		memory.forgetFindings();
		// Later than the state that it replaces, also after a clock rollback.
		return { ...fresh, born: Math.max(now, latest.born + 1) };
	}
	const rules = { form: settings.event.source.engineForm, now, timeZone: settings.timeZone };
	const known = latest === memory.state ? latest : takeOver(context, latest, rules);
	// Clock rollback: a start in the future would hide what happens from now on.
	return known.since > now ? { ...known, since } : known;
}

/** The findings of earlier polls that are handed over again: as they were, or read again after a restart. */
function redeliver(
	{ items }: ProcessMemory,
	settings: WatchSettings,
	pending: WatchState['pending'],
	due: readonly string[],
	{ reread, unreadable: unread = [], deferred: deferred = [] }: Detection,
): { batches: Batch[]; absent: string[] } {
	const batches: Batch[] = [];
	const absent: string[] = [];
	for (const key of due) {
		const entry = pending[key];
		if (entry === undefined) continue;
		const attempt = entry.tries + 1;
		const kept = items.get(key);
		const record = reread.get(key);
		if (kept !== undefined) batches.push(new Map([[key, redeliveredItem(kept, attempt)]]));
		else if (record === undefined) {
			if (!unread.includes(key) && !deferred.includes(key)) absent.push(key);
		} else {
			const item = findingItem(settings, { key, ...record }, entry.first);
			batches.push(new Map([[key, redeliveredItem(item, attempt, { stillSo: record.stillSo })]]));
		}
	}
	return { batches, absent };
}

/** Logs findings whose records could not be read in all their tries; those in `absent` are not in the service's list. */
function sayUnread(context: IPollFunctions, keys: readonly string[], absent: readonly string[]): void {
	const why = 'nobody knows how its run ended, and its record';
	const [gone, unread] = [true, false].map((is) => keys.filter((key) => absent.includes(key) === is));
	logAbandoned(context, gone ?? [], `${why} is not in the service’s list any more`);
	logAbandoned(context, unread ?? [], `${why} could not be read`);
}

/** Hands over by n8n's usual way, which does not report how the runs end. */
function plainly(batches: readonly Batch[]): INodeExecutionData[][] | null {
	const items = batches.flatMap((batch) => [...batch.values()]);
	return items.length === 0 ? null : [items];
}

/** Hands over, one run per batch. What n8n refuses that way is handed over the usual way. */
function deliverFindings(
	context: IPollFunctions,
	memory: ProcessMemory,
	batches: readonly Batch[],
	retries: number,
): INodeExecutionData[][] | null {
	for (const [index, batch] of batches.entries()) {
		try {
			deliver(context, memory, batch, retries);
		} catch (error) {
			const rest = batches.slice(index);
			const keys = rest.flatMap((left) => [...left.keys()]);
			sayNoPromise(context, memory, error);
			memory.forgetItems(keys);
			if (memory.state) store(context, memory, { ...memory.state, pending: markSucceeded(memory.state.pending, keys) });
			return plainly(rest);
		}
	}
	return null;
}

function sayNoPromise(context: IPollFunctions, memory: ProcessMemory, error?: unknown): void {
	if (!memory.begins('noRunEnds', true)) return;
	const why = error instanceof Error ? ` (${error.message})` : '';
	log(context).warn(
		`this n8n does not tell “${context.getNode().name}” how its runs end${why}, so that findings of failed runs are not handed over again`,
	);
}

/** Asks the service once, and hands over the findings. */
async function detectFindings(
	context: IPollFunctions,
	memory: ProcessMemory,
	{ deadline, published }: { deadline: number; published: boolean },
	isCurrent: () => boolean,
): Promise<INodeExecutionData[][] | null> {
	const settings = await watchSettingsFor(context);
	const state = stateFor(context, memory, settings);
	// Before the first request: the first window begins here also where the service can't be reached.
	if (state !== memory.state) store(context, memory, state);
	const confirms = settings.retries > 0 && reportsRunEnd(context);
	if (settings.retries > 0 && !confirms) sayNoPromise(context, memory);
	const now = clock.date();
	const before = confirms ? state.pending : {};
	const { due, abandoned } = dueForRedelivery(before, (key) => memory.awaited.has(key), settings.retries, now);
	const pendingReread = Object.fromEntries(
		due.filter((key) => !memory.items.has(key)).map((key) => [key, before[key] as Pending]),
	);
	const reader = await PollReader.open(context, { deadline }, settings.additionalQuery, settings.event.endpoint);
	const hashes = hashesOf(reader.apiKey, state.owner);
	const room = Math.max(0, Math.max(MOST_PENDING, settings.maxItems) - Object.keys(before).length);
	const { start, readTo, since, engine } = state;
	const most = Math.min(settings.maxItems, room);
	const open = Object.keys(before);
	const running = open.filter((key) => memory.awaited.has(key));
	const pollContext = {
		...{ reader, settings, now, since, start, readTo, engine, hashes, pendingReread, most },
		...{ published, open, running },
	};
	const seen = await settings.event.source.detect(pollContext);
	// A poll that was abandoned meanwhile must change nothing: another one may have handed over the same.
	if (!isCurrent()) return null;
	onPollSuccess(context, memory);
	for (const { level, text } of seen.log ?? []) logAbout(context)[level](text);
	saySharedKeys(context, memory, seen.shared ?? []);
	sayUndated(context, memory, seen.undated);
	sayHeldBack(context, memory, seen.waiting, most);
	if (!confirms) {
		logAbandoned(context, Object.keys(state.pending), 'how its run ends is not waited for now');
		memory.forgetItems();
	}
	// Runs may have ended meanwhile.
	const { superseded = [] } = seen;
	memory.forgetItems(superseded);
	const current = markSucceeded(confirms ? (memory.state?.pending ?? before) : {}, superseded);
	const { batches, absent } = redeliver(memory, settings, current, due, seen);
	logAbandoned(context, abandoned, 'nobody knows how its runs ended');
	const known = markSucceeded(current, abandoned);
	// A record that is missing from the list may be back at the next poll.
	const missing = [...(seen.unreadable ?? []), ...absent];
	const { pending: left, abandoned: unread } = markUnreadable(known, missing, settings.retries, now);
	sayUnread(context, unread, absent);
	// A pending finding is not reported a second time.
	const findings = seen.findings.filter(({ key }) => !Object.hasOwn(left, key));
	const fresh: Batch = new Map(findings.map((finding) => [finding.key, findingItem(settings, finding, now)]));
	if (fresh.size > 0) batches.unshift(fresh);
	const locators = new Map(findings.map(({ key, locator }) => [key, locator]));
	const keys = batches
		.flatMap((batch) => [...batch.keys()])
		.map((key) => ({ key, locator: left[key]?.locator ?? locators.get(key) }));
	const pending = confirms ? markDelivered(left, keys, now) : {};
	store(context, memory, {
		...state,
		...(seen.complete ? { readTo: now, start: undefined } : {}),
		revision: (memory.state?.revision ?? state.revision) + 1,
		engine: seen.engine,
		pending,
	});
	return confirms ? deliverFindings(context, memory, batches, settings.retries) : plainly(batches);
}

/**
 * Stores how the first runs ended. After a first poll n8n saves the state, and with its in-memory scheduler not again
 * before the next finding: without this their findings would be handed over again after every restart.
 */
async function awaitRuns(context: IPollFunctions, memory: ProcessMemory, deadline: number): Promise<void> {
	const until = Math.min(clock.now() + FIRST_RUNS_MS, deadline);
	while (memory.awaited.size > 0 && clock.now() < until) await clock.sleep(FIRST_RUNS_LOOK_MS);
	if (memory.state !== undefined) store(context, memory, memory.state);
}

/** One poll of a published workflow. */
export async function poll(context: IPollFunctions): Promise<INodeExecutionData[][] | null> {
	const memory = memoryOf(context);
	const isFirst = isFirstPoll(context);
	const published = isFirst && isPublishing(context);
	const budget = pollBudgetMs(context, isFirst);
	if (isFirst) {
		try {
			// Here, because a poll of the previous version of the workflow may still keep this one out.
			await watchSettingsFor(context);
		} catch (error) {
			return onPollError(context, memory, error, isFirst);
		}
	}
	const result = await memory.skipIfRunning(budget + MINUTE_MS, async (isCurrent) => {
		const deadline = clock.now() + budget;
		try {
			const given = await detectFindings(context, memory, { deadline, published }, isCurrent);
			if (isFirst && given === null && isCurrent()) await awaitRuns(context, memory, deadline);
			return given;
		} catch (error) {
			return onPollError(context, memory, error, isFirst);
		}
	});
	return result ?? null;
}
