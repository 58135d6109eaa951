/** The next token of JSON: a string, another scalar, or one of the signs. */
const JSON_TOKEN =
	/\s*(?:("(?:[^"\\\p{Cc}]|\\(?:["\\/bfnrt]|u[\da-f]{4}))*")|(?:-?(?:0|[1-9]\d*)(?:\.\d+)?(?:e[-+]?\d+)?|true|false|null)(?![\w.])|([{}[\]:,]))/iuy;

type Place = 'value' | 'name' | 'colon' | 'end';

/** The tokens that may stand at a place. `"` is a string, `0` another scalar; `closer` ends what is open. */
const TOKENS: Record<Place, (closer: string, isFirst: boolean) => string> = {
	value: (closer, isFirst) => `"0{[${isFirst && closer === ']' ? closer : ''}`,
	name: (closer, isFirst) => `"${isFirst ? closer : ''}`,
	colon: () => ':',
	end: (closer) => (closer === '' ? '' : `,${closer}`),
};

const MAY_STAND: Record<Place, (closer: string) => string> = {
	value: () => 'a value, and a text only in straight quotation marks (")',
	name: () => 'a name in straight quotation marks (")',
	colon: () => 'a colon',
	end: (closer) => (closer === '' ? 'nothing more' : `a comma or “${closer}”`),
};

/** Where a text stops being JSON, and what may stand there: V8 names no place for some faults, and quotes the text. */
export function jsonFault(text: string): { line: number; character: number; may: string } {
	const token = new RegExp(JSON_TOKEN);
	const open: string[] = [];
	let [place, isFirst, at]: [Place, boolean, number] = ['value', false, 0];
	for (;;) {
		const closer = open.at(-1) ?? '';
		token.lastIndex = at;
		const found = token.exec(text);
		const sign = found === null ? '' : (found[2] ?? (found[1] === undefined ? '0' : '"'));
		if (sign === '' || !TOKENS[place](closer, isFirst).includes(sign)) {
			const before = text.slice(0, at + (/^\s*/.exec(text.slice(at))?.[0].length ?? 0)).split('\n');
			return { line: before.length, character: (before.at(-1)?.length ?? 0) + 1, may: MAY_STAND[place](closer) };
		}
		at = token.lastIndex;
		isFirst = sign === '{' || sign === '[';
		if (isFirst) open.push(sign === '{' ? '}' : ']');
		else if (sign === closer) open.pop();
		if (sign === '{' || (sign === ',' && closer === '}')) place = 'name';
		else if (sign === '"' && place === 'name') place = 'colon';
		else place = '[:,'.includes(sign) ? 'value' : 'end';
	}
}
