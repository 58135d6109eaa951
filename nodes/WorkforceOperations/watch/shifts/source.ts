import { DAY_MS, type JsonObject, HOUR_MS } from '../../contract';
import type { Values } from '../../transport';
import type { Judge, Observation, ShiftRules } from './shift';
import { clockTime, iso } from '../core/text';
import {
	areUnreadable,
	type Detection,
	type DetectRules,
	type EventSource,
	type LookContext,
	type PollContext,
	type Preview,
	type RereadRecord,
	sharedKeys,
	SHOWN_IN_TEST,
	type Finding,
} from '../core/source';
import { detectOnce, isDueAgain, type Repeating } from '../core/once';
import { readMoments, ReportedForm, writeMoments } from '../core/reported';

/** A reported observation, as it is remembered. All times are epoch milliseconds. */
export interface Reported {
	/** When it was last reported. */
	at: number;
	/** When its record leaves the window. */
	leavesAt: number;
}

type ReportedKeys = ReadonlyMap<string, Reported>;

export const reportedShifts = new ReportedForm<Reported>({
	write: ({ at, leavesAt }) => writeMoments(at, leavesAt),
	read(text) {
		const [at, leavesAt] = readMoments(text) ?? [];
		return at === undefined || leavesAt === undefined ? undefined : { at, leavesAt };
	},
});

interface ConditionRules extends Repeating, DetectRules {
	/** Where the window begins (epoch milliseconds). */
	begin: number;
	/**
	 * If set, a complete list that reaches to this moment (epoch milliseconds) ends conditions with missing records. If
	 * absent, a missing record ends nothing.
	 */
	endsMissing?: number;
}

/** Further ahead than any window reaches. Without this limit, a record with a later date would never be forgotten. */
const SHIFT_LEEWAY_MS = DAY_MS;

/** Whether a condition that holds at the first poll counts as known, without being reported. */
const isKnownAtStart = ({ past, at }: Observation, start: ConditionRules['start']): boolean =>
	start !== undefined && (start.how === 'now' ? past : at < start.since);

/**
 * Conditions of shifts: judges a whole window in each poll, and leaves out what was reported. A key is forgotten if its
 * record is present and its condition has ended, so that a recurrence is reported. It is also forgotten when its moment
 * has left the window. A missing record alone is no reason, unless `endsMissing` is set. The window must be complete: a
 * partly read list is not judged.
 */
export function detectConditions(
	reported: ReportedKeys,
	observations: readonly Observation[],
	rules: ConditionRules,
): { findings: Finding[]; reported: Map<string, Reported>; waiting: number } {
	const { now, begin, start, most, endsMissing } = rules;
	const latest = new Map(observations.map((observation) => [observation.key, observation]));
	// An empty list is no proof.
	const isGone = (leavesAt: number): boolean => latest.size > 0 && leavesAt <= (endsMissing ?? -Infinity);
	const kept = [...reported].filter(
		([key, { leavesAt }]) => latest.has(key) || !(leavesAt < begin || isGone(leavesAt)),
	);
	return detectOnce(new Map(kept), observations, {
		keyOf: ({ key }) => key,
		judge(observation, known) {
			if (!observation.holds) return 'forget';
			if (known === undefined) return isKnownAtStart(observation, start) ? 'keep' : 'tell';
			return !observation.past && observation.once !== true && isDueAgain(known, rules) ? 'repeat' : 'keep';
		},
		entryOf: ({ locator, keptMs }, known) => ({
			at: Math.min(known?.at ?? now, now),
			leavesAt: keptMs === undefined ? Math.min(locator, now + SHIFT_LEEWAY_MS) : now + keptMs,
		}),
		most,
	});
}

/** Which shifts an event reads, by their start (assumed to be what the list's dates mean). */
interface ShiftWindow {
	/** Hours before now: the longest shift and some more. */
	back: number;
	/** Hours after now, for guards who come early; or the event's own hours before the start. */
	ahead: number | 'hoursBefore';
}

/** Beyond the window, so that a small clock rollback does not bring back what was forgotten. */
const WINDOW_MARGIN_MS = HOUR_MS;

