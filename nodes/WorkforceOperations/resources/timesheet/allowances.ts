import type { IDataObject } from 'n8n-workflow';
import {
	filledField,
	isJsonObject,
	type LineNames,
	lineNames,
	numberOf,
	scalarText,
	type ServiceDetails,
} from '../../contract';
import type { Shaping } from '../../operations/output';
import { sumUp } from './lines/parts';

/** Returns the amount as it was sent if it isn't a number. */
function amountOf(allowance: unknown, { amount }: LineNames): unknown {
	const found = isJsonObject(allowance) ? filledField(allowance, amount) : undefined;
	return numberOf(found) ?? found ?? allowance;
}

/** Without a name, uses its position in words: a bare number may be another allowance's name or code. */
const allowanceName = (allowance: unknown, index: number, { name, code }: LineNames): string =>
	scalarText(isJsonObject(allowance) ? filledField(allowance, [...name, ...code]) : undefined) ??
	`unnamed ${index + 1}`;

const isNumber = (value: unknown): value is number => typeof value === 'number';

/** Adds the columns `allowance.<name>`: the sum of the amounts per name. The original `allowances` are kept. */
export function allowanceColumns(timesheet: IDataObject, { lineFields }: ServiceDetails = {}): IDataObject {
	const { allowances } = timesheet;
	// A value that isn't a list is left as it is, and an existing field isn't overwritten.
	if (!Array.isArray(allowances) || 'allowance' in timesheet) return timesheet;
	const names = lineNames(lineFields?.pay);
	const byName = new Map<string, unknown[]>();
	for (const [index, allowance] of (allowances as unknown[]).entries()) {
		const name = allowanceName(allowance, index, names);
		byName.set(name, [...(byName.get(name) ?? []), amountOf(allowance, names)]);
	}
	const columns = [...byName].map(([name, amounts]): [string, unknown] => [
		name,
		amounts.every(isNumber) ? sumUp(amounts) : amounts.length === 1 ? amounts[0] : amounts,
	]);
	// Null if there are none: an empty object would become a column of its own beside those of other timesheets.
	return { ...timesheet, allowance: columns.length === 0 ? null : (Object.fromEntries(columns) as IDataObject) };
}

export const flatTimesheets = {
	description:
		'Whether to return one flat row per timesheet, for sheets, with columns such as “payRate.amount” if rates are included',
	columns: (timesheet, _simplify, details) => allowanceColumns(timesheet, details),
} satisfies Shaping['flatten'];
