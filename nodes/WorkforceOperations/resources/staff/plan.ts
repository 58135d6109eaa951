import type { IDataObject } from 'n8n-workflow';
import { isBlank, isSamePhone, isSameText, isSameValue, type JsonObject, usableId } from '../../contract';
import { inputError } from '../../form/item';
import type { Settled } from '../../transport';
import type { KnownLicence } from '../securityLicence/findLicence';
import { nameFields } from './fields';
import { type MatchBy, numberKey, type StaffList } from './people';
import type { Rows, SheetRow } from './rows';

/** Names that the list and the search use for fields that create and update call otherwise (published). */
const OTHER_NAMES: Readonly<Record<string, readonly string[]>> = { middleName: ['middle'] };

/** Fields with their own comparison. The reference number is an integer (documented) that is returned as text. */
const SAME: Readonly<Record<string, (held: unknown, given: unknown) => boolean>> = {
	email: isSameText,
	employeeId: (held, given) => numberKey(held) === numberKey(given),
	mobile: isSamePhone,
	emergencyContactNumber: isSamePhone,
	employeeReferenceNumber: (held, given) => isSameValue(held, given) || (!isBlank(held) && Number(held) === given),
};

/** The fields of a row that differ from the record, and those that the record doesn't show. */
export interface Difference {
	changed: string[];
	unknown: string[];
}

/** The name that a record uses for a field; the field's own name if it has none. */
export const shownAs = (record: JsonObject, field: string): string =>
	[field, ...(OTHER_NAMES[field] ?? [])].find((name) => record[name] !== undefined) ?? field;

/**
 * Compares a row with a record of the list or the search, which have about eleven fields (published). A field that the
 * record doesn't have can't be compared.
 */
export function compare(record: JsonObject, row: JsonObject): Difference {
	const difference: Difference = { changed: [], unknown: [] };
	for (const [field, given] of Object.entries(row)) {
		const name = shownAs(record, field);
		if (record[name] === undefined) difference.unknown.push(field);
		else if (!(SAME[field] ?? isSameValue)(record[name], given)) difference.changed.push(field);
	}
	return difference;
}

/** A value as it was sent, and as the service keeps it. */
export interface KeptValue {
	id: unknown;
	field: string;
	given: unknown;
	held: unknown;
}

/** The planned action of a row. */
export type Step =
	| { action: 'create' }
	| { action: 'unchanged'; record: JsonObject }
	/** Writes the fields that differ and those that can't be compared. */
	| { action: 'update'; record: JsonObject; id: number; difference: Difference };

/** The step for a row: compared with its employee, or a creation if there is none. */
export function stepFor(
	record: JsonObject | undefined,
	body: JsonObject,
	isKept: (value: KeptValue) => boolean = () => false,
): Step {
	if (record === undefined) return { action: 'create' };
	const { changed: differing, unknown } = compare(record, body);
	const changed = differing.filter(
		(field) => !isKept({ id: record.id, field, given: body[field], held: record[shownAs(record, field)] }),
	);
	const difference = { changed, unknown };
	const id = usableId(record.id);
	const isSame = changed.length === 0 && unknown.length === 0;
	return isSame || id === undefined ? { action: 'unchanged', record } : { action: 'update', record, id, difference };
}

/** The planned action for a row's licence, or why it can't be determined. */
export type LicencePlan =
	{ action: 'create' } | { action: 'update' | 'unchanged'; known: KnownLicence } | { error: unknown };

/** A row of Create or Update, and what is known about it so far. */
export interface StaffRow extends SheetRow {
	/** The internal id in the row. */
	id?: number;
	/** Its employee, and the field that matched. */
	found?: { record: JsonObject; by: MatchBy };
	/** The accounts that a search by e-mail found, if there was one. */
	searched?: Settled<JsonObject[]>;
	/** The list that the row was matched by; undefined if a search was enough. */
	list?: StaffList;
	/** IDs of other accounts with the row's address; null for one without an ID. */
	otherAccounts?: Array<number | null>;
	step: Step;
	/** The answer to its update. */
	answered?: JsonObject;
	/** Set only if licences are looked up before anything is written. */
	licencePlan?: LicencePlan;
}

/** The value that identifies the row's employee. */
export const matchKey = ({ body, id }: Pick<StaffRow, 'body' | 'id'>, by: MatchBy): unknown =>
	by === 'id' ? id : body[by];

/** Item fields that say how the employee was found. */
export const foundWords = ({ found, otherAccounts }: StaffRow): IDataObject => ({
	foundBy: found?.by,
	...(otherAccounts === undefined ? {} : { otherAccounts }),
});

export type PlannedUpdate = StaffRow & { step: Extract<Step, { action: 'update' }> };

export const isUpdate = (row: StaffRow): row is PlannedUpdate => row.step.action === 'update';

/** The rows of a run of Create or Update. */
export type StaffRows = Rows<StaffRow>;

/** Whether the row would give its employee a number that somebody else may have. */
export function givesNumber({ step, body }: Pick<StaffRow, 'step' | 'body'>): boolean {
	if (isBlank(body.employeeId)) return false;
	if (step.action !== 'update') return step.action === 'create';
	return [...step.difference.changed, ...step.difference.unknown].includes('employeeId');
}

/** Labels of the fields that a new employee needs and the row lacks. */
export const missingForNew = (body: JsonObject): string[] =>
	nameFields.flatMap(({ name, displayName }) => (isBlank(body[name]) ? [displayName] : []));

/** Plans what the rows do. Refuses rows that lack a field for a new employee, and several rows for one employee. */
export async function planSteps(rows: StaffRows, isKept: (value: KeptValue) => boolean): Promise<void> {
	rows.refuseRepeats(({ found }) => found?.record.id, 'The employee with the ID');
	await rows.refuseWhere(rows.open, (row) => {
		row.step = stepFor(row.found?.record, row.body, isKept);
		const lacking = row.step.action === 'create' ? missingForNew(row.body) : [];
		const missing = lacking.filter((label) => !row.faults?.isOf(label));
		if (missing.length === 0) return;
		throw inputError(
			row.item,
			`The employee is new, and the row has no ${missing.map((label) => `“${label}”`).join(', ')}`,
			'The service needs a new employee’s first name, last name and e-mail.',
		);
	});
}

/** The fields that an update writes. */
export const changedFields = ({ body, step: { difference } }: PlannedUpdate): IDataObject =>
	Object.fromEntries(
		[...difference.changed, ...difference.unknown].map((field) => [field, body[field]]),
	) as IDataObject;

/** The record as it is after the planned update. */
export function afterUpdate(row: PlannedUpdate): IDataObject {
	const { record } = row.step;
	const written = Object.entries(changedFields(row)).map(([field, value]) => [shownAs(record, field), value]);
	return { ...(record as IDataObject), ...Object.fromEntries(written) };
}
