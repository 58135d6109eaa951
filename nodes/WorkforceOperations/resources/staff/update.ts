import type { IDataObject } from 'n8n-workflow';
import { endpoints, type JsonObject } from '../../contract';
import { Alike } from '../../operations/alike';
import { cut, refusesContent, type Row } from '../../operations/batches';
import { stopAt } from '../../operations/progress';
import { additionalQueryOption, optionsField } from '../../form/fields';
import { employeeLocator } from '../../form/employeeLocator';
import { collection, inputError } from '../../form/item';
import { requiredId } from '../../form/read';
import { type BatchOperation, plainItems, type RowResult, type OperationItem } from '../../operations/types';
import { detailFields, employeeFields, nameFields } from './employee';
import {
	batchSizeOf,
	batchSizeOption,
	employeeBodyOption,
	prepare,
	queryKey,
	sendEmployees,
	withAdditional,
} from './shared';

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

const idOf = (record: JsonObject): string => String(record.id ?? '');

function outcome({ body }: Row, records: JsonObject[]): RowResult {
	const returned = records.find((record) => idOf(record) === idOf(body));
	return { outcomes: plainItems([(returned ?? { id: body.id, updated: true }) as IDataObject]) };
}

/** Sends a batch; one that is refused for its content is halved until the bad rows stand alone. */
async function write(rows: Row[], results: Array<RowResult | undefined>, alike: Alike): Promise<void> {
	const [first] = rows;
	if (first === undefined) return;
	try {
		const records = await sendEmployees('staff.update', rows);
		alike.written();
		for (const row of rows) results[row.item.itemIndex] = outcome(row, records);
	} catch (error) {
		const isContent = await refusesContent(first.item, endpoints['staff.update'].access, error);
		if (isContent && rows.length === 1) alike.refused(error);
		if (isContent && rows.length > 1 && !alike.explains(error)) {
			// Writing the same values again changes nothing, so that rows which the service took already may be repeated.
			const middle = Math.ceil(rows.length / 2);
			await write(rows.slice(0, middle), results, alike);
			await write(rows.slice(middle), results, alike);
		} else for (const row of rows) results[row.item.itemIndex] = { error };
	}
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
		const alike = new Alike();
		for (const batch of cut(rows, batchSizeOf(items[0], STANDARD_BATCH), ({ body }) => idOf(body), queryKey)) {
			await write(batch, results, alike);
			if (!keepGoing && batch.some(({ item }) => 'error' in (results[item.itemIndex] ?? {}))) stopAt(results);
		}
		return results.map((result) => result ?? { outcomes: [] });
	},
};
