/** Words with the place in the original of each of their signs, because a sign may be written in several. */
interface View {
	signs: string[];
	starts: number[];
	ends: number[];
}

const NAMED_SECRET: Record<string, string> = {
	amp: '&',
	lt: '<',
	gt: '>',
	quot: '"',
	apos: "'",
	plus: '+',
	sol: '/',
	equals: '=',
	nbsp: ' ',
	shy: '\u00ad',
};

/** One sign as an address (%2F), a web page (&#47; &#x2f; &quot; <br>) or JSON (\u002f \" \n and JSON inside of JSON) writes it. */
const ESCAPED_CHARACTER =
	/%(?:25)*([0-9a-f]{2})|&#(\d{1,7});?|&#x([0-9a-f]{1,6});?|&(amp|lt|gt|quot|apos|plus|sol|equals|nbsp|shy);?|\\+u([0-9a-f]{4})|\\+x([0-9a-f]{2})|\\+(["'\\/])|(\\+[nrt]|<w?br\s{0,9}\/?>)/iy;

function signOf(match: RegExpExecArray): string {
	const [, percent, decimal, hex, name, unicode, byte, escaped, wrap] = match;
	if (wrap !== undefined) return ' ';
	if (escaped !== undefined) return escaped;
	if (name !== undefined) return NAMED_SECRET[name.toLowerCase()] ?? '';
	const code = decimal === undefined ? parseInt(percent ?? hex ?? unicode ?? byte ?? '', 16) : Number(decimal);
	return code <= 0x10ffff ? String.fromCodePoint(code) : match[0];
}

/** Reads what is escaped in a view, one level deep. */
function unescapeView({ signs, starts, ends }: View): View {
	const text = signs.join('');
	const read: View = { signs: [], starts: [], ends: [] };
	for (let at = 0; at < text.length;) {
		ESCAPED_CHARACTER.lastIndex = at;
		const match = ESCAPED_CHARACTER.exec(text);
		const length = match?.[0].length ?? 1;
		// Only signs of one unit: no secret holds any other, since no header could carry it.
		read.signs.push((match === null ? text.charAt(at) : signOf(match)).charAt(0));
		read.starts.push(starts[at] ?? 0);
		read.ends.push(ends[at + length - 1] ?? 0);
		at += length;
	}
	return read;
}

/** How many levels of escaping are read: a page that shows JSON that holds an address. */
const VIEW_LEVELS = 3;

function plainView(words: string): View {
	const signs = words.split('');
	return { signs, starts: signs.map((_, at) => at), ends: signs.map((_, at) => at + 1) };
}

/** What stands between the parts of a text that is wrapped or grouped, seen or unseen. */
const WHITE_SPACE = /[\s\u00ad\u200b-\u200d\u2060]/;

/** The same words without any blank. */
function withoutLineBreaks({ signs, starts, ends }: View): View {
	const isKept = (_: unknown, at: number): boolean => !WHITE_SPACE.test(signs[at] ?? '');
	return { signs: signs.filter(isKept), starts: starts.filter(isKept), ends: ends.filter(isKept) };
}

/** The views of words, level by level; each of them as `read` leaves it, in which an escape may have been wrapped as well. */
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

/** Without what differs between ways of writing the same: case, the blank of a form, the two alphabets of base64. */
const alike = (text: string): string =>
	text
		.toLowerCase()
		.replace(/[+\- ]/g, ' ')
		.replaceAll('_', '/');

/** A secret as it may be written apart from escapes: as it is, in hex, in base64 alone or behind one or two other bytes. */
function formsOf(secret: string): string[] {
	const bytes = Buffer.from(secret, 'utf8');
	const base64 = [0, 1, 2].map((before) =>
		Buffer.concat([Buffer.alloc(before), bytes])
			.toString('base64')
			.replace(/=+$/, '')
			// The signs that also hold bits of what stands before it.
			.slice(before === 0 ? 0 : before + 1),
	);
	return [secret, bytes.toString('hex'), ...base64];
}

const withoutBlanks = (text: string): string => withoutLineBreaks(plainView(text)).signs.join('');

/**
 * How many signs of a secret give it away: one that is cut by a few is still nearly whole, and of a token 40 are too many.
 * A short one counts only as a whole, because a piece of it may be a plain word.
 */
const distinctivePart = (length: number): number => (length < 20 ? length : Math.min(40, Math.ceil((length * 3) / 4)));

/** Shorter secrets aren't looked for in groups: without the blanks between them, plain words may hold one by chance. */
const SHORTEST_GROUPED = 8;

/** A longer text is no message for people. */
const MAX_LENGTH = 20_000;

/** What gives secrets away, by its length. */
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

/** Marks the places of the original that a view shows to be a secret's. */
function markSecret(secretSigns: Uint8Array, { signs, starts, ends }: View, pieces: Pieces): void {
	const view = alike(signs.join(''));
	for (const [length, known] of pieces) {
		for (let at = 0; at + length <= view.length; at++) {
			if (known.has(view.slice(at, at + length))) secretSigns.fill(1, starts[at], ends[at + length - 1]);
		}
	}
}

/**
 * Takes known secrets out of words that came from outside, such as an answer that repeats the key it refuses: however
 * they are written, wrapped or grouped, and also where their beginning or end is missing.
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
	// What fills up the end of base64.
	return clean.replace(/\*\*\*(=|%3d){1,2}/gi, '***');
}
