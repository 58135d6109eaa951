/*
 * Hides e-mail addresses, links and telephone numbers in text written by other people. Every pattern takes linear time:
 * each run of characters is tried only once. Repeated parts are bounded, or can't match the characters that follow
 * them.
 */

const HIDDEN = { email: '[e-mail hidden]', telephone: '[telephone hidden]', link: '[link hidden]' } as const;

const LINK = /\b(?:https?|ftps?):[\\/]{2,}[^\s"'<>]*/gi;

const EMAIL =
	/(?:(?<![^\s@"<>()[\]{},;:=|“”])[^\s@"<>()[\]{},;:=|“”]+|"[^"@\n]{1,64}")@[\p{L}\p{N}.-]+\.\p{L}{2,}(?:-?[\p{L}\p{N}])*/gu;

/** Links without a scheme, recognised by `www.`, a path, or an ending that no word has. */
const BARE_LINK =
	/(?<![\p{L}\p{N}_.@-])(?:www\.[^\s"'<>]+|[\p{L}\p{N}_.-]+\.(?:[a-z]{2,24}(?::\d{1,5})?\/[^\s"'<>]*|(?:com|net|org|edu|gov|io|info|biz|app|dev|au|uk|nz)(?![\p{L}\p{N}_-])))/giu;

/**
 * Digits that aren't telephone numbers: UUIDs, numbers labelled as IDs, dates and times, ranges of times and years,
 * decimals.
 */
const OTHER_DIGITS = [
	/(?<![\da-f])[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}(?![\da-f])/,
	/(?<=(?<!\p{L})(?:ids?|timesheet|report|shift)(?: (?:ids?|number))?:? #?(?:[1-9]\d{0,19}, ){0,20})[1-9]\d{0,19}(?!\d|[-/. ]\d)/u,
	/(?<![\d+])(?:19|20)\d\d-(?:0\d|1[0-2])-[0-3]\d(?!\d|-\d)(?:(?:T\d\d:?\d\d| \d\d:\d\d)(?::?\d\d(?:\.\d{1,9})?)?(?: ?(?:Z|[+-]\d\d:?\d\d))?)?(?!\d)/,
	/(?<![\d+]|\d[-/.])(?:0?[1-9]|[12]\d|3[01])(?:-(?:0?[1-9]|1[0-2])-|\/(?:0?[1-9]|1[0-2])\/|\.(?:0?[1-9]|1[0-2])\.)(?:(?:19|20)\d\d(?![-/.]?\d)|\d\d(?=,? \d\d?:\d\d|(?![-/. ]?\d)))/,
	/(?<![\d+])(?:19|20)\d\d(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])(?!\d)/,
	/(?<![\d+])\d\d?:\d\d(?::\d\d(?:\.\d{1,9})?)?(?: ?[+-]\d\d:\d\d)?(?!\d)/,
	/(?<![\d)+]|(?<![-/.\d])\d{1,4}[ .–-])(?:[01]\d|2[0-3])[0-5]\d ?[-–] ?(?:[01]\d|2[0-4])[0-5]\d(?![ .–-]?\d)/,
	/(?<![\d)+]|(?<![-/.\d])\d{1,4}[ .–-])(?:19|20)\d\d ?[-–/] ?(?:19|20)\d\d(?![ .–-]?\d)/,
	/(?<![\d+.)]|(?<![.\d])\d{2,4}[ -])(?:0|[1-9]\d{0,14})\.\d{1,15}(?![.\d]|[ -]\d{3}(?![.\d]))/,
]
	.map(({ source }) => source)
	.join('|');

/** Separators that people type between the digits of a telephone number. */
const BETWEEN = String.raw`[ \t\u00a0.()/\u2010-\u2015-]{1,3}`;

/** Matches other digits (group 1, which are kept) or a telephone number with at least `least` digits. */
const telephone = (least: number): RegExp =>
	new RegExp(`(${OTHER_DIGITS})|(?<!\\d)\\+?\\(?\\d(?:(?:${BETWEEN}(?!${OTHER_DIGITS}))?\\d){${least - 1},}`, 'giu');

const LEAST_IN_TEXT = 8;
const LEAST_IN_ANSWER = 6;

const IN_TEXT = telephone(LEAST_IN_TEXT);
const IN_ANSWER = telephone(LEAST_IN_ANSWER);

/** Text that asks for a telephone number, including the name of a field. */
const ASKS =
	/(?:tele)?phone|mobile(?! patrol)|(?<!\p{L})(?:tel|mob|cell|ph|fax|whatsapp)(?!\p{L})|contact[\s_-]?(?:no|nr|num|number)(?!\p{L})/iu;

export const asksForTelephone = (question: string): boolean => ASKS.test(question);

export interface About {
	/** The question that the text answers. */
	question?: string;
	/** The text is an id, a number or a time, so it contains no telephone number. */
	isNumber?: boolean;
	/** Known ids, which are kept in the text. */
	ids?: readonly string[];
}

/** The lines of a text. A question is answered on its own line or on the next. */
const LINE = /[^\n<]+|[\n<]/g;

function withoutTelephones(text: string, pattern: RegExp, ids: readonly string[]): string {
	return text.replace(pattern, (found: string, other?: string) => {
		const isId = !found.startsWith('0') && ids.includes(found);
		return other !== undefined || isId ? found : HIDDEN.telephone;
	});
}

/** Replaces the e-mail addresses, links and telephone numbers in a text. */
export function withoutContacts(given: string, { question = '', isNumber = false, ids = [] }: About = {}): string {
	const text = given.replace(LINK, HIDDEN.link).replace(EMAIL, HIDDEN.email).replace(BARE_LINK, HIDDEN.link);
	if (isNumber) return text;
	if (ASKS.test(question)) return withoutTelephones(text, IN_ANSWER, ids);
	if (!ASKS.test(text)) return withoutTelephones(text, IN_TEXT, ids);
	let isAsked = false;
	return text.replace(LINE, (line) => {
		const asks = ASKS.test(line);
		const clean = withoutTelephones(line, asks || isAsked ? IN_ANSWER : IN_TEXT, ids);
		// A line without digits, such as a tag or an empty one, leaves the question open.
		if (asks || /\d/.test(line)) isAsked = asks && clean === line;
		return clean;
	});
}
