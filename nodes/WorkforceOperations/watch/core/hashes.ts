import { createHmac, hkdfSync } from 'crypto';

/**
 * Short hashes that stand for people and addresses in what is stored. They are made with a key of the credential's API key
 * and the node's owner, neither of which lies beside them, so that names and addresses can't be guessed from them.
 */
export interface Hashes {
	/** Two characters that show which API key they were made with; each hash begins with them. */
	readonly keyTag: string;
	/** Of one kind of text, so many characters long behind the mark. */
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
