import type { IDataObject } from 'n8n-workflow';
import { isBlank, isJsonObject } from '../../contract';

/** The service does not document what an allowance holds: its name and its amount are looked for under the likely names (assumed). */
const NAMES = ['name', 'allowanceName', 'allowance', 'type', 'description', 'label', 'code'];
const AMOUNTS = ['amount', 'total', 'value'];

/** The first of the named fields that says something, in any letter case. */
function findField(allowance: IDataObject, names: readonly string[]): unknown {
	const fields = new Map(Object.entries(allowance).map(([field, value]) => [field.toLowerCase(), value]));
	return names
		.map((name) => fields.get(name.toLowerCase()))
		.find((value) => !isBlank(value) && typeof value !== 'object');
}

/** An amount as a number, where it is one; what can't be told apart stays as it came. */
function amountOf(allowance: unknown): unknown {
	if (!isJsonObject(allowance)) return allowance;
	const amount = findField(allowance as IDataObject, AMOUNTS);
	if (amount === undefined) return allowance;
	return typeof amount === 'string' && Number.isFinite(Number(amount)) ? Number(amount) : amount;
}

/** What nobody has named goes by its place, in words: a bare number may be the name or the code of another allowance. */
const allowanceName = (allowance: unknown, index: number): string => {
	const name = isJsonObject(allowance) ? findField(allowance as IDataObject, NAMES) : undefined;
	return name === undefined ? `unnamed ${index + 1}` : String(name).trim();
};

/** Adding floats must not make cents of nothing: 0.1 and 0.2 are 0.3. */
const sum = (amounts: readonly number[]): number =>
	Number(amounts.reduce((total, amount) => total + amount, 0).toFixed(6));

const isNumber = (value: unknown): value is number => typeof value === 'number';

/**
 * The allowances of a timesheet by their names, for the columns `allowance.<name>`: the amount of each, those of one name
 * together. What came stays beside them as `allowances`, so that nothing is lost.
 */
export function allowanceColumns(timesheet: IDataObject): IDataObject {
	const { allowances } = timesheet;
	// Anything but a list stays as it came, and a field of that name is not replaced.
	if (!Array.isArray(allowances) || 'allowance' in timesheet) return timesheet;
	const byName = new Map<string, unknown[]>();
	for (const [index, allowance] of (allowances as unknown[]).entries()) {
		const name = allowanceName(allowance, index);
		byName.set(name, [...(byName.get(name) ?? []), amountOf(allowance)]);
	}
	const columns = [...byName].map(([name, amounts]): [string, unknown] => [
		name,
		amounts.every(isNumber) ? sum(amounts) : amounts.length === 1 ? amounts[0] : amounts,
	]);
	// Without any, null: an empty object would be a column of its own beside those of the other timesheets.
	return { ...timesheet, allowance: columns.length === 0 ? null : (Object.fromEntries(columns) as IDataObject) };
}
