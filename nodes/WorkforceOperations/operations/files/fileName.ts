import { fileNameOf } from '../../contract';
import type { FileFormat } from '../../form/asFile';

/** Path separators and characters that Windows doesn't allow. */
const REFUSED = /[\\/:*?"<>|]+/g;

const ENDING = /\.(csv|xlsx|jsonl)$/i;

/** A name that every operating system accepts: “Payroll 16/11.csv” becomes “Payroll 16-11.csv”. */
function cleaned(name: string): string | undefined {
	const plain = fileNameOf(name.replace(REFUSED, '-')) ?? '';
	const stem = plain.replace(ENDING, '').replace(/^[\s.-]+|(?<![\s.])[\s.]+$/g, '');
	return stem === '' ? undefined : stem;
}

/** A file name with the extension of its format; `standard` if nothing usable was entered. */
export const fileNameFor = (format: FileFormat, entered: string | undefined, standard: string): string =>
	`${cleaned(entered ?? '') ?? standard}.${format}`;

/** “Get many incident reports” as “Incident reports”: Excel takes 31 characters, and not these signs. */
export const sheetName = (action: string): string =>
	action
		.replace(/^Get (?:many )?/, '')
		.replace(/[\\/:*?[\]"<>&]+/g, ' ')
		.replace(/^./, (first) => first.toUpperCase())
		.slice(0, 31)
		.trim();

/** “Get many incident reports” and its days as “incident-reports-2026-07-01-to-2026-07-31”. */
export function standardName(action: string, first: string | undefined, last: string | undefined): string {
	const what = action
		.replace(/^Get (?:many )?/, '')
		.toLowerCase()
		.replace(/[^a-z\d]+/g, '-');
	const days = first !== undefined && first === last ? [first] : [first, last === undefined ? undefined : `to-${last}`];
	return [what, ...days].filter((part) => part !== undefined).join('-');
}
