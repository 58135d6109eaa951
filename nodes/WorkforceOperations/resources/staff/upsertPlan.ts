import { isBlank, type JsonObject, usableId } from '../../contract';
import { isSameText, isSameValue } from '../../operations/compareValues';
import type { MatchBy } from './directory';

/** What the list and the search call a field that create and update take under another name (published). */
const OTHER_NAMES: Readonly<Record<string, readonly string[]>> = { middleName: ['middle'] };

/** Fields that are matched in a way of their own: the reference number is an integer (documented) that comes as text. */
const SAME: Readonly<Record<string, (held: unknown, given: unknown) => boolean>> = {
	email: isSameText,
	employeeReferenceNumber: (held, given) => isSameValue(held, given) || (!isBlank(held) && Number(held) === given),
};

/** Which fields of a row a record has otherwise, and which it doesn't show, so that nobody can tell. */
export interface Difference {
	changed: string[];
	unknown: string[];
}

/** The name under which a record shows a field; undefined where it doesn't. */
export const shownAs = (record: JsonObject, field: string): string | undefined =>
	[field, ...(OTHER_NAMES[field] ?? [])].find((name) => record[name] !== undefined);

/**
 * What a row would change in a record of the list or of the search, which show about eleven fields (published). A field
 * that the record doesn't show can't be compared.
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

/** What is to be done for one row. */
export type UpsertStep =
	| { action: 'create' }
	| { action: 'unchanged'; record: JsonObject }
	/** What differs is written, and what can't be compared. */
	| { action: 'update'; record: JsonObject; id: number; difference: Difference };

/** What a row does to the employee that it is about; to nobody yet, it creates one. */
export function stepFor(record: JsonObject | undefined, body: JsonObject): UpsertStep {
	if (record === undefined) return { action: 'create' };
	const difference = compare(record, body);
	const id = usableId(record.id);
	const isSame = difference.changed.length === 0 && difference.unknown.length === 0;
	return isSame || id === undefined ? { action: 'unchanged', record } : { action: 'update', record, id, difference };
}

const NEEDED = { firstName: 'First Name', lastName: 'Last Name', email: 'Email' } as const;

/** What somebody new needs and the row doesn't say, as the form calls it. */
export const missingForNew = (body: JsonObject): string[] =>
	Object.entries(NEEDED).flatMap(([name, label]) => (isBlank(body[name]) ? [label] : []));

export const MATCH_LABELS: Record<MatchBy, string> = { email: 'Email', employeeId: 'Employee Number', id: 'ID' };
