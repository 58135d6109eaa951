import { looksLikeEnvelope } from './envelopes';
import type { JsonObject } from './types';

/*
 * The structural bytes of JSON in UTF-8. None of them is ever part of a longer character, so a document can be scanned
 * without decoding it.
 */

const code = (sign: string): number => sign.charCodeAt(0);

export const JSON_BYTES = {
	quote: code('"'),
	backslash: code('\\'),
	colon: code(':'),
	comma: code(','),
	openingBrace: code('{'),
	opening: new Set(['{', '['].map(code)),
	closing: new Set(['}', ']'].map(code)),
	blank: new Set([' ', '\t', '\r', '\n'].map(code)),
};

/** U+FEFF at the start of a text in UTF-8; some programs write it, others need it. */
export const BYTE_ORDER_MARK = '\ufeff';

const MARK_BYTES = Buffer.from(BYTE_ORDER_MARK, 'utf8');

/** The index of the quote that ends the string beginning at `start`. */
function endOfText(bytes: Buffer, start: number): number {
	let end = start + 1;
	while (end < bytes.length && bytes[end] !== JSON_BYTES.quote) end += bytes[end] === JSON_BYTES.backslash ? 2 : 1;
	return end;
}

function afterBlanks(bytes: Buffer, start: number): number {
	let at = start;
	while (JSON_BYTES.blank.has(bytes[at] ?? 0)) at++;
	return at;
}

/** Envelopes have fewer fields. */
const MOST_FIELDS = 100;

/**
 * The top-level fields of a JSON object: an empty object for those that hold one, null for all others. Scanned without
 * parsing, because a file may be very large; empty if it isn't an object.
 */
function outlineOf(bytes: Buffer): JsonObject {
	const fields = new Map<string, unknown>();
	const start = afterBlanks(bytes, bytes.subarray(0, MARK_BYTES.length).equals(MARK_BYTES) ? MARK_BYTES.length : 0);
	if (bytes[start] !== JSON_BYTES.openingBrace) return {};
	for (let at = start, depth = 0; at < bytes.length && fields.size < MOST_FIELDS; at++) {
		const byte = bytes[at] ?? 0;
		if (JSON_BYTES.opening.has(byte)) depth++;
		else if (JSON_BYTES.closing.has(byte)) depth--;
		else if (byte === JSON_BYTES.quote) {
			const end = endOfText(bytes, at);
			const next = afterBlanks(bytes, end + 1);
			if (depth === 1 && bytes[next] === JSON_BYTES.colon) {
				const isObject = bytes[afterBlanks(bytes, next + 1)] === JSON_BYTES.openingBrace;
				fields.set(bytes.toString('utf8', at + 1, Math.min(end, at + 100)), isObject ? {} : null);
			}
			at = end;
		}
	}
	return Object.fromEntries(fields);
}

/** Whether bytes are an envelope of the service instead of a file. */
export const isDataAnswer = (bytes: Buffer): boolean => looksLikeEnvelope(outlineOf(bytes));
