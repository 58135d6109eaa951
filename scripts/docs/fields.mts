// The part of the coverage page about the fields of records, made from the tables that the package itself reads.
import type { PackageContract } from './sources.mts';
import { table } from './table.mts';

export type FieldTables = PackageContract['FIELDS'];
type KnownField = FieldTables['staff'][number];

const OWN_GROUPS = new Set(['simple', 'more', 'rest', 'inner']);

const listed = (fields: readonly KnownField[], isIn: (field: KnownField) => boolean): string =>
	fields
		.filter(isIn)
		.map(({ name, isAssumed, isPrivate }) => `\`${name}\`${isAssumed ? '?' : ''}${isPrivate ? '\\*' : ''}`)
		.join(', ') || '–';

/** “addHours: `hoursPaid`, …” */
function added(fields: readonly KnownField[]): string {
	const options = [...new Set(fields.map(({ group }) => group))].filter((group) => !OWN_GROUPS.has(group));
	return options.map((option) => `${option}: ${listed(fields, ({ group }) => group === option)}`).join('; ') || '–';
}

export function fieldsPart(tables: FieldTables): string[] {
	const rows = Object.entries(tables).map(([kind, fields]) => [
		`\`${kind}\``,
		listed(fields, ({ group }) => group === 'simple'),
		listed(fields, ({ group }) => group === 'more' || group === 'rest'),
		added(fields),
	]);
	return [
		'## Fields of records',
		'The package reads this table for Simplify, Output Fields, Watch Fields, previews, and what an AI agent may see. `?`: no source shows this name (assumed). `*`: hidden from AI agents unless *Contact Details* is on. All other fields are returned unchanged, and hidden from AI agents.',
		table(['Records', 'Simplify keeps', 'Can also be chosen', 'Added by options'], rows),
	];
}
