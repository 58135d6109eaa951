import { createCipheriv, createDecipheriv, createHash, createHmac, hkdfSync } from 'crypto';

/**
 * The seal of an address: the data that a trigger needs to verify its deliveries. It is encrypted so that only the same
 * node of the same workflow with the same API key can open it. n8n's static data can be overwritten by another trigger
 * of the workflow (`store.ts`). The address is stored at the service and is part of every delivery.
 *
 * Bytes: version 1 | checksum 4 | mark of the place 4 | mark of the key 4 | IV 12 | content | tag 16, as base64url.
 * AES-256-GCM; the keys are derived from the API key by HKDF-SHA256, bound to instance, workflow, node and service. The
 * IV is an HMAC of the content: the same content gives the same address, so no subscription has to be rewritten. The
 * token and the marks are authenticated as well. Checksum and marks only explain a refusal.
 */
export interface SealedContent {
	/** The date of the token or of the secret, whichever is younger, in epoch milliseconds. */
	readonly madeAt: number;
	readonly subscriberId: string;
	/** `<eventType>.<event>`. */
	readonly event: string;
	readonly secret: string;
}

/** Can create and open a seal. */
export interface SealHolder {
	/** Instance, workflow, node and kind, as in a registration. */
	owner: string;
	/** Base address of the service. */
	service: string;
	apiKey: string;
}

const VERSION = 1;
const [CHECKSUM, MARK, IV, TAG] = [4, 4, 12, 16] as const;
const MARKS_AT = 1 + CHECKSUM;
const IV_AT = MARKS_AT + 2 * MARK;
const CONTENT_AT = IV_AT + IV;

const SEAL_KEY_BYTES = 32;

const digest = (...parts: Array<string | Buffer>): Buffer =>
	parts.reduce((hash, part) => hash.update(part), createHash('sha256')).digest();

interface Keys {
	encryption: Buffer;
	iv: Buffer;
	/** The two marks, concatenated. */
	marks: Buffer;
}

function sealKeys({ owner, service, apiKey }: SealHolder): Keys {
	const place = `${owner}\n${service}`;
	const bytes = Buffer.from(hkdfSync('sha256', apiKey, 'workforce operations seal', place, 2 * SEAL_KEY_BYTES + MARK));
	return {
		encryption: bytes.subarray(0, SEAL_KEY_BYTES),
		iv: bytes.subarray(SEAL_KEY_BYTES, 2 * SEAL_KEY_BYTES),
		marks: Buffer.concat([digest(place).subarray(0, MARK), bytes.subarray(2 * SEAL_KEY_BYTES)]),
	};
}

/** Identifies an API key for one owner without revealing it. */
export const keyMark = (holder: SealHolder): string => sealKeys(holder).marks.subarray(MARK).toString('base64url');

const checksumOf = (rest: Buffer, token: string): Buffer => digest(rest, token).subarray(0, CHECKSUM);

const authenticated = (marks: Buffer, token: string): Buffer => Buffer.concat([marks, Buffer.from(token)]);

export function seal(
	holder: SealHolder,
	token: string,
	{ madeAt, subscriberId, event, secret }: SealedContent,
): string {
	const { encryption, iv: ivKey, marks } = sealKeys(holder);
	const content = Buffer.from(JSON.stringify([madeAt, subscriberId, event, secret]));
	const aad = authenticated(marks, token);
	const iv = createHmac('sha256', ivKey).update(aad).update('\n').update(content).digest().subarray(0, IV);
	const cipher = createCipheriv('aes-256-gcm', encryption, iv).setAAD(aad);
	const rest = Buffer.concat([marks, iv, cipher.update(content), cipher.final(), cipher.getAuthTag()]);
	return Buffer.concat([Buffer.from([VERSION]), checksumOf(rest, token), rest]).toString('base64url');
}

function readContent(text: string): SealedContent | undefined {
	const parsed: unknown = JSON.parse(text);
	if (!Array.isArray(parsed)) return undefined;
	const [madeAt, subscriberId, event, secret]: unknown[] = parsed;
	return typeof madeAt === 'number' &&
		typeof subscriberId === 'string' &&
		typeof event === 'string' &&
		typeof secret === 'string' &&
		secret !== ''
		? { madeAt, subscriberId, event, secret }
		: undefined;
}

const MANGLED = 'the encrypted part of its address was altered or cut off';

/** The content of a seal, or why it can't be opened, for the log. */
export function openSeal(holder: SealHolder, token: string, given: string): SealedContent | { wrong: string } {
	const bytes = Buffer.from(given, 'base64url');
	// Node ignores invalid characters in base64url, so only the canonical encoding is accepted.
	if (bytes.toString('base64url') !== given || bytes.length <= CONTENT_AT + TAG) return { wrong: MANGLED };
	const rest = bytes.subarray(MARKS_AT);
	if (!checksumOf(rest, token).equals(bytes.subarray(1, MARKS_AT))) return { wrong: MANGLED };
	if (bytes[0] !== VERSION)
		return { wrong: 'the encrypted part of its address was created by another version of this package' };
	const { encryption, marks } = sealKeys(holder);
	const found = bytes.subarray(MARKS_AT, IV_AT);
	if (!found.subarray(0, MARK).equals(marks.subarray(0, MARK)))
		return { wrong: 'the encrypted part of its address belongs to another workflow, node or service' };
	if (!found.equals(marks)) return { wrong: 'the encrypted part of its address was created with another API key' };
	try {
		const decipher = createDecipheriv('aes-256-gcm', encryption, bytes.subarray(IV_AT, CONTENT_AT))
			.setAAD(authenticated(marks, token))
			.setAuthTag(bytes.subarray(-TAG));
		const content = Buffer.concat([decipher.update(bytes.subarray(CONTENT_AT, -TAG)), decipher.final()]);
		return readContent(content.toString('utf8')) ?? { wrong: MANGLED };
	} catch {
		return { wrong: MANGLED };
	}
}
