/** What may stand between the digits of a telephone number, tags of HTML too. Commas and colons don't: they are in lists, amounts and times. */
const BETWEEN = /^(?:[\s()[\]\p{Pd}\u2212.·•/\\_*+]|<\/?[a-z][^<>]{0,40}>){0,6}$/iu;

/** Dates, times, decimals and UUIDs, whose digits are no telephone number; not where digits stand right before them. */
const NO_TELEPHONE = [
	/(?<!\d)(?:19|20)\d\d-(?:0\d|1[0-2])-[0-3]\d(?!-\d)(?:[T ]\d\d:?\d\d(?::?\d\d(?:\.\d+)?)?(?: ?(?:Z|[+-]\d\d:?\d\d))?)?(?!\d)/g,
	/(?<!\d)\d{1,2}:\d\d(?::\d\d(?:\.\d+)?)?(?: ?[+-]\d\d:\d\d)?(?!\d)/g,
	/(?<!\d)(?:0?[1-9]|[12]\d|3[01])([-/.])(?:0?[1-9]|1[0-2])\1(?:19|20)\d\d(?!\d)/g,
	/(?<![\d)][\s.\u2010-\u2015-]{0,3})(?:[01]\d|2[0-3])[0-5]\d ?[-\u2013] ?(?:[01]\d|2[0-4])[0-5]\d(?!\d)/g,
	/(?<![\d+)][\s.\u2010-\u2015-]{0,3})(?:0|[1-9]\d*)\.\d+(?![.\d])/g,
	/\b[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}\b/gi,
];

const withoutOthers = (text: string): string =>
	NO_TELEPHONE.reduce((rest, pattern) => rest.replace(pattern, (found) => '§'.repeat(found.length)), text);

/** A word that says that a telephone number follows. */
const ANNOUNCED =
	/(?:^|[^\p{L}])(?:tel|telephone|phone|ph|mob|mobile|cell|fax|sms|whatsapp|dial|ring)(?:\s+(?:no|nr|number|is))?(?:[\s.:=#("“”'_>-]|<[^<>]{0,40}>){0,6}$/iu;

/** The same in a question, whose answer stands on the next line. */
const ASKED_FOR =
	/(?:^|[^\p{L}])(?:tel|telephone|phone|mob|mobile|cell|fax|contact|whatsapp)(?!\p{L}|\s+patrol)[^\d\n]{0,60}\n\s{0,8}$/iu;

/** A word, or a letter right before, that says that it is another number. */
const OTHER_NUMBER =
	/(?:\b(?:ids?|licen[cs]e|report|timesheet|shift|invoice|ref|reference|employee|staff|badge|abn|acn|incident|key)(?:\s+(?:no|nr|number|id))?["“”']?[\s.:=#("“”']{0,4}|\p{L}[-_]?|#)$/iu;

/** A word by which one is dialled. */
const DIALLED =
	/(?:^|[^\p{L}])(?:(?:call(?:ed)?|ring|rang|text(?:ed)?|contact(?:\s+(?:no|nr|number))?)(?:\s+(?:him|her|them|me|us|on|at))*|(?:call(?:ed)?|ring|rang|text(?:ed)?|reach(?:ed)?|contact)(?:\s+[\p{L}.'’-]+){1,4}\s+on)[\s:.]{1,3}$/iu;

const AS_DAY = /^(?:19|20)\d\d(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])$/;

/** Digits with the lengths of the groups in which they are written, and what stands around them. */
interface Written {
	digits: string;
	groups: readonly number[];
	plus: boolean;
	before: string;
	after: string;
}

/** With the country's code, and 0 that many write behind it: Australia, the United Kingdom, others. */
const ABROAD = /^(?:610?[1-478]\d{8}|440?[1-9]\d{8,9}|(?!61|44)[1-9]\d{7,14})$/;
const WITH_CODE = /^(?:00|0011)?(?:610?[23478]\d{8}|440?[1-37-9]\d{8,9})$/;

/** As dialled at home: ten digits in Australia, ten or eleven in the United Kingdom. */
const AT_HOME = /^0(?:[1-57-9]\d{8}|[12357-9]\d{9})$/;

/**
 * Whether digits are a telephone number. `isNumber`: they stand in a field for ids, numbers or times, where only what is
 * written like one counts.
 */
function isTelephone({ digits, groups, plus, before, after }: Written, isNumber: boolean): boolean {
	if (plus) return ABROAD.test(digits);
	const isGrouped = groups.length > 1;
	if (isNumber) return isGrouped && AT_HOME.test(digits);
	const least = ANNOUNCED.test(before) ? 6 : DIALLED.test(before) || ASKED_FOR.test(before) ? 8 : Infinity;
	if (digits.length >= least && digits.length <= 13 && !AS_DAY.test(digits)) return true;
	const isOther = OTHER_NUMBER.test(before);
	const isUsual = AT_HOME.test(digits) || WITH_CODE.test(digits);
	if (isGrouped && isUsual) return true;
	if (isOther || (!isGrouped && /^(?!x\d|ext)\p{L}/iu.test(after))) return false;
	if (isUsual) return true;
	const written = groups.join(' ');
	return (
		(written === '3 3 3' && digits.startsWith('4')) ||
		(written === '4 3 3' && /^1[38]00/.test(digits)) ||
		(isGrouped && /^00[1-9]\d{8,}$/.test(digits) && groups.length > 2)
	);
}

/** The longest number that anybody dials, with what is dialled before it. */
const MOST_DIGITS = 19;

/** Where telephone numbers stand in a text: begin and end of each. `isNumber`: see `isTelephone`; `about`: what the text answers. */
export function telephonesIn(original: string, isNumber: boolean, about: string): Array<[from: number, to: number]> {
	const text = withoutOthers(original);
	const groups = [...text.matchAll(/\d+/g)].map(({ 0: digits, index: from }) => ({ digits, from }));
	const found: Array<[number, number]> = [];
	for (let at = 0; at < groups.length; at++) {
		const from = groups[at]?.from ?? 0;
		const [sign = ''] = /\+[\s(]{0,2}$/.exec(text.slice(Math.max(0, from - 3), from)) ?? [];
		const before = `${about}\n${text.slice(Math.max(0, from - sign.length - 80), from - sign.length)}`.slice(-90);
		// A plus between digits stands for a blank.
		const plus = sign !== '' && !/\d$/.test(before);
		let [digits, to, last] = ['', from, -1];
		const lengths: number[] = [];
		for (let next = at; next < groups.length && digits.length <= MOST_DIGITS; next++) {
			const group = groups[next];
			if (group === undefined || (next > at && !BETWEEN.test(text.slice(to, group.from)))) break;
			digits += group.digits;
			lengths.push(group.digits.length);
			to = group.from + group.digits.length;
			if (isTelephone({ digits, groups: lengths, plus, before, after: text.slice(to, to + 4) }, isNumber)) last = next;
		}
		const end = groups[last];
		if (end === undefined) continue;
		const opened = /\($/.test(text.slice(0, from - sign.length)) && text.slice(from, end.from).includes(')') ? 1 : 0;
		found.push([from - (plus ? sign.length : 0) - opened, end.from + end.digits.length]);
		at = last;
	}
	return found;
}
