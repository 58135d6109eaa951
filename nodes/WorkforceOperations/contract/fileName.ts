/** What no name is made of: controls, the ends of lines and paragraphs, and the marks that turn the direction of writing. */
const UNSEEN = /[\p{Cc}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]/gu;

/** Longer names are refused by file systems and mail programs. */
const LONGEST = 200;

/** The beginning of a text, and no half of a character at its end. */
const begin = (text: string, length: number): string => text.slice(0, length).replace(/[\ud800-\udbff]$/, '');

/** A name of bearable length; what is cut off is not the ending that says what kind of file it is. */
function cut(name: string): string {
	if (name.length <= LONGEST) return name;
	const [ending = ''] = /\.[a-z\d]{1,10}$/i.exec(name) ?? [];
	return `${begin(name, LONGEST - ending.length).trim()}${ending}`;
}

/** The last part of a name that may hold folders of either kind, without signs that no file name has; undefined when nothing is left. */
export function fileNameOf(name: string): string | undefined {
	const last = name.replace(UNSEEN, '').split(/[/\\]/).pop() ?? '';
	const plain = cut(last.trim());
	return /^\.*$/.test(plain) ? undefined : plain;
}
