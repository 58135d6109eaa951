import type { Schema } from '../description/load.mts';
import type { Choices } from '../core/choices.mts';

// Assumed, Nulls: which fields may be null, beyond those that the document calls nullable (`x-nullable-source: assumed` in
//   `openapi.yaml`), is a choice.
/**
 * Represents missing values as the choice says. The records arrive with null for every missing value. `documented`
 * keeps it only in fields that the description marks as nullable by the document; `anywhere` also turns empty texts and
 * lists into null.
 */
export function settleNulls(body: Record<string, unknown>, schema: Schema, choices: Choices): Record<string, unknown> {
	return (choices.nulls === 'documented' ? onlyDocumented(body, schema) : everywhere(body)) as Record<string, unknown>;
}

function onlyDocumented(value: unknown, schema: Schema): unknown {
	const { properties = {}, items } = schema;
	if (Array.isArray(value)) return items === undefined ? value : value.map((item) => onlyDocumented(item, items));
	if (typeof value !== 'object' || value === null) return value;
	const settled: Record<string, unknown> = {};
	for (const [name, inner] of Object.entries(value)) {
		const field = properties[name];
		if (field === undefined) settled[name] = inner;
		else if (inner !== null || field['x-nullable-source'] === 'documented')
			settled[name] = onlyDocumented(inner, field);
		else if ([field.type].flat().includes('string') && field.format === undefined) settled[name] = '';
	}
	return settled;
}

function everywhere(value: unknown): unknown {
	if (Array.isArray(value)) return value.length === 0 ? null : value.map(everywhere);
	if (typeof value !== 'object' || value === null) return value === '' ? null : value;
	return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, everywhere(inner)]));
}
