import { forEditor, forPerson } from '../../../transport';
import { isBlank, isJsonObject } from '../../../contract';
import { json } from '../../../form/additionalParameters';
import { inputError, type Item, plain } from '../../../form/item';
import type { Line } from './line';
import { normal } from './parts';

export const CODES_LABEL = 'Codes';

/** The service's name of a line → its code in payroll or the ledger. */
export type Codes = ReadonlyMap<string, string>;

const isTextOrNumber = (value: unknown): boolean => ['string', 'number'].includes(typeof value) && !isBlank(value);

/** Accepts the editor's rows, an object, or a list of rows, such as a sheet's. */
function codeRows(item: Item, given: unknown): Array<[unknown, unknown]> {
	const value = json(item, given, CODES_LABEL);
	const rows = isJsonObject(value) && Array.isArray(value.rows) ? value.rows : value;
	if (Array.isArray(rows) && rows.every(isJsonObject)) return rows.map(({ name, code }) => [plain(name), plain(code)]);
	if (isJsonObject(rows)) return Object.entries(rows);
	throw inputError(
		item,
		`“${CODES_LABEL}” must be pairs of a name and its code`,
		forEditor(
			'Fill in its rows, or enter an expression such as {"Meal allowance": "MEAL"}.',
			'For example: {"Meal allowance": "MEAL"}.',
		),
	);
}

/** Empty if there are none. Throws for conflicting or incomplete rows. */
export function readCodes(item: Item, given: unknown): Codes {
	const codes = new Map<string, string>();
	if (isBlank(given)) return codes;
	for (const [name, code] of codeRows(item, given)) {
		// A row that was added but not filled in.
		if (isBlank(name) && isBlank(code)) continue;
		if (!isTextOrNumber(name) || (!isBlank(code) && !isTextOrNumber(code))) {
			throw inputError(
				item,
				`“${CODES_LABEL}” has a row without a name, or with a value that isn’t text`,
				'Each row needs the name used in the service, and its payroll code.',
			);
		}
		const [key, text] = [normal(name), isBlank(code) ? undefined : String(code).trim()];
		const other = codes.get(key);
		if (other !== undefined && text !== undefined && other !== text) {
			throw inputError(
				item,
				`“${CODES_LABEL}” has two codes for “${String(name).slice(0, 80)}”`,
				`They are “${other.slice(0, 40)}” and “${text.slice(0, 40)}”. Letter case and spaces around a name are ignored.`,
			);
		}
		if (text !== undefined) codes.set(key, text);
	}
	return codes;
}

/** Lines without a name are found by their kind. */
const calledIn = ({ name, kind }: Pick<Line, 'name' | 'kind'>): string => name ?? kind;

/** Replaces the service's own code; unchanged without a table. */
export const withCode = (line: Line, codes: Codes): Line =>
	codes.size === 0 ? line : { ...line, code: codes.get(normal(calledIn(line))) ?? null };

const MOST_SHOWN_TIMESHEETS = 3;

function listIds(ids: readonly string[]): string {
	const different = [...new Set(ids)];
	const more = different.length - MOST_SHOWN_TIMESHEETS;
	return `timesheet ${different.slice(0, MOST_SHOWN_TIMESHEETS).join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}

/** Collects lines that payroll can't accept: without a code (by name), or with money missing. */
export class Uncoded {
	private readonly names = new Map<string, string[]>();

	private readonly missing: string[] = [];

	note({ timesheetId, code, name, kind }: Line): void {
		if (code !== null) return;
		const key = calledIn({ name, kind });
		this.names.set(key, [...(this.names.get(key) ?? []), String(timesheetId ?? 'without ID')]);
	}

	/** Notes a timesheet with money missing, or possibly counted twice. */
	miss(id: unknown): void {
		this.missing.push(String(id ?? 'without ID'));
	}

	/** Throws one error that names every line without a code, else the timesheets whose money is incomplete. */
	refuse(item: Item): void {
		const count = [...this.names.values()].flat().length;
		if (count > 0) {
			const named = [...this.names].map(([name, ids]) => `“${name}” (${listIds(ids)})`);
			throw inputError(
				item,
				count === 1 ? 'One line has no code' : `${count} lines have no code`,
				forPerson(`Add the following to “${CODES_LABEL}” (or set “Without a Code” to Keep): ${named.join('; ')}.`),
			);
		}
		if (this.missing.length === 0) return;
		throw inputError(
			item,
			`${this.missing.length === 1 ? 'One line has' : `${this.missing.length} lines have`} no amount, or an amount that contradicts the others`,
			forPerson(
				`Compare the amounts with the service, enter its field names as “lineFields” in Service Details, or set “Without a Code” to Keep. Affected: ${listIds(this.missing)}.`,
			),
		);
	}
}
