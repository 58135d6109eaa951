import type { Advice } from '../../transport/failures/cure';

export interface Column {
	/** The API's name; n8n stores the mapping under it. */
	name: string;
	label: string;
	type: 'string' | 'number' | 'dateTime';
	/** Other headings that sheets use, besides name and label. */
	aliases: readonly string[];
	/** The field that this one needs, such as the licence number for the licence's state. */
	beside?: string;
}

export interface Assignment {
	/** Field → column. */
	columns: ReadonlyMap<string, string>;
	/** Spelled as in the input. */
	unused: string[];
	/** Why nothing may be sent: a column matches several fields, or several columns match one field. */
	problem?: Advice;
}

/** n8n adds these columns to a sheet's row. */
const OWN = new Set(['row_number']);

/** A date format in brackets, such as “dd/mm/yyyy”. */
const DATE_FORMAT = /^(d{1,2}m{1,4}y{2,4}|m{1,4}d{1,2}y{2,4}|y{2,4}m{1,4}d{1,2})$/;

/** A note on how to fill a cell, such as a unit; it doesn't change which field the heading means. */
const UNIT =
	/^(optional|if any|if applicable|required|mandatory|iso( ?8601)?|utc|gmt|local time|(\d+ )?(digits|letters|characters)|(in )?(hours|hrs|minutes|days|weeks|months|years)|aud|nzd|gbp|usd|eur|[$£€%])$/;

/** Whether a bracketed part of a heading holds only units, date formats or words like “optional”. */
const isUnit = (inner: string): boolean =>
	inner
		.split(/[,;]/)
		.map((part) => part.trim())
		.every((part) => UNIT.test(part) || DATE_FORMAT.test(part.replace(/[\s./-]/g, '')));

/**
 * Drops letter case and punctuation; “#” means number, “license” and “licence” are the same. Brackets are dropped
 * only if they hold a unit: “Mobile (old)” must not match the mobile.
 */
export function headingKey(heading: string): string {
	const known = heading
		.normalize('NFKD')
		.toLowerCase()
		.replace(/\(([^()]*)\)|\[([^[\]]*)\]/g, (brackets: string, round?: string, square?: string) =>
			isUnit(round ?? square ?? '') ? '' : brackets,
		);
	const key = known
		.replace(/#/g, 'no')
		.replace(/[^\p{L}\p{N}]/gu, '')
		.replace(/license/g, 'licence');
	return /[()[\]]/.test(known) ? `${key}()` : key;
}

/** Best match first: the API's name, name or label in another spelling, an alias. */
const FITS: ReadonlyArray<(heading: string, column: Column) => boolean> = [
	(heading, { name }) => heading.trim() === name,
	(heading, { name, label }) => [name, label].map(headingKey).includes(headingKey(heading)),
	(heading, { aliases }) => aliases.map(headingKey).includes(headingKey(heading)),
];

const quotedNames = (names: string[]): string => names.map((name) => `“${name}”`).join(' and ');

const fitsSeveral = (heading: string, fields: Column[]): Advice => ({
	message: `The column “${heading}” matches ${fields.length} fields: ${quotedNames(fields.map(({ label }) => label))}`,
	description: 'Rename it to match one field, or choose “Map Each Column Manually” as the mapping mode.',
});

const isTwice = (field: Column, headings: string[]): Advice => ({
	message: `${headings.length} columns match the field “${field.label}”: ${quotedNames(headings)}`,
	description: 'Rename or remove all but one, or choose “Map Each Column Manually” as the mapping mode.',
});

/** Fields to leave out, because no column matches the `beside` field that they need. */
function withoutPurpose(headings: string[], fields: readonly Column[]): Set<Column> {
	const has = (name: string): boolean =>
		fields.some(
			(field) => field.name === name && headings.some((heading) => FITS.some((fits) => fits(heading, field))),
		);
	return new Set(fields.filter(({ beside }) => beside !== undefined && !has(beside)));
}

/**
 * Assigns the best matches first; an assigned column is no longer available to other fields. If there is a column
 * “Mobile”, “Phone” is the other number; with “Licence state”, “State” belongs to the address.
 */
export function assign(input: string[], fields: readonly Column[]): Assignment {
	const headings = input.filter((heading) => headingKey(heading) !== '' && !OWN.has(heading));
	const columns = new Map<string, string>();
	const purposeless = withoutPurpose(headings, fields);
	const isTaken = (heading: string): boolean => [...columns.values()].includes(heading);
	const isOpen = (field: Column): boolean => !columns.has(field.name) && !purposeless.has(field);
	const result = (problem?: Advice): Assignment => ({
		columns,
		unused: headings.filter((heading) => !isTaken(heading)),
		...(problem === undefined ? {} : { problem }),
	});
	for (const fits of FITS) {
		// Two rounds: headings that match a single field come first, because they narrow the choice for the others.
		for (const last of [false, true]) {
			const open = fields.filter(isOpen);
			const left = headings.filter((heading) => !isTaken(heading));
			const found = left.map((heading) => ({ heading, fitting: open.filter((field) => fits(heading, field)) }));
			const unclear = found.find(({ fitting }) => fitting.length > 1);
			if (last && unclear !== undefined) return result(fitsSeveral(unclear.heading, unclear.fitting));
			for (const field of open) {
				const unambiguous = found.filter(({ fitting }) => fitting.length === 1 && fitting[0] === field);
				if (unambiguous.length > 1)
					return result(
						isTwice(
							field,
							unambiguous.map(({ heading }) => heading),
						),
					);
				if (unambiguous[0] !== undefined) columns.set(field.name, unambiguous[0].heading);
			}
		}
	}
	return result();
}
