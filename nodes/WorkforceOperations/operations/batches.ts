import { type Access, fits, type JsonObject, readClaims } from '../contract';
import { heldTokens, isKind, ServiceError, settingsFor } from '../transport';
import type { OperationItem } from './types';

/** So many rows that stand alone and fail with the same words, while none goes through, are no accident of single rows. */
const SAME_FAILURES = 8;

const NOT_ALONE =
	'Every item that was sent by itself failed with these words, so that the others of this batch were not sent one by one. If only some of them are wrong, send them in smaller batches.';

/** Tells a fault of single rows from one that has nothing to do with them, which costs two requests a row to find out. */
export class CommonFailure {
	private words: string | undefined;

	private alone = 0;

	/** A batch went through: it is about single rows after all. */
	succeeded(): void {
		this.alone = 0;
		this.words = undefined;
	}

	failedAlone(error: unknown): void {
		const words = failureWords(error);
		this.alone = words === this.words ? this.alone + 1 : 1;
		this.words = words;
	}

	/** Whether a batch that failed like this would only fail row by row. */
	explains(error: unknown): boolean {
		return this.alone >= SAME_FAILURES && failureWords(error) === this.words;
	}

	/** The error for rows that were not sent by themselves. */
	withAdvice(error: unknown): unknown {
		if (error instanceof ServiceError && !error.description?.includes(NOT_ALONE)) {
			error.description = [error.description, NOT_ALONE].filter((part) => part).join(' ');
		}
		return error;
	}
}

const failureWords = (error: unknown): string =>
	error instanceof ServiceError ? `${error.message} ${error.code ?? ''}` : String(error);

/** One input item that is ready to be written. */
export interface Row {
	item: OperationItem;
	body: JsonObject;
}

/** Cuts rows into batches, in order, never with the same key twice in one, and only with rows of one kind. */
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

/** Said of a batch that the service refused: nobody says that it takes a batch as a whole or not at all. */
const IN_PART =
	'The service does not say whether it takes a batch as a whole: some items of this batch may have been written, so look there before you run them again, or send one item in a request (Batch Size 1).';

/** The error of a batch that may not be sent again: what was refused may have been carried out in part. */
export function mayHaveBeenWrittenInPart(error: unknown, rows: number): unknown {
	if (rows < 2 || error instanceof ServiceError === false || error.mayHaveArrived) return error;
	if (!isKind(error, 'refused', 'invalid', 'notFound', 'conflict')) return error;
	return error.inPart(IN_PART);
}

/** Whether the service refused the content of a request, so that a part of its rows may be fine. */
export async function isContentRefusal(item: OperationItem, access: Access, error: unknown): Promise<boolean> {
	// Not found and in conflict is one row (an unknown id, an e-mail address that is taken); too large are all of them together.
	if (isKind(error, 'refused', 'invalid', 'notFound', 'conflict')) return true;
	if (!isKind(error, 'forbidden')) return false;
	// With the right type of key, a 403 is about an id outside its scope, and other ids may be inside.
	const { own } = await heldTokens(item.context, settingsFor(item.connection.settings, access));
	return fits(access, readClaims(own)) === true;
}
