import type { IDataObject, INodeProperties } from 'n8n-workflow';
import { isBlank, type JsonObject, splitList } from '../../contract';
import { additionalBody } from '../../form/additionalParameters';
import { type Column, columnReader, type ColumnReader, unusedHint } from '../../form/columns';
import { Faults } from '../../form/faults';
import { collection, type ExecutionItem, inputError, type Item, parameter } from '../../form/item';
import { licenceInput, licenceRows } from '../../form/licences';
import { requireWholeNumber } from '../../form/read';
import { SheetDates } from '../../form/sheetDates';
import { mergeBody } from '../../operations/record';
import { sheetRows } from '../../operations/runReport';
import type { OperationItem } from '../../operations/types';
import { detailFields, employeeFields, nameFields } from './fields';
import { emptiable, FIELDS_TO_EMPTY_LABEL } from './form';
import { MATCH_LABELS, type MatchBy } from './people';
import { matchKey, type StaffRow } from './plan';
import type { Naming, SheetRow } from './rows';

/** The values of a row, before they are converted to the API's types. */
export interface RowValues {
	values: JsonObject;
	/** The internal id, if the row has one. */
	id?: unknown;
	licence?: IDataObject;
}

/** Where the rows of a run come from: input columns, or the fields of the form. */
export interface RowInput extends Naming {
	values(item: OperationItem, faults: Faults): Promise<RowValues>;
	/** For columns only: throws when none fills a required field. */
	requireColumn(item: ExecutionItem, name: string, why: string): void;
	/** The hint after the run. */
	hint?: string;
	/** For columns only: how their dates were read. */
	dates?: SheetDates;
	/** For columns only: those whose numbers may have lost their zeros in the sheet. */
	bare?: ReadonlySet<string>;
	/** The rows are columns of a table. */
	isTable?: true;
}

/** The first licence of a row; undefined without a number. */
async function licenceFromColumns(
	item: OperationItem,
	values: JsonObject,
	faults: Faults,
): Promise<IDataObject | undefined> {
	if (isBlank(values.licenseNumber)) return undefined;
	return await licenceInput(
		item,
		{
			licenseNumber: values.licenseNumber,
			licenseType: values.licenseType,
			stateCode: values.licenseStateCode,
			expiryDate: values.licenseExpiryDate,
			attachments: values.licenseAttachments,
		},
		faults,
	);
}

/** The columns that hold days. */
const DAYS = [
	...detailFields.filter(({ type }) => type === 'dateTime'),
	{ name: 'licenseExpiryDate', displayName: 'Licence Expiry Date' },
];

/** Columns whose zeros a table program removes, and whether a cell may have lost one. */
const ZEROS: ReadonlyArray<[name: string, label: string, mayLack: (cell: unknown) => boolean]> = [
	...['mobile', 'emergencyContactNumber', 'employeeId'].map((name): [string, string, (cell: unknown) => boolean] => [
		name,
		detailFields.find((field) => field.name === name)?.displayName ?? name,
		(cell) => typeof cell === 'number',
	]),
	['postCode', 'Postcode', (cell) => !isBlank(cell) && Number(cell) < 1000 && !/^\s*0/.test(String(cell))],
	['licenseNumber', 'Licence Number', (cell) => typeof cell === 'number'],
];

/** The cells of a row; none where an expression of the row fails. */
function peeked(reader: ColumnReader, item: ExecutionItem): JsonObject {
	try {
		return reader.peek(item);
	} catch {
		return {};
	}
}

