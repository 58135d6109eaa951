import type { Page } from './envelopes';
import { refuses } from './refusals';
import { isJsonObject, type JsonObject } from './types';
import { isDefault, realIdOf, usableId, yesOrNo } from './values';

/*
 * The service doesn't document its answers to writes. Assumed: a write is confirmed by its own record, by no data, or
 * by as many IDs as were sent. Any other answer leaves the result unknown.
 */
// Guess: answers.writes

/** Response data that is a plain value, such as a job number or a new id. Undefined for a record or no data. */
export function plainAnswer(data: unknown): { data: string | number | false } | undefined {
	return (typeof data === 'string' && data !== '') || typeof data === 'number' || data === false ? { data } : undefined;
}

/** Fields with messages about the write. Any message counts, whatever its wording. */
const SPEAKING = ['message', 'messages', 'error', 'errors', 'errorMessage', 'errorMessages'];

/** Whether a record reports a failure or a message, not only what was written. */
export const saysMore = (record: JsonObject): boolean =>
	refuses(record) ||
	yesOrNo(record.success) === false ||
	[record.status, record.statusCode].some((status) => Number(status) >= 400) ||
	SPEAKING.some((name) => !isDefault(record[name]));

/** Whether a write returned no data at all; an empty list is data. */
const hasNoData = (data: unknown): boolean =>
	data === undefined || data === null || data === '' || (isJsonObject(data) && Object.keys(data).length === 0);

/** The only messages that don't put a write in doubt. */
const SUCCESS = /^(success|ok)[.!]?$/i;

/**
 * Whether an answer without the rows' records confirms all of them. It must be about the whole request, with no data or
 * as many ids as were sent. Any message but success, or another count, puts it in doubt.
 */
export function confirmsAll({ data, words = [], count, inPart }: Partial<Page>, rows: number): boolean {
	if (inPart === true || !words.every((each) => SUCCESS.test(each)) || (count !== undefined && count !== rows))
		return false;
	const entries: unknown[] = Array.isArray(data) ? data : [data];
	return hasNoData(data) || (entries.length === rows && entries.every((entry) => usableId(entry) !== undefined));
}

/** Whether a record shows that it was written: it has an ID, and reports no failure or message. */
const isWritten = (record: JsonObject): boolean =>
	[record.id, record.securityLicenseId].some((id) => realIdOf(id) !== undefined) && !saysMore(record);

/** Whether the response to a write of one record confirms it. */
export function confirmsWrite(page: Partial<Page>): boolean {
	const records = (page.records ?? []).filter((record) => !isDefault(record));
	return confirmsAll(page, 1) || (page.inPart !== true && records.length > 0 && records.every(isWritten));
}
