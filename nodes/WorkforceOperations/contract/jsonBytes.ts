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
