import type { IDataObject } from 'n8n-workflow';
import { isBlank, type JsonObject } from '../../contract';
import { wholeNumber } from '../../form/checks';
import { columnsField, dataToSendField, shownFrom } from '../../form/columns';
import { cut } from '../../operations/batches';
import { stopAt } from '../../operations/progress';
import { additionalQueryOption, optionsField } from '../../form/fields';
import { employeeLocator } from '../../form/employeeLocator';
import { collection, inputError } from '../../form/item';
import { requiredId } from '../../form/read';
import { isSameText } from '../../operations/same';
import type { BatchOperation, OperationItem } from '../../operations/types';
import { columnsOfKnown } from './columns';
import { detailFields, employeeFields, nameFields } from './employee';
import { batchSizeOf, batchSizeOption, employeeBodyOption, prepare, queryKey, withAdditional } from './shared';
import { Experience, idOf, writeHalving } from './halving';
import { indexesOf, saveLicences } from './licenceStep';
import { type Given, idHint, moreFields, type Source, sourceOf, tell } from './source';

const STANDARD_BATCH = 25;

const employeeField = employeeLocator('employeeId', 'The employee to update', true);

const COLUMNS =
	'The columns of the input and the fields they fill. “ID” is the internal ID of the service. An empty cell is left alone: it is not sent. A licence number, with its type, state and expiry date, is saved as the licence of the employee, which takes two more requests for a row.';

const fromForm = (item: OperationItem): Given => ({
	values: collection(item, 'updateFields'),
	id: requiredId(item, employeeField, true),
});

interface Made {
	employee: JsonObject;
	licence: IDataObject | undefined;
}

async function employeeOf(item: OperationItem, source: Source): Promise<Made> {
	source.demand(
		item,
		'id',
		'It tells who is to be updated. To find employees by e-mail or employee number, use Create or Update.',
	);
	const { values, id, licence } = await source.given(item);
	if (isBlank(id)) throw inputError(item, '“ID” is empty', 'It tells who is to be updated.');
	const employee = withAdditional(item, { id: Number(wholeNumber(item, id, 'ID')), ...employeeFields(item, values) });
	// Licences have an operation of their own; the service takes none here.
	delete employee.licenses;
	if (hasFields(employee) || licence !== undefined) return { employee, licence };
	throw inputError(
		item,
		'There is nothing to update',
		'Add at least one field under “Update Fields”, or a column. Fields that are empty for this item are not sent.',
	);
}

const hasFields = (employee: JsonObject): boolean => Object.keys(employee).some((name) => name !== 'id');

export const update: BatchOperation = {
	value: 'update',
	name: 'Update',
	action: 'Update staff',
	description: 'Update employees, several in one request. Only the fields that you add are written.',
	endpoint: 'staff.update',
	fields: [
		dataToSendField('fields'),
		shownFrom('columns', columnsField('getStaffColumns', COLUMNS)),
		shownFrom('fields', employeeField),
		moreFields('Update Fields', 'updateFields', [...nameFields, ...detailFields]),
		optionsField(
			employeeBodyOption,
			additionalQueryOption,
			batchSizeOption(
				STANDARD_BATCH,
				'How many items to send in one request. A batch that the service refuses is halved until the bad items stand alone.',
			),
		),
	],
	async runAll(items, keepGoing) {
		const source = sourceOf(items, 'fields', columnsOfKnown, fromForm);
		const { rows: made, results } = await prepare(items, keepGoing, async (item) => await employeeOf(item, source));
		const mistaken = made.filter(({ body: { employee } }) => isSameText(employee.employeeId, employee.id));
		tell(items, source.hint, idHint(mistaken.length));
		for (const { item, body } of made)
			if (!hasFields(body.employee))
				results[item.itemIndex] = { outcomes: [{ json: { id: Number(body.employee.id) } }], unwritten: true };
		const rows = made.flatMap(({ item, body }) => (hasFields(body.employee) ? [{ item, body: body.employee }] : []));
		const licences = made.flatMap(({ item, body: { employee, licence } }) =>
			licence === undefined ? [] : [{ item, employeeId: Number(employee.id), licence }],
		);
		const experience = new Experience();
		for (const batch of cut(rows, batchSizeOf(items[0], STANDARD_BATCH), ({ body }) => idOf(body), queryKey)) {
			await writeHalving(batch, results, experience);
			if (!keepGoing && batch.some(({ item }) => 'error' in (results[item.itemIndex] ?? {})))
				stopAt(results, indexesOf(licences));
		}
		await saveLicences(licences, results, keepGoing, experience.silence);
		return results.map((result) => result ?? { outcomes: [] });
	},
};
