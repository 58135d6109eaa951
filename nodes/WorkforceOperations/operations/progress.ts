import { NodeApiError, NodeOperationError } from 'n8n-workflow';
import { isBlank } from '../contract';
import type { RowResult } from './types';

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
	];
	error.description = [error.description, ...report].filter((part) => !isBlank(part)).join(' ');
}

/** Throws what stopped a run of several rows, with the news of what was written. */
export function stopAt(results: Array<RowResult | undefined>): never {
	const failed = results.find((result): result is { error: unknown } => result !== undefined && 'error' in result);
	tellProgress(failed?.error, results);
	throw failed?.error;
}
