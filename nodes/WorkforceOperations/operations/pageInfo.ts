import type { IDataObject } from 'n8n-workflow';
import type { Collection } from '../transport';
import type { Shape } from './shape';
import type { Outcome } from './types';

/** What the envelopes said about a list. Null means: nothing further, or not told. */
export function pageInfo({ records, last, pages }: Collection): IDataObject {
	return {
		returned: records.length,
		pages,
		count: last?.count ?? null,
		totalCount: last?.total ?? null,
		nextCursor: last?.next?.query ?? null,
		previousCursor: last?.previous?.query ?? null,
	};
}

/** Adds the page info to each record; an empty list becomes one item, so that the info isn't lost. */
export function withPageInfo(outcomes: Outcome[], collection: Collection, shape: Shape): Outcome[] {
	const info = pageInfo(collection);
	if (outcomes.length === 0) return shape([], { pageInfo: info });
	return shape(outcomes.map((outcome) => ({ ...outcome, added: { ...outcome.added, pageInfo: info } })));
}
