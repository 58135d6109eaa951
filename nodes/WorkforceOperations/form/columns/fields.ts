import type { INodeProperties, ResourceMapperFields } from 'n8n-workflow';
import type { Column } from './matchHeadings';

export const dataToSendField = (standard: 'columns' | 'fields'): INodeProperties => ({
	displayName: 'Data to Send',
	name: 'dataToSend',
	type: 'options',
	noDataExpression: true,
	options: [
		{
			name: 'Columns of the Input',
			value: 'columns',
			description: 'Each input item is a row. Columns are matched by name, or mapped by you.',
		},
		{ name: 'Fields Below', value: 'fields', description: 'You fill in each field' },
	],
	default: standard,
	description: 'Where the values come from',
});

export const shownFrom = (source: 'columns' | 'fields', field: INodeProperties): INodeProperties => ({
	...field,
	displayOptions: { ...field.displayOptions, show: { ...field.displayOptions?.show, dataToSend: [source] } },
});

/** n8n's resource mapper: columns by name, or each mapped by hand. `method` lists the fields. */
export const columnsField = (method: string, description: string): INodeProperties => ({
	displayName: 'Columns',
	name: 'columns',
	type: 'resourceMapper',
	noDataExpression: true,
	default: { mappingMode: 'autoMapInputData', value: null },
	required: true,
	description,
	builderHint: {
		propertyHint:
			"The whole object: { mappingMode: 'autoMapInputData', value: null } finds the columns of a sheet by their names; { mappingMode: 'defineBelow', value: { firstName: expr('{{ … }}'), … } } takes one expression for each field.",
	},
	typeOptions: {
		loadOptionsDependsOn: ['resource', 'operation'],
		resourceMapper: {
			resourceMapperMethod: method,
			mode: 'add',
			fieldWords: { singular: 'field', plural: 'fields' },
			addAllFields: true,
			multiKeyMatch: false,
			supportAutoMap: true,
		},
	},
});

export const mapperFields = (columns: readonly Column[], required: readonly string[] = []): ResourceMapperFields => ({
	fields: columns.map(({ name, label, type }) => ({
		id: name,
		displayName: label,
		type,
		required: required.includes(name),
		defaultMatch: false,
		canBeUsedToMatch: false,
		display: true,
	})),
});
