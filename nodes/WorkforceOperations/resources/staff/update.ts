import { type JsonObject } from '../../contract';
import { cut } from '../../operations/batches';
import { stopAt } from '../../operations/progress';
import { Systematic } from '../../operations/systematic';
import { additionalQueryOption, optionsField } from '../../form/fields';
import { employeeLocator } from '../../form/employeeLocator';
import { collection, inputError } from '../../form/item';
import { requiredId } from '../../form/read';
import { type BatchOperation, type OperationItem } from '../../operations/types';
import { detailFields, employeeFields, nameFields } from './employee';
import { batchSizeOf, batchSizeOption, employeeBodyOption, prepare, queryKey, withAdditional } from './shared';
import { idOf, writeHalving } from './halving';

const STANDARD_BATCH = 25;

const employeeField = employeeLocator('employeeId', 'The employee to update', true);

async function employeeOf(item: OperationItem): Promise<JsonObject> {
	const id = Number(requiredId(item, employeeField, true));
	const employee = withAdditional(item, { id, ...employeeFields(item, collection(item, 'updateFields')) });
	// Licences have an operation of their own; the service takes none here.
	delete employee.licenses;
	if (Object.keys(employee).every((name) => name === 'id')) {
		throw inputError(
			item,
			'There is nothing to update',
			'Add at least one field under “Update Fields”. Fields that are empty for this item are not sent.',
		);
	}
	return employee;
}

export const update: BatchOperation = {
	value: 'update',
	name: 'Update',
	action: 'Update staff',
	description: 'Update employees, several in one request. Only the fields that you add are written.',
	endpoint: 'staff.update',
	fields: [
		employeeField,
		{
			displayName: 'Update Fields',
			name: 'updateFields',
			type: 'collection',
			placeholder: 'Add Field',
			default: {},
			options: [...nameFields, ...detailFields].sort((a, b) => a.displayName.localeCompare(b.displayName)),
		},
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
		const { rows, results } = await prepare(items, keepGoing, employeeOf);
		const systematic = new Systematic();
		for (const batch of cut(rows, batchSizeOf(items[0], STANDARD_BATCH), ({ body }) => idOf(body), queryKey)) {
			await writeHalving(batch, results, systematic);
			if (!keepGoing && batch.some(({ item }) => 'error' in (results[item.itemIndex] ?? {}))) stopAt(results);
		}
		return results.map((result) => result ?? { outcomes: [] });
	},
};
