import type { IDataObject } from 'n8n-workflow';
import { isBlank, isSameText, type JsonObject, splitList } from '../../contract';
import { columnsField, dataToSendField, shownFrom } from '../../form/columns';
import { Faults } from '../../form/faults';
import { additionalQueryOption, optionFields } from '../../form/fields';
import { collection, inputError, type Item, parameter } from '../../form/item';
import { employeeLocator } from '../../form/locators';
import { requiredId, requireWholeNumber } from '../../form/read';
import { dateOrderOption } from '../../form/sheetDates';
import type { BatchOperation, OperationItem } from '../../operations/types';
import { withCreationLock } from '../../transport';
import { columnsOfKnown, detailFields, employeeFields, nameFields } from './fields';
import {
	batchSizeOf,
	batchSizeOption,
	emptiable,
	employeeBodyOption,
	FIELDS_TO_EMPTY_LABEL,
	fieldsToEmptyField,
	moreFields,
} from './form';
import { indexesOf, saveLicences } from './licences';
import { idHint, rowInput, type RowInput, type RowValues, sayHint, withAdditional } from './read';
import { Rows, type SheetRow } from './rows';
import { Experience, writeUpdates } from './send';

const UPDATE_BATCH = 25;

const employeeField = employeeLocator('employeeId', 'The employee to update', { required: true });

const UPDATE_COLUMNS =
	'Which column fills which field; “ID” is the internal ID. Empty cells change nothing. A licence with a number is saved too (two more requests).';

const updateInput = (item: OperationItem): RowValues => ({
	values: collection(item, 'updateFields'),
	id: requiredId(item, employeeField),
});

/** The named fields with empty values. Throws if one also has a value or can't be emptied. */
function emptied(item: Item, filled: IDataObject): IDataObject {
	const empty: IDataObject = {};
	for (const name of splitList(parameter(item, 'fieldsToEmpty', []))) {
		const field = emptiable.find((each) => each.name === name);
		if (field === undefined) {
			throw inputError(
				item,
				`“${FIELDS_TO_EMPTY_LABEL}” names “${name.slice(0, 80)}”, which can’t be cleared`,
				`Fields that can be cleared: ${emptiable.map((each) => each.name).join(', ')}.`,
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

/** Reads the fields that a row of Update writes. Throws if there is no field or no employee to write. */
async function readChanges(item: OperationItem, source: RowInput): Promise<SheetRow> {
	source.requireColumn(
		item,
		'id',
		'The ID identifies the employee to update. To find employees by e-mail or employee number, use Create or Update.',
	);
	const faults = new Faults(item);
	const { values, id: written, licence } = await source.values(item, faults);
	const id = faults.read(() => {
		if (isBlank(written)) throw inputError(item, '“ID” is empty', 'The ID identifies the employee to update.');
		return Number(requireWholeNumber(item, written, 'ID'));
	});
	const fields = employeeFields(item, values, faults);
	const empty = faults.read(() => emptied(item, fields));
	const body = withAdditional(item, { id, ...fields, ...empty }, faults);
	faults.end();
	// Updates don't accept licences; those have their own operation.
	delete body.licenses;
	if (hasFields(body) || licence !== undefined) return { item, body, licence };
	throw inputError(
		item,
		'There is nothing to update',
		'Add at least one field under “Update Fields”, or a column. Fields that are empty for this row are not sent.',
	);
}

/** Whether anything but a licence is written. */
const hasFields = (employee: JsonObject): boolean => Object.keys(employee).some((name) => name !== 'id');

export const update: BatchOperation = {
	value: 'update',
	name: 'Update',
	action: 'Update staff',
	description: 'Update employees, several per request. Only the fields you add are written.',
	endpoint: 'staff.update',
	fields: [
		dataToSendField('fields'),
		shownFrom('columns', columnsField('getStaffColumns', UPDATE_COLUMNS)),
		shownFrom('fields', employeeField),
		moreFields('Update Fields', 'updateFields', [...nameFields, ...detailFields]),
		fieldsToEmptyField,
		...optionFields(
			[dateOrderOption.field],
			[
				employeeBodyOption,
				additionalQueryOption,
				batchSizeOption(
					UPDATE_BATCH,
					'How many rows to send per request. A refused batch is split to find the bad rows.',
				),
			],
		),
	],
	async runAll(items, keepGoing) {
		const [first] = items;
		if (first === undefined) return [];
		const source = rowInput(items, 'fields', columnsOfKnown, updateInput);
		const rows = new Rows<SheetRow>(items, keepGoing, source);
		await rows.read(items, async (item) => await readChanges(item, source));
		const mistaken = rows.open.filter(({ body }) => isSameText(body.employeeId, body.id));
		sayHint(items, source, idHint(mistaken.length));
		const licences = rows.open.flatMap(({ item, body, licence }) =>
			licence === undefined ? [] : [{ item, employeeId: Number(body.id), licence }],
		);
		for (const row of rows.open)
			if (!hasFields(row.body)) rows.put(row, { outcomes: [{ json: { id: Number(row.body.id) } }], unwritten: true });
		const experience = new Experience();
		await writeUpdates(rows.open, {
			batchSize: batchSizeOf(first, UPDATE_BATCH),
			experience,
			put: (row, result) => rows.put(row, result),
			after: (batch) => rows.endIfFailed(batch, () => indexesOf(licences)),
		});
		await withCreationLock(
			first.connection,
			async (lock) => await saveLicences(licences, rows, { outage: experience.outage, lock }),
		);
		return rows.answers;
	},
};
