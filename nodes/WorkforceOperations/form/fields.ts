import type { IDataObject, IDisplayOptions, INodeProperties, INodePropertyOptions } from 'n8n-workflow';
import { byName, describePlace, type EndpointId, endpoints, isBlank, isOpen } from '../contract';
import { collection, flag, inputError, type Item, oneOf, parameter } from './item';

export const textField = (
	displayName: string,
	name: string,
	description?: string,
	placeholder?: string,
): INodeProperties => ({
	displayName,
	name,
	type: 'string',
	default: '',
	...(placeholder === undefined ? {} : { placeholder }),
	...(description === undefined ? {} : { description }),
});

export const dateField = (displayName: string, name: string, description: string): INodeProperties => ({
	displayName,
	name,
	type: 'dateTime',
	default: '',
	description,
});

/** A field that reads itself, so that its errors use its label. */
export interface ReadableField<Value> {
	field: INodeProperties;
	/** Throws for an invalid value. `values`: the collection that contains the field. */
	read(item: Item, values?: IDataObject): Value;
}

const valueOf = (item: Item, name: string, values: IDataObject | undefined): unknown =>
	values === undefined ? parameter(item, name) : values[name];

type Described = Omit<INodeProperties, 'type' | 'options' | 'typeOptions' | 'default'>;

export const switchField = (described: Described & { default?: true }): ReadableField<boolean> => ({
	field: { type: 'boolean', default: false, ...described },
	read: (item, values) => flag(item, valueOf(item, described.name, values), described.displayName, described.default),
});

/** A switch in a collection; adding it switches it on. */
export const addedSwitch = (described: Described): ReadableField<boolean> => {
	const { field, read } = switchField(described);
	return { field: { ...field, default: true }, read };
};

/** Errors name `choices` in this order; the form sorts them by label, as n8n requires. */
export function choiceField<Value extends string>({
	choices,
	...described
}: Described & {
	choices: Readonly<Record<Value, Omit<INodePropertyOptions, 'value'>>>;
	default: NoInfer<Value>;
}): ReadableField<Value | undefined> {
	const values = Object.keys(choices) as Value[];
	const options = values.map((value) => ({ ...choices[value], value }));
	options.sort((one, other) => byName(one.name, other.name));
	return {
		field: { type: 'options', options, ...described },
		read: (item, given) => oneOf(item, valueOf(item, described.name, given), described.displayName, values),
	};
}

/** A whole number of 1 or more; the default if empty. */
export const countField = ({
	maximum,
	...described
}: Described & { maximum: number; default: number }): ReadableField<number> => ({
	field: { type: 'number', typeOptions: { minValue: 1, maxValue: maximum }, ...described },
	read(item, values) {
		const value = valueOf(item, described.name, values);
		return isBlank(value) ? described.default : requireCount(item, value, described.displayName, maximum);
	},
});

type Shown = NonNullable<IDisplayOptions['show']>;

const returnAllField = switchField({
	displayName: 'Return All',
	name: 'returnAll',
	description: 'Whether to return all results or only up to a given limit',
});

const limit = { displayName: 'Limit', name: 'limit', default: 50 } as const;

/** `maximum`: the largest value that the service accepts. */
export const limitField = (maximum?: number): INodeProperties => ({
	...limit,
	type: 'number',
	typeOptions: { minValue: 1, ...(maximum === undefined ? {} : { maxValue: maximum }) },
	description: 'Max number of results to return',
});

/** With the display conditions of the other fields. */
export const limitFields = (shown: Shown = {}): INodeProperties[] => [
	{ ...returnAllField.field, ...(Object.keys(shown).length === 0 ? {} : { displayOptions: { show: shown } }) },
	{ ...limitField(), displayOptions: { show: { ...shown, returnAll: [false] } } },
];

/** Throws with the field's label unless it is a whole number from 1 to `maximum`. */
export function requireCount(item: Item, value: unknown, label: string, maximum?: number): number {
	const count = Number(value);
	if (!Number.isInteger(count) || count < 1 || count > (maximum ?? Number.MAX_SAFE_INTEGER)) {
		const range = maximum === undefined ? 'of 1 or more' : `from 1 to ${maximum}`;
		throw inputError(item, `“${label}” must be a whole number ${range}`);
	}
	return count;
}

export const limitOf = (item: Item, maximum?: number): number =>
	requireCount(item, parameter(item, limit.name, limit.default), limit.displayName, maximum);

/** Undefined for all records (`returnAll`). */
export const readLimit = (item: Item): number | undefined => (returnAllField.read(item) ? undefined : limitOf(item));

export const simplifyField = switchField({
	displayName: 'Simplify',
	name: 'simplify',
	description: 'Whether to return a simplified version of the response instead of the raw data',
	default: true,
});

export const pageSizeOption = (maximum = 0): INodeProperties => ({
	displayName: 'Page Size',
	name: 'pageSize',
	type: 'number',
	typeOptions: { minValue: 1, ...(maximum > 0 ? { maxValue: maximum } : {}) },
	default: 100,
	description:
		'How many records to request at once. Larger pages mean fewer requests, but the service may limit their size.',
});

/** For options that send one request per record. */
export const oneRequestEach = (records: string): string => `Takes about a minute for every 60 ${records}`;

