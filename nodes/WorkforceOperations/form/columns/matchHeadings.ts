import type { Advice } from '../../transport/errors/rateLimitMessages';

/** One field that a column of a sheet may fill. */
export interface Column {
	/** The API's own name, and what n8n keeps the mapping under. */
	name: string;
	label: string;
	type: 'string' | 'number' | 'dateTime';
	/** What sheets call it, beside the two names above. */
	aliases: readonly string[];
	/** It says something only where this other field has a column: the state of a licence, for one. */
	beside?: string;
}

/** Which column of the input fills which field. */
export interface Assignment {
	/** Field → column. */
	columns: ReadonlyMap<string, string>;
	/** Columns that fit no field, as the input names them. */
	unused: string[];
	/** Why nothing may be sent: a column that fits several fields, or a field that several columns fit. */
	problem?: Advice;
}

/** n8n's own column of a sheet's row, which is meant for no field. */
const OWN = new Set(['row_number']);

/** How a date is to be written: the letters of day, month and year, as often as it has digits. */
const DATE_FORMAT = /^(d{1,2}m{1,4}y{2,4}|m{1,4}d{1,2}y{2,4}|y{2,4}m{1,4}d{1,2})$/;

/** What says how a cell is to be filled, and nothing of whose it is. */
const UNIT =
	/^(optional|if any|if applicable|required|mandatory|iso( ?8601)?|utc|gmt|local time|(\d+ )?(digits|letters|characters)|(in )?(hours|hrs|minutes|days|weeks|months|years)|aud|nzd|gbp|usd|eur|[$£€%])$/;

/** Whether what stands in brackets is a unit or “optional”, or several of such. */
const isUnit = (inner: string): boolean =>
	inner
		.split(/[,;]/)
		.map((part) => part.trim())
		.every((part) => UNIT.test(part) || DATE_FORMAT.test(part.replace(/[\s./-]/g, '')));

/**
 * A heading without letter case and punctuation; “#” means number, “license” and “licence” are one word. Brackets that hold
 * more than a unit stay, so that it is the key of no field: “Mobile (old)” isn't the mobile.
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

/** How well a heading fits a field, the best first: the API's own name, the same or the form's label in other letters, an alias. */
const FITS: ReadonlyArray<(heading: string, column: Column) => boolean> = [
	(heading, { name }) => heading.trim() === name,
	(heading, { name, label }) => [name, label].map(headingKey).includes(headingKey(heading)),
	(heading, { aliases }) => aliases.map(headingKey).includes(headingKey(heading)),
];

const quotedNames = (names: string[]): string => names.map((name) => `“${name}”`).join(' and ');

const fitsSeveral = (heading: string, fields: Column[]): Advice => ({
	message: `The column “${heading}” fits ${fields.length} fields: ${quotedNames(fields.map(({ label }) => label))}`,
	description: 'Rename it after the field that is meant, or choose “Map Each Column Manually” as the mapping mode.',
});

const isTwice = (field: Column, headings: string[]): Advice => ({
	message: `${headings.length} columns fit the field “${field.label}”: ${quotedNames(headings)}`,
	description: 'Rename or remove all but one, or choose “Map Each Column Manually” as the mapping mode.',
});

/** Fields that say nothing without another one, where no column fits that other one. */
function withoutPurpose(headings: string[], fields: readonly Column[]): Set<Column> {
	const has = (name: string): boolean =>
		fields.some(
			(field) => field.name === name && headings.some((heading) => FITS.some((fits) => fits(heading, field))),
		);
	return new Set(fields.filter(({ beside }) => beside !== undefined && !has(beside)));
}

/**
 * Finds the column of each field by its name. Better fits come first, and what they take is not open any more: beside a
 * column “Mobile” a “Phone” is left over, beside “Licence state” a “State” is that of the address.
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
		// Twice: what fits one field only is taken out of the choice of what fits several.
		for (const last of [false, true]) {
			const open = fields.filter(isOpen);
			const left = headings.filter((heading) => !isTaken(heading));
			const found = left.map((heading) => ({ heading, fitting: open.filter((field) => fits(heading, field)) }));
			const unclear = found.find(({ fitting }) => fitting.length > 1);
			if (last && unclear !== undefined) return result(fitsSeveral(unclear.heading, unclear.fitting));
			for (const field of open) {
				const own = found.filter(({ fitting }) => fitting.length === 1 && fitting[0] === field);
				if (own.length > 1)
					return result(
						isTwice(
							field,
							own.map(({ heading }) => heading),
						),
					);
				if (own[0] !== undefined) columns.set(field.name, own[0].heading);
			}
		}
	}
	return result();
}