function valuesFromColumns(items: OperationItem[], reader: ColumnReader, dates: SheetDates): RowInput {
	const bare = new Set<string>();
	const rows = items.map((item) => peeked(reader, item));
	for (const { name, displayName } of DAYS)
		dates.look(
			displayName,
			rows.map((row) => row[name]),
		);
	return {
		bare,
		isTable: true,
		dates,
		peek: (item) => reader.peek(item),
		hint: unusedHint(reader),
		requireColumn: (item, name, why) => reader.requireColumn(item, name, why),
		async values(item, faults) {
			const cells = reader.read(item);
			if (Object.values(cells).every(isBlank))
				throw inputError(
					item,
					'The row is empty',
					'Delete the row in the sheet, or remove such rows with a Filter node.',
				);
			for (const [name, label, mayLack] of ZEROS) if (mayLack(cells[name])) bare.add(label);
			const days = DAYS.map(({ name, displayName }): [string, unknown] => [
				name,
				faults.read(() => dates.read(item, cells[name], displayName)),
			]);
			const values: JsonObject = { ...cells, ...Object.fromEntries(days) };
			return { values, id: values.id, licence: await licenceFromColumns(item, values, faults) };
		},
	};
}

/** Who an item of the form is about, whatever operation it is of. */
const formPeek = (item: OperationItem): JsonObject => {
	const names = nameFields.map(({ name }): [string, unknown] => [name, parameter(item, name)]);
	const id = [parameter(item, 'employeeId'), parameter(item, 'id')].find((value) => !isBlank(value));
	return { ...Object.fromEntries(names), ...collection(item, 'updateFields'), id };
};

/** Reads columns or, with `given`, the fields of the form, as the form says. */
export function rowInput(
	items: OperationItem[],
	standard: 'columns' | 'fields',
	columns: readonly Column[],
	given: (item: OperationItem) => RowValues,
): RowInput {
	const first = items[0];
	const sheet = first && sheetRows(first.context.getInputData());
	if (first !== undefined && parameter(first, 'dataToSend', standard) === 'columns')
		return { ...valuesFromColumns(items, columnReader(items, columns), new SheetDates(first)), sheet };
	return {
		sheet,
		peek: formPeek,
		values: async (item) => await Promise.resolve(given(item)),
		requireColumn: () => undefined,
	};
}

/** The hint about rows whose employee number equals their employee's internal id: most likely the wrong column. */
export const idHint = (rows: number): string | undefined =>
	rows === 0
		? undefined
		: `In ${rows} of the rows the employee number is the internal ID of that employee. “employeeId” is the number that your company gives; a column with internal IDs must be called “ID”.`;

/** Shows what there is to tell of the rows in the editor, after the run. */
export function sayHint([first]: OperationItem[], source: RowInput, ...hints: Array<string | undefined>): void {
	const { hint: unused, dates, bare } = source;
	if (bare !== undefined && bare.size > 0)
		hints.push(
			`${[...bare].map((label) => `“${label}”`).join(' and ')}: the sheet has numbers here, so a leading 0 or + is lost. Format the column as text.`,
		);
	if (dates?.hint !== undefined) first?.hints.say(dates.hint);
	for (const hint of [unused, ...hints]) if (hint !== undefined) first?.hints.say(hint, 'warning');
}

/** An employee's body with the user's additional fields merged over it. */
const withAdditional = (item: OperationItem, employee: IDataObject, faults: Faults): JsonObject => {
	return mergeBody(employee, additionalBody(item, faults)) as JsonObject;
};

/** The form's fields for name and e-mail, over those of a collection. */
export const formValues = (item: OperationItem): RowValues => ({
	values: {
		...collection(item, 'additionalFields'),
		...Object.fromEntries(nameFields.map(({ name }) => [name, parameter(item, name)])),
	},
});

const WHY_NAMES = 'The service needs the first name, last name and e-mail of every employee.';

function requireValue(item: Item, values: JsonObject, { name, displayName }: INodeProperties): void {
	if (isBlank(values[name])) throw inputError(item, `“${displayName}” is empty`, WHY_NAMES);
}

