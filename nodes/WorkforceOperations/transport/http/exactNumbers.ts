import { isJsonObject } from '../../contract';

/** Whole numbers that may exceed 2^53, outside of strings. */
const LONG_NUMBER = /(?<![\d.eE+-])-?[1-9]\d{15,}(?![\d.eE])/g;

/**
 * Where such a number may begin: after a separator. Coordinates have as many digits after the point, and licence
 * numbers in quotes.
 */
const MAY_BE_LONG = /(?:^|[[:,])\s*-?[1-9]\d{15}/;

/** `begin`: the index of the opening quotation mark. */
function endOfText(json: string, begin: number): number {
	for (let end = json.indexOf('"', begin + 1); end >= 0; end = json.indexOf('"', end + 1)) {
		let escapes = 0;
		while (json[end - 1 - escapes] === '\\') escapes++;
		if (escapes % 2 === 0) return end + 1;
	}
	return json.length;
}

/** Quotes whole numbers beyond 2^53. */
function withLongNumbersAsText(json: string): string {
	const parts: string[] = [];
	for (let at = 0; at < json.length;) {
		const quote = json.indexOf('"', at);
		const begin = quote < 0 ? json.length : quote;
		const end = quote < 0 ? json.length : endOfText(json, quote);
		const between = json.slice(at, begin);
		parts.push(
			between.replace(LONG_NUMBER, (digits) => (Number.isSafeInteger(Number(digits)) ? digits : `"${digits}"`)),
			json.slice(begin, end),
		);
		at = end;
	}
	return parts.join('');
}

/** Collects the names of fields whose rounded and exact values differ. */
function noteDifferent(names: Set<string>, rounded: unknown, exact: unknown, name: string): void {
	if (typeof rounded === 'number' && typeof exact === 'string') names.add(name);
	else if (Array.isArray(rounded) && Array.isArray(exact))
		rounded.forEach((entry, index) => noteDifferent(names, entry, exact[index], name));
	else if (isJsonObject(rounded) && isJsonObject(exact))
		for (const [key, value] of Object.entries(rounded)) noteDifferent(names, value, exact[key], key);
}

/**
 * Parses JSON, keeping whole numbers beyond 2^53 as text, because JavaScript would round them; `long` names their
 * fields. Throws if it isn't JSON.
 */
export function parseExact(json: string): { value: unknown; long?: readonly string[] } {
	const rounded: unknown = JSON.parse(json);
	if (!MAY_BE_LONG.test(json)) return { value: rounded };
	const exact = withLongNumbersAsText(json);
	if (exact === json) return { value: rounded };
	const value: unknown = JSON.parse(exact);
	const names = new Set<string>();
	noteDifferent(names, rounded, value, '');
	return { value, long: [...names] };
}
