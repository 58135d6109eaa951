import { type Access, fits, type JsonObject, readClaims } from '../contract';
import { CREDENTIAL_TYPE, isKind, ServiceError } from '../transport';
import type { OperationItem } from './types';

/** One input item that is ready to be written. */
export interface Row {
	item: OperationItem;
	body: JsonObject;
}

/** Cuts rows into batches, in order, never with the same key twice in one, and only with rows of one kind. */
export function cut<Entry>(
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
export function perhapsInPart(error: unknown, rows: number): unknown {
	if (rows < 2 || error instanceof ServiceError === false || error.mayHaveArrived) return error;
	if (!isKind(error, 'refused', 'invalid', 'notFound', 'conflict')) return error;
	return error.inPart(IN_PART);
}

/** Whether the service refused the content of a request, so that a part of its rows may be fine. */
export async function refusesContent(item: OperationItem, access: Access, error: unknown): Promise<boolean> {
	// Not found and in conflict is one row (an unknown id, an e-mail address that is taken); too large are all of them together.
	if (isKind(error, 'refused', 'invalid', 'notFound', 'conflict')) return true;
	if (!isKind(error, 'forbidden')) return false;
	// With the right type of key, a 403 is about an id outside its scope, and other ids may be inside.
	const { accessToken } = await item.context.getCredentials(CREDENTIAL_TYPE);
	return fits(access, readClaims(String(accessToken))) === true;
}
