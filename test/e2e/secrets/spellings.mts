// The ways in which a secret may be written down: whoever finds one of them has the secret.

const percentEncoded = (secret: string): string => encodeURIComponent(secret).replace(/[!'()*]/g, hexOf);
const hexOf = (character: string): string => `%${character.charCodeAt(0).toString(16).toUpperCase()}`;
const inJson = (secret: string): string => JSON.stringify(secret).slice(1, -1);
const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

/** What base64 makes of a secret that begins `ahead` bytes into what is encoded, without the letters that depend on its surroundings. */
function base64(secret: string, ahead: 0 | 1 | 2): string {
	const bytes = Buffer.concat([Buffer.alloc(ahead), Buffer.from(secret)]);
	return bytes.toString('base64').slice(Math.ceil((ahead * 8) / 6), Math.floor((bytes.length * 8) / 6));
}

const urlSafe = (text: string): string => text.replaceAll('+', '-').replaceAll('/', '_');

export const ways = {
	plain: (secret) => secret,
	'percent-encoded': encodeURIComponent,
	'percent-encoded, every sign': percentEncoded,
	'percent-encoded in small letters': (secret) => percentEncoded(secret).replace(/%../g, (code) => code.toLowerCase()),
	'of a form': (secret) => new URLSearchParams([['', secret]]).toString().slice(1),
	JSON: inJson,
	'JSON in JSON': (secret) => inJson(inJson(secret)),
	'JSON without signs': (secret) =>
		inJson(secret).replace(/[+<>&']/g, (sign) => `\\u00${sign.charCodeAt(0).toString(16).toUpperCase()}`),
	HTML: (secret) => secret.replace(/[&<>"']/g, (sign) => entities[sign] ?? sign),
	base64: (secret) => base64(secret, 0),
	'base64, one byte later': (secret) => base64(secret, 1),
	'base64, two bytes later': (secret) => base64(secret, 2),
	base64url: (secret) => urlSafe(base64(secret, 0)),
	'base64url, one byte later': (secret) => urlSafe(base64(secret, 1)),
	'base64url, two bytes later': (secret) => urlSafe(base64(secret, 2)),
	hexadecimal: (secret) => Buffer.from(secret).toString('hex'),
} satisfies Record<string, (secret: string) => string>;

export type Way = keyof typeof ways;
export const wayNames = Object.keys(ways) as Way[];

export const spellings = (secret: string): string[] => [...new Set(wayNames.map((way) => ways[way](secret)))];
