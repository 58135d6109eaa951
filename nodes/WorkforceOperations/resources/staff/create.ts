import type { IDataObject, INodeProperties } from 'n8n-workflow';
import { isBlank, type JsonObject } from '../../contract';
import { columnsField, dataToSendField, shownFrom } from '../../form/columns';
import { Faults } from '../../form/faults';
import { additionalQueryOption, optionFields } from '../../form/fields';
import { inputError, type Item } from '../../form/item';
import { licenceInput, licenceRows, licencesField } from '../../form/licences';
import { dateOrderOption } from '../../form/sheetDates';
import { mayHaveBeenWrittenInPart } from './batches';
import type { BatchOperation, OperationItem } from '../../operations/types';
import { withCreationLock } from '../../transport';
import { writeCreations } from './creations';
import { columnsOfNew, detailFields, employeeFields, nameFields } from './fields';
import { batchSizeOf, batchSizeOption, employeeBodyOption, moreFields } from './form';
import { formValues, rowInput, type RowInput, sayHint, withAdditional } from './read';
import { Rows, type SheetRow } from './rows';
import { Experience, writeResults } from './send';

const CREATE_COLUMNS =
	'Which column fills which field. Empty cells aren’t sent. A licence number creates the employee’s first licence.';

const WHY_NAMES = 'The service needs every employee’s first name, last name and e-mail.';

function requireValue(item: Item, values: JsonObject, { name, displayName }: INodeProperties): void {
	if (isBlank(values[name])) throw inputError(item, `“${displayName}” is empty`, WHY_NAMES);
}

/** Reads a new employee and their licences for Create. */
async function readNew(item: OperationItem, source: RowInput): Promise<SheetRow> {
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

export const create: BatchOperation = {
	value: 'create',
	name: 'Create',
	action: 'Create staff',
	description:
		'Create employees with their first licences. To check for existing employees first, use Create or Update.',
	endpoint: 'staff.create',
	fields: [
		dataToSendField('fields'),
		shownFrom('columns', columnsField('getStaffColumns', CREATE_COLUMNS)),
		...nameFields.map((field) => shownFrom('fields', { ...field, required: true })),
		moreFields('Additional Fields', 'additionalFields', [...detailFields, licencesField(false, false)]),
		...optionFields(
			[dateOrderOption.field],
			[
				employeeBodyOption,
				additionalQueryOption,
				batchSizeOption(
					1,
					'How many rows to send per request. A refused batch isn’t sent again, and each of its rows gets the error.',
				),
			],
		),
	],
	async runAll(items, keepGoing) {
		const [first] = items;
		if (first === undefined) return [];
		const source = rowInput(items, 'fields', columnsOfNew, formValues);
		const rows = new Rows<SheetRow>(items, keepGoing, source);
		await rows.read(items, async (item) => await readNew(item, source));
		// A repeat in the form is deliberate; a sheet may list a person twice by mistake.
		if (source.isTable) rows.refuseRepeats(({ body }) => body.email, 'The e-mail address');
		sayHint(items, source);
		return await withCreationLock(first.connection, async (lock) => {
			await writeCreations(rows.open, {
				rows,
				lock,
				batchSize: batchSizeOf(first, 1),
				experience: new Experience(),
				outcomes: async (batch, sent) =>
					await Promise.resolve(
						'result' in sent
							? writeResults(batch, sent.result, 'created')
							: batch.map((row) => [row, { error: mayHaveBeenWrittenInPart(sent.error, batch.length) }]),
					),
			});
			return rows.answers;
		});
	},
};
