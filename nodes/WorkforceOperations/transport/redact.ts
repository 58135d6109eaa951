const inJson = (text: string): string => JSON.stringify(text).slice(1, -1);

const HTML_SIGNS: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

const hex = (sign: string): string => sign.charCodeAt(0).toString(16).toUpperCase();

/** The ways in which a secret may be repeated: as it is, in an address, in JSON and in JSON inside of that, in a web page, encoded. */
function spellings(secret: string): string[] {
	// Not everybody leaves the same signs of an address as they are, and some write the codes in small letters.
	const strict = encodeURIComponent(secret).replace(/[!'()*]/g, (sign) => `%${hex(sign)}`);
	const inAddress = [encodeURIComponent(secret), strict, new URLSearchParams({ of: secret }).toString().slice(3)];
	const base64 = Buffer.from(secret).toString('base64');
	return [
		secret,
		...inAddress,
		...inAddress.map((text) => text.replace(/%../g, (sign) => sign.toLowerCase())),
		inJson(secret),
		inJson(inJson(secret)),
		inJson(secret).replace(/[+<>&']/g, (sign) => `\\u00${hex(sign)}`),
		secret.replace(/[&<>"']/g, (sign) => HTML_SIGNS[sign] ?? sign),
		base64,
		base64.replace(/=+$/, ''),
		base64.replace(/=+$/, '').replaceAll('+', '-').replaceAll('/', '_'),
	];
}

/** Takes known secrets out of words that came from outside, such as an answer that repeats the key it refuses. */
export function redact(words: string, ...secrets: unknown[]): string {
	const known = secrets
		.filter((secret): secret is string => typeof secret === 'string' && secret.length >= 4)
		.flatMap(spellings);
	// The longest first, so that no secret that holds another one is left half.
	return known.sort((a, b) => b.length - a.length).reduce((clean, secret) => clean.split(secret).join('***'), words);
}
