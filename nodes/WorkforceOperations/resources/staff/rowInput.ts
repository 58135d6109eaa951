import type { IDataObject, INodeProperties } from 'n8n-workflow';
import { isBlank, type JsonObject } from '../../contract';
import { type Column, type ColumnReader, columnReader, shownFrom, unusedHint } from '../../form/columns';
import { type ExecutionItem, parameter } from '../../form/item';
import { licenceInput } from '../../form/licences';
import type { OperationItem } from '../../operations/types';

/** The values of a row, before they are converted to the API's types. */
export interface RowValues {
	values: JsonObject;
	/** The internal id, if the row has one. */
	id?: unknown;
	licence?: IDataObject;
}

/** Where the rows of a run come from: input columns, or the fields of the form. */
export interface RowInput {
	values(item: OperationItem): Promise<RowValues>;
	/** For columns only: throws when none fills a required field. */
	requireColumn(item: ExecutionItem, name: string, why: string): void;
	/** The hint after the run. */
	hint?: string;
	/** The rows are columns of a table. */
	isTable?: true;
}

/** The first licence of a row; undefined without a number. */
async function licenceFromColumns(item: OperationItem, values: JsonObject): Promise<IDataObject | undefined> {
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
		false,
	);
}

function valuesFromColumns(reader: ColumnReader): RowInput {
	return {
		isTable: true,
		hint: unusedHint(reader),
		requireColumn: (item, name, why) => reader.requireColumn(item, name, why),
		async values(item) {
			const values = reader.read(item);
			return { values, id: values.id, licence: await licenceFromColumns(item, values) };
		},
	};
}

/** Reads columns or, with `given`, the fields of the form, as the form says. */
export function rowInput(
	items: OperationItem[],
	standard: 'columns' | 'fields',
	columns: readonly Column[],
	given: (item: OperationItem) => RowValues,
): RowInput {
	const first = items[0];
	if (first !== undefined && parameter(first, 'dataToSend', standard) === 'columns')
		return valuesFromColumns(columnReader(items, columns));
	return { values: async (item) => await Promise.resolve(given(item)), requireColumn: () => undefined };
}

/** The hint about rows whose employee number equals their employee's internal id: most likely the wrong column. */
export const idHint = (rows: number): string | undefined =>
	rows === 0
		? undefined
		: `In ${rows} of the rows the employee number is the internal ID of that employee. “employeeId” is the number that your company gives; a column with internal IDs must be called “ID”.`;

/** Shows a hint in the editor after the run. */
export function sayHint(items: OperationItem[], ...hints: Array<string | undefined>): void {
	for (const hint of hints) if (hint !== undefined) items[0]?.hints.say(hint, 'warning');
}

/** The optional fields of the form, in the order that n8n requires. */
export const moreFields = (displayName: string, name: string, fields: INodeProperties[]): INodeProperties =>
	shownFrom('fields', {
		displayName,
		name,
		type: 'collection',
		placeholder: 'Add Field',
		default: {},
		options: [...fields].sort((a, b) => a.displayName.localeCompare(b.displayName)),
	});
