import type { IDataObject } from 'n8n-workflow';
import type { Collection } from '../transport';

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
export function withPageInfo(records: IDataObject[], collection: Collection): IDataObject[] {
	const info = pageInfo(collection);
	return records.length === 0 ? [{ pageInfo: info }] : records.map((record) => ({ ...record, pageInfo: info }));
}
