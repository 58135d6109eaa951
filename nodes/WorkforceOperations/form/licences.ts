import type { IDataObject, INodeProperties } from 'n8n-workflow';
import { fileNameOf, isBlank, isJsonObject, type JsonObject, splitList } from '../contract';
import { plainSigns, refuseFormulaError, unspoiled } from './cells';
import { calendarDate } from './dates';
import type { Faults } from './faults';
import { dateField, textField } from './fields';
import { type ExecutionItem, inputError } from './item';
import { employeeLocator } from './locators';
import { exactNumbers, plainText, requireWholeNumber } from './read';

export const licenceEmployeeField = employeeLocator('employeeId', 'The employee who holds the licences', {
	required: true,
});

/** Base64 with a file name, as the service expects attachments. */
async function readAttachments(item: ExecutionItem, fields: unknown, label: string): Promise<IDataObject[]> {
	const { context, itemIndex } = item;
	const attachments: IDataObject[] = [];
	for (const field of splitList(fields, /,/)) {
		const binary = context.getInputData()[itemIndex]?.binary?.[field];
		if (binary === undefined) {
			const there = Object.keys(context.getInputData()[itemIndex]?.binary ?? {});
			throw inputError(
				item,
				`“${label}” names the file “${field}”, which isn’t in this row`,
				there.length === 0 ? 'This row has no file.' : `Files in this row: ${there.join(', ')}.`,
			);
		}
		const content = await context.helpers.getBinaryDataBuffer(itemIndex, field);
		const extension = binary.fileExtension ? `.${binary.fileExtension}` : '';
		attachments.push({
			attachmentBase64: content.toString('base64'),
			attachmentFileName: fileNameOf(binary.fileName ?? '') ?? `${field}${extension}`,
		});
	}
	return attachments;
}

const ATTACHMENTS = 'Input Data Field Name';

const texts = [
	textField('Licence Number', 'licenseNumber', 'The number on the licence', 'e.g. SL412345'),
	textField('Licence Type', 'licenseType', 'The licence type, as the service spells it', 'e.g. Unarmed Guarding'),
	textField('State Code', 'stateCode', 'The state that issued the licence', 'e.g. NSW'),
];

const expiryField = dateField('Expiry Date', 'expiryDate', 'The last day the licence is valid. Only the day is sent.');

const licenceFields: INodeProperties[] = [
	...texts,
	expiryField,
	textField(
		ATTACHMENTS,
		'attachments',
		'The input field with the file to attach. Separate multiple names with commas.',
		'e.g. data',
	),
];

const idField: INodeProperties = {
	...textField(
		'Licence ID',
		'licenseId',
		'The “securityLicenseId” of the licence to update. If empty, the licence is found by its number, or created.',
		'e.g. 41002',
	),
	builderHint: {
		propertyHint:
			"Leave it empty unless Get Many has read the licence: expr('{{ $json.securityLicenseId }}'). With a number and a state, the node finds the licence itself.",
	},
};

/** Only an update accepts the ids of existing licences. */
export const licencesField = (withId: boolean, required: boolean): INodeProperties => ({
	displayName: 'Licences',
	name: 'licenses',
	type: 'fixedCollection',
	typeOptions: { multipleValues: true },
	default: {},
	...(required ? { required } : {}),
	placeholder: 'Add licence',
	description: 'One entry for each licence. For a table of licences, use one item for each row.',
	options: [
		{
			displayName: 'Licence',
			name: 'licence',
			values: withId ? [...licenceFields, idField] : licenceFields,
		},
	],
});

/** n8n can't fill a list of rows with one expression, so several licences from data are several items. */
export function licenceRows(value: unknown): JsonObject[] {
	const rows = isJsonObject(value) ? value.licence : undefined;
	return Array.isArray(rows) ? rows.filter(isJsonObject) : [];
}

/** A licence in the service's format, without empty fields. */
export async function licenceInput(
	item: ExecutionItem,
	row: JsonObject,
	faults: Faults,
	withId = false,
): Promise<IDataObject> {
	const licence: IDataObject = {};
	for (const { displayName, name } of texts) {
		if (isBlank(row[name])) continue;
		licence[name] = faults.read(() => {
			const value = unspoiled(item, name, row[name], displayName);
			exactNumbers(item, value, displayName);
			return plainSigns(plainText(item, value, displayName));
		});
	}
	const expiryDate = faults.read(() => {
		refuseFormulaError(item, row.expiryDate, expiryField.displayName);
		return calendarDate(item, row.expiryDate, expiryField.displayName);
	});
	if (expiryDate !== undefined) licence.expiryDate = expiryDate;
	// An expression may give attachments that are already encoded.
	const ready =
		Array.isArray(row.attachments) && row.attachments.every(isJsonObject)
			? (row.attachments as IDataObject[])
			: undefined;
	const attachments = ready ?? (await faults.wait(readAttachments(item, row.attachments, ATTACHMENTS)));
	if (attachments !== undefined && attachments.length > 0) licence.attachments = attachments;
	if (withId && !isBlank(row.licenseId))
		licence.licenseId = faults.read(() => Number(requireWholeNumber(item, row.licenseId, idField.displayName)));
	return licence;
}
