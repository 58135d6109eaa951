/** Replaces a text that shows a secret in another spelling. */
export const ALL_HIDDEN = '(left out, because it contains a key)';

/** A longer text isn't a message for people. */
const MAX_LENGTH = 20_000;

/** How many levels of escapes are decoded, for example HTML with JSON with a URL. */
const LEVELS = 3;

/** A character as escaped in URLs (%2F), HTML (&#47; &#x2f;) or JSON (\u002f \x2f), also nested. */
const ESCAPED = /%(?:25)*([\da-f]{2})|&#x([\da-f]{1,6});?|(?<!\\)\\+(?:u([\da-f]{4})|x([\da-f]{2}))|&#(\d{1,7});?/gi;

/** Escaped characters that aren't letters, and line breaks. */
const SIGNS = /&(?:[lg]t|quot|apos|(?!amp)[a-z]{2,8}(?=;));?|(?<!\\)\\+[nrt]|<w?br\s{0,9}\/?>/gi;

function decoded(text: string): string {
	const signs = text.replace(ESCAPED, (...[escaped, percent, hex, unicode, byte, decimal]: string[]) => {
		const code = decimal === undefined ? parseInt(percent ?? hex ?? unicode ?? byte ?? '', 16) : Number(decimal);
		return code <= 0x10ffff ? String.fromCodePoint(code) : (escaped ?? '');
	});
	return signs.replace(SIGNS, '').replace(/&amp;?/gi, '&');
}

/** Makes all spellings the same: letter case, form encoding's “+”, base64url's alphabet. */
const alike = (text: string): string =>
	text
		.replace(/[A-Z]/g, (letter) => letter.toLowerCase())
		.replace(/[+\- ]/g, ' ')
		.replaceAll('_', '/');

/**
 * Letters and digits only, for secrets that are wrapped, grouped or escaped. A short one may occur in plain words by
 * chance.
 */
const squeezed = (text: string): string => alike(text).replace(/[^\da-z]+/g, '');
const LEAST_SQUEEZED = 8;

/** A secret in its encodings: plain, hex, and base64 at each of the three alignments. */
function formsOf(secret: string): string[] {
	const bytes = Buffer.from(secret, 'utf8');
	const base64 = [0, 1, 2].map((before) =>
		Buffer.concat([Buffer.alloc(before), bytes])
			.toString('base64')
			.replace(/(?<!=)=+$/, '')
			// Drops the characters that also encode the bytes before it.
			.slice(before === 0 ? 0 : before + 1),
	);
	return [secret, bytes.toString('hex'), ...base64];
}

/**
 * How many characters identify a secret. Without a few of them it is still nearly whole, and 40 characters of a token
 * are too many. A short secret counts only as a whole, because a part of it may be a plain word.
 */
const distinctivePart = (length: number): number => (length < 20 ? length : Math.min(40, Math.ceil((length * 3) / 4)));

type Pieces = ReadonlyMap<number, ReadonlySet<string>>;

/** The parts that identify one of the forms, by their length. */
function piecesOf(forms: readonly string[], written: (text: string) => string, least = 0): Pieces {
	const pieces = new Map<number, Set<string>>();
	for (const form of forms) {
		const view = written(form);
		const length = Math.ceil((distinctivePart(form.length) * view.length) / form.length);
		if (length < least) continue;
		const known = pieces.get(length) ?? new Set();
		for (let at = 0; at + length <= view.length; at++) known.add(view.slice(at, at + length));
		pieces.set(length, known);
	}
	return pieces;
}

/** Marks each character of a text that belongs to such a part. */
function marked(text: string, pieces: Pieces): Uint8Array {
	const [view, marks] = [alike(text), new Uint8Array(text.length)];
	for (const [length, known] of pieces)
		for (let at = 0; at + length <= view.length; at++)
			if (known.has(view.slice(at, at + length))) marks.fill(1, at, at + length);
	return marks;
}

let last: { secrets: string; pieces: Pieces; grouped: Pieces } | undefined;

/** The parts of these secrets, computed once as long as the secrets stay the same: a run may have thousands of errors. */
function partsOf(known: readonly string[]): { pieces: Pieces; grouped: Pieces } {
	const secrets = JSON.stringify(known);
	if (last?.secrets === secrets) return last;
	const forms = known.flatMap(formsOf);
	last = { secrets, pieces: piecesOf(forms, alike), grouped: piecesOf(forms, squeezed, LEAST_SQUEEZED) };
	return last;
}

/**
 * Removes known secrets from outside text, such as a response that repeats the key it refuses. Finds them plain or
 * encoded, even without their beginning or end. Text that shows one escaped, wrapped or grouped is left out as a whole.
 */
export function redact(words: string, ...secrets: unknown[]): string {
	const text = words.slice(0, MAX_LENGTH);
	const known = secrets.filter((secret): secret is string => typeof secret === 'string' && secret.length >= 4);
	const { pieces, grouped } = partsOf(known);
	const marks = marked(text, pieces);
	const signs = text.split('').map((sign, at) => (marks[at] === 0 ? sign : marks[at - 1] === 1 ? '' : '***'));
	// Base64 ends in padding.
	const clean = signs.join('').replace(/\*\*\*(=|%3d){1,2}/gi, '***');
	for (let [level, view] = [0, clean]; level <= LEVELS; level++, view = decoded(view))
		if (marked(view, pieces).includes(1) || marked(squeezed(view), grouped).includes(1)) return ALL_HIDDEN;
	return clean;
}
