import type { Page } from './envelopes';
import { refuses } from './refusals';
import { isJsonObject, type JsonObject } from './types';
import { isDefault, realIdOf, usableId, yesOrNo } from './values';

/*
 * The service doesn't document the answers to its writes. One reading: a write is confirmed by its own record, by no data, or
 * by as many IDs as were sent. Everything else isn't known, and stands beside the item.
 */
// Guess: answers.writes

/** Response data that is a plain value instead of a record, such as a job number or a new id; undefined if it is empty. */
export function plainAnswer(data: unknown): { data: string | number | false } | undefined {
	return (typeof data === 'string' && data !== '') || typeof data === 'number' || data === false ? { data } : undefined;
}

/** Fields in which an answer speaks of the write. Their words aren't weighed. */
const SPEAKING = ['message', 'messages', 'error', 'errors', 'errorMessage', 'errorMessages'];

/** Whether a record says more than what was written: that it failed, or something in words. */
export const saysMore = (record: JsonObject): boolean =>
	refuses(record) ||
	yesOrNo(record.success) === false ||
	[record.status, record.statusCode].some((status) => Number(status) >= 400) ||
	SPEAKING.some((name) => !isDefault(record[name]));

/** Whether a write returned no data at all; an empty list is data. */
const hasNoData = (data: unknown): boolean =>
	data === undefined || data === null || data === '' || (isJsonObject(data) && Object.keys(data).length === 0);

/** A text is no word against a write only if it says nothing else. */
const SUCCESS = /^(success|ok)[.!]?$/i;

/**
 * Whether an answer without the records of its rows confirms all of them: it succeeded as a whole, and holds no data, or as
 * many ids as were sent, and neither words nor another count beside them.
 */
export function confirmsAll({ data, words = [], count, inPart }: Partial<Page>, rows: number): boolean {
	if (inPart === true || !words.every((each) => SUCCESS.test(each)) || (count !== undefined && count !== rows))
		return false;
	const entries: unknown[] = Array.isArray(data) ? data : [data];
	return hasNoData(data) || (entries.length === rows && entries.every((entry) => usableId(entry) !== undefined));
}

/** Whether a record is that of something that was written: it has an ID, and says nothing more. */
const isWritten = (record: JsonObject): boolean =>
	[record.id, record.securityLicenseId].some((id) => realIdOf(id) !== undefined) && !saysMore(record);

/** Whether the response to a write of its own confirms it. */
export function confirmsWrite(page: Partial<Page>): boolean {
	const records = (page.records ?? []).filter((record) => !isDefault(record));
	return confirmsAll(page, 1) || (page.inPart !== true && records.length > 0 && records.every(isWritten));
}
