import type { IDataObject, INodeProperties } from 'n8n-workflow';
import type { JsonObject } from '../../contract';
import { splitIntoBatches, mayHaveBeenWrittenInPart } from '../../operations/batches';
import { notSentError, stopRun } from '../../operations/runReport';
import { settle, OutageDetector, withCreationLocks } from '../../transport';
import { plainText } from '../../form/read';
import { columnsField, dataToSendField, shownFrom } from '../../form/columns';
import { optionFields } from '../../form/advanced';
import { additionalQueryOption } from '../../form/fields';
import { licenceInput, licenceRows, licencesField } from '../../form/licences';
import { collection, inputError, parameter } from '../../form/item';
import { type BatchOperation, type OperationItem } from '../../operations/types';
import { columnsOfNew } from './columns';
import { soleRecord, byEmail, writeResults } from './writeResults';
import { noteCreation } from './createOnce';
import { detailFields, emailOf, employeeFields, nameFields } from './fields';
import { rejectRows, duplicateErrors } from './duplicateRows';
import {
	batchSizeOf,
	batchSizeOption,
	employeeBodyOption,
	prepare,
	queryKey,
	sendEmployees,
	withAdditional,
} from './batchWrite';
import { type RowValues, moreFields, type RowInput, rowInput, sayHint } from './rowInput';

const CREATE_COLUMNS =
	'Which column fills which field. An empty cell is not sent. A licence number is the first licence of the employee.';

const WHY = 'The service needs first name, last name and e-mail of everybody.';

function requiredValue(item: OperationItem, values: JsonObject, { name, displayName }: INodeProperties): string {
	if (name === 'email') return emailOf(item, values.email);
	const value = plainText(item, values[name] ?? '', displayName);
	if (value === '') throw inputError(item, `“${displayName}” is empty`, WHY);
	return value;
}

const createInput = (item: OperationItem): RowValues => ({
	values: {
		...collection(item, 'additionalFields'),
		...Object.fromEntries(nameFields.map(({ name }) => [name, parameter(item, name)])),
	},
});

async function readNewEmployee(item: OperationItem, source: RowInput): Promise<JsonObject> {
	for (const { name } of nameFields) source.requireColumn(item, name, WHY);
	const { values, licence } = await source.values(item);
	const licenses: IDataObject[] = licence === undefined ? [] : [licence];
	for (const row of licenceRows(values.licenses)) licenses.push(await licenceInput(item, row, false));
	const names = Object.fromEntries(nameFields.map((field) => [field.name, requiredValue(item, values, field)]));
	return withAdditional(item, {
		...employeeFields(item, values),
		...names,
		...(licenses.length > 0 ? { licenses } : {}),
	});
}

export const create: BatchOperation = {
	value: 'create',
	name: 'Create',
	action: 'Create staff',
	description:
		'Create employees with their first licences, without looking who is there already; Create or Update does that',
	endpoint: 'staff.create',
	fields: [
		dataToSendField('fields'),
		shownFrom('columns', columnsField('getStaffColumns', CREATE_COLUMNS)),
		...nameFields.map((field) => shownFrom('fields', { ...field, required: true })),
		moreFields('Additional Fields', 'additionalFields', [...detailFields, licencesField(false, false)]),
		...optionFields(
			[],
			[
				employeeBodyOption,
				additionalQueryOption,
				batchSizeOption(
					1,
					'How many items to send in one request. A batch that the service refuses is not sent again: every item of it carries the error.',
				),
			],
		),
	],
	async runAll(items, keepGoing) {
		const [first] = items;
		if (first === undefined) return [];
		const source = rowInput(items, 'fields', columnsOfNew, createInput);
		const { rows: made, results } = await prepare(items, keepGoing, (item) => readNewEmployee(item, source));
		// Form input is deliberate for each item; a sheet may list a person twice by mistake.
		const doubled = source.isTable ? duplicateErrors(made, ({ body }) => body.email, 'The Email') : new Map();
		const rows = rejectRows(made, doubled, results, keepGoing);
		sayHint(items, source.hint);
		const batches = splitIntoBatches(rows, batchSizeOf(first, 1), ({ item }) => String(item.itemIndex), queryKey);
		const outage = new OutageDetector();
		return await withCreationLocks(first.connection, async (creations) => {
			for (const batch of batches) {
				if (outage.lasts) {
					for (const { item } of batch) results[item.itemIndex] = { error: notSentError(item) };
					continue;
				}
				const sent = await settle(sendEmployees('staff.create', batch));
				outage.note(sent);
				const written =
					'result' in sent ? writeResults(batch, sent.result, batch.length === 1 ? soleRecord : byEmail) : [];
				const failed = 'error' in sent ? { error: mayHaveBeenWrittenInPart(sent.error, batch.length) } : undefined;
				for (const [index, { item, body }] of batch.entries()) {
					const result = failed ?? written[index] ?? { outcomes: [] };
					results[item.itemIndex] = result;
					noteCreation(creations, body, result);
				}
				if ('error' in sent && !keepGoing) stopRun(results);
			}
			return results.map((result) => result ?? { outcomes: [] });
		});
	},
};
