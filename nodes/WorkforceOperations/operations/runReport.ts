import { type IDataObject, type INodeExecutionData, NodeApiError, type NodeOperationError } from 'n8n-workflow';
import { inputError, type Item } from '../form/item';
import { forEditor, ServiceError, withAdvice } from '../transport';
import { ownWords } from './shownToAgent';
import type { RowResult } from './types';

/** The error of an item that was not sent because of an outage before it; `more` is added to the advice. */
export const notSentError = (item: Item, more = ''): Error =>
	inputError(item, 'Not sent, because the service hadn’t answered for a minute', [
		'See the errors of the earlier items.',
		forEditor('Run this item again when the service is back.', 'Call it again later.'),
		more,
	]);

/** The sheet rows that the items come from, according to n8n. Undefined if they don’t distinguish all items. */
export function sheetRows(items: readonly INodeExecutionData[]): readonly number[] | undefined {
	const numbers = items.map(({ json }) => json.row_number).filter((row): row is number => Number.isSafeInteger(row));
	return new Set(numbers).size === items.length ? numbers : undefined;
}

/** A row as people count it, with its subject: “Row 2 (Pip Newcomer, pip@example.com)”, “Row 3 of the sheet (…)”. */
export const rowName = (itemIndex: number, who = '', sheet?: readonly number[]): string =>
	`Row ${sheet?.[itemIndex] ?? itemIndex + 1}${sheet ? ' of the sheet' : ''}${who === '' ? '' : ` (${who})`}`;

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
		json: { error: ownWords(Object.fromEntries(Object.entries(details).filter(([, value]) => value !== undefined))) },
		pairedItem: { item: itemIndex },
	};
}

/** The rows of these items, numbered from 1 or as in their sheet: “1 to 5, 7”. */
export function ranges(indexes: number[], sheet?: readonly number[]): string {
	const parts: string[] = [];
	const sorted = indexes.map((index) => sheet?.[index] ?? index + 1).sort((a, b) => a - b);
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

function fateOf(result: RowResult | undefined): 'unsent' | 'unknown' | 'refused' | 'same' | 'written' {
	if (result === undefined) return 'unsent';
	if (isUnknown(result)) return 'unknown';
	if ('error' in result) return 'refused';
	return result.unwritten === true ? 'same' : 'written';
}

/**
 * Adds to an error what happened to each row before the run stopped: written, refused, unchanged, not sent or unknown.
 * An unknown one is never reported as not written. Rows of `licencesLeft` have a licence that was not sent.
 */
export function reportProgress(
	error: unknown,
	done: Array<RowResult | undefined>,
	licencesLeft: readonly number[] = [],
	sheet?: readonly number[],
): void {
	const rows = (fate: ReturnType<typeof fateOf>): number[] =>
		done.flatMap((result, index) => (fateOf(result) === fate ? [index] : []));
	const left = licencesLeft.filter((index) => 'outcomes' in (done[index] ?? {}));
	const [written, unknown, refused, unsent] = [rows('written'), rows('unknown'), rows('refused'), rows('unsent')];
	const same = rows('same').filter((index) => !left.includes(index));
	const told = (which: string, indexes: number[], isTold = indexes.length > 0): string =>
		isTold ? `Rows${sheet ? ' of the sheet' : ''} ${which}: ${ranges(indexes, sheet)}.` : '';
	const isNoneWritten = written.length === 0 && unknown.length === 0;
	withAdvice(
		error,
		told('that were written', written),
		isNoneWritten ? (done.length > 1 ? `None of the ${done.length} rows was written.` : 'Nothing was written.') : '',
		told('that may or may not have been written', unknown),
		unknown.length > 0 ? 'Check the service before you run them again.' : '',
		told('with an error', refused, refused.length > 1 || (refused.length > 0 && unknown.length > 0)),
		told('that needed no change', same),
		told('whose licence was not sent', left),
		told('that were not sent', unsent, unsent.length > 0 && !isNoneWritten),
	);
}

/** Throws the error that stopped a batch run, with its progress. */
export function stopRun(
	results: Array<RowResult | undefined>,
	licencesLeft: readonly number[] = [],
	sheet?: readonly number[],
): never {
	const failed = results.find((result): result is { error: unknown } => result !== undefined && 'error' in result);
	reportProgress(failed?.error, results, licencesLeft, sheet);
	throw failed?.error;
}
