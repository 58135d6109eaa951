/** Where the object or list ends that begins at a place; -1 if it doesn't. */
function endOf(text: string, start: number): number {
	let [depth, isQuoted] = [0, false];
	for (let at = start; at < text.length; at++) {
		const sign = text.charAt(at);
		if (isQuoted && sign === '\\') at++;
		else if (sign === '"') isQuoted = !isQuoted;
		else if (isQuoted) continue;
		else if (sign === '{' || sign === '[') depth++;
		else if ((sign === '}' || sign === ']') && --depth === 0) return at + 1;
	}
	return -1;
}

function parsed(text: string): object | undefined {
	try {
		const value: unknown = JSON.parse(text);
		return typeof value === 'object' && value !== null ? value : undefined;
	} catch {
		return undefined;
	}
}

/** More beginnings than that are no JSON that anybody meant. */
const MOST_BEGINNINGS = 200;

/** A text with the JSON in it as `as` shows it, and the rest as `other` does. */
export function withJson(text: string, as: (value: object) => unknown, other: (rest: string) => string): string {
	let [shown, done, tries] = ['', 0, 0];
	for (let start = text.search(/[{[]/); start >= 0 && tries < MOST_BEGINNINGS; tries++) {
		const end = endOf(text, start);
		const value = end < 0 ? undefined : parsed(text.slice(start, end));
		if (value !== undefined) {
			const [before, after] = [JSON.stringify(value), JSON.stringify(as(value))];
			shown += other(text.slice(done, start)) + (before === after ? text.slice(start, end) : after);
			done = end;
		}
		const from = value === undefined ? start + 1 : end;
		const next = text.slice(from).search(/[{[]/);
		start = next < 0 ? -1 : from + next;
	}
	return shown + other(text.slice(done));
}