/** For parameters whose name is assumed. */
export const ASSUMED_NAME =
	'The API’s name for this parameter is an assumption. You can send it under another name in Advanced Options.';

export const nameValueField = (
	displayName: string,
	name: string,
	placeholder: string,
	description: string,
): INodeProperties => ({
	displayName,
	name,
	type: 'fixedCollection',
	typeOptions: { multipleValues: true },
	default: {},
	placeholder,
	description,
	options: [
		{
			displayName: 'Parameters',
			name: 'parameters',
			values: [
				{ displayName: 'Name', name: 'name', type: 'string', default: '' },
				{ displayName: 'Value', name: 'value', type: 'string', default: '' },
			],
		},
	],
});

export const additionalQueryOption = nameValueField(
	'Additional Query Parameters',
	'additionalQuery',
	'Add parameter',
	'Parameters by their API names. They replace what the node would send; an empty value removes the parameter.',
);

export const additionalBodyOption: INodeProperties = {
	displayName: 'Additional Body Fields',
	name: 'additionalBody',
	type: 'json',
	default: '{}',
	description:
		'Body fields by their API names, as JSON. They replace what the node would send; null removes the field.',
};

export const includePageInfoOption = addedSwitch({
	displayName: 'Include Page Info',
	name: 'includePageInfo',
	description:
		'Whether to add “pageInfo” to each record: the service’s counts, and the cursors to continue from. An empty list returns one item.',
});

export const localTimesOption = addedSwitch({
	displayName: 'Local Times',
	name: 'localTimes',
	description:
		'Whether to show times in the site’s time zone or, if it’s unknown, the workflow’s. Excel files have local times unless you switch this off.',
	builderHint: {
		propertyHint:
			'Set to true if people will read the times in a sheet, a file or a message. Otherwise times are UTC, except in an Excel file.',
	},
});

/** Each operation describes it in its own words. */
export const flattenOption = addedSwitch({
	displayName: 'Flatten',
	name: 'flatten',
	builderHint: {
		propertyHint:
			'Set to true if the data goes into a spreadsheet, a CSV file or a table; no Edit Fields or Code node is needed to split objects.',
	},
});

/** For workflows that read a list in portions. */
export const startCursorOption: INodeProperties = {
	displayName: 'Start Cursor',
	name: 'startCursor',
	type: 'string',
	default: '',
	placeholder: 'e.g. {{ $json.pageInfo.nextCursor }}',
	description: 'Where to continue: “nextCursor” or “previousCursor” from an earlier run’s page info',
};

export const directionOption: INodeProperties = {
	displayName: 'Direction',
	name: 'direction',
	type: 'options',
	options: [
		{ name: 'Forwards', value: 'next' },
		{ name: 'Backwards', value: 'prev' },
	],
	default: 'next',
	description: 'The direction in which to read the list from the start cursor',
};

/** Filters by text that accompany a picker come last. */
const isOfText = ({ displayName }: INodeProperties): number => Number(displayName.endsWith('(Text)'));

/** In the alphabetical order that n8n requires. */
export const collectionField = (
	displayName: string,
	name: string,
	placeholder: string,
	fields: readonly INodeProperties[],
): INodeProperties => ({
	displayName,
	name,
	type: 'collection',
	placeholder,
	default: {},
	options: [...fields].sort((a, b) => isOfText(a) - isOfText(b) || byName(a.displayName, b.displayName)),
});

export const optionsField = (...options: INodeProperties[]): INodeProperties =>
	collectionField('Options', 'options', 'Add option', options);

export const filtersField = (...filters: INodeProperties[]): INodeProperties =>
	collectionField('Filters', 'filters', 'Add filter', filters);

/** Options that need knowledge of the API. */
const advancedField = (...options: INodeProperties[]): INodeProperties => ({
	...collectionField('Advanced Options', 'advanced', 'Add advanced option', options),
	description: 'For people who know the service’s API',
});

/** An empty collection is left out. */
export const optionFields = (options: INodeProperties[], advanced: INodeProperties[]): INodeProperties[] => [
	...(options.length === 0 ? [] : [optionsField(...options)]),
	...(advanced.length === 0 ? [] : [advancedField(...advanced)]),
];

export const advancedOf = (item: Item): IDataObject => collection(item, 'advanced');

/** The hint below the operation: which key a resource needs. */
export function accessWords(ids: EndpointId[]): string {
	if (ids.length === 0)
		return 'The path determines which type of API key is needed and which of the credential’s keys is used.';
	const closed = ids.map((id) => endpoints[id].access).filter((access) => !isOpen(access));
	if (closed.length === 0) return 'Works with every type of API key.';
	return `Needs ${[...new Set(closed.map(describePlace))].join(', or ')}.`;
}

type FieldExpression = `$parameter[${string}`;

/** Maps values to labels inside an expression, because the editor shows the expression's result as it is. */
const lookupTable = (names: Readonly<Record<string, string>>): string => `(${JSON.stringify(names)})`;

/** The label of the value, or the value itself if it isn't in the form. */
export const subtitleOf = (value: FieldExpression, names: Readonly<Record<string, string>>): string =>
	`={{ ${lookupTable(names)}[${value}] || ${value} }}`;

export const subtitleOfSeveral = (values: FieldExpression, names: Readonly<Record<string, string>>): string =>
	`={{ (${values} || []).map(value => ${lookupTable(names)}[value] || value).join(", ") }}`;
