import type { IDataObject, INodeProperties } from 'n8n-workflow';
import { isBlank, isJsonObject } from '../../contract';
import { columnsField, dataToSendField, shownFrom } from '../../form/columns';
import {
	addedSwitch,
	additionalBodyOption,
	additionalQueryOption,
	advancedOf,
	choiceField,
	collectionField,
	optionFields,
	type ReadableField,
	requireCount,
	textField,
} from '../../form/fields';
import { collection, inputError, refusal } from '../../form/item';
import { dateOrderOption } from '../../form/sheetDates';
import type { OperationItem } from '../../operations/types';
import { forEditor } from '../../transport';
import { detailFields, nameFields } from './fields';
import { MATCH_LABELS, type MatchBy } from './people';

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
		'Employee fields by their API names, as JSON. They replace what the node would send; null removes the field.',
};

/** Rows per request. */
export function batchSizeOf(item: OperationItem | undefined, standard: number): number {
	if (item === undefined) return standard;
	return requireCount(item, advancedOf(item).batchSize ?? standard, 'Batch Size', LARGEST_BATCH);
}

/** Optional form fields, in the order that n8n requires. */
export const moreFields = (displayName: string, name: string, fields: INodeProperties[]): INodeProperties =>
	shownFrom('fields', collectionField(displayName, name, 'Add field', fields));

export const FIELDS_TO_EMPTY_LABEL = 'Fields to Clear';

/** Text fields only: whether the service accepts an empty date or number is undocumented. */
export const emptiable = detailFields.filter(
	({ name, type }) => type === 'string' && name !== 'employeeReferenceNumber',
);

/** Names the fields to clear, because an empty cell or field changes nothing. */
export const fieldsToEmptyField: INodeProperties = {
	displayName: FIELDS_TO_EMPTY_LABEL,
	name: 'fieldsToEmpty',
	type: 'multiOptions',
	options: emptiable.map(({ displayName, name }) => ({ name: displayName, value: name })),
	default: [],
	description: 'Fields to clear for this employee. Leaving a field empty anywhere else doesn’t change it.',
	builderHint: {
		propertyHint: "Names of fields, such as ['mobile'], but only if the user wants their values deleted.",
	},
};

const previewOption = addedSwitch({
	displayName: 'Preview Only',
	name: 'previewOnly',
	description:
		'Whether to only show what a run would do. Nothing is written; each row shows what the run would create or change.',
	builderHint: {
		propertyHint:
			'Set to true for a first run with a new sheet, so that people can see what would change; a run without it then writes exactly that.',
	},
});

const reportMissingOption = addedSwitch({
	displayName: 'Report Employees Missing From the Data',
	name: 'reportMissing',
	description:
		'Whether to add active employees without a row, as “notInData” items. Don’t use it in a loop: each pass sees only some rows.',
});

const STOP_IF_MORE_THAN = 'Stop If More Than';

const writeLimitOption: ReadableField<number> = {
	field: {
		displayName: STOP_IF_MORE_THAN,
		name: 'stopIfMoreThan',
		type: 'number',
		typeOptions: { minValue: 0 },
		// A default without a limit would protect nobody who adds the option.
		default: 50,
		description:
			'Write nothing if more rows than this would be created or changed; 0 means no limit. Fields that can’t be compared count as changed.',
	},
	read(item, { stopIfMoreThan: value } = {}) {
		const limit = typeof value === 'boolean' ? Number.NaN : Number(value);
		if (Number.isSafeInteger(limit) && limit >= 0) return limit;
		throw refusal(item, STOP_IF_MORE_THAN, 'must be a whole number, 0 or more', value, '0 means no limit.');
	},
};

export const UPSERT_BATCH = 25;

const UPSERT_COLUMNS = 'Which column fills which field. An empty cell changes nothing.';

/** A notice, because n8n doesn't show the description of a resource mapper. */
const BY_NAME = 'Common headings such as Surname, E-mail or DOB are recognised. An empty cell changes nothing.';

export const matchByField = choiceField<MatchBy>({
	displayName: 'Match By',
	name: 'matchBy',
	default: 'email',
	description: 'How rows are matched to employees. Inactive employees are found too.',
	choices: {
		email: { name: MATCH_LABELS.email, description: 'Upper and lower case are treated the same' },
		employeeId: {
			name: MATCH_LABELS.employeeId,
			description: 'Your company’s employee number. Employees without one are found by e-mail.',
		},
		id: { name: MATCH_LABELS.id, description: 'The service’s internal ID. Matching by ID never creates an employee.' },
	},
	builderHint: {
		propertyHint:
			"'email' for a sheet of people, unless it has the company's employee numbers, which change less often; 'id' only if an earlier node for this service returned the ID.",
	},
});

export const upsertFields: INodeProperties[] = [
	matchByField.field,
	{ ...dataToSendField('columns'), hint: BY_NAME },
	shownFrom('columns', columnsField('getStaffColumns', UPSERT_COLUMNS)),
	shownFrom('fields', {
		...textField('ID', 'id', 'The service’s internal ID, not the employee number', 'e.g. 301'),
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
				'How many rows to send per request. A refused batch is split to find the bad rows. New employees who may have been created are never sent again.',
			),
		],
	),
];

/** Options of Create or Update that show a run before it writes, or stop it from writing too much. */
export interface Safeguards {
	previewOnly: boolean;
	/** How many rows may be created or changed; undefined for no limit. */
	limit: number | undefined;
	reportMissing: boolean;
}

const DIFFERS =
	'The safeguard applies to the whole run: use a fixed value, or an expression that is the same for every row.';

/** The value of an added safeguard. Throws if it is empty or differs between rows: it would protect nobody. */
function agreed<Value>(
	items: readonly OperationItem[],
	options: readonly IDataObject[],
	{ field: { name, displayName: label }, read }: ReadableField<Value>,
): Value | undefined {
	// The options before expressions: one that resolves to nothing may be missing afterwards.
	const form: unknown = items[0]?.node.parameters.options;
	if (!(isJsonObject(form) && name in form)) return undefined;
	let first: Value | undefined;
	for (const [index, item] of items.entries()) {
		if (isBlank(options[index]?.[name])) {
			throw inputError(item, `“${label}” was added but left empty`, [
				'Nothing was read or written.',
				forEditor(
					'Enter a value, correct the expression, or remove the option.',
					'Ask a person to correct the option.',
				),
			]);
		}
		const given = read(item, options[index]);
		first ??= given;
		if (given !== first)
			throw inputError(item, `“${label}” differs between row 1 and row ${item.itemIndex + 1}`, DIFFERS);
	}
	return first;
}

/** Reads the safeguards of a run, which are the same for all of its items. */
export function safeguardsOf(items: readonly OperationItem[]): Safeguards {
	const options = items.map((item) => collection(item, 'options'));
	const previewOnly = agreed(items, options, previewOption);
	const limit = agreed(items, options, writeLimitOption) ?? 0;
	const reportMissing = agreed(items, options, reportMissingOption) === true;
	return {
		previewOnly: previewOnly === true || items.some(({ connection }) => connection.agent?.allowsWrites === false),
		limit: limit > 0 ? limit : undefined,
		reportMissing,
	};
}
