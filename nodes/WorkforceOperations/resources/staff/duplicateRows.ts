import { inputError } from '../../form/item';
import { textKey } from '../../operations/compareValues';
import type { OperationItem, RowResult } from '../../operations/types';

/** A row about the same person as an earlier one, by their indexes. */
interface DuplicateRow {
	index: number;
	first: number;
	/** The value that both have. */
	value: string;
}

/** Rows whose value an earlier row has, too. Rows without a value are no duplicates. */
function duplicateRows(values: unknown[]): DuplicateRow[] {
	const seen = new Map<string, number>();
	return values.flatMap((value, index): DuplicateRow[] => {
		const key = textKey(value);
		if (key === '') return [];
		const first = seen.get(key);
		if (first === undefined) {
			seen.set(key, index);
			return [];
		}
		return [{ index, first, value: String(value).trim() }];
	});
}

/** Removes the entries that have an error. Without Continue On Fail the first error ends the run before anything is written. */
export function rejectRows<Entry extends { item: OperationItem }>(
	entries: Entry[],
	errors: Map<Entry, unknown>,
	results: Array<RowResult | undefined>,
	keepGoing: boolean,
): Entry[] {
	return entries.filter((entry) => {
		if (!errors.has(entry)) return true;
		const error = errors.get(entry);
		if (!keepGoing) throw error;
		results[entry.item.itemIndex] = { error };
		return false;
	});
}

/** Errors for rows that repeat the value of an earlier one. */
export function duplicateErrors<Entry extends { item: OperationItem }>(
	entries: Entry[],
	valueOf: (entry: Entry) => unknown,
	label: string,
): Map<Entry, unknown> {
	const errors = new Map<Entry, unknown>();
	for (const { index, first, value } of duplicateRows(entries.map(valueOf))) {
		const entry = entries[index];
		if (entry === undefined) continue;
		const error = inputError(
			entry.item,
			`${label} “${value}” is that of item ${entries[first]?.item.itemIndex}, too`,
			'Two rows of one employee would overwrite each other, or make two people: nothing of this one is written. Items are counted from 0.',
		);
		errors.set(entry, error);
	}
	return errors;
}
