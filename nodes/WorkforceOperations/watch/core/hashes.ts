import { createHmac, hkdfSync } from 'crypto';

/**
 * Short hashes in place of people and addresses in what is stored. Their key is derived from the API key and the node's
 * owner, neither of which is stored with them, so names and addresses can't be guessed from them.
 */
export interface Hashes {
	/** Two characters that identify the API key; each hash begins with them. */
	readonly keyTag: string;
	/** The hash of a text of one kind: `length` characters after the tag. */
	of(kind: string, text: string, length: number): string;
}

const HASH_KEY_BYTES = 32;

export function hashesOf(apiKey: string, owner: string): Hashes {
	const key = Buffer.from(hkdfSync('sha256', apiKey, 'workforce operations watch', owner, HASH_KEY_BYTES));
	const digest = (...parts: string[]): string =>
		createHmac('sha256', key).update(JSON.stringify(parts)).digest('base64url');
	const keyTag = digest('mark').slice(0, 2);
	return { keyTag, of: (kind, text, length) => keyTag + digest(kind, text).slice(0, length) };
}
