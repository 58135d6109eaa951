import {
	type GuardStatuses,
	isLeave,
	type JsonObject,
	MINUTE_MS,
	rosteredGuard,
	type ShiftTimes,
	shiftTimes,
} from '../../contract';
import type { Finding } from '../core/source';
import { type Hashes, hashedPart, realKeyPart } from '../core/keys';
import { type DisplayTime, safeText } from '../core/text';

/** One record judged by one condition; the reason says why the condition holds or why it doesn't. */
export interface Observation extends Finding {
	/** The moment (epoch milliseconds) by which the list selects its shift. */
	locator: number;
	holds: boolean;
	past: boolean;
	/** It isn't repeated. */
	once?: true;
	/** It is remembered for this long (milliseconds), even if no record shows it. */
	keptMs?: number;
}

/** Context for judging conditions of live operations. */
export interface ShiftRules extends DisplayTime {
	/** How long after the relevant moment (unfilled: before it) it is reported, in milliseconds. */
	graceMs: number;
	hashes: Hashes;
	statuses?: GuardStatuses;
	leaveEntryTypes?: readonly string[];
}

export type Judge = (record: JsonObject, rules: ShiftRules) => Observation[];

/** The facts of a shift. All times are epoch milliseconds. */
export interface Shift extends ShiftTimes {
	/** Its ids and its start, as far as known. */
	stem: string;
	/** A hash of its guard, because a shift may have several. */
	guard: string;
	who: string;
	/** The guard is on leave, so nobody has to clock in. */
	isLeave: boolean;
	past: boolean;
	leavesAt: number;
}

/** A hash of the guard's e-mail, else mobile, else name; empty if the record has none of them. */
export function personOf(record: JsonObject, hashes: Hashes): string {
	const person = rosteredGuard(record);
	return person === undefined ? '' : hashes.of('person', person.normalize('NFC').toLowerCase(), 10);
}

/** Made of both IDs if they differ, because it is undocumented which one is the shift's own. */
function shiftIds({ shiftId, eventID, publishedShiftID }: JsonObject): string {
	const ids = [shiftId, eventID].map(realKeyPart).filter((id) => id !== undefined);
	return ids.length === 0 ? (realKeyPart(publishedShiftID) ?? '') : [...new Set(ids)].join('.');
}

/** Used in place of IDs for a shift that has neither IDs nor a guard. */
const sitePart = ({ siteName }: JsonObject): string => `@${hashedPart(siteName) ?? ''}`;

/**
 * Reads a record of live operations; undefined without an id, unless a guard (or, on demand, a site) and a start
 * identify it.
 */
export function readShift(
	record: JsonObject,
	{ now, hashes, statuses, leaveEntryTypes }: Omit<ShiftRules, 'timeZone' | 'graceMs'>,
	bySite = false,
): Shift | undefined {
	const times = shiftTimes(record, statuses);
	const { start, end, timeIn } = times;
	const [ids, guard] = [shiftIds(record), personOf(record, hashes)];
	if (ids === '' && (start === undefined || (guard === '' && !bySite))) return undefined;
	return {
		...times,
		stem: `${ids === '' && guard === '' ? sitePart(record) : ids}.${start === undefined ? '' : Math.floor(start / 1000).toString(36)}`,
		guard,
		who: safeText(record.name) ?? 'Somebody',
		isLeave: isLeave(record, leaveEntryTypes),
		oddStatus: safeText(times.oddStatus),
		past: end !== undefined && end < now,
		leavesAt: start ?? timeIn ?? end ?? now,
	};
}

/** The observation of a shift; `part` distinguishes several findings of one shift. */
export const observed = (
	shift: Shift,
	record: JsonObject,
	{ part = '', ...found }: Omit<Observation, 'key' | 'locator' | 'record' | 'past'> & { past?: boolean; part?: string },
): Observation => ({
	...{ key: `${shift.stem}${part}~${shift.guard}`, locator: shift.leavesAt, past: shift.past, record },
	...found,
});

export const minutes = (ms: number): number => Math.max(0, Math.floor(ms / MINUTE_MS));
