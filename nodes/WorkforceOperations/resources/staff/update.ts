import { requiredId } from '../../form/read';
import { columnsField, dataToSendField, shownFrom } from '../../form/columns';
import { splitIntoBatches } from '../../operations/batches';
import { stopRun } from '../../operations/runReport';
import { optionFields } from '../../form/advanced';
import { additionalQueryOption } from '../../form/fields';
import { employeeLocator } from '../../form/locators';
import { collection } from '../../form/item';
import { isSameText } from '../../operations/compareValues';
import type { BatchOperation, OperationItem } from '../../operations/types';
import { columnsOfKnown } from './columns';
import { detailFields, nameFields } from './fields';
import {
	BatchRun,
	batchSizeOf,
	batchSizeOption,
	employeeBodyOption,
	employeeIdOf,
	prepare,
	queryKey,
	writeInBatches,
} from './batchWrite';
import { changedEmployee, fieldsToEmptyField, hasFields } from './updateFields';
import { indexesOf, saveLicences } from './saveLicences';
import { type RowValues, idHint, moreFields, rowInput, sayHint } from './rowInput';

const UPDATE_BATCH = 25;

const employeeField = employeeLocator('employeeId', 'The employee to update', { required: true });

const UPDATE_COLUMNS =
	'Which column fills which field; “ID” is the internal ID. An empty cell changes nothing. A licence number is saved as well, for two more requests.';

const updateInput = (item: OperationItem): RowValues => ({
	values: collection(item, 'updateFields'),
	id: requiredId(item, employeeField, true),
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
			[],
			[
				employeeBodyOption,
				additionalQueryOption,
				batchSizeOption(
					UPDATE_BATCH,
					'How many items to send in one request. A batch that the service refuses is halved until the bad items stand alone.',
				),
			],
		),
	],
	async runAll(items, keepGoing) {
		const source = rowInput(items, 'fields', columnsOfKnown, updateInput);
		const { rows: made, results } = await prepare(
			items,
			keepGoing,
			async (item) => await changedEmployee(item, source),
		);
		const mistaken = made.filter(({ body: { employee } }) => isSameText(employee.employeeId, employee.id));
		sayHint(items, source.hint, idHint(mistaken.length));
		for (const { item, body } of made)
			if (!hasFields(body.employee))
				results[item.itemIndex] = { outcomes: [{ json: { id: Number(body.employee.id) } }], unwritten: true };
		const rows = made.flatMap(({ item, body }) => (hasFields(body.employee) ? [{ item, body: body.employee }] : []));
		const licences = made.flatMap(({ item, body: { employee, licence } }) =>
			licence === undefined ? [] : [{ item, employeeId: Number(employee.id), licence }],
		);
		const batchRun = new BatchRun();
		for (const batch of splitIntoBatches(
			rows,
			batchSizeOf(items[0], UPDATE_BATCH),
			({ body }) => employeeIdOf(body),
			queryKey,
		)) {
			await writeInBatches(batch, results, batchRun);
			if (!keepGoing && batch.some(({ item }) => 'error' in (results[item.itemIndex] ?? {})))
				stopRun(results, indexesOf(licences));
		}
		await saveLicences(licences, results, keepGoing, batchRun.outage);
		return results.map((result) => result ?? { outcomes: [] });
	},
};
