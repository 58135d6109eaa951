import { type IDataObject, type INodeExecutionData, NodeApiError, NodeOperationError } from 'n8n-workflow';
import { isBlank } from '../contract';
import { inputError, type Item } from '../form/item';
import { ServiceError } from '../transport';
import type { RowResult } from './types';

/** For an item of which nothing was sent any more, because nobody had answered the items before it; `more` goes with the advice. */
export const notSentError = (item: Item, more = ''): Error =>
	inputError(
		item,
		'Not sent, because the service had not answered for a minute',
		['The items before this one say what was wrong. Run this one again when the service is there.', more]
			.filter(Boolean)
			.join(' '),
	);

/** An item that holds nothing but what went wrong, so that n8n's error output takes it. */
export function errorItem(error: NodeApiError | NodeOperationError, itemIndex: number): INodeExecutionData {
	const details: IDataObject = {
		message: error.message,
		description: error.description ?? undefined,
		httpCode: error instanceof NodeApiError ? (error.httpCode ?? undefined) : undefined,
		...(error instanceof ServiceError ? { code: error.code, traceId: error.traceId } : {}),
	};
	return {
		json: { error: Object.fromEntries(Object.entries(details).filter(([, value]) => value !== undefined)) },
		pairedItem: { item: itemIndex },
	};
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

/** Whether it is not known of an item if it was written: its answer was lost, can't be read, or doesn't tell. */
export const isUnknown = (result: RowResult): boolean =>
	'error' in result ? result.error instanceof ServiceError && result.error.mayHaveArrived : result.unknown === true;

/** Whether nothing had to be written for an item. */
const isUnwritten = (result: RowResult): boolean => 'outcomes' in result && result.unwritten === true;

/**
 * Adds to an error what became of each item before the execution stopped: written, refused, not sent, or not known. Of
 * what is not known it is never said that nothing was written. Items of `licencesLeft` have a licence that was not sent.
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
	const report = [
		written.length > 0 ? `Items that were written: ${ranges(written)}.` : '',
		written.length === 0 && unknown.length === 0 ? 'No item was written.' : '',
		unknown.length > 0
			? `Items of which it is not known whether they were written: ${ranges(unknown)}. Look in the service before you run them again.`
			: '',
		refused.length > 1 || (refused.length > 0 && unknown.length > 0) ? `Items with an error: ${ranges(refused)}.` : '',
		same.length > 0 ? `Items that needed no writing: ${ranges(same)}.` : '',
		left.length > 0 ? `Items whose licence was not sent: ${ranges(left)}.` : '',
		unsent.length > 0 ? `Items that were not sent: ${ranges(unsent)}.` : '',
	];
	error.description = [error.description, ...report].filter((part) => !isBlank(part)).join(' ');
}

/** Throws what stopped a run of several rows, with the news of what was written. */
export function stopRun(results: Array<RowResult | undefined>, licencesLeft: readonly number[] = []): never {
	const failed = results.find((result): result is { error: unknown } => result !== undefined && 'error' in result);
	reportProgress(failed?.error, results, licencesLeft);
	throw failed?.error;
}
