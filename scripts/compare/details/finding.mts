// Findings for Service Details: a place, the service's name for it, and how we know. Only names, never values of
// records.
import type { PackageContract } from '../../docs/sources.mts';
import type { Answer, Query } from '../service.mts';

export interface Finding {
	/** Its place in Service Details, such as `lineFields.pay.amount`. */
	place: string;
	/** Left out if nothing that was read shows it. */
	value?: unknown;
	how: string;
}

export type Row = Record<string, unknown>;

/** Reads of one service with one key. */
export interface Asked {
	get(path: string, query: Query): Promise<Answer>;
}

/** A field name as a programmer would choose it; anything else could be a value used as a key. */
const FIELD_NAME = /^[A-Za-z_$][\w$-]{0,63}$/;

export const fieldsOf = (rows: readonly Row[]): string[] =>
	[...new Set(rows.flatMap((row) => Object.keys(row)))].filter((name) => FIELD_NAME.test(name));

export const isFilled = (value: unknown): boolean =>
	!(value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0));

export const isDate = (value: unknown): boolean =>
	typeof value === 'string' && /^\d{4}-\d\d-\d\dT\d\d:\d\d/.test(value);

export const only = <Value,>(values: readonly Value[]): Value | undefined =>
	values.length === 1 ? values[0] : undefined;

/** One request at a time, as the rate limit is tracked for sequential requests only. */
export async function inTurn<Given, Got>(given: readonly Given[], ask: (one: Given) => Promise<Got>): Promise<Got[]> {
	const got: Got[] = [];
	for (const one of given) got.push(await ask(one));
	return got;
}

/** The rows of a list; undefined if it can't be read. */
export async function rowsOf(
	contract: PackageContract,
	service: Asked,
	path: string,
	query: Query,
): Promise<Row[] | undefined> {
	const { status, body } = await service.get(path, query);
	if (status !== 200) return undefined;
	const data: unknown = contract.isJsonObject(body) ? body.data : body;
	const rows = Array.isArray(data) ? (data as unknown[]) : contract.isJsonObject(data) ? [data] : [];
	return rows.filter((row): row is Row => contract.isJsonObject(row));
}

/**
 * The id field: a number that differs in every row. Undefined if a likely name is present, or several fields qualify.
 */
export function idField(rows: readonly Row[], likely: readonly string[]): string | undefined {
	const fields = fieldsOf(rows);
	if (rows.length < 2 || likely.some((name) => fields.includes(name))) return undefined;
	const unique = fields.filter(
		(name) =>
			rows.every((row) => /^[1-9]\d*$/.test(String(row[name]))) &&
			new Set(rows.map((row) => String(row[name]))).size === rows.length,
	);
	return only(unique) ?? only(unique.filter((name) => /(id|key|no|number|code)$/i.test(name)));
}

const isFound = ({ value }: Finding): boolean => value !== undefined;

/** Findings as one JSON object. */
export function detailsFrom(findings: readonly Finding[]): Row {
	const details: Row = {};
	for (const { place, value } of findings.filter(isFound)) {
		const path = place.split('.');
		let inside = details;
		for (const part of path.slice(0, -1)) inside = (inside[part] ??= {}) as Row;
		inside[path.at(-1) ?? ''] = value;
	}
	return details;
}

/** The lines printed at the end of a comparison. */
export function detailLines(findings: readonly Finding[]): string[] {
	const told = (kind: readonly Finding[]): string[] => kind.map(({ place, how }) => `  ${place}: ${how}`);
	const found = findings.filter(isFound);
	const open = [
		...findings.filter((finding) => !isFound(finding)),
		{ place: 'events', how: 'only a delivery shows them; ask the service’s support' },
	];
	return [
		...(found.length === 0
			? ['Service Details: none needed, as far as we can tell. Leave the credential’s field empty.']
			: [
					'Service Details, to paste into the field at the end of the credential:',
					'',
					JSON.stringify(detailsFrom(found), null, 2),
					'',
					'How we know each one:',
					...told(found),
				]),
		'',
		'Not known, because no answer shows it:',
		...told(open),
	];
}
