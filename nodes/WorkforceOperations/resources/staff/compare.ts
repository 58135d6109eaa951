import { isBlank, type JsonObject } from '../../contract';
import { isSame, isSameText } from '../../operations/same';

/** What the list and the search call a field that create and update take under another name (published). */
const OTHER_NAMES: Readonly<Record<string, readonly string[]>> = { middleName: ['middle'] };

/** Fields that are matched in a way of their own: the reference number is an integer (documented) that comes as text. */
const SAME: Readonly<Record<string, (held: unknown, given: unknown) => boolean>> = {
	email: isSameText,
	employeeReferenceNumber: (held, given) => isSame(held, given) || (!isBlank(held) && Number(held) === given),
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
		else if (!(SAME[field] ?? isSame)(record[name], given)) difference.changed.push(field);
	}
	return difference;
}
