import { isBlank, type JsonObject, HOUR_MS, isNoDate, momentOf } from '../../contract';
import type { Values } from '../../transport';
import {
	detectConditions,
	type Observation,
	recordsByFormerKey,
	type Reported,
	type ReportedKeys,
	reportedShifts,
} from './detect';
import type { Judge } from './rules';
import { keyForms } from './guardKeys';
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
	/** Hours after now, for those who come early. */
	ahead: number;
}

/** Beyond the window, so that a small clock rollback does not bring back what was forgotten. */
const WINDOW_MARGIN_MS = HOUR_MS;

/** The form's settings for shifts and welfare checks. */
export interface ShiftSettings {
	graceMs: number;
	repeatEveryMs: number;
	/** Further statuses of a guard who is to come, from Service Details. */
	rostered?: readonly string[];
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

/** Live operations, judged by one condition. */
export function shiftSource(judgeShift: Judge, { back, ahead }: ShiftWindow): EventSource<ShiftSettings> {
	const observe = (
		records: JsonObject[],
		{ now, settings: { timeZone, graceMs, rostered }, hashes }: PollContext<ShiftSettings>,
	): Observation[] => records.flatMap((record) => judgeShift(record, { now, timeZone, graceMs, hashes, rostered }));

	/** Finds the records of pending findings, also where they have other keys by now. */
	function rereadPending(
		{ pendingReread, hashes }: PollContext<ShiftSettings>,
		reported: ReportedKeys,
		observations: readonly Observation[],
	): Map<string, RereadRecord> {
		const reread = new Map<string, RereadRecord>();
		const known = new Map(observations.map((observation) => [observation.key, observation]));
		const recordsOf = recordsByFormerKey(reported, [...known.values()], keyForms(hashes));
		const free = new Set([...known.values()].filter(({ key }) => !Object.hasOwn(pendingReread, key)));
		for (const key of Object.keys(pendingReread)) {
			const observation = known.get(key) ?? recordsOf(key).find((other) => free.has(other));
			if (observation === undefined) continue;
			const { record, reason, numbers, holds } = observation;
			reread.set(key, { record, reason, numbers, stillSo: holds });
			free.delete(observation);
		}
		return reread;
	}

	return {
		engineForm: { told: { reads: reportedShifts.reads, needed: true } },

		async detect(poll): Promise<Detection> {
			const { now, settings, readTo, since, start, pendingReread, most } = poll;
			// Catches up with what happened between polls; everything remembered at the last one is still in the window.
			const from = Math.max(
				Math.min(now, readTo ?? since) - back * HOUR_MS,
				now - settings.lookBackMs - back * HOUR_MS,
			);
			const moments = Object.values(pendingReread).map(({ locator }) => Number(locator));
			const query = between(poll, Math.min(from, ...moments), now + ahead * HOUR_MS);
			const records = await poll.reader.list('liveOperation.getAll', query);
			const observations = observe(records, poll);
			const inside = observations.filter(({ locator }) => locator >= from);
			const before = reportedShifts.unpack(poll.engine.told) ?? new Map<string, Reported>();
			const { findings, reported, waiting } = detectConditions(before, inside, {
				now,
				begin: now - back * HOUR_MS - WINDOW_MARGIN_MS,
				start: start && { how: start, since },
				repeatEveryMs: settings.repeatEveryMs,
				most,
				...keyForms(poll.hashes),
			});
			return {
				findings,
				engine: { told: reportedShifts.pack(reported) },
				waiting,
				complete: true,
				reread: rereadPending(poll, before, observations),
				shared: sharedKeys(inside),
				undated: isUndated(records),
			};
		},

		async preview(poll): Promise<Preview> {
			const { now, settings } = poll;
			const [from, to] = [now - back * HOUR_MS, now + ahead * HOUR_MS];
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