/** Reads somebody new, with their licences, for Create. */
export async function readNew(item: OperationItem, source: RowInput): Promise<SheetRow> {
	for (const { name } of nameFields) source.requireColumn(item, name, WHY_NAMES);
	const faults = new Faults(item);
	const { values, licence } = await source.values(item, faults);
	const licenses: IDataObject[] = licence === undefined ? [] : [licence];
	for (const row of licenceRows(values.licenses)) licenses.push(await licenceInput(item, row, faults));
	const fields: IDataObject = {
		...employeeFields(item, values, faults),
		...(licenses.length > 0 ? { licenses } : {}),
	};
	for (const field of nameFields) faults.read(() => requireValue(item, values, field));
	const body = withAdditional(item, fields, faults);
	faults.end();
	return { item, body };
}

/** The named fields with empty values. Throws if one also has a value or can't be emptied. */
function emptied(item: Item, filled: IDataObject): IDataObject {
	const empty: IDataObject = {};
	for (const name of splitList(parameter(item, 'fieldsToEmpty', []))) {
		const field = emptiable.find((each) => each.name === name);
		if (field === undefined) {
			throw inputError(
				item,
				`“${FIELDS_TO_EMPTY_LABEL}” names “${name.slice(0, 80)}”, which can’t be emptied`,
				`It may name ${emptiable.map((each) => each.name).join(', ')}.`,
			);
		}
		if (filled[name] !== undefined) {
			throw inputError(
				item,
				`“${field.displayName}” has a new value, but is also in “${FIELDS_TO_EMPTY_LABEL}”`,
				'Remove it from one of the two.',
			);
		}
		empty[name] = '';
	}
	return empty;
}

/** Reads the fields that a row of Update writes. Throws if there is nothing, or nobody, to write. */
export async function readChanges(item: OperationItem, source: RowInput): Promise<SheetRow> {
	source.requireColumn(
		item,
		'id',
		'It identifies the employee to update. To find employees by e-mail or employee number, use Create or Update.',
	);
	const faults = new Faults(item);
	const { values, id: written, licence } = await source.values(item, faults);
	const id = faults.read(() => {
		if (isBlank(written)) throw inputError(item, '“ID” is empty', 'It identifies the employee to update.');
		return Number(requireWholeNumber(item, written, 'ID'));
	});
	const fields = employeeFields(item, values, faults);
	const empty = faults.read(() => emptied(item, fields));
	const body = withAdditional(item, { id, ...fields, ...empty }, faults);
	faults.end();
	// Updates take no licences; those have an operation of their own.
	delete body.licenses;
	if (hasFields(body) || licence !== undefined) return { item, body, licence };
	throw inputError(
		item,
		'There is nothing to update',
		'Add at least one field under “Update Fields”, or a column. Fields that are empty for this row are not sent.',
	);
}

/** Whether anything but a licence is written. */
export const hasFields = (employee: JsonObject): boolean => Object.keys(employee).some((name) => name !== 'id');

/** Reads a row of Create or Update. */
export async function readPerson(item: OperationItem, source: RowInput, by: MatchBy): Promise<StaffRow> {
	source.requireColumn(item, by, 'Rows are matched by it. Rename the column, or choose another “Match By”.');
	const faults = new Faults(item);
	const { values, id: written, licence } = await source.values(item, faults);
	const body = withAdditional(item, employeeFields(item, values, faults), faults);
	delete body.id;
	// Licences are saved separately, except for new employees.
	delete body.licenses;
	const id = isBlank(written) ? undefined : faults.read(() => Number(requireWholeNumber(item, written, 'ID')));
	const row: StaffRow = { item, body, id, licence, step: { action: 'create' }, faults };
	if (!isBlank(matchKey(row, by))) return row;
	const empty = (label: string, why: string): Error => inputError(item, `“${label}” is empty`, why);
	const unnamed = nameFields.filter(
		({ name }) => by !== 'id' && name !== by && name in values && isBlank(values[name]),
	);
	throw faults.errorWith(
		...(isBlank(by === 'id' ? written : values[by])
			? [empty(MATCH_LABELS[by], 'Rows are matched by it, so each row needs one.')]
			: []),
		...unnamed.map(({ displayName }) => empty(displayName, 'The service needs it for a new employee.')),
	);
}
