import type { IDataObject, INodeProperties } from 'n8n-workflow';
import type { JsonObject } from '../../contract';
import { cut, perhapsInPart } from '../../operations/batches';
import { stopAt } from '../../operations/progress';
import { attempt, Silence, withCreations } from '../../transport';
import { plainText } from '../../form/checks';
import { columnsField, dataToSendField, shownFrom } from '../../form/columns';
import { additionalQueryOption, optionsField } from '../../form/fields';
import { licenceInput, licenceRows, licencesField } from '../../form/licences';
import { collection, inputError, parameter } from '../../form/item';
import { notSentError } from '../../operations/notSent';
import { type BatchOperation, type OperationItem } from '../../operations/types';
import { columnsOfNew } from './columns';
import { alone, byEmail, confirmed } from './confirmed';
import { tellCreated } from './createOnce';
import { detailFields, emailOf, employeeFields, nameFields } from './employee';
import { screen, twinErrors } from './twins';
import {
	batchSizeOf,
	batchSizeOption,
	employeeBodyOption,
	prepare,
	queryKey,
	sendEmployees,
	withAdditional,
} from './shared';
import { type Given, moreFields, type Source, sourceOf, tell } from './source';

const COLUMNS =
	'The columns of the input and the fields they fill. An empty cell is not sent. A licence number, with its type, state and expiry date, is the first licence of the employee.';

const WHY = 'The service needs first name, last name and e-mail of everybody.';

function needed(item: OperationItem, values: JsonObject, { name, displayName }: INodeProperties): string {
	if (name === 'email') return emailOf(item, values.email);
	const value = plainText(item, values[name] ?? '', displayName);
	if (value === '') throw inputError(item, `“${displayName}” is empty`, WHY);
	return value;
}

const fromForm = (item: OperationItem): Given => ({
	values: {
		...collection(item, 'additionalFields'),
		...Object.fromEntries(nameFields.map(({ name }) => [name, parameter(item, name)])),
	},
});

async function employeeOf(item: OperationItem, source: Source): Promise<JsonObject> {
	for (const { name } of nameFields) source.demand(item, name, WHY);
	const { values, licence } = await source.given(item);
	const licenses: IDataObject[] = licence === undefined ? [] : [licence];
	for (const row of licenceRows(values.licenses)) licenses.push(await licenceInput(item, row, false));
	const names = Object.fromEntries(nameFields.map((field) => [field.name, needed(item, values, field)]));
	return withAdditional(item, {
		...employeeFields(item, values),
		...names,
		...(licenses.length > 0 ? { licenses } : {}),
	});
}

const required = (field: INodeProperties): INodeProperties => ({ ...field, required: true });

export const create: BatchOperation = {
	value: 'create',
	name: 'Create',
	action: 'Create staff',
	description:
		'Create employees with their first licences, without looking who is there already; Create or Update does that',
	endpoint: 'staff.create',
	fields: [
		dataToSendField('fields'),
		shownFrom('columns', columnsField('getStaffColumns', COLUMNS)),
		...nameFields.map((field) => shownFrom('fields', required(field))),
		moreFields('Additional Fields', 'additionalFields', [...detailFields, licencesField(false, false)]),
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
		const [first] = items;
		if (first === undefined) return [];
		const source = sourceOf(items, 'fields', columnsOfNew, fromForm);
		const { rows: made, results } = await prepare(items, keepGoing, async (item) => await employeeOf(item, source));
		// In a form each item is meant; in a sheet a person may stand twice.
		const doubled = source.isTable ? twinErrors(made, ({ body }) => body.email, 'The Email') : new Map();
		const rows = screen(made, doubled, results, keepGoing);
		tell(items, source.hint);
		const size = batchSizeOf(first, 1);
		const silence = new Silence();
		return await withCreations(first.connection, async (creations) => {
			for (const batch of cut(rows, size, ({ item }) => String(item.itemIndex), queryKey)) {
				if (silence.lasts) {
					for (const { item } of batch) results[item.itemIndex] = { error: notSentError(item) };
					continue;
				}
				const sent = await attempt(sendEmployees('staff.create', batch));
				silence.note(sent);
				const told = 'result' in sent ? confirmed(batch, sent.result, batch.length === 1 ? alone : byEmail) : [];
				const failed = 'error' in sent ? { error: perhapsInPart(sent.error, batch.length) } : undefined;
				for (const [index, { item, body }] of batch.entries()) {
					const result = failed ?? told[index] ?? { outcomes: [] };
					results[item.itemIndex] = result;
					tellCreated(creations, body, result);
				}
				if ('error' in sent && !keepGoing) stopAt(results);
			}
			return results.map((result) => result ?? { outcomes: [] });
		});
	},
};
