import type { INodeProperties } from 'n8n-workflow';
import {
	addedSwitch,
	includePageInfoOption,
	limitFields,
	nameValueField,
	optionFields,
	switchField,
} from '../../form/fields';
import { allowWritesField, AS_TOOL } from '../../form/toolOutput';
import { outputFieldsOptions } from '../../form/tickedFields';
import { largestFileOption } from '../../operations/attachFiles';
import { ifIncompleteOption } from '../../operations/ifIncomplete';
import { byName, isBlank, isKeyField, KEY_FIELDS, KEY_LABELS, type KeyField } from '../../contract';
import { inputError, type Item, parameter } from '../../form/item';

/** By default the path decides which key a request uses. */
const keyFieldPicker: INodeProperties = {
	displayName: 'Key',
	name: 'key',
	type: 'options',
	options: [
		{ name: 'Chosen by the Path', value: '', description: 'The key for this path' },
		...KEY_FIELDS.map((value) => ({ name: KEY_LABELS[value], value })).sort((a, b) => byName(a.name, b.name)),
	],
	default: '',
	description: 'Which of the credential’s separate keys to use',
};

/** Undefined if the path decides. */
export function chosenKey(item: Item): KeyField | undefined {
	const value: unknown = parameter(item, 'key', '');
	if (isBlank(value)) return undefined;
	if (isKeyField(value)) return value;
	throw inputError(
		item,
		'“Key” is not one of the credential’s keys',
		`It must be one of ${KEY_FIELDS.join(', ')}, or empty.`,
	);
}

export const METHODS = ['DELETE', 'GET', 'PATCH', 'POST', 'PUT'] as const;

export const downloadFileOption = addedSwitch({
	displayName: 'Download File',
	name: 'downloadFile',
	description:
		'Whether to return the response as a file in the field “data”, for exports and other responses that aren’t JSON',
});

export const unwrapOption = switchField({
	displayName: 'Unwrap Envelope',
	name: 'unwrap',
	default: true,
	description:
		'Whether to return the records inside the response. If off, the service’s whole response is one item, and no further pages are read.',
});

export const customFields: INodeProperties[] = [
	{
		displayName: 'Method',
		name: 'method',
		type: 'options',
		options: METHODS.map((method) => ({ name: method, value: method })),
		default: 'GET',
	},
	{
		displayName: 'Path',
		name: 'path',
		type: 'string',
		default: '',
		required: true,
		placeholder: 'e.g. /api/external/customers',
		description: 'The path after the service’s address, beginning with a slash',
	},
	keyFieldPicker,
	nameValueField('Query Parameters', 'query', 'Add parameter', 'The query parameters to send'),
	nameValueField('Headers', 'headers', 'Add header', 'Headers to send in addition to the credential’s'),
	{
		displayName: 'Body',
		name: 'body',
		type: 'json',
		default: '{}',
		description: 'The body, as JSON',
		displayOptions: { show: { method: ['DELETE', 'PATCH', 'POST', 'PUT'] } },
	},
	{ ...allowWritesField, displayOptions: { ...allowWritesField.displayOptions, hide: { method: ['GET'] } } },
	...limitFields({ method: ['GET'] }),
	...optionFields(
		[
			downloadFileOption.field,
			{
				...ifIncompleteOption.field,
				displayOptions: {
					show: { '/method': ['GET'] },
					hide: { ...AS_TOOL, downloadFile: [true], unwrap: [false] },
				},
			},
			largestFileOption.field,
			...outputFieldsOptions({}).map((option) => ({ ...option, displayOptions: { show: { '/method': ['GET'] } } })),
			unwrapOption.field,
		],
		[
			{
				...includePageInfoOption.field,
				description: 'Whether to add “pageInfo” to each record, with the response’s counts and cursors',
			},
		],
	),
];
