import type { INodeProperties } from 'n8n-workflow';
import { describeAccess, type EndpointId, endpoints, isOpen } from '../contract';

export const simplifyField: INodeProperties = {
	displayName: 'Simplify',
	name: 'simplify',
	type: 'boolean',
	default: true,
	description: 'Whether to return a simplified version of the response instead of the raw data',
};

export const pageSizeOption = (maximum = 0): INodeProperties => ({
	displayName: 'Page Size',
	name: 'pageSize',
	type: 'number',
	typeOptions: { minValue: 1, ...(maximum > 0 ? { maxValue: maximum } : {}) },
	default: 100,
	description:
		'How many records to ask for in one request. Larger pages need fewer requests, which the service limits per minute; it may answer with fewer.',
});

/** Ends the description of a parameter whose name is not documented. */
export const ASSUMED_NAME =
	'The name of this parameter is assumed; it can be replaced under Additional Query Parameters';

/** Rows of names and values. */
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
	'Add Parameter',
	'Parameters to add to the request under the API’s own names. They replace those that the node would send; an empty value removes one.',
);

export const additionalBodyOption: INodeProperties = {
	displayName: 'Additional Body Fields',
	name: 'additionalBody',
	type: 'json',
	default: '{}',
	description:
		'Fields to add to the body of the request under the API’s own names, as JSON. They replace those that the node would send; null removes one.',
};

export const includePageInfoOption: INodeProperties = {
	displayName: 'Include Page Info',
	name: 'includePageInfo',
	type: 'boolean',
	default: false,
	description:
		'Whether to add “pageInfo” to each record: how many records there are where the service counts them, and the cursors to go on from. An empty list gives one item with it.',
};

export const flattenOption = (description: string): INodeProperties => ({
	displayName: 'Flatten',
	name: 'flatten',
	type: 'boolean',
	default: false,
	description,
	builderHint: {
		propertyHint:
			'Set to true before a spreadsheet, a CSV file or a table: no Edit Fields or Code node is needed to take objects apart.',
	},
});

/** For those who read a list bit by bit. */
export const startCursorOption: INodeProperties = {
	displayName: 'Start Cursor',
	name: 'startCursor',
	type: 'string',
	default: '',
	placeholder: 'e.g. {{ $json.pageInfo.nextCursor }}',
	description: 'Where an earlier run stopped: the “nextCursor” or “previousCursor” of its page info',
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
	description: 'Which way to read the list from the start cursor',
};

/** `options`, with the entries sorted as n8n sorts them. */
export const optionsField = (...options: INodeProperties[]): INodeProperties => ({
	displayName: 'Options',
	name: 'options',
	type: 'collection',
	placeholder: 'Add option',
	default: {},
	options: [...options].sort((a, b) => a.displayName.localeCompare(b.displayName)),
});

export const filtersField = (...filters: INodeProperties[]): INodeProperties => ({
	displayName: 'Filters',
	name: 'filters',
	type: 'collection',
	placeholder: 'Add Filter',
	default: {},
	options: [...filters].sort((a, b) => a.displayName.localeCompare(b.displayName)),
});

/** Which key the operations of a resource need, in words. */
export function accessWords(ids: EndpointId[]): string {
	if (ids.length === 0) return 'Which type of API key is needed depends on the path.';
	const closed = ids.map((id) => endpoints[id].access).filter((access) => !isOpen(access));
	if (closed.length === 0) return 'Works with every type of API key.';
	return `Needs ${[...new Set(closed.map(describeAccess))].join(', or ')}.`;
}

/** Says beforehand which key the operations of a resource need. */
export const accessNotice = (ids: EndpointId[]): INodeProperties => ({
	displayName: accessWords(ids),
	name: 'accessNotice',
	type: 'notice',
	default: '',
});
