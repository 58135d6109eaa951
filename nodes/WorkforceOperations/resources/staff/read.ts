import type { IDataObject } from 'n8n-workflow';
import { isBlank, type JsonObject } from '../../contract';
import { additionalBody } from '../../form/additionalParameters';
import { type Column, columnReader, type ColumnReader, unusedHint } from '../../form/columns';
import type { Faults } from '../../form/faults';
import { collection, type ExecutionItem, inputError, parameter } from '../../form/item';
import { licenceInput } from '../../form/licences';
import { SheetDates } from '../../form/sheetDates';
import { mergeBody } from '../../operations/record';
import { sheetRows } from '../../operations/runReport';
import type { OperationItem } from '../../operations/types';
import { detailFields, nameFields } from './fields';
import type { Naming } from './rows';

/** The values of a row, before they are converted to the API's types. */
export interface RowValues {
	values: JsonObject;
	/** The internal id, if the row has one. */
	id?: unknown;
	licence?: IDataObject;
}

/** The source of a run's rows: input columns, or the fields of the form. */
export interface RowInput extends Naming {
	values(item: OperationItem, faults: Faults): Promise<RowValues>;
	/** For columns only: throws if none fills a required field. */
	requireColumn(item: ExecutionItem, name: string, why: string): void;
	/** The hint after the run. */
	hint?: string;
	/** For columns only: how their dates were read. */
	dates?: SheetDates;
	/** For columns only: those with numbers that may have lost their zeros in the sheet. */
	bare?: ReadonlySet<string>;
	/** The rows come from input columns. */
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

/** Columns that lose leading zeros in a spreadsheet, and whether a cell may have lost one. */
const ZEROS: ReadonlyArray<[name: string, label: string, mayLack: (cell: unknown) => boolean]> = [
	...['mobile', 'emergencyContactNumber', 'employeeId'].map((name): [string, string, (cell: unknown) => boolean] => [
		name,
		detailFields.find((field) => field.name === name)?.displayName ?? name,
		(cell) => typeof cell === 'number',
	]),
	['postCode', 'Postcode', (cell) => !isBlank(cell) && Number(cell) < 1000 && !/^\s*0/.test(String(cell))],
	['licenseNumber', 'Licence Number', (cell) => typeof cell === 'number'],
];

/** The cells of a row; none if an expression of the row fails. */
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
					'Delete the row from the sheet, or remove empty rows with a Filter node.',
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

/** Fields that identify the employee of a form item, for any operation. */
const formPeek = (item: OperationItem): JsonObject => {
	const names = nameFields.map(({ name }): [string, unknown] => [name, parameter(item, name)]);
	const id = [parameter(item, 'employeeId'), parameter(item, 'id')].find((value) => !isBlank(value));
	return { ...Object.fromEntries(names), ...collection(item, 'updateFields'), id };
};

/** Reads input columns or, with `given`, form fields, as the user chose. */
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
		: `In ${rows} ${rows === 1 ? 'row' : 'rows'} the employee number is the same as the employee’s internal ID. “employeeId” means your company’s number; if the column contains internal IDs, rename it “ID”.`;

/** Shows the hints about the rows in the editor, after the run. */
export function sayHint([first]: OperationItem[], source: RowInput, ...hints: Array<string | undefined>): void {
	const { hint: unused, dates, bare } = source;
	if (bare !== undefined && bare.size > 0)
		hints.push(
			`${[...bare].map((label) => `“${label}”`).join(' and ')}: the sheet has numbers here, so any leading 0 or + is lost. Format the column as text.`,
		);
	if (dates?.hint !== undefined) first?.hints.say(dates.hint);
	for (const hint of [unused, ...hints]) if (hint !== undefined) first?.hints.say(hint, 'warning');
}

/** An employee's body with the user's additional fields merged over it. */
export const withAdditional = (item: OperationItem, employee: IDataObject, faults: Faults): JsonObject => {
	return mergeBody(employee, additionalBody(item, faults)) as JsonObject;
};

/** The form's name and e-mail fields, which override those of a collection. */
export const formValues = (item: OperationItem): RowValues => ({
	values: {
		...collection(item, 'additionalFields'),
		...Object.fromEntries(nameFields.map(({ name }) => [name, parameter(item, name)])),
	},
});
