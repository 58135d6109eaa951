import type { IDataObject, INodeProperties } from 'n8n-workflow';
import { isBlank, type JsonObject } from '../../contract';
import { cut, perhapsInPart } from '../../operations/batches';
import { stopAt } from '../../operations/progress';
import { attempt } from '../../transport';
import { additionalQueryOption, optionsField } from '../../form/fields';
import { licenceInput, licenceRows, licencesField } from '../../form/licences';
import { collection, inputError, parameter } from '../../form/item';
import { type BatchOperation, type OperationItem } from '../../operations/types';
import { confirmed, type Matching } from './confirmed';
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

const same = (one: unknown, other: unknown): boolean =>
	String(one ?? '')
		.trim()
		.toLowerCase() ===
	String(other ?? '')
		.trim()
		.toLowerCase();

const matching: Matching = {
	/** Two people may have one e-mail address; their names then tell them apart. */
	candidates(body, records) {
		const sameEmail = records.filter(({ email }) => same(email, body.email));
		const sameName = sameEmail.filter(
			({ firstName, lastName }) => same(firstName, body.firstName) && same(lastName, body.lastName),
		);
		return [...sameName, ...sameEmail.filter(({ firstName, lastName }) => isBlank(firstName) && isBlank(lastName))];
	},
	told: (body, created) => ({
		created,
		firstName: String(body.firstName),
		lastName: String(body.lastName),
		email: String(body.email),
	}),
};

/** The only record of a request with one row is that row's, unless it says that it is another one's. */
const alone: Matching = {
	...matching,
	candidates: (body, records) => records.filter(({ email }) => isBlank(email) || same(email, body.email)),
};

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
			const told = 'result' in sent ? confirmed(batch, sent.result, batch.length === 1 ? alone : matching) : [];
			const failed = 'error' in sent ? { error: perhapsInPart(sent.error, batch.length) } : undefined;
			for (const [index, row] of batch.entries()) results[row.item.itemIndex] = failed ?? told[index];
			if ('error' in sent && !keepGoing) stopAt(results);
		}
		return results.map((result) => result ?? { outcomes: [] });
	},
};
