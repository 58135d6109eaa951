/*
 * What has a meaning in JSON, as the bytes of UTF-8: none of them is ever part of a longer character, so a document can be
 * split without decoding it.
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

/** U+FEFF, which some programs put before a text in UTF-8 and others look for. */
export const BYTE_ORDER_MARK = '\ufeff';
