// What the node claims of each item, read from its words alone.
import type { IDataObject } from 'n8n-workflow';
import type { Result } from '../../../kit/core/engine.mts';

type Claim = 'written' | 'not written' | 'unknown' | 'nothing';

const UNKNOWN = /may have made the change anyway|may have been written|may or may not have been written/;

const claimOf = (words: string): Claim => (UNKNOWN.test(words) ? 'unknown' : 'not written');

/** The items of the rows “1 to 5, 7”. */
function itemsOf(description: string, group: string): number[] {
	const ranges = new RegExp(`${group}: ([^.]*)\\.`).exec(description)?.[1] ?? '';
	return ranges.split(', ').flatMap((range) => {
		const [first, last = first] = range.split(' to ').map(Number);
		return first === undefined || Number.isNaN(first) || last === undefined || range === ''
			? []
			: Array.from({ length: last - first + 1 }, (_, index) => first - 1 + index);
	});
}

/** Of a run that stopped: every item is in one of the groups that its error names. */
function claimsOfStop(message: string, description: string, count: number, itemIndex: number): Claim[] {
	const claims: Claim[] = Array.from({ length: count }, () => 'nothing');
	const put = (group: string, claim: Claim): void => {
		for (const index of itemsOf(description, group)) claims[index] = claim;
	};
	if (count === 1) return [claimOf(`${message} ${description}`)];
	if (/None of the \d+ rows was written\./.test(description)) claims.fill('not written');
	put('Rows that were written', 'written');
	put('Rows that were not sent', 'not written');
	put('Rows with an error', 'not written');
	put('Rows that may or may not have been written', 'unknown');
	// The one refused item of a run is named by the error itself.
	if (claims[itemIndex] === 'nothing') claims[itemIndex] = claimOf(message);
	return claims;
}

const isUnconfirmed = (json: IDataObject): boolean => json.updated === null || json.created === null;

function claimsOfItems({ items }: Result, count: number): Claim[] {
	const claims: Claim[] = Array.from({ length: count }, () => 'nothing');
	for (const { json, pairedItem } of items) {
		const index = typeof pairedItem === 'object' && !Array.isArray(pairedItem) ? pairedItem.item : 0;
		const error = json.error as IDataObject | null | undefined;
		if (error) claims[index] = claimOf(`${String(error.message)} ${String(error.description)}`);
		else claims[index] = isUnconfirmed(json) ? 'unknown' : 'written';
	}
	return claims;
}

export const claimsOf = (result: Result, count: number): Claim[] =>
	result.error === undefined
		? claimsOfItems(result, count)
		: claimsOfStop(result.error.message, result.error.description ?? '', count, result.error.context.itemIndex ?? 0);

/** Errors that advise to try again what may have been carried out. */
export const badAdvice = (result: Result): string[] =>
	[
		`${result.error?.message ?? ''} ${result.error?.description ?? ''}`,
		...result.json.map(({ error }) => JSON.stringify(error ?? '')),
	].filter((words) => UNKNOWN.test(words) && /try again/i.test(words));
