import { fileNameOf } from '../../contract';
import type { FileFormat } from '../../form/asFile';

/** Separators of folders, and what Windows takes in no name. */
const REFUSED = /[\\/:*?"<>|]+/g;

const ENDING = /\.(csv|xlsx|jsonl)$/i;

/** A name as people wrote it, as one that every system takes: “Payroll 16/11.csv” becomes “Payroll 16-11.csv”. */
function cleaned(name: string): string | undefined {
	const plain = fileNameOf(name.replace(REFUSED, '-')) ?? '';
	const stem = plain.replace(ENDING, '').replace(/^[\s.-]+|[\s.]+$/g, '');
	return stem === '' ? undefined : stem;
}

/** The name of a file with the ending of its format; the standard one where nothing is left of what was entered. */
export const fileNameFor = (format: FileFormat, entered: string | undefined, standard: string): string =>
	`${cleaned(entered ?? '') ?? standard}.${format}`;

/** “Get many incident reports” and its days as “incident-reports-2026-07-01-to-2026-07-31”. */
export function standardName(action: string, first: string | undefined, last: string | undefined): string {
	const what = action
		.replace(/^Get many /, '')
		.toLowerCase()
		.replace(/[^a-z\d]+/g, '-');
	const days = first !== undefined && first === last ? [first] : [first, last === undefined ? undefined : `to-${last}`];
	return [what, ...days].filter((part) => part !== undefined).join('-');
}
