import type { Cursor, Parameter } from '../../contract';

export type Values = Record<string, unknown>;

/** Several values of one query parameter, each sent. */
export class Repeated {
	readonly values: unknown[];

	constructor(values: unknown[]) {
		this.values = values;
	}
}

/** Percent-encodes text. A lone surrogate would throw “URI malformed”, so it is replaced. */
const encoded = (text: string): string => encodeURIComponent(text.replace(/\p{Surrogate}/gu, '\ufffd'));

function isEmpty(value: unknown): boolean {
	return value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0);
}

function written(value: unknown, parameter?: Parameter): string {
	if (!Array.isArray(value)) return String(value);
	return value.map(String).join(parameter?.separator ?? ',');
}

/**
 * The query of a call, without the question mark. Empty values are left out; `false` and `0` are kept. `additional`
 * overrides: it sets or replaces, and an empty value removes a parameter. The cursor is appended verbatim and replaces the
 * parameters that it names.
 */
export function buildQuery(
	specs: readonly Parameter[],
	values: Values,
	additional: Values = {},
	cursor?: Cursor,
): string {
	const parameters = new Map(specs.map((parameter): [string, Parameter] => [parameter.name, parameter]));
	const isAnchored = (name: string): boolean => cursor?.names.has(name) === true;
	const merged = new Map<string, string[]>();
	const texts = (name: string, value: unknown): string[] =>
		(value instanceof Repeated ? value.values.filter((entry) => !isEmpty(entry)) : [value]).map((entry) =>
			written(entry, parameters.get(name)),
		);
	for (const [name, value] of Object.entries(values)) {
		if (!isEmpty(value) && !isAnchored(name)) merged.set(name, texts(name, value));
	}
	for (const [name, value] of Object.entries(additional)) {
		if (isEmpty(value)) merged.delete(name);
		else if (!isAnchored(name)) merged.set(name, texts(name, value));
	}
	const own = [...merged].flatMap(([name, values]) => values.map((value) => `${encoded(name)}=${encoded(value)}`));
	return [...own, ...(cursor === undefined ? [] : [cursor.query])].join('&');
}

/** The query that the user wrote into a path, verbatim except for parameters that the cursor or the fields set. */
export function writtenQuery(path: string, replaced: Iterable<string>): string {
	const start = path.indexOf('?');
	const names = new Set([...replaced].map((name) => name.toLowerCase()));
	const pairs = start < 0 ? [] : path.slice(start + 1).split('&');
	return pairs
		.filter(
			(pair) => pair !== '' && ![...new URLSearchParams(pair).keys()].some((name) => names.has(name.toLowerCase())),
		)
		.join('&');
}

/** Fills the path's `{name}` parts, percent-encoded. */
export function fillPath(path: string, parts: Record<string, string | number> = {}): string {
	return path.replace(/\{(\w+)\}/g, (_, name: string) => encoded(String(parts[name] ?? '')));
}
