import { type View, viewsOf } from './redact';
import { telephonesIn } from './telephones';

const HIDDEN = { email: '[e-mail hidden]', telephone: '[telephone hidden]', link: '[link hidden]' } as const;

/** An address of the web, which may open what it leads to by itself. */
const LINK = /\bhttps?:\\*\/\\*\/(?:[^\s"'<>\\]|\\+\/)*/gi;

/** The value of a digit of any script: Unicode has them in rows of ten. */
function digitOf(sign: string): string {
	const code = sign.codePointAt(0) ?? 0;
	let row = 0;
	while (/\p{Nd}/u.test(String.fromCodePoint(code - row - 1))) row++;
	return String(row % 10).padEnd(sign.length, '\u200b');
}

/** The same text, sign for sign, in the digits, brackets, dots and at signs that everybody types. */
const asTyped = (text: string): string =>
	/^[\x20-\x7e]*$/.test(text)
		? text
		: text.replace(/\p{Nd}/gu, digitOf).replace(/[\u00a0-\uffff]/g, (sign) => {
				const plain = sign.normalize('NFKC');
				return plain.length === 1 ? plain : sign;
			});

/** Signs that nobody sees, and the rest of a number in two units or on a key. */
const UNSEEN = /(?![\t\n\r])[\p{DI}\p{Me}\p{Cc}]/u;

/** An at sign and dots as people spell them, or type a blank beside them. */
const SPOKEN_AT = /\sat\s(?=[^\s.]+\sdot\s)/gi;
const DOT = /\s?[([{<]\s?(?:dot|\.)\s?[)\]}>]\s?|(?:\sdot\s|\s?\.\s)(?=(?:com|net|org|edu|gov|co|au|uk|nz)\b)/gi;

/** An at sign, also as people write it where addresses are collected. */
const AT_SIGN = /\s?[([{<]\s?(?:at|@)\s?[)\]}>]\s?|\s{0,9}@\s{0,9}/gi;
const MAILBOX = /(?:"[^"\n]{1,64}"|[\p{L}\p{N}\p{M}.!#$%'*+^_`{}~’-]+)$/u;
const HOST = /^(?:\[[\da-f.:]+\]|[\p{L}\p{N}\p{M}](?:[\p{L}\p{N}\p{M}.-]*[\p{L}\p{N}\p{M}])?)/iu;
const TOP_LEVEL = /\.(?:[\p{L}\p{M}]{2,}|xn--[\w-]+)$|\]$/iu;

/** Longer than any address. */
const LONGEST_PART = 320;

/** Whether it is an address, and not “2 @ 30.50” or a name such as Coffee@Work. One that was cut off has no top level. */
const isAddress = (mailbox: string, host: string, isTight: boolean): boolean =>
	TOP_LEVEL.test(host) || (isTight && /\p{L}/u.test(mailbox) && /[._+\d]/.test(mailbox) && /^\p{L}{2}/u.test(host));

function addressesIn(text: string): Array<[from: number, to: number]> {
	const found: Array<[number, number]> = [];
	for (const { 0: sign, index } of text.matchAll(AT_SIGN)) {
		const [mailbox = ''] = MAILBOX.exec(text.slice(Math.max(0, index - LONGEST_PART), index)) ?? [];
		const after = index + sign.length;
		const [host = ''] = HOST.exec(text.slice(after, after + LONGEST_PART)) ?? [];
		if (mailbox !== '' && host !== '' && isAddress(mailbox, host, sign === '@'))
			found.push([index - mailbox.length, after + host.length]);
	}
	return found;
}

/** Marks the original positions of what a view shows. `about`: see `withoutContacts`. */
function mark(marks: Uint8Array, { signs, starts }: View, isNumber: boolean, about: string): void {
	const as = (sign: string) => (written: string) => sign.padEnd(written.length, '\u200b');
	const typed = asTyped(signs.join('')).replace(SPOKEN_AT, as('@')).replace(DOT, as('.'));
	const places: number[] = [];
	let text = '';
	for (let at = 0; at < typed.length; at++)
		if (!UNSEEN.test(typed.charAt(at))) {
			text += typed.charAt(at);
			places.push(starts[at] ?? 0);
		}
	const fill = (kind: number, spans: Array<[number, number]>): void => {
		for (const [from, to] of spans) marks.fill(kind, places[from], places[to]);
	};
	fill(2, telephonesIn(text, isNumber, about));
	fill(1, addressesIn(text));
}

/** What can hold neither: most texts. */
const HARMLESS = /^(?![^]*(?:[@＠﹫%&\\]|[([{<]\s?at\s?[)\]}>]|\sat\s\S+\sdot\s))(?:\P{N}*\p{N}){0,5}\P{N}*$/iu;

/**
 * A text without e-mail addresses and telephone numbers, in whatever spelling or escape. `isNumber`: it is of a field for ids,
 * numbers or times, in which digits alone are no telephone number. `about`: the question that it answers.
 */
export function withoutContacts(given: string, isNumber = false, about = ''): string {
	const text = given.replace(LINK, HIDDEN.link);
	if (HARMLESS.test(text)) return text;
	const marks = new Uint8Array(text.length);
	for (const view of viewsOf(text)) mark(marks, view, isNumber, about);
	let clean = '';
	for (let at = 0; at < text.length; at++) {
		if (marks[at] === 0) clean += text.charAt(at);
		else if (marks[at] !== marks[at - 1]) clean += marks[at] === 1 ? HIDDEN.email : HIDDEN.telephone;
	}
	return clean;
}
