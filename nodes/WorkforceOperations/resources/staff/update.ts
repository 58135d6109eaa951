import { columnsField, dataToSendField, shownFrom } from '../../form/columns';
import { additionalQueryOption, optionFields } from '../../form/fields';
import { collection } from '../../form/item';
import { employeeLocator } from '../../form/locators';
import { requiredId } from '../../form/read';
import { dateOrderOption } from '../../form/sheetDates';
import { isSameText } from '../../operations/compareValues';
import type { BatchOperation, OperationItem } from '../../operations/types';
import { withCreationLock } from '../../transport';
import { columnsOfKnown, detailFields, nameFields } from './fields';
import { batchSizeOf, batchSizeOption, employeeBodyOption, fieldsToEmptyField, moreFields } from './form';
import { indexesOf, saveLicences } from './licences';
import { hasFields, idHint, readChanges, rowInput, type RowValues, sayHint } from './read';
import { Rows, type SheetRow } from './rows';
import { employeeIdOf, Experience, sendInHalves } from './send';
import { type PutResult, sendUpdates } from './write';

const UPDATE_BATCH = 25;

const employeeField = employeeLocator('employeeId', 'The employee to update', { required: true });

const UPDATE_COLUMNS =
	'Which column fills which field; “ID” is the internal ID. Empty cells change nothing. A licence number is saved, too (two more requests).';

const updateInput = (item: OperationItem): RowValues => ({
	values: collection(item, 'updateFields'),
	id: requiredId(item, employeeField),
});

export const update: BatchOperation = {
	value: 'update',
	name: 'Update',
	action: 'Update staff',
	description: 'Update employees, several in one request. Only the fields that you add are written.',
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
		const put: PutResult<SheetRow> = (row, result) => rows.put(row, result);
		await sendInHalves(rows.open, {
			batchSize: batchSizeOf(first, UPDATE_BATCH),
			experience,
			keyOf: ({ body }) => employeeIdOf(body),
			put,
			send: async (batch, earlier) => await sendUpdates(batch, earlier, put, experience),
			after: (batch) => rows.endIfFailed(batch, () => indexesOf(licences)),
		});
		await withCreationLock(
			first.connection,
			async (lock) => await saveLicences(licences, rows, { outage: experience.outage, lock }),
		);
		return rows.answers;
	},
};
