import type { INodeProperties } from 'n8n-workflow';
import { optionsField } from '../fields';

export const METHODS = ['DELETE', 'GET', 'PATCH', 'POST', 'PUT'] as const;

const pairs = (displayName: string, name: string, description: string): INodeProperties => ({
	displayName,
	name,
	type: 'fixedCollection',
	typeOptions: { multipleValues: true },
	default: {},
	placeholder: 'Add Entry',
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
		placeholder: '/api/external/customers',
		description: 'The path below the address of the service, beginning with a slash',
	},
	pairs('Query Parameters', 'query', 'What to send in the query'),
	pairs('Headers', 'headers', 'Headers beside those of the credential'),
	{
		displayName: 'Body',
		name: 'body',
		type: 'json',
		default: '{}',
		description: 'The body, as JSON',
		displayOptions: { show: { method: ['DELETE', 'PATCH', 'POST', 'PUT'] } },
	},
	{
		displayName: 'Return All',
		name: 'returnAll',
		type: 'boolean',
		default: false,
		description: 'Whether to return all results or only up to a given limit',
		displayOptions: { show: { method: ['GET'] } },
	},
	{
		displayName: 'Limit',
		name: 'limit',
		type: 'number',
		typeOptions: { minValue: 1 },
		default: 50,
		description: 'Max number of results to return',
		displayOptions: { show: { method: ['GET'], returnAll: [false] } },
	},
	optionsField(
		{
			displayName: 'Download File',
			name: 'downloadFile',
			type: 'boolean',
			default: false,
			description: 'Whether to put the answer into the binary field “data”, for exports and other answers that are no JSON',
		},
		{
			displayName: 'Include Page Info',
			name: 'includePageInfo',
			type: 'boolean',
			default: false,
			description: 'Whether to add “pageInfo” to each record, with the counts and cursors of the answer',
		},
		{
			displayName: 'Unwrap Envelope',
			name: 'unwrap',
			type: 'boolean',
			default: true,
			description: 'Whether to return the records inside the answer. When off, the answer comes as the service sends it, in one item, and its pages aren’t followed.',
		},
	),
];
