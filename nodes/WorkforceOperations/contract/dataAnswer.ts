import { looksLikeEnvelope } from './envelopes';
import type { JsonObject } from './types';

/* In UTF-8 these bytes are never part of a multi-byte character, so JSON can be scanned without decoding it. */

const code = (sign: string): number => sign.charCodeAt(0);

const codes = (...signs: string[]): ReadonlySet<number | undefined> => new Set(signs.map(code));

export const JSON_BYTES = {
	quote: code('"'),
	backslash: code('\\'),
	colon: code(':'),
	comma: code(','),
	openingBrace: code('{'),
	opening: codes('{', '['),
	closing: codes('}', ']'),
	blank: codes(' ', '\t', '\r', '\n'),
};

/** Some programs write U+FEFF at the start of UTF-8 text, others need it there. */
export const BYTE_ORDER_MARK = '\ufeff';

const MARK_BYTES = Buffer.from(BYTE_ORDER_MARK);

/** The index of the quote that ends the string beginning at `start`. */
function endOfText(bytes: Buffer, start: number): number {
	let end = start + 1;
	while (end < bytes.length && bytes[end] !== JSON_BYTES.quote) end += bytes[end] === JSON_BYTES.backslash ? 2 : 1;
	return end;
}

function afterBlanks(bytes: Buffer, start: number): number {
	let at = start;
	while (JSON_BYTES.blank.has(bytes[at])) at++;
	return at;
}

/** An object with more fields isn't an envelope. */
const MOST_FIELDS = 100;

/**
 * The top-level fields of a JSON object: `{}` for fields that hold an object, null for all others. Scans without
 * parsing, because a file may be very large. Empty if it isn't an object.
 */
function outlineOf(bytes: Buffer): JsonObject {
	const fields = new Map<string, unknown>();
	const start = afterBlanks(bytes, bytes.subarray(0, MARK_BYTES.length).equals(MARK_BYTES) ? MARK_BYTES.length : 0);
	if (bytes[start] !== JSON_BYTES.openingBrace) return {};
	for (let at = start, depth = 0; at < bytes.length && fields.size < MOST_FIELDS; at++) {
		const byte = bytes[at];
		if (JSON_BYTES.opening.has(byte)) depth++;
		else if (JSON_BYTES.closing.has(byte)) depth--;
		else if (byte === JSON_BYTES.quote) {
			const end = endOfText(bytes, at);
			const next = afterBlanks(bytes, end + 1);
			if (depth === 1 && bytes[next] === JSON_BYTES.colon) {
				const isObject = bytes[afterBlanks(bytes, next + 1)] === JSON_BYTES.openingBrace;
				fields.set(bytes.subarray(at + 1, Math.min(end, at + 100)).toString(), isObject ? {} : null);
			}
			at = end;
		}
	}
	return Object.fromEntries(fields);
}

export const isDataAnswer = (bytes: Buffer): boolean => looksLikeEnvelope(outlineOf(bytes));
