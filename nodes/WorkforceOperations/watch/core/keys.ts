import { idOf, realIdOf, usableId } from '../../contract';
import { createHash, createHmac, hkdfSync } from 'crypto';

/*
 * The deduplication keys of findings. A key is a function of its record alone. It is stored and logged, so it is short and
 * holds no name.
 */

const LONGEST_ID = 64;

const shortened = (id: string): string => createHash('sha256').update(id).digest('base64url').slice(0, 16);

const escapeId = (id: string, others = /[^\p{L}\p{N}_-]/gu): string =>
	id.replace(others, (character) => `(${character.codePointAt(0)?.toString(16)})`);

/** An id as a key of its own; undefined if there is none. */
export function wholeKey(value: unknown): string | undefined {
	const id = idOf(value);
	return id === undefined || id.length <= LONGEST_ID
		? id
		: `${id.slice(0, 32).replace(/\p{Cs}/gu, '')}(${shortened(id)})`;
}

/**
 * An id as a part of a key: letters, digits, hyphens and underscores; other characters by their code point, such as
 * `A(2f)1`.
 */
export function keyPart(value: unknown, others?: RegExp): string | undefined {
	const id = idOf(value);
	if (id === undefined || id.length <= LONGEST_ID) return id && escapeId(id, others);
	return `${escapeId(id.slice(0, 32), others)}(${shortened(id)})`;
}

/** A hashed text as a part of a key. It is the same with every API key, so not suitable for people. */
export function hashedPart(value: unknown): string | undefined {
	const text = idOf(value);
	return text && shortened(text.normalize('NFC').toLowerCase());
}

/** Like `keyPart`, for keys in which a dot is no separator. */
export const dottedKeyPart = (value: unknown): string | undefined => keyPart(value, /[^\p{L}\p{N}_.-]/gu);

/** Like `keyPart`, but 0 means no ID. */
export const realKeyPart = (value: unknown): string | undefined => keyPart(realIdOf(value));

/** The ID that a part of a key was made from; only its beginning if it was too long. */
export const idOfPart = (part: string): string =>
	part
		.replace(/\([\w-]{16}\)$/, '')
		.replace(/\(([0-9a-f]{1,5}|10[0-9a-f]{4})\)/g, (_, code: string) =>
			String.fromCodePoint(Number.parseInt(code, 16)),
		);

/** An ID as the service writes most of its own: as a number, where that loses nothing. */
export const typedId = (id: string): number | string =>
	usableId(id) === undefined || String(Number(id)) !== id ? id : Number(id);

/**
 * Short hashes that replace people and addresses in stored data. Their key is derived from the API key and the node's
 * owner. Neither is stored with them, so names and addresses can't be guessed from them.
 */
export interface Hashes {
	/** The hash of a text of one kind. */
	of(kind: string, text: string, length: number): string;
}

const HASH_KEY_BYTES = 32;

export function hashesOf(apiKey: string, owner: string): Hashes {
	const key = Buffer.from(hkdfSync('sha256', apiKey, 'workforce operations watch', owner, HASH_KEY_BYTES));
	return {
		of: (kind, text, length) =>
			createHmac('sha256', key)
				.update(JSON.stringify([kind, text]))
				.digest('base64url')
				.slice(0, length),
	};
}