/** The form's settings for shifts and welfare checks. */
export interface ShiftSettings extends Pick<ShiftRules, 'graceMs' | 'statuses' | 'leaveEntryTypes'> {
	repeatEveryMs: number;
}

type Look = LookContext<ShiftSettings>;

/** The query for the shifts between two moments. */
const between = ({ settings }: Look, from: number, to: number): Values => ({
	...settings.query,
	startDate: iso(from),
	endDate: iso(to),
});

interface ShiftCondition {
	judge: Judge;
	/** Findings about all records together. */
	judgeAll?(records: readonly JsonObject[], rules: ShiftRules): Observation[];
	/** A record that is missing from a complete list has ended. */
	endsMissing?: true;
}

/** Live operations, judged by one condition. */
export function shiftSource(
	{ judge, judgeAll, endsMissing }: ShiftCondition,
	{ back, ahead }: ShiftWindow,
): EventSource<ShiftSettings> {
	const observe = (records: JsonObject[], { now, settings, hashes }: Look): Observation[] => {
		const rules = { ...settings, now, hashes };
		return [...records.flatMap((record) => judge(record, rules)), ...(judgeAll?.(records, rules) ?? [])];
	};

	const endOf = ({ now, settings: { graceMs } }: Look): number =>
		now + (ahead === 'hoursBefore' ? graceMs : ahead * HOUR_MS);

	/** Finds the records of pending findings. */
	function rereadPending(
		{ pendingReread }: PollContext<ShiftSettings>,
		observations: readonly Observation[],
	): Map<string, RereadRecord> {
		const pending = observations.filter(({ key }) => Object.hasOwn(pendingReread, key));
		return new Map(
			pending.map(({ key, record, reason, numbers, holds }) => [key, { record, reason, numbers, stillSo: holds }]),
		);
	}

	return {
		engineForm: { told: { reads: reportedShifts.reads, needed: true } },

		async detect(poll): Promise<Detection> {
			const { now, settings, readTo, since, start, pendingReread, most, reader } = poll;
			// Catches up with what happened between polls; everything remembered at the last one is still in the
			// window.
			const from = Math.max(
				Math.min(now, readTo ?? since) - back * HOUR_MS,
				now - settings.lookBackMs - back * HOUR_MS,
			);
			const moments = Object.values(pendingReread).map(({ locator }) => Number(locator));
			const to = endOf(poll);
			const query = between(poll, Math.min(from, ...moments), to);
			const records = await reader.list('liveOperation.getAll', query);
			const observations = observe(records, poll);
			const inside = observations.filter(({ locator }) => locator >= from);
			const before = reportedShifts.unpack(poll.engine.told) ?? new Map<string, never>();
			const { findings, reported, waiting } = detectConditions(before, inside, {
				now,
				begin: now - back * HOUR_MS - WINDOW_MARGIN_MS,
				start: start && { how: start, since },
				repeatEveryMs: settings.repeatEveryMs,
				most,
				...(endsMissing && !reader.hasDoubts ? { endsMissing: to } : {}),
			});
			return {
				findings,
				engine: { told: reportedShifts.pack(reported) },
				waiting,
				complete: true,
				reread: rereadPending(poll, observations),
				shared: sharedKeys(inside),
				undated: areUnreadable(records.flatMap(({ startTime, endTime, timeIn }) => [startTime, endTime, timeIn])),
			};
		},

		async preview(look): Promise<Preview> {
			const { now, settings } = look;
			const [from, to] = [now - back * HOUR_MS, endOf(look)];
			const records = await look.reader.someOf('liveOperation.getAll', between(look, from, to));
			const observations = observe(records, look);
			const holding = observations
				.filter(({ holds }) => holds)
				.sort((one, other) => Number(one.past) - Number(other.past) || other.at - one.at);
			const [nearest] = observations.sort((one, other) => Math.abs(one.at - now) - Math.abs(other.at - now));
			const display = { now, timeZone: settings.timeZone };
			return {
				findings: holding.slice(0, SHOWN_IN_TEST).reverse(),
				nearest,
				nothing:
					records.length === 0
						? `The service lists no shifts that start between ${clockTime(from, undefined, display)} and ${clockTime(to, undefined, display)} for this key and these filters`
						: 'No shift matches this event',
			};
		},
	};
}
