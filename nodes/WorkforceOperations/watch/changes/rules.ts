import {
	isBlank,
	isJsonObject,
	type JsonObject,
	type Source,
	isNoDate,
	momentOf,
	textOf,
	yesOrNo,
} from '../../contract';
import type { Values } from '../../transport';
import { type Change, type ChangedRecord, CHANGES, type ChangeSign, latestSign } from './detect';
import { dottedKeyPart } from '../core/keys';
import { clockTime, type DisplayTime, reportName, safeText, timesheetName } from '../core/text';

// Guess: list.isApproved

/** The field or list that signals a change. */
export interface ChangeSignal {
	/** The field that shows the change: by having any value, or by having `value`. */
	field?: string;
	value?: string;
	/** The list that shows the change: every record in it has changed. */
	list?: string;
	/** The date that moves when it happens again, if that isn't the field itself. */
	at?: string;
	source: Source;
}

export type ChangeSignals = Partial<Record<Change, ChangeSignal>>;

/** A kind of record that changes. */
export interface RecordKind {
	eventType: 'incidentreport' | 'timesheet';
	/** Its name in Service Details. */
	detail: 'incidentReport' | 'timesheet';
	endpoint: 'incidentReport.getAll' | 'timesheet.getAll';
	idField: string;
	/** The date by which the list selects records (assumed). */
	placeField: string;
	/**
	 * The lists to read, by name: their query in addition to the filters. One with `onlyFor` is read only if that
	 * change is chosen.
	 */
	lists: Readonly<Record<string, { query: Values; onlyFor?: Change }>>;
	signals: ChangeSignals;
	/** “Incident report IR-2026-0123 (Lost Property) at Coral Coast Library” */
	name(record: JsonObject, words: (moment: number) => string): string;
	/** The field with the name of the person who made a change. */
	by: Partial<Record<Change, string>>;
}

export const reportKind: RecordKind = {
	eventType: 'incidentreport',
	detail: 'incidentReport',
	endpoint: 'incidentReport.getAll',
	idField: 'incidentReportId',
	placeField: 'submittedDate',
	// It is undocumented whether the first shows all reports or only unapproved ones; both together show all.
	lists: { all: { query: {} }, approved: { query: { isApproved: 'true' } } },
	signals: {
		submit: { field: 'submittedDate', source: 'published' },
		// It is documented that the list shows approved reports, and assumed that an approval moves the date.
		approve: { list: 'approved', at: 'modifiedDate', source: 'documented' },
	},
	name: reportName,
	by: { submit: 'submittedByName', approve: 'modifiedByName', reject: 'modifiedByName' },
};

export const timesheetKind: RecordKind = {
	eventType: 'timesheet',
	detail: 'timesheet',
	endpoint: 'timesheet.getAll',
	idField: 'timesheetId',
	placeField: 'scheduledStartTime',
	lists: { all: { query: {} }, rejected: { query: { status: 'Rejected' }, onlyFor: 'reject' } },
	signals: {
		submit: { field: 'staffSubmittedTimesheetTimes', source: 'assumed' },
		approve: { field: 'approvedDateTime', source: 'published' },
		reject: { list: 'rejected', source: 'documented' },
	},
	name: (record, words) => {
		const begin = momentOf(record.scheduledStartTime);
		const shift = begin === undefined ? '' : `, for the shift at ${words(begin)},`;
		return `${timesheetName(record)}${shift}`;
	},
	by: { approve: 'approvedBy' },
};

/** A field of a record; dots reach into objects and lists. */
function fieldValue(record: JsonObject, path: string): unknown {
	let value: unknown = record;
	for (const part of Object.hasOwn(record, path) ? [path] : path.split('.')) {
		if (Array.isArray(value)) value = (value as unknown[])[Number(part)];
		else value = isJsonObject(value) ? value[part] : undefined;
	}
	return value;
}

const isNothing = (value: unknown): boolean =>
	isBlank(value) ||
	isNoDate(value) ||
	yesOrNo(value) === false ||
	(isJsonObject(value) && Object.keys(value).length === 0);

const CHANGE_PARTICIPLES: Record<Change, string> = { submit: 'submitted', approve: 'approved', reject: 'rejected' };

/** Whether a record's own state confirms a change; undefined if it says nothing known. */
function ownWord({ isApproved, status }: JsonObject, change: Change): boolean | undefined {
	const approved = change === 'approve' ? yesOrNo(isApproved) : undefined;
	if (approved !== undefined) return approved;
	const known = textOf(status)?.toLowerCase() ?? '';
	return ['approved', 'rejected', 'pending'].includes(known) ? known === CHANGE_PARTICIPLES[change] : undefined;
}

/** The lists that hold a record, and the lists that prove nothing without it, because they were empty or incomplete. */
interface Lists {
	holding: ReadonlySet<string>;
	unproven: ReadonlySet<string>;
}

