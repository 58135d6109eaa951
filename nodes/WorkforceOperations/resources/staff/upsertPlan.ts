import type { IDataObject } from 'n8n-workflow';
import { isBlank, type JsonObject, usableId } from '../../contract';
import { isSameText, isSameValue } from '../../operations/compareValues';
import type { RowResult } from '../../operations/types';
import type { CreationLock } from '../../transport';
import type { KnownLicence } from '../securityLicence/findLicence';
import type { UpsertRow } from './findEmployees';
import type { MatchBy } from './staffList';

/** Names in the list and the search of fields that create and update take under another name (published). */
const OTHER_NAMES: Readonly<Record<string, readonly string[]>> = { middleName: ['middle'] };

/** Fields with a comparison of their own: the reference number is an integer (documented) that is returned as text. */
const SAME: Readonly<Record<string, (held: unknown, given: unknown) => boolean>> = {
	email: isSameText,
	employeeReferenceNumber: (held, given) => isSameValue(held, given) || (!isBlank(held) && Number(held) === given),
};

/** The fields of a row that differ from the record, and those that the record doesn't show. */
export interface Difference {
	changed: string[];
	unknown: string[];
}

/** The name under which a record has a field; undefined if it doesn't. */
export const shownAs = (record: JsonObject, field: string): string | undefined =>
	[field, ...(OTHER_NAMES[field] ?? [])].find((name) => record[name] !== undefined);

/**
 * Compares a row with a record of the list or the search, which have about eleven fields (published). A field that the
 * record doesn't have can't be compared.
 */
export function compare(record: JsonObject, row: JsonObject): Difference {
	const difference: Difference = { changed: [], unknown: [] };
	for (const [field, given] of Object.entries(row)) {
		if (given === undefined) continue;
		const name = shownAs(record, field);
		if (name === undefined) difference.unknown.push(field);
		else if (!(SAME[field] ?? isSameValue)(record[name], given)) difference.changed.push(field);
	}
	return difference;
}

/** What a row does. */
type UpsertStep =
	| { action: 'create' }
	| { action: 'unchanged'; record: JsonObject }
	/** Writes the fields that differ and those that can't be compared. */
	| { action: 'update'; record: JsonObject; id: number; difference: Difference };

/** The step for a row: by its employee, or, without one, a creation. */
export function stepFor(record: JsonObject | undefined, body: JsonObject): UpsertStep {
	if (record === undefined) return { action: 'create' };
	const difference = compare(record, body);
	const id = usableId(record.id);
	const isSame = difference.changed.length === 0 && difference.unknown.length === 0;
	return isSame || id === undefined ? { action: 'unchanged', record } : { action: 'update', record, id, difference };
}

/** A row with its planned step. */
export interface Planned {
	person: UpsertRow;
	licence?: IDataObject;
	step: UpsertStep;
	/** The existing licence, if it was looked up before writing. */
	knownLicence?: KnownLicence;
}

export type PlannedUpdate = Planned & { step: Extract<UpsertStep, { action: 'update' }> };

export const isUpdate = (planned: Planned): planned is PlannedUpdate => planned.step.action === 'update';

/** The result of each input item, by its index. */
export type UpsertResults = Array<RowResult | undefined>;

/** Ends the run with an error; undefined with Continue On Fail, where every row is tried. */
export type Stop = (() => never) | undefined;

/** What the rows of a run share. */
export interface UpsertRun {
	by: MatchBy;
	batchSize: number;
	keepGoing: boolean;
	creations: CreationLock;
}

const NEEDED = { firstName: 'First Name', lastName: 'Last Name', email: 'Email' } as const;

/** Required fields of a new employee that the row lacks, by their labels. */
export const missingForNew = (body: JsonObject): string[] =>
	Object.entries(NEEDED).flatMap(([name, label]) => (isBlank(body[name]) ? [label] : []));

export const MATCH_LABELS: Record<MatchBy, string> = { email: 'Email', employeeId: 'Employee Number', id: 'ID' };
