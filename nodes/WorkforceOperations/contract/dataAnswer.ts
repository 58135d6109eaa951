import { looksLikeEnvelope } from './envelopes';
import type { JsonObject } from './types';

const code = (sign: string): number => sign.charCodeAt(0);

const QUOTE = code('"');
const BACKSLASH = code('\\');
const COLON = code(':');
const OPENING = new Set(['{', '['].map(code));
const CLOSING = new Set(['}', ']'].map(code));
const BLANK = new Set([' ', '\t', '\r', '\n'].map(code));

/** Where a text in quotation marks that begins at `start` ends. */
function endOfText(bytes: Buffer, start: number): number {
	let end = start + 1;
	while (end < bytes.length && bytes[end] !== QUOTE) end += bytes[end] === BACKSLASH ? 2 : 1;
	return end;
}

function afterBlanks(bytes: Buffer, start: number): number {
	let at = start;
	while (BLANK.has(bytes[at] ?? 0)) at++;
	return at;
}

/** No envelope has so many fields. */
const MOST_FIELDS = 100;

const BYTE_ORDER_MARK = Buffer.from('\ufeff', 'utf8');

/**
 * The fields of a JSON object, those that hold an object as an empty one and all others as null. Read without building it,
 * because it may be as large as any file; empty where there is none.
 */
function outlineOf(bytes: Buffer): JsonObject {
	const fields = new Map<string, unknown>();
	const start = afterBlanks(bytes, bytes.subarray(0, 3).equals(BYTE_ORDER_MARK) ? 3 : 0);
	if (bytes[start] !== code('{')) return {};
	for (let at = start, depth = 0; at < bytes.length && fields.size < MOST_FIELDS; at++) {
		const byte = bytes[at] ?? 0;
		if (OPENING.has(byte)) depth++;
		else if (CLOSING.has(byte)) depth--;
		else if (byte === QUOTE) {
			const end = endOfText(bytes, at);
			const next = afterBlanks(bytes, end + 1);
			if (depth === 1 && bytes[next] === COLON) {
				const isObject = bytes[afterBlanks(bytes, next + 1)] === code('{');
				fields.set(bytes.toString('utf8', at + 1, Math.min(end, at + 100)), isObject ? {} : null);
			}
			at = end;
		}
	}
	return Object.fromEntries(fields);
}

/** Whether bytes are one of the service's envelopes, and so no file. */
export const isDataAnswer = (bytes: Buffer): boolean => looksLikeEnvelope(outlineOf(bytes));
