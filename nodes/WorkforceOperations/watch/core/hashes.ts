import { createHmac, hkdfSync } from 'crypto';

/**
 * Short hashes in place of people and addresses in what is stored. Their key is derived from the API key and the node's
 * owner, neither of which is stored with them, so names and addresses can't be guessed from them.
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