/** Whether a record shows a change; undefined if unknown. */
function hasChange(
	record: JsonObject,
	{ holding, unproven }: Lists,
	change: Change,
	{ list, field, value: wanted }: ChangeSignal,
): boolean | undefined {
	if (list !== undefined)
		return holding.has(list) || (ownWord(record, change) ?? (unproven.has(list) ? undefined : false));
	const value = field === undefined ? undefined : fieldValue(record, field);
	if (wanted === undefined) return !isNothing(value);
	const isSameText = String(value).trim().toLowerCase() === wanted.trim().toLowerCase();
	return isSameText || (yesOrNo(wanted) !== undefined && yesOrNo(value) === yesOrNo(wanted));
}

function signOf(record: JsonObject, change: Change, { at: dated, field, list, value }: ChangeSignal): ChangeSign {
	const shown = field === undefined ? undefined : fieldValue(record, field);
	// A mere state is not a date.
	const isState = list !== undefined || value !== undefined || yesOrNo(shown) === true;
	const at = momentOf(dated === undefined ? (isState ? undefined : shown) : fieldValue(record, dated));
	return { change, ...(at === undefined ? {} : { at }) };
}

/** Context for describing a record's changes. */
interface Wording extends DisplayTime {
	signals: ChangeSignals;
}

/** A record with its signs of changes, by the lists that hold it; undefined without an id. */
export function changedRecord(
	kind: RecordKind,
	record: JsonObject,
	lists: Lists,
	{ signals, ...display }: Wording,
): ChangedRecord | undefined {
	const id = dottedKeyPart(record[kind.idField]);
	if (id === undefined) return undefined;
	const signs: ChangeSign[] = [];
	const unproven = new Set<Change>();
	for (const change of CHANGES) {
		const signal = signals[change];
		const shown = signal === undefined ? false : hasChange(record, lists, change, signal);
		if (shown === undefined) unproven.add(change);
		else if (signal !== undefined && shown) signs.push(signOf(record, change, signal));
	}
	const words = (moment: number): string => clockTime(moment, record, display);
	const moment = momentOf(record[kind.placeField]);
	return {
		id,
		signs,
		unproven,
		movesWhenSubmitted: signals.submit?.field === kind.placeField,
		...(moment === undefined ? {} : { locator: moment }),
		describe: ({ change, at }) => {
			const by = safeText(record[kind.by[change] ?? '']);
			const now = latestSign(signs)?.change;
			const then = now === undefined || now === change ? '' : `; it is now ${CHANGE_PARTICIPLES[now]}`;
			const is = signs.some((sign) => sign.change === change) ? 'is' : 'was';
			const when =
				at === undefined
					? ` ${is} ${CHANGE_PARTICIPLES[change]}`
					: ` was ${CHANGE_PARTICIPLES[change]} at ${words(at)}`;
			return {
				locator: moment ?? 0,
				record,
				reason: `${kind.name(record, words)}${when}${by === undefined || at === undefined ? '' : ` by ${by}`}${then}`,
				numbers: { change },
			};
		},
	};
}

const PASSIVE: Record<Change, string> = { submit: 'a submission', approve: 'an approval', reject: 'a rejection' };

/** Why a change can't be watched, and what to do. */
export const missingSignals = ({ eventType, detail }: RecordKind, unsignalled: readonly Change[]): string =>
	`The service doesn’t document how ${eventType === 'timesheet' ? 'timesheets' : 'incident reports'} show ${unsignalled.map((change) => PASSIVE[change]).join(' and ')}. Remove ${unsignalled.length === 1 ? 'it from Changes, or name its field' : 'them from Changes, or name their fields'} ${unsignalled.every((change) => change === 'reject') ? 'under Advanced Options → Rejected When, for example status=Rejected' : `in the credential’s Service Details, as in {"changeFields": {"${detail}": {"${unsignalled[0] ?? 'reject'}": "status=Rejected"}}}`}`;

/** Fields that are assumed to signal changes (undocumented), with those changes. */
type AssumedFields = ReadonlyMap<string, readonly Change[]>;

export function assumedFields(signals: ChangeSignals, chosen: readonly Change[]): AssumedFields {
	const fields = new Map<string, Change[]>();
	for (const change of chosen) {
		const { field, at, source } = signals[change] ?? {};
		if (source !== 'assumed') continue;
		for (const name of [field, at]) if (name !== undefined) fields.set(name, [...(fields.get(name) ?? []), change]);
	}
	return fields;
}

/** Fields that no record has. */
export const absentFrom = (records: ReadonlyArray<{ record: JsonObject }>, fields: AssumedFields): AssumedFields =>
	new Map([...fields].filter(([name]) => records.every(({ record }) => fieldValue(record, name) === undefined)));

/** Reports fields that none of the records has, and what to do; undefined if there are none. */
export function describeAbsent(fields: AssumedFields, count: number): string | undefined {
	if (fields.size === 0 || count === 0) return undefined;
	const named = [...fields].map(
		([name, changes]) => `“${name}”, which should show ${changes.map((change) => PASSIVE[change]).join(' and ')}`,
	);
	return `No record has the field ${named.join(', or ')} (records read: ${count}). Compare its spelling, including upper and lower case, with the fields of a record, and correct “changeFields” in the credential’s Service Details. The service may also leave out empty fields`;
}
