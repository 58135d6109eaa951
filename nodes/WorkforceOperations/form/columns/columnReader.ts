import { isJsonObject, type JsonObject } from '../../contract';
import { withoutGuard } from '../cells';
import { type ExecutionItem, inputError } from '../item';
import { assign, type Assignment, type Column } from './matchHeadings';
import type { INodeProperties, ResourceMapperFields } from 'n8n-workflow';

export const dataToSendField = (standard: 'columns' | 'fields'): INodeProperties => ({
	displayName: 'Data to Send',
	name: 'dataToSend',
	type: 'options',
	noDataExpression: true,
	options: [
		{
			name: 'Input Columns',
			value: 'columns',
			description: 'Each input item is a row. Columns are matched by name, or you can map them yourself.',
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
			"Set the whole object: { mappingMode: 'autoMapInputData', value: null } matches the columns of a sheet by name; { mappingMode: 'defineBelow', value: { firstName: expr('{{ … }}'), … } } takes one expression for each field.",
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

/** Reads the input columns of a run as fields of the service. */
export interface ColumnReader {
	/** Returns the fields of one row. Before anything is sent, throws if columns and fields don't match one to one. */
	read(item: ExecutionItem): JsonObject;
	/** Like `read`, but without throwing, so that an error can name the row. */
	peek(item: ExecutionItem): JsonObject;
	/** Throws if no column fills a required field. That concerns the whole input, not a single row. */
	requireColumn(item: ExecutionItem, name: string, why: string): void;
	/** Input columns that match no field; empty if the columns are mapped by hand. */
	unused: string[];
}

const given = (item: ExecutionItem): JsonObject => {
	const value = item.get('columns', {});
	return isJsonObject(value) ? value : {};
};

const inputOf = ({ context, itemIndex }: ExecutionItem): JsonObject => context.getInputData()[itemIndex]?.json ?? {};

function byHand(fields: readonly Column[]): ColumnReader {
	const valuesOf = (item: ExecutionItem): JsonObject => {
		const { value } = given(item);
		return isJsonObject(value) ? value : {};
	};
	const read = (item: ExecutionItem): JsonObject => {
		const values = valuesOf(item);
		return Object.fromEntries(fields.map(({ name }) => [name, withoutGuard(values[name])]));
	};
	return {
		unused: [],
		read,
		peek: read,
		requireColumn(item, name, why) {
			// The unresolved parameter, because a field is mapped even if its expression returns nothing for this row.
			const written: unknown = item.node.parameters.columns;
			const value = isJsonObject(written) ? written.value : undefined;
			const mapped = isJsonObject(value) ? value[name] : undefined;
			if (mapped !== undefined && mapped !== null && mapped !== '') return;
			throw inputError(item, `“${columnLabel(fields, name)}” is not mapped under “Values to Send”`, why);
		},
	};
}

const columnLabel = (fields: readonly Column[], name: string): string =>
	fields.find((field) => field.name === name)?.label ?? name;

/** Matches headings across the columns of all rows. */
function byName(items: ExecutionItem[], fields: readonly Column[]): ColumnReader {
	const { columns, unused, problem }: Assignment = assign(
		[...new Set(items.flatMap((item) => Object.keys(inputOf(item))))],
		fields,
	);
	const peek = (item: ExecutionItem): JsonObject => {
		const row = inputOf(item);
		return Object.fromEntries([...columns].map(([name, column]) => [name, withoutGuard(row[column])]));
	};
	return {
		unused,
		peek,
		read(item) {
			if (problem !== undefined) throw inputError(item, problem.message, problem.description);
			return peek(item);
		},
		requireColumn(item, name, why) {
			if (problem !== undefined) throw inputError(item, problem.message, problem.description);
			if (columns.has(name)) return;
			const there = unused.slice(0, 12).map((column) => `“${column}”`);
			throw inputError(
				item,
				`No input column matches “${columnLabel(fields, name)}”`,
				[why, there.length > 0 ? `Columns that match no field: ${there.join(', ')}.` : ''].filter(Boolean).join(' '),
			);
		},
	};
}

/** The first item's mapping mode applies to the whole run. */
export const columnReader = (items: ExecutionItem[], fields: readonly Column[]): ColumnReader =>
	items[0] !== undefined && given(items[0]).mappingMode === 'defineBelow' ? byHand(fields) : byName(items, fields);

/** Undefined if every column was sent. */
export const unusedHint = ({ unused }: ColumnReader): string | undefined =>
	unused.length === 0
		? undefined
		: `Columns that match no field and were not sent: ${unused.map((column) => `“${column}”`).join(', ')}.`;
