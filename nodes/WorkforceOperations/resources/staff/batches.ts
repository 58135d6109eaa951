import { type Access, fits, readClaims } from '../../contract';
import type { OperationItem } from '../../operations/types';
import { heldTokens, isKind, ServiceError, settingsFor, withAdvice } from '../../transport';

/** After this many single rows with the same error and no success, the rows aren't the cause. */
const SAME_FAILURES = 8;

const NOT_ALONE =
	'Every row that was sent on its own failed with this message, so the rest of this batch was not sent. If only some rows are wrong, use smaller batches.';

/** Detects a failure that individual rows don't cause. Finding that out row by row costs two requests each. */
export class CommonFailure {
	private words: string | undefined;

	private alone = 0;

	/** A batch succeeded, so failures are about individual rows after all. */
	succeeded(): void {
		this.alone = 0;
	}

	failedAlone(error: unknown): void {
		const words = failureWords(error);
		this.alone = words === this.words ? this.alone + 1 : 1;
		this.words = words;
	}

	/** Whether sending the rows of a batch with this error one by one would only repeat it. */
	explains(error: unknown): boolean {
		return this.alone >= SAME_FAILURES && failureWords(error) === this.words;
	}

	/** The error for rows that were not sent one by one. */
	withAdvice(error: unknown): unknown {
		const isNew = error instanceof ServiceError && !error.description?.includes(NOT_ALONE);
		return isNew ? withAdvice(error, NOT_ALONE) : error;
	}
}

/** Two refusals with the same words count as one, whatever their rows. */
export const failureWords = (error: unknown): string =>
	error instanceof ServiceError ? [error.message, error.code].join(' ') : String(error);

/** Splits rows into batches, in order: no key twice in a batch, and only rows of the same kind. */
export function splitIntoBatches<Entry>(
	rows: Entry[],
	size: number,
	keyOf: (row: Entry) => string,
	kindOf: (row: Entry) => string = () => '',
): Entry[][] {
	const batches: Entry[][] = [];
	let keys = new Set<string>();
	let kind = '';
	for (const row of rows) {
		const current = batches[batches.length - 1];
		if (current === undefined || current.length >= size || keys.has(keyOf(row)) || kindOf(row) !== kind) {
			batches.push([row]);
			keys = new Set([keyOf(row)]);
			kind = kindOf(row);
		} else {
			current.push(row);
			keys.add(keyOf(row));
		}
	}
	return batches;
}

/** Advice after a refused batch: whether the service applies batches atomically is undocumented. */
const IN_PART =
	'The service doesn’t say whether a batch is all or nothing, so some rows of this batch may have been written. Check the service before you run them again, or set Batch Size to 1.';

/** The error of a refused batch that must not be resent, because part of it may have been written. */
export function mayHaveBeenWrittenInPart(error: unknown, rows: number): unknown {
	if (rows < 2 || error instanceof ServiceError === false || error.mayHaveArrived) return error;
	if (!isKind(error, 'refused', 'invalid', 'notFound', 'conflict')) return error;
	return error.inPart(IN_PART);
}

/** Whether the service refused the content of a request, so that some of its rows may still be valid. */
export async function isContentRefusal(item: OperationItem, access: Access, error: unknown): Promise<boolean> {
	// A single row causes `notFound` (an unknown ID) or `conflict` (a taken e-mail address); the whole batch causes
	// `tooLarge`.
	if (isKind(error, 'refused', 'invalid', 'notFound', 'conflict')) return true;
	if (!isKind(error, 'forbidden')) return false;
	// With the right type of key, a 403 means an ID outside its scope; other IDs may be inside.
	const { own } = await heldTokens(item, settingsFor(item.connection.settings, access));
	return fits(access, readClaims(own)) === true;
}
