/** Text with the original position of each of its characters, because a character may be written as an escape. */
interface View {
	signs: string[];
	starts: number[];
	ends: number[];
}

const ENTITIES: Record<string, string> = {
	amp: '&',
	lt: '<',
	gt: '>',
	quot: '"',
	apos: "'",
	plus: '+',
	sol: '/',
	equals: '=',
	nbsp: ' ',
	ensp: ' ',
	emsp: ' ',
	thinsp: ' ',
	ndash: '-',
	mdash: '-',
	hyphen: '-',
	lpar: '(',
	rpar: ')',
	period: '.',
	commat: '@',
	shy: '\u00ad',
	zwnj: '\u200c',
	zwj: '\u200d',
};

const NAMES = Object.keys(ENTITIES).join('|');

/** A character as escaped in URLs (%2F), HTML (&#47; &#x2f; &quot; <br>) or JSON (\u002f \" \n, also nested). */
const ESCAPED_CHARACTER = new RegExp(
	`%(?:25)*([0-9a-f]{2})|&#(\\d{1,7});?|&#x([0-9a-f]{1,6});?|&(${NAMES});?|\\\\+u([0-9a-f]{4})|\\\\+x([0-9a-f]{2})|\\\\+(["'\\\\/])|(\\\\+[nrt]|<w?br\\s{0,9}\\/?>)`,
	'iy',
);

function signOf(match: RegExpExecArray): string {
	const [, percent, decimal, hex, name, unicode, byte, escaped, wrap] = match;
	if (wrap !== undefined) return ' ';
	if (escaped !== undefined) return escaped;
	if (name !== undefined) return ENTITIES[name.toLowerCase()] ?? '';
	const code = decimal === undefined ? parseInt(percent ?? hex ?? unicode ?? byte ?? '', 16) : Number(decimal);
	// Of a sign in several bytes.
	if (percent !== undefined && code > 0x7f) return '\u200b';
	return code <= 0x10ffff ? String.fromCodePoint(code) : match[0];
}

/** Decodes one level of escapes. */
function unescapeView({ signs, starts, ends }: View): View {
	const text = signs.join('');
	const read: View = { signs: [], starts: [], ends: [] };
	for (let at = 0; at < text.length;) {
		ESCAPED_CHARACTER.lastIndex = at;
		const match = ESCAPED_CHARACTER.exec(text);
		const length = match?.[0].length ?? 1;
		// Single UTF-16 units only: secrets hold no others, because no header could carry them.
		read.signs.push((match === null ? text.charAt(at) : signOf(match)).charAt(0));
		read.starts.push(starts[at] ?? 0);
		read.ends.push(ends[at + length - 1] ?? 0);
		at += length;
	}
	return read;
}

/** How many levels of escapes are decoded: HTML that shows JSON that holds a URL. */
const VIEW_LEVELS = 3;

function plainView(words: string): View {
	const signs = words.split('');
	return { signs, starts: signs.map((_, at) => at), ends: signs.map((_, at) => at + 1) };
}

/** White space and invisible characters in a text that is wrapped or grouped. */
const WHITE_SPACE = /[\s\u00ad\u200b-\u200d\u2060]/;

/** The same text without white space. */
function withoutLineBreaks({ signs, starts, ends }: View): View {
	const isKept = (_: unknown, at: number): boolean => !WHITE_SPACE.test(signs[at] ?? '');
	return { signs: signs.filter(isKept), starts: starts.filter(isKept), ends: ends.filter(isKept) };
}

/** The text after each level of decoding. `read` is applied to each, because an escape itself may have been wrapped. */
function viewsOf(words: string, read: (view: View) => View = (view) => view): View[] {
	const views = [read(plainView(words))];
	for (let level = 0, last = views[0]; level < VIEW_LEVELS && last !== undefined; level++) {
		const next = read(unescapeView(last));
		if (next.signs.length === last.signs.length) break;
		views.push(next);
		last = next;
	}
	return views;
}

/** Removes differences between spellings: letter case, form encoding's “+”, base64url's alphabet. */
const alike = (text: string): string =>
	text
		.toLowerCase()
		.replace(/[+\- ]/g, ' ')
		.replaceAll('_', '/');

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

const withoutBlanks = (text: string): string => withoutLineBreaks(plainView(text)).signs.join('');

/**
 * How many characters identify a secret: cut by a few it is still nearly whole, and 40 characters of a token are too many.
 * A short one counts only as a whole, because a part of it may be a plain word.
 */
const distinctivePart = (length: number): number => (length < 20 ? length : Math.min(40, Math.ceil((length * 3) / 4)));

/** Shorter secrets aren't searched for without white space: plain text may contain one by chance. */
const SHORTEST_GROUPED = 8;

/** A longer text isn't a message for people. */
const MAX_LENGTH = 20_000;

/** The pieces that identify secrets, by their length. */
type Pieces = Map<number, Set<string>>;

function piecesOf(forms: readonly string[]): Pieces {
	const pieces: Pieces = new Map();
	for (const form of forms.map(alike)) {
		const length = distinctivePart(form.length);
		const known = pieces.get(length) ?? new Set();
		for (let at = 0; at + length <= form.length; at++) known.add(form.slice(at, at + length));
		pieces.set(length, known);
	}
	return pieces;
}

/** Marks the original positions at which a view shows a secret. */
function markSecret(secretSigns: Uint8Array, { signs, starts, ends }: View, pieces: Pieces): void {
	const view = alike(signs.join(''));
	for (const [length, known] of pieces) {
		for (let at = 0; at + length <= view.length; at++) {
			if (known.has(view.slice(at, at + length))) secretSigns.fill(1, starts[at], ends[at + length - 1]);
		}
	}
}

/**
 * Removes known secrets from text of outside origin, such as a response that repeats the key it refuses: in any encoding,
 * wrapped or grouped, and also where the beginning or the end is missing.
 */
export function redact(words: string, ...secrets: unknown[]): string {
	const text = words.slice(0, MAX_LENGTH);
	const known = secrets.filter((secret): secret is string => typeof secret === 'string' && secret.length >= 4);
	if (known.length === 0) return text;
	const secretSigns = new Uint8Array(text.length);
	const pieces = piecesOf(known.flatMap(formsOf));
	for (const view of viewsOf(text)) markSecret(secretSigns, view, pieces);
	const longer = known.filter((secret) => withoutBlanks(secret).length >= SHORTEST_GROUPED);
	const grouped = piecesOf(longer.flatMap(formsOf).map(withoutBlanks));
	for (const view of viewsOf(text, withoutLineBreaks)) markSecret(secretSigns, view, grouped);
	let clean = '';
	for (let at = 0; at < text.length; at++) {
		if (secretSigns[at] === 0) clean += text.charAt(at);
		else if (at === 0 || secretSigns[at - 1] === 0) clean += '***';
	}
	// base64 padding.
	return clean.replace(/\*\*\*(=|%3d){1,2}/gi, '***');
}
