import type { IPollFunctions } from 'n8n-workflow';
import { MINUTE_MS } from '../contract';
import { CREDENTIAL_TYPE } from '../transport';
import { clock } from '../transport/clock';
import { isStart, reportsRunEnd } from '../transport/n8nQuirks';
import { hashesOf } from './core/keys';
import { PollReader } from './core/pollReader';
import type { PollContext } from './core/source';
import { byKey, MOST_PENDING, newerState, type WatchState } from './core/state';
import { logAbandoned, sayNoPromise } from './delivery/notes';
import { fingerprint, type ProcessMemory, watchOwner } from './delivery/processMemory';
import { dueForRedelivery } from './delivery/redelivery';
import { readStored, sayUnreadable, takeOver } from './delivery/takeOver';
import { familyOf } from './events';
import { type WatchSettings, watchSettingsFor } from './settings';

/** Added to one interval, so that nothing is missed between publishing and the first poll. */
const POLL_MARGIN_MS = 5 * MINUTE_MS;

/** The context of one poll; its family sees it as a `PollContext`. */
export interface Poll extends PollContext {
	context: IPollFunctions;
	memory: ProcessMemory;
	settings: WatchSettings;
	/** The state to continue from. */
	state: WatchState;
	/** n8n reports how runs end, so findings of failed runs are redelivered. */
	confirms: boolean;
	/** Keys of findings to redeliver, and of those that are abandoned. */
	due: readonly string[];
	abandoned: readonly string[];
}

/** The time from which a first poll counts events as new. */
export const firstSince = ({ intervalMs }: Pick<WatchSettings, 'intervalMs'>, now: number): number =>
	now - intervalMs - POLL_MARGIN_MS;

/** Identifies what is watched; for events that compare a whole list, it includes that list's query. */
function watchSubject(context: IPollFunctions, settings: WatchSettings): string {
	const { event, query, additionalQuery } = settings;
	const subject = familyOf(event)?.subject?.(settings);
	const parts = [event.value];
	if (event.byList === true) parts.push(context.getNode().credentials?.[CREDENTIAL_TYPE]?.id ?? '');
	if (event.byList === true) parts.push(JSON.stringify([query, additionalQuery]));
	// Page size is not a filter.
	if (event.byFilter === true) parts.push(JSON.stringify([query, { ...additionalQuery, limit: undefined }]));
	if (subject !== undefined) parts.push(JSON.stringify(subject));
	return fingerprint(...parts);
}

/** The state to continue from, or a new one. */
function stateFor(context: IPollFunctions, memory: ProcessMemory, settings: WatchSettings): WatchState {
	const now = clock.date();
	const since = firstSince(settings, now);
	// At n8n's start, a trigger has a state unless it was lost. Existing matches were reported before.
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
		logAbandoned(context, Object.keys(latest.pending), 'the trigger now watches for something else');
		memory.forgetFindings();
		// Later than the state that it replaces, even after a clock rollback.
		return { ...fresh, born: Math.max(now, latest.born + 1) };
	}
	const rules = { form: settings.event.source.engineForm, now, timeZone: settings.timeZone };
	const known = latest === memory.state ? latest : takeOver(context, latest, rules);
	// Clock rollback: a start in the future would hide what happens from now on.
	return known.since > now ? { ...known, since } : known;
}

/** Reads form, state and credential, and collects the findings to redeliver. */
export async function openPoll(
	context: IPollFunctions,
	memory: ProcessMemory,
	{ deadline, published }: { deadline: number; published: boolean },
): Promise<Poll> {
	const settings = await watchSettingsFor(context);
	const state = stateFor(context, memory, settings);
	// Before the first request of every poll, because n8n may keep only this: the first window begins here even if
	// the service can't be reached.
	memory.store(context, state);
	const confirms = settings.retries > 0 && reportsRunEnd(context);
	if (settings.retries > 0 && !confirms) sayNoPromise(context, memory);
	const now = clock.date();
	const pending = confirms ? state.pending : {};
	const open = Object.keys(pending);
	const { due, abandoned } = dueForRedelivery(pending, (key) => memory.awaited.has(key), settings.retries, now);
	const reader = await PollReader.open(context, { deadline }, settings.additionalQuery, settings.event.endpoint);
	const { start, readTo, since, engine, owner } = state;
	return {
		...{ context, memory, settings, state, confirms, due, abandoned },
		...{ reader, now, since, start, readTo, engine, published, open },
		hashes: hashesOf(reader.apiKey, owner),
		pendingReread: Object.fromEntries(
			due.flatMap((key) => (pending[key] === undefined || memory.items.has(key) ? [] : [[key, pending[key]]])),
		),
		most: Math.max(0, Math.min(settings.maxItems, Math.max(MOST_PENDING, settings.maxItems) - open.length)),
		running: open.filter((key) => memory.awaited.has(key)),
	};
}
