import { NodeApiError, NodeOperationError } from 'n8n-workflow';
import { type Access, type JsonObject, readClaims } from '../contract';
import { CREDENTIAL_TYPE, isKind } from '../transport';
import { fits } from '../transport/explain';
import type { RowResult, Scope } from './types';

/** One input item that is ready to be written. */
export interface Row {
	scope: Scope;
	body: JsonObject;
}

/** What the service answered for the rows of one request, or why it did not. */
export type Sent = { records: JsonObject[] } | { error: unknown };

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

/** Whether the service refused the content of a request, so that a part of its rows may be fine. */
export async function refusesContent(scope: Scope, access: Access, error: unknown): Promise<boolean> {
	// Not found and in conflict is one row (an unknown id, an e-mail address that is taken); too large are all of them together.
	if (isKind(error, 'refused', 'invalid', 'notFound', 'conflict')) return true;
	if (!isKind(error, 'forbidden')) return false;
	// With the right type of key, a 403 is about an id outside its scope, and other ids may be inside.
	const { accessToken } = await scope.context.getCredentials(CREDENTIAL_TYPE);
	return fits(access, readClaims(String(accessToken))) === true;
}

/** “0 to 4, 6”: item numbers as n8n counts them. */
export function ranges(indexes: number[]): string {
	const parts: string[] = [];
	const sorted = [...indexes].sort((a, b) => a - b);
	for (let start = 0; start < sorted.length;) {
		let end = start;
		while (end + 1 < sorted.length && sorted[end + 1] === (sorted[end] ?? 0) + 1) end++;
		parts.push(end === start ? String(sorted[start]) : `${sorted[start]} to ${sorted[end]}`);
		start = end + 1;
	}
	return parts.join(', ');
}

/** Adds to an error which items were written before the execution stopped. */
export function tellProgress(error: unknown, done: Array<RowResult | undefined>): void {
	if (!(error instanceof NodeApiError) && !(error instanceof NodeOperationError)) return;
	const pick = (test: (result: RowResult | undefined) => boolean): number[] =>
		done.flatMap((result, index) => (test(result) ? [index] : []));
	const written = pick((result) => result !== undefined && 'outcomes' in result);
	const refused = pick((result) => result !== undefined && 'error' in result);
	const unsent = pick((result) => result === undefined);
	const report = [
		written.length > 0 ? `Items that were written: ${ranges(written)}.` : 'No item was written.',
		refused.length > 1 ? `Items with an error: ${ranges(refused)}.` : '',
		unsent.length > 0 ? `Items that were not sent: ${ranges(unsent)}.` : '',
	].filter((part) => part !== '');
	error.description = [error.description, ...report]
		.filter((part) => part !== undefined && part !== null && part !== '')
		.join(' ');
}

/** Throws what stopped a run of several rows, with the news of what was written. */
export async function stopAt(results: Array<RowResult | undefined>): Promise<never> {
	const failed = results.find((result): result is { error: unknown } => result !== undefined && 'error' in result);
	tellProgress(failed?.error, results);
	return await Promise.reject(failed?.error);
}
