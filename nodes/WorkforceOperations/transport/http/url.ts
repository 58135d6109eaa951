import type { Cursor, Parameter } from '../../contract';

export type Values = Record<string, unknown>;

/** A query parameter that is sent once for each of its values. */
export class Repeated {
	readonly values: unknown[];

	constructor(values: unknown[]) {
		this.values = values;
	}
}

/** Replaces lone surrogates, which would throw “URI malformed”. */
const encoded = (text: string): string => encodeURIComponent(text.replace(/\p{Surrogate}/gu, '\ufffd'));

function isEmpty(value: unknown): boolean {
	return value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0);
}

function written(value: unknown, parameter?: Parameter): string {
	if (!Array.isArray(value)) return String(value);
	return value.map(String).join(parameter?.separator ?? ',');
}

/**
 * Without the question mark. Leaves out empty values; keeps `false` and `0`. `additional` overrides, and an empty
 * value there removes the parameter. The cursor is appended verbatim and replaces the parameters that it names.
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

/** The query in a path that the user wrote, verbatim except for parameters that the cursor or the fields set. */
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

/** Replaces `{name}` by percent-encoded values. */
export function fillPath(path: string, parts: Record<string, string | number> = {}): string {
	return path.replace(/\{(\w+)\}/g, (_, name: string) => encoded(String(parts[name] ?? '')));
}
