import { type GuardStatuses, isBlank, type JsonObject, HOUR_MS, isNoDate, momentOf } from '../../contract';
import type { Values } from '../../transport';
import { detectConditions, reportedShifts } from './detect';
import type { Judge, Observation, ShiftRules } from './shift';
import { clockTime, iso } from '../core/text';
import {
	type Detection,
	type EventSource,
	type PollContext,
	type Preview,
	type RereadRecord,
	sharedKeys,
	SHOWN_IN_TEST,
} from '../core/source';

/** Which shifts an event reads, by their start (assumed to be what the list's dates mean). */
interface ShiftWindow {
	/** Hours before now: the longest shift and some more. */
	back: number;
	/** Hours after now, for those who come early; else as far as the event's hours before the start reach. */
	ahead: number | 'hoursBefore';
}

/** Beyond the window, so that a small clock rollback does not bring back what was forgotten. */
const WINDOW_MARGIN_MS = HOUR_MS;

/** The form's settings for shifts and welfare checks. */
export interface ShiftSettings {
	graceMs: number;
	repeatEveryMs: number;
	statuses?: GuardStatuses;
	leaveEntryTypes?: readonly string[];
}

/** The query for the shifts between two moments. */
const between = ({ settings }: PollContext<ShiftSettings>, from: number, to: number): Values => ({
	...settings.query,
	startDate: iso(from),
	endDate: iso(to),
});

/** Whether shifts have dates but none can be parsed; undefined if there are none. */
function isUndated(records: readonly JsonObject[]): boolean | undefined {
	const dates = records
		.flatMap(({ startTime, endTime, timeIn }) => [startTime, endTime, timeIn])
		.filter((date) => !isBlank(date) && !isNoDate(date));
	return dates.length === 0 ? undefined : dates.every((date) => momentOf(date) === undefined);
}

interface ShiftCondition {
	judge: Judge;
	/** What is told of all records together. */
	judgeAll?(records: readonly JsonObject[], rules: ShiftRules): Observation[];
	/** What is missing from a whole list is over. */
	endsMissing?: true;
}

/** Live operations, judged by one condition. */
export function shiftSource(
	{ judge, judgeAll, endsMissing }: ShiftCondition,
	{ back, ahead }: ShiftWindow,
): EventSource<ShiftSettings> {
	const observe = (records: JsonObject[], { now, settings, hashes }: PollContext<ShiftSettings>): Observation[] => {
		const rules = { ...settings, now, hashes };
		return [...records.flatMap((record) => judge(record, rules)), ...(judgeAll?.(records, rules) ?? [])];
	};

	const endOf = ({ now, settings: { graceMs } }: PollContext<ShiftSettings>): number =>
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
			// Catches up with what happened between polls; everything remembered at the last one is still in the window.
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
				undated: isUndated(records),
			};
		},

		async preview(poll): Promise<Preview> {
			const { now, settings } = poll;
			const [from, to] = [now - back * HOUR_MS, endOf(poll)];
			const records = await poll.reader.someOf('liveOperation.getAll', between(poll, from, to));
			const observations = observe(records, poll);
			const holding = observations
				.filter(({ holds }) => holds)
				.sort((one, other) => Number(one.past) - Number(other.past) || other.at - one.at);
			const [nearest] = observations.sort((one, other) => Math.abs(one.at - now) - Math.abs(other.at - now));
			const display = { now, timeZone: settings.timeZone };
			return {
				findings: holding.slice(0, SHOWN_IN_TEST).reverse(),
				nearest: holding.length > 0 ? undefined : nearest,
				nothing:
					records.length === 0
						? `The service lists no shift that starts between ${clockTime(from, undefined, display)} and ${clockTime(to, undefined, display)} for this key and these filters`
						: 'None of the shifts holds what this event looks for',
			};
		},
	};
}
