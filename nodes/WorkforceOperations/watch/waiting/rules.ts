import {
	Clocks,
	DAY_MS,
	type EndpointId,
	isLeave,
	LONGEST_SHIFT_MS,
	HOUR_MS,
	type JsonObject,
	momentOf,
	textOf,
	yesOrNo,
} from '../../contract';
import type { Values } from '../../transport';
import type { Finding } from '../core/source';
import { counted, dayAndTime, type DisplayTime, reportName, safeText, timesheetName } from '../core/text';

/** Whether a record says itself that it waits for approval, or that somebody has decided on it. */
type State = 'waiting' | 'over';

/** A record that may wait for approval. */
export interface WaitingRecord extends Finding {
	/** The moment (epoch milliseconds) by which its list selects it; 0 if unknown. */
	locator: number;
	/** When it began to wait (epoch milliseconds), if it says so. */
	since?: number;
	/** Its own state, if it has one. */
	state?: State;
	/** It has waited long enough to be reported. */
	holds: boolean;
}

/** A kind of record that somebody has to approve. */
export interface WaitingKind {
	noun: string;
	endpoint: 'incidentReport.getAll' | 'timesheet.getAll';
	/** The list's query. */
	query: Values;
	/** The request for a single record. */
	one(id: string, filters: Values): { endpoint: EndpointId; path: Record<string, string>; query: Values };
	idField: string;
	/** The date by which the list selects records (assumed). */
	placeField: string;
	/** The date since which it waits: the first one present. */
	sinceFields: readonly string[];
	/** How long after the date in `placeField` it may begin to wait, in milliseconds. */
	beginsWithinMs: number;
	/** A later date means a new wait. */
	waitsAnew: boolean;
	/** The record's name, and its time; `since`: when it began to wait. */
	words(
		record: JsonObject,
		clocks: Clocks,
		since: number | undefined,
		leaveEntryTypes?: readonly string[],
	): [name: string, time: string];
}

/** “Fri 20 Nov 18:00” */
const momentInWords = (moment: number, clocks: Clocks): string => dayAndTime(moment, clocks).join(' ');

/** “Fri 20 Nov 18:00 to 02:00” */
function shiftSpan(start: number, end: number, clocks: Clocks): string {
	const last = momentInWords(end, clocks);
	return `${momentInWords(start, clocks)} to ${end - start < DAY_MS ? last.slice(-5) : last}`;
}

/** Start and end of a shift: as planned, else as paid, else as clocked. */
const SPANS = [
	['scheduledStartTime', 'scheduledEndTime'],
	['payStartTime', 'payEndTime'],
	['timeclockStartTime', 'timeclockEndTime'],
] as const;

export const waitingTimesheets: WaitingKind = {
	noun: 'timesheet',
	endpoint: 'timesheet.getAll',
	query: { status: 'Pending' },
	one: (id) => ({ endpoint: 'timesheet.get', path: { id }, query: {} }),
	idField: 'timesheetId',
	placeField: 'scheduledStartTime',
	sinceFields: ['payEndTime', 'timeclockEndTime', 'scheduledEndTime'],
	beginsWithinMs: LONGEST_SHIFT_MS,
	// Its times may be corrected while it waits.
	waitsAnew: false,
	words: (record, clocks, since, leaveEntryTypes) => {
		const [times] = SPANS.flatMap(([from, to]) => {
			const [start, end] = [momentOf(record[from]), momentOf(record[to])];
			return start === undefined || end === undefined || end < start ? [] : [shiftSpan(start, end, clocks)];
		});
		return [
			`${timesheetName(record)}${isLeave(record, leaveEntryTypes) ? ' (leave)' : ''}`,
			times ?? (since === undefined ? '' : `until ${momentInWords(since, clocks)}`),
		];
	},
};

export const waitingReports: WaitingKind = {
	noun: 'incident report',
	endpoint: 'incidentReport.getAll',
	query: {},
	one: (incidentReportId, { companyId }) => ({
		endpoint: 'incidentReport.get',
		path: {},
		query: { incidentReportId, companyId },
	}),
	idField: 'incidentReportId',
	placeField: 'submittedDate',
	sinceFields: ['submittedDate'],
	beginsWithinMs: 0,
	waitsAnew: true,
	words: (record, clocks, since) => {
		const by = safeText(record.submittedByName);
		return [
			reportName(record),
			since === undefined ? '' : `submitted ${momentInWords(since, clocks)}${by === undefined ? '' : ` by ${by}`}`,
		];
	},
};

/**
 * A record's own state: from its status or `isApproved`, else from an approval date. A report's detail has none of
 * them.
 */
function stateOf({ status, isApproved, approvedDateTime }: JsonObject): State | undefined {
	const [word, approved] = [textOf(status)?.toLowerCase(), yesOrNo(isApproved)];
	if (approved === true || word === 'approved' || word === 'rejected') return 'over';
	if (approved === false || word === 'pending') return 'waiting';
	return momentOf(approvedDateTime) === undefined ? undefined : 'over';
}

/** Context for judging records that wait. */
export interface WaitingRules extends DisplayTime {
	/** How long a record waits before it is reported (milliseconds). */
	waitMs: number;
	leaveEntryTypes?: readonly string[];
}

/** The end of the local day of a moment; midnight is the end of the day before. */
function endOfDay(moment: number, clocks: Clocks): number {
	const { clock, offset } = clocks.at(moment - 1);
	const midnight = (Math.floor(clock / DAY_MS) + 1) * DAY_MS;
	return midnight - clocks.at(midnight - offset).offset;
}

/** Judges a record that is listed, or was read by its ID, under its key. */
export function waitingRecord(
	kind: WaitingKind,
	key: string,
	record: JsonObject,
	{ now, timeZone, waitMs, leaveEntryTypes }: WaitingRules,
): WaitingRecord {
	const ended = kind.sinceFields.map((field) => momentOf(record[field])).find((moment) => moment !== undefined);
	const clocks = new Clocks(record, timeZone);
	// Leave ends with its last day.
	const since = ended !== undefined && isLeave(record, leaveEntryTypes) ? endOfDay(ended, clocks) : ended;
	const state = stateOf(record);
	const [name, time] = kind.words(record, clocks, since, leaveEntryTypes);
	const what = time === '' ? name : `${name}, ${time},`;
	const waited = now - (since ?? Infinity);
	const hours = Math.floor(waited / HOUR_MS);
	const isLong = waited >= waitMs;
	const less = isLong ? '' : `; the limit is ${counted(waitMs / HOUR_MS, 'hour')}`;
	const begun = waited >= 0;
	return {
		key,
		at: since === undefined ? now : since + waitMs,
		locator: momentOf(record[kind.placeField]) ?? 0,
		...(since === undefined ? {} : { since }),
		...(state === undefined ? {} : { state }),
		holds: isLong && state !== 'over',
		record,
		reason:
			state === 'over' || !begun
				? `${what} ${begun ? 'is no longer waiting for approval' : 'isn’t waiting for approval yet'}`
				: `${what} has waited ${counted(hours, 'hour')} for approval${less}`,
		numbers: begun ? { hoursWaiting: hours } : {},
	};
}
