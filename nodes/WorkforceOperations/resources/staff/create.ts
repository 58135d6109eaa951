import type { IDataObject, INodeProperties } from 'n8n-workflow';
import { type JsonObject } from '../../contract';
import { cut, type Row } from '../../operations/batches';
import { stopAt } from '../../operations/progress';
import { attempt } from '../../transport';
import { additionalQueryOption, optionsField } from '../../form/fields';
import { licenceInput, licenceRows, licencesField } from '../../form/licences';
import { collection, inputError, parameter } from '../../form/item';
import { type BatchOperation, plainItems, type RowResult, type OperationItem } from '../../operations/types';
import { detailFields, emailOf, employeeFields, nameFields } from './employee';
import {
	batchSizeOf,
	batchSizeOption,
	employeeBodyOption,
	prepare,
	queryKey,
	sendEmployees,
	withAdditional,
} from './shared';

function name(item: OperationItem, field: string, label: string): string {
	const value = String(parameter(item, field) ?? '').trim();
	if (value === '')
		throw inputError(item, `“${label}” is empty`, 'The service needs first name, last name and e-mail of everybody.');
	return value;
}

async function employeeOf(item: OperationItem): Promise<JsonObject> {
	const fields = collection(item, 'additionalFields');
	const licenses: IDataObject[] = [];
	for (const row of licenceRows(fields.licenses)) licenses.push(await licenceInput(item, row, false));
	return withAdditional(item, {
		...employeeFields(item, fields),
		firstName: name(item, 'firstName', 'First Name'),
		lastName: name(item, 'lastName', 'Last Name'),
		email: emailOf(item, parameter(item, 'email')),
		...(licenses.length > 0 ? { licenses } : {}),
	});
}

const sameEmail = (record: JsonObject, body: JsonObject): boolean =>
	String(record.email ?? '').toLowerCase() === String(body.email).toLowerCase();

function outcome({ body }: Row, records: JsonObject[], alone: boolean): RowResult {
	const returned = records.find((record) => sameEmail(record, body)) ?? (alone ? records[0] : undefined);
	const told: IDataObject = {
		created: true,
		firstName: String(body.firstName),
		lastName: String(body.lastName),
		email: String(body.email),
	};
	return { outcomes: plainItems([(returned as IDataObject | undefined) ?? told]) };
}

const required = (field: INodeProperties): INodeProperties => ({ ...field, required: true });

export const create: BatchOperation = {
	value: 'create',
	name: 'Create',
	action: 'Create staff',
	description: 'Create employees, with their first licences where you have them',
	endpoint: 'staff.create',
	fields: [
		...nameFields.map(required),
		{
			displayName: 'Additional Fields',
			name: 'additionalFields',
			type: 'collection',
			placeholder: 'Add Field',
			default: {},
			options: [...detailFields, licencesField(false, false)].sort((a, b) =>
				a.displayName.localeCompare(b.displayName),
			),
		},
		optionsField(
			employeeBodyOption,
			additionalQueryOption,
			batchSizeOption(
				1,
				'How many items to send in one request. The service does not say whether it takes a batch as a whole, so that a refused batch is not sent again and every item of it carries the error.',
			),
		),
	],
	async runAll(items, keepGoing) {
		const { rows, results } = await prepare(items, keepGoing, employeeOf);
		const size = batchSizeOf(items[0], 1);
		for (const batch of cut(rows, size, ({ item }) => String(item.itemIndex), queryKey)) {
			const sent = await attempt(sendEmployees('staff.create', batch));
			for (const row of batch) {
				results[row.item.itemIndex] = 'error' in sent ? sent : outcome(row, sent.result, batch.length === 1);
			}
			if ('error' in sent && !keepGoing) stopAt(results);
		}
		return results.map((result) => result ?? { outcomes: [] });
	},
};
