// The endpoint table as text that a person can read: a heading for each endpoint, a line for each of its facts and each of its parameters.
import type { Endpoint, Parameter } from '../../../../nodes/WorkforceOperations/contract/types.ts';

function text(value: unknown): string {
	if (typeof value === 'string') return value;
	if (Array.isArray(value)) return `[${value.map(text).join(', ')}]`;
	if (typeof value !== 'object' || value === null) return String(value);
	return Object.entries(value)
		.filter(([, inner]) => inner !== undefined)
		.map(([name, inner]) => `${name} ${text(inner)}`)
		.join(' · ');
}

const parameterLine = ({ name, ...facts }: Parameter): string => `  ?${name}: ${text(facts)}`;

/** Sorted by name, because the order of the table says nothing; that of the parameters is the table's. */
export const endpointLines = (endpoints: Readonly<Record<string, Endpoint>>): string[] =>
	Object.entries(endpoints)
		.sort(([one], [other]) => (one < other ? -1 : 1))
		.flatMap(([key, { query, method, path, ...facts }]) => [
			`# ${key}`,
			`  ${method} ${path}`,
			...Object.entries(facts)
				.filter(([, value]) => value !== undefined)
				.map(([name, value]) => `  ${name}: ${text(value)}`),
			...query.map(parameterLine),
		]);
