import type { GenericValue } from 'n8n-workflow';
import { isJsonObject, JSON_BYTES } from '../../contract';
import { parsePayload } from './payload';

// Guess: events.batch

/** A part of a body that becomes an item: a record of its list, or the whole body. */
export interface Part {
	payload: GenericValue;
	/** Its original bytes, by which repeats are recognised. */
	raw: Buffer;
}

/** Splits a list that is known to be valid JSON into the bytes of its entries. */
function bytesOfEntries(list: Buffer): Buffer[] {
	const entries: Buffer[] = [];
	let [depth, begin, inText] = [0, 0, false];
	for (let at = 0; at < list.length; at++) {
		const byte = list[at] ?? 0;
		if (inText) {
			if (byte === JSON_BYTES.backslash) at++;
			else if (byte === JSON_BYTES.quote) inText = false;
		} else if (byte === JSON_BYTES.quote) inText = true;
		else if (JSON_BYTES.opening.has(byte)) {
			if (++depth === 1) begin = at + 1;
		} else if (JSON_BYTES.closing.has(byte)) {
			if (--depth === 0) entries.push(list.subarray(begin, at));
		} else if (byte === JSON_BYTES.comma && depth === 1) {
			entries.push(list.subarray(begin, at));
			begin = at + 1;
		}
	}
	return entries;
}

/** Removes surrounding blanks, which depend on the position in the list. */
function trimmed(entry: Buffer): Buffer {
	let [begin, end] = [0, entry.length];
	while (begin < end && JSON_BYTES.blank.has(entry[begin] ?? 0)) begin++;
	while (end > begin && JSON_BYTES.blank.has(entry[end - 1] ?? 0)) end--;
	return entry.subarray(begin, end);
}

/**
 * The records of a body that is a list of objects only; any other body as a whole. A signed message is genuine, so nothing
 * of it may be dropped.
 */
export function partsOfBody(rawBody: Buffer): Part[] {
	const payload = parsePayload(rawBody);
	const list: unknown[] = Array.isArray(payload) ? payload : [];
	const records = list.filter(isJsonObject);
	if (records.length === 0 || records.length < list.length) return [{ payload, raw: rawBody }];
	return bytesOfEntries(rawBody).map((entry, index) => ({ payload: records[index], raw: trimmed(entry) }));
}
