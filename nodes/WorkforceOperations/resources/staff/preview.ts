import type { IDataObject } from 'n8n-workflow';
import { dayText, isBlank, isSameText, type JsonObject } from '../../contract';
import { errorItem } from '../../operations/runReport';
import { type OperationItem, plainItems, type RowResult } from '../../operations/types';
import { asNodeError } from '../../transport';
import { detailFields, nameFields } from './fields';
import { licenceActionText } from './licences';
import { afterUpdate, type Difference, foundWords, isUpdate, shownAs, type StaffRow, type StaffRows } from './plan';

/** The fields that an update would change, with their old and new values. */
const changesOf = (record: JsonObject, body: JsonObject, { changed }: Difference): IDataObject =>
	Object.fromEntries(
		changed.map((field) => [field, { from: record[shownAs(record, field)], to: body[field] }]),
	) as IDataObject;

/** The form's labels of the fields, for use in a sentence. */
export const WORDS: Readonly<Record<string, string>> = Object.fromEntries(
	[...nameFields, ...detailFields].map(({ name, displayName }) => [name, displayName.toLowerCase()]),
);

/** Longer values are cut off; `changes` has them in full. */
const LONGEST_VALUE = 80;

export function valueInWords(value: unknown): string {
	if (isBlank(value)) return 'empty';
	const text = typeof value === 'object' ? JSON.stringify(value) : String(value);
	return (dayText(value) ?? text.replace(/\s+/g, ' ')).slice(0, LONGEST_VALUE);
}

/** The changes of an update in one line: “mobile: 1 → 2; last name: Lee → Ng”. */
function changesText(record: JsonObject, body: JsonObject, { changed, unknown }: Difference): string {
	const line = (field: string, from: string): string =>
		`${WORDS[field] ?? field}: ${from} → ${valueInWords(body[field])}`;
	return [
		...changed.map((field) => line(field, valueInWords(record[shownAs(record, field)]))),
		...unknown.map((field) => line(field, 'can’t be compared')),
	].join('; ');
}

/** The fields of a licence, the word for each in a sentence, and the names that the service returns it under. */
const LICENCE_WORDS: ReadonlyArray<[field: string, words: string, shown: readonly string[]]> = [
	['licenseType', 'type', ['licenseType', 'licenceSector']],
	['stateCode', 'state', ['state', 'stateCode']],
	['expiryDate', 'expiry', ['expiryDate']],
];

/** The planned changes of a licence, with the day as it was read: “licence SL1: expiry 2026-03-31 → 2027-03-31”. */
function licenceText({ licence, licencePlan, step }: StaffRow): string {
	if (licence === undefined || (licencePlan && ('error' in licencePlan || licencePlan.action === 'unchanged')))
		return '';
	const known = licencePlan && 'known' in licencePlan ? licencePlan.known.record : undefined;
	const parts = LICENCE_WORDS.flatMap(([field, words, shown]) => {
		const to = valueInWords(licence[field]);
		const from = valueInWords(shown.map((name) => known?.[name]).find((value) => !isBlank(value)));
		if (isBlank(licence[field]) || (known && isSameText(from, to))) return [];
		return [`${words} ${known ? `${from} → ` : ''}${to}`];
	});
	const files = licence.attachments === undefined ? [] : ['with its file'];
	const what = [...(known || step.action === 'create' ? [] : ['new']), ...parts, ...files].join(', ');
	return `licence ${valueInWords(licence.licenseNumber)}${what === '' ? '' : `: ${what}`}`;
}

const WOULD = { create: 'wouldCreate', update: 'wouldUpdate', unchanged: 'unchanged' } as const;

function licencePreview({ licencePlan }: StaffRow): IDataObject {
	if (licencePlan === undefined) return {};
	return 'error' in licencePlan
		? { licenceAction: null, licenceError: licenceActionText(licencePlan.error) }
		: { licenceAction: WOULD[licencePlan.action] };
}

function employeePreview(row: StaffRow): IDataObject {
	const { body, step } = row;
	const licence = licenceText(row);
	const ofLicence = licence === '' ? {} : { changesText: licence };
	if (step.action === 'create') return { ...(body as IDataObject), ...ofLicence, action: WOULD.create };
	if (!isUpdate(row))
		return { ...(step.record as IDataObject), ...ofLicence, action: WOULD.unchanged, ...foundWords(row) };
	const { record, difference } = row.step;
	return {
		...afterUpdate(row),
		action: WOULD.update,
		changesText: [changesText(record, body, difference), licence].filter((text) => text !== '').join('; '),
		changed: difference.changed,
		notCompared: difference.unknown,
		changes: changesOf(record, body, difference),
		...foundWords(row),
	};
}

/** Puts the planned action of each row without an error. Writes nothing. */
export function preview(rows: StaffRows): void {
	for (const row of rows.open) {
		const json = { ...employeePreview(row), ...licencePreview(row) };
		rows.put(row, { outcomes: [{ json }] });
	}
}

/** The columns that people read first. */
const FIRST = ['action', 'firstName', 'lastName', 'error', 'changesText'];

/** Columns that a preview adds after the record's fields. `RARELY` follows, if any row has them. */
const ADDED = ['changes', 'changed', 'notCompared', 'foundBy'];
const RARELY = ['otherAccounts', 'licenceAction', 'licenceError', 'of'];

/** Values for columns that don't apply to a row; null would mean unknown. */
const NOTHING: Readonly<Record<string, string>> = { licenceAction: 'none', error: '' };

/** Whether a column is an internal ID. The employee number isn't one, despite its API name. */
const isId = (name: string): boolean => /(^id|Id)$/.test(name) && name !== 'employeeId';

/** Columns that identify a row that can't be read. */
const OWN = ['firstName', 'lastName', 'email', 'employeeId', 'id'];

/**
 * The items of a preview as a table: one per row, including rows with an error, all with the same columns. An error
 * item has other fields besides the error, so that n8n leaves it with the others.
 */
export function previewTable(results: RowResult[], items: readonly OperationItem[], rows: StaffRows): RowResult[] {
	const records = results.map((result, index): IDataObject[] => {
		if ('outcomes' in result) return result.outcomes.map(({ json }) => json);
		const item = items[index];
		if (item === undefined) return [];
		const { json } = errorItem(asNodeError(item.node, result.error, index), index, result.row);
		const own = Object.entries(rows.valuesOf(item)).filter(([name, value]) => OWN.includes(name) && !isBlank(value));
		return [{ ...Object.fromEntries(own), ...json, action: 'error' } as IDataObject];
	});
	const names = [...new Set(records.flat().flatMap((record) => Object.keys(record)))];
	const added = [...ADDED, ...RARELY.filter((name) => names.includes(name))];
	const own = names.filter((name) => !added.includes(name));
	const columns = [...FIRST, ...own.filter((name) => !isId(name)), ...added, ...own.filter(isId)];
	const inColumns = (record: IDataObject): IDataObject =>
		Object.fromEntries(columns.map((name) => [name, name in record ? record[name] : NOTHING[name]]));
	return records.map((of) => ({ outcomes: plainItems(of.map(inColumns)) }));
}
