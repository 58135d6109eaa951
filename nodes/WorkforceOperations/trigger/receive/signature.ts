import { createHmac, timingSafeEqual } from 'crypto';

/** A bare SHA-256 in hex, in either case. */
const HEX_SHA256 = /^[0-9a-f]{64}$/i;

/**
 * Whether a header is the HMAC-SHA256 of the raw body under one of the secrets. Fails closed: without a secret, or with
 * anything but one bare hex value, the answer is no. The secret's text is the key, as UTF-8 (assumed).
 */
export function isSignedBy(secrets: readonly string[], rawBody: Buffer, header: unknown): boolean {
	if (typeof header !== 'string' || !HEX_SHA256.test(header)) return false;
	const received = Buffer.from(header, 'hex');
	let genuine = false;
	for (const secret of secrets) {
		if (secret === '') continue;
		const expected = createHmac('sha256', Buffer.from(secret, 'utf8')).update(rawBody).digest();
		// Constant time: every secret is compared to the end, so that it stays hidden which one matched.
		if (timingSafeEqual(expected, received)) genuine = true;
	}
	return genuine;
}
