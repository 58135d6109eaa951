import type { INodeProperties } from 'n8n-workflow';
import { dateOrderOption } from '../../form/sheetDates';
import { columnsField, dataToSendField, shownFrom } from '../../form/columns';
import {
	additionalBodyOption,
	additionalQueryOption,
	advancedOf,
	collectionField,
	optionFields,
	type ReadableField,
	requireCount,
	addedSwitch,
	textField,
} from '../../form/fields';
import { refusal } from '../../form/item';
import type { OperationItem } from '../../operations/types';
import { detailFields, nameFields } from './fields';

/** Upper limit of a batch, whatever the user enters. */
const LARGEST_BATCH = 500;

export const batchSizeOption = (standard: number, description: string): INodeProperties => ({
	displayName: 'Batch Size',
	name: 'batchSize',
	type: 'number',
	typeOptions: { minValue: 1, maxValue: LARGEST_BATCH },
	default: standard,
	description,
});

export const employeeBodyOption: INodeProperties = {
	...additionalBodyOption,
	description:
		'Fields of the employee under the API’s own names, as JSON. They replace those that the node would send; null removes one.',
};

/** The batch size: how many rows go into a request. */
export function batchSizeOf(item: OperationItem | undefined, standard: number): number {
	if (item === undefined) return standard;
	return requireCount(item, advancedOf(item).batchSize ?? standard, 'Batch Size', LARGEST_BATCH);
}

/** The optional fields of the form, in the order that n8n requires. */
export const moreFields = (displayName: string, name: string, fields: INodeProperties[]): INodeProperties =>
	shownFrom('fields', collectionField(displayName, name, 'Add field', fields));

export const FIELDS_TO_EMPTY_LABEL = 'Fields to Empty';

/** Text fields only: whether the service accepts an empty date or number is undocumented. */
export const emptiable = detailFields.filter(
	({ name, type }) => type === 'string' && name !== 'employeeReferenceNumber',
);

/** `fieldsToEmpty`: because an empty cell or field changes nothing, fields to be emptied are named here. */
export const fieldsToEmptyField: INodeProperties = {
	displayName: FIELDS_TO_EMPTY_LABEL,
	name: 'fieldsToEmpty',
	type: 'multiOptions',
	options: emptiable.map(({ displayName, name }) => ({ name: displayName, value: name })),
	default: [],
	description: 'What is to be deleted of the employee. A field that is left empty anywhere else is not changed.',
	builderHint: {
		propertyHint: "The names of fields such as ['mobile'], only where the user wants their values deleted.",
	},
};

export const previewOption = addedSwitch({
	displayName: 'Preview Only',
	name: 'previewOnly',
	description:
		'Whether to only say what a run would do. Nothing is written; each row says what would be created or changed, and from what.',
	builderHint: {
		propertyHint:
			'Set to true for a first run over a new sheet, so that people can read what would change; a run without it then writes just that.',
	},
});

export const reportMissingOption = addedSwitch({
	displayName: 'Report Who Is Not in the Data',
	name: 'reportMissing',
	description:
		'Whether to add active employees in no row as “notInData” items. Not in a loop: each round sees some rows only. No endpoint deactivates anybody.',
});

const STOP_IF_MORE_THAN = 'Stop If More Than';

export const writeLimitOption: ReadableField<number> = {
	field: {
		displayName: STOP_IF_MORE_THAN,
		name: 'stopIfMoreThan',
		type: 'number',
		typeOptions: { minValue: 0 },
		// No brake by default would protect nobody who has added it.
		default: 50,
		description:
			'Write nothing if more rows than this would be created or changed; 0 is no limit. Fields that can’t be compared count as changed.',
	},
	read(item, { stopIfMoreThan: value } = {}) {
		const limit = typeof value === 'boolean' ? Number.NaN : Number(value);
		if (Number.isSafeInteger(limit) && limit >= 0) return limit;
		throw refusal(item, STOP_IF_MORE_THAN, 'must be a whole number of 0 or more', value, '0 stands for no limit.');
	},
};

export const UPSERT_BATCH = 25;

const UPSERT_COLUMNS = 'Which column fills which field. An empty cell changes nothing.';

/** A notice, because n8n doesn't show the description of a resource mapper. */
const BY_NAME =
	'Names need not be exactly the same: Surname, E-mail or DOB are found, too. An empty cell changes nothing.';

export const matchByField: INodeProperties = {
	displayName: 'Match By',
	name: 'matchBy',
	type: 'options',
	options: [
		{
			name: 'Email',
			value: 'email',
			description: 'Upper and lower case do not matter',
		},
		{
			name: 'Employee Number',
			value: 'employeeId',
			description: 'The number that your company gives. Who has none there yet is looked for by e-mail.',
		},
		{
			name: 'ID',
			value: 'id',
			description: 'The internal ID of the service. With it nobody is created.',
		},
	],
	default: 'email',
	description: 'What tells whose row it is. Inactive employees are found as well.',
	builderHint: {
		propertyHint:
			"'email' for a sheet of people, unless it has the company's employee numbers, which change less often; 'id' only where an earlier node of this service gave the ID.",
	},
};

export const upsertFields: INodeProperties[] = [
	matchByField,
	{ ...dataToSendField('columns'), hint: BY_NAME },
	shownFrom('columns', columnsField('getStaffColumns', UPSERT_COLUMNS)),
	shownFrom('fields', {
		...textField('ID', 'id', 'The internal ID of the service, not the employee number', 'e.g. 301'),
		displayOptions: { show: { matchBy: ['id'] } },
	}),
	...nameFields.map((field) => shownFrom('fields', field)),
	moreFields('Additional Fields', 'additionalFields', detailFields),
	...optionFields(
		[dateOrderOption.field, previewOption.field, reportMissingOption.field, writeLimitOption.field],
		[
			employeeBodyOption,
			additionalQueryOption,
			batchSizeOption(
				UPSERT_BATCH,
				'How many rows to send in one request. A refused batch is halved until the bad rows stand alone. New people in doubt are never sent again.',
			),
		],
	),
];
