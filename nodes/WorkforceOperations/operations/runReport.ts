import { type IDataObject, type INodeExecutionData, NodeApiError, NodeOperationError } from 'n8n-workflow';
import { inputError, type Item } from '../form/item';
import { ServiceError, withAdvice } from '../transport';
import type { RowResult } from './types';

/** The error of an item that was not sent because of an outage before it; `more` is added to the advice. */
export const notSentError = (item: Item, more = ''): Error =>
	inputError(
		item,
		'Not sent, because the service had not answered for a minute',
		['Those before it say what was wrong. Run this one again when the service is there.', more]
			.filter(Boolean)
			.join(' '),
	);

/** A row as people count it, and who it is: “Row 2 (Pip Newcomer, pip@example.com)”. */
export const rowName = (itemIndex: number, who = ''): string => `Row ${itemIndex + 1}${who === '' ? '' : ` (${who})`}`;

export const messageAbout = (message: string, row: string | undefined): string =>
	row === undefined ? message : `${row}: ${message}`;

/** An item with nothing but the error, which n8n routes to the error output. */
export function errorItem(
	error: NodeApiError | NodeOperationError,
	itemIndex: number,
	row?: string,
): INodeExecutionData {
	const details: IDataObject = {
		message: messageAbout(error.message, row),
		description: error.description === error.message ? undefined : (error.description ?? undefined),
		httpCode: error instanceof NodeApiError ? (error.httpCode ?? undefined) : undefined,
		...(error instanceof ServiceError ? { code: error.code, traceId: error.traceId } : {}),
	};
	return {
		json: { error: Object.fromEntries(Object.entries(details).filter(([, value]) => value !== undefined)) },
		pairedItem: { item: itemIndex },
	};
}

/** The rows of these items, counted from 1: “1 to 5, 7”. */
export function ranges(indexes: number[]): string {
	const parts: string[] = [];
	const sorted = indexes.map((index) => index + 1).sort((a, b) => a - b);
	for (let start = 0; start < sorted.length;) {
		let end = start;
		while (end + 1 < sorted.length && sorted[end + 1] === (sorted[end] ?? 0) + 1) end++;
		parts.push(end === start ? String(sorted[start]) : `${sorted[start]} to ${sorted[end]}`);
		start = end + 1;
	}
	return parts.join(', ');
}

/** Whether it is unknown if the item was written: the response was lost, is unreadable, or doesn't say. */
export const isUnknown = (result: RowResult): boolean =>
	'error' in result ? result.error instanceof ServiceError && result.error.mayHaveArrived : result.unknown === true;

/** Whether nothing had to be written for an item. */
const isUnwritten = (result: RowResult): boolean => 'outcomes' in result && result.unwritten === true;

/**
 * Adds to an error what became of each row before the run stopped: written, refused, not sent or unknown. An unknown one
 * is never reported as not written. Rows of `licencesLeft` have a licence that was not sent.
 */
export function reportProgress(
	error: unknown,
	done: Array<RowResult | undefined>,
	licencesLeft: readonly number[] = [],
): void {
	if (!(error instanceof NodeApiError) && !(error instanceof NodeOperationError)) return;
	const pick = (test: (result: RowResult | undefined) => boolean): number[] =>
		done.flatMap((result, index) => (test(result) ? [index] : []));
	const unknown = pick((result) => result !== undefined && isUnknown(result));
	const written = pick(
		(result) => result !== undefined && 'outcomes' in result && !isUnknown(result) && !isUnwritten(result),
	);
	const left = licencesLeft.filter((index) => 'outcomes' in (done[index] ?? {}));
	const same = pick((result) => result !== undefined && isUnwritten(result)).filter((index) => !left.includes(index));
	const refused = pick((result) => result !== undefined && 'error' in result && !isUnknown(result));
	const unsent = pick((result) => result === undefined);
	const isNoneWritten = written.length === 0 && unknown.length === 0;
	const report = [
		written.length > 0 ? `Rows that were written: ${ranges(written)}.` : '',
		isNoneWritten ? (done.length > 1 ? `None of the ${done.length} rows was written.` : 'Nothing was written.') : '',
		unknown.length > 0
			? `Rows of which it is not known whether they were written: ${ranges(unknown)}. Look in the service before you run them again.`
			: '',
		refused.length > 1 || (refused.length > 0 && unknown.length > 0) ? `Rows with an error: ${ranges(refused)}.` : '',
		same.length > 0 ? `Rows that needed no writing: ${ranges(same)}.` : '',
		left.length > 0 ? `Rows whose licence was not sent: ${ranges(left)}.` : '',
		unsent.length > 0 && !isNoneWritten ? `Rows that were not sent: ${ranges(unsent)}.` : '',
	];
	withAdvice(error, ...report);
}

/** Throws the error that stopped a batch run, with its progress. */
export function stopRun(results: Array<RowResult | undefined>, licencesLeft: readonly number[] = []): never {
	const failed = results.find((result): result is { error: unknown } => result !== undefined && 'error' in result);
	reportProgress(failed?.error, results, licencesLeft);
	throw failed?.error;
}
