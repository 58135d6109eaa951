import { forPerson } from '../transport/failures/cure';
import type { INodeProperties } from 'n8n-workflow';
import { byName, type KnownField, namesIn, splitList } from '../contract';
import { simplifyField } from './fields';
import { inputError, isTool, type Item, parameter, refusal } from './item';
import { labelOf } from './read';

/** The display condition for use by an AI agent. n8n lets a tool's form differ from a workflow step's. */
export const AS_TOOL = { '@tool': [true] };

/** Takes no expression, so no model can fill it. */
export const allowWritesField: INodeProperties = {
	displayName: 'Allow Writes',
	name: 'allowWrites',
	type: 'boolean',
	noDataExpression: true,
	default: false,
	description: 'Whether the agent may change records. If this is off, the agent only sees what would be sent.',
	displayOptions: { show: AS_TOOL },
};

/** Takes no expression, so no model can fill it. */
export const contactDetailsField: INodeProperties = {
	displayName: 'Contact Details',
	name: 'contactDetails',
	type: 'boolean',
	noDataExpression: true,
	default: false,
	description:
		'Whether the model may see phone numbers, e-mail and home addresses, birth dates, coordinates, links and unknown fields',
	builderHint: {
		propertyHint: 'Leave it off unless contact details are needed. Raw output and Custom Request need it.',
	},
	displayOptions: { show: AS_TOOL },
};

/** For tools created when people could have stand-in names. Hidden, so that n8n keeps the stored value. */
export const peopleField: INodeProperties = {
	displayName: 'People',
	name: 'people',
	type: 'hidden',
	default: 'names',
	displayOptions: { show: AS_TOOL },
};

/** Throws if the tool isn't allowed to see contact details, which this needs. */
export function requireContactDetails(item: Item, what: string): void {
	if (item.node.parameters.contactDetails === true) return;
	throw inputError(item, `${what} may contain contact details, which this tool isn’t allowed to see`, [
		'Nothing was sent. Use a different operation or “Output”.',
		forPerson('switch on “Contact Details” in the tool.'),
	]);
}

const OUTPUT_LABEL = 'Output';

const COUNTS = { name: 'Counts', value: 'counts', description: 'The number of records, by site, day and so on' };

/** Whether a workflow step returns records or counts. */
const stepOutputField: INodeProperties = {
	displayName: OUTPUT_LABEL,
	name: 'output',
	type: 'options',
	options: [
		{ ...COUNTS, description: 'One item per group: the number of records, and totals of fields added by options' },
		{ name: 'Records', value: 'records', description: 'One item for each record' },
	],
	default: 'records',
	description: 'Whether to return the records, or a count and totals',
	displayOptions: { hide: AS_TOOL },
};

const outputField = (counts: boolean): INodeProperties => ({
	displayName: OUTPUT_LABEL,
	name: 'output',
	type: 'options',
	options: [
		...(counts ? [COUNTS] : []),
		{ name: 'Raw', value: 'raw', description: 'Every field. Contact Details must be on.' },
		{ name: 'Selected Fields', value: 'selectedFields', description: 'The IDs and the fields that you choose below' },
		{ name: 'Simplified', value: 'simplified', description: 'The most commonly used fields' },
	],
	default: 'simplified',
	description: 'How much of each record to give the model',
	displayOptions: { show: AS_TOOL },
});

/** As in “Pay Rate: Amount”. */
export const fieldLabel = ({ name, isNumber }: Pick<KnownField, 'name' | 'isNumber'>): string =>
	name
		.split('.')
		.map((part) => labelOf(part).replace('License', 'Licence').replace('Api ', 'API '))
		.join(': ')
		.replace(/ID$/, isNumber ? 'Number' : 'ID');

const fieldsField = (fields: readonly KnownField[]): INodeProperties => ({
	displayName: 'Fields',
	name: 'fields',
	type: 'multiOptions',
	options: fields
		.map((field) => ({ name: fieldLabel(field), value: field.name }))
		.sort((one, other) => byName(one.name, other.name)),
	default: [],
	description: 'Which fields to give the model, besides the IDs',
	displayOptions: { show: { ...AS_TOOL, output: ['selectedFields'] } },
	builderHint: {
		propertyHint:
			'The service’s names, with the same capitalisation. IDs are always included; contact data only with contactDetails.',
	},
});

/**
 * A workflow step has `simplify` and, for a list with counts, `output`; a tool has `output` and `fields` instead. Empty
 * if Simplify keeps no fields.
 */
export const briefFields = (records: readonly KnownField[] = [], counts = false): INodeProperties[] =>
	namesIn(records, 'simple').length === 0
		? []
		: [
				...(counts ? [stepOutputField] : []),
				{ ...simplifyField.field, displayOptions: { hide: counts ? { ...AS_TOOL, output: ['counts'] } : AS_TOOL } },
				outputField(counts),
				fieldsField(records.filter(({ group }) => group === 'simple' || group === 'more')),
			];

type ToolOutput = 'counts' | 'raw' | 'simplified' | { ids: string[]; fields: string[] };

export const isIdField = (name: string): boolean => /(^i|I)d$|ID$/.test(name);

/** Undefined if the node isn't used as a tool. */
export function toolOutput(item: Item, simple: readonly string[], counts = false): ToolOutput | undefined {
	if (!isTool(item)) return undefined;
	const output = parameter(item, 'output', '');
	if (counts && output === 'counts') return output;
	switch (output) {
		case '':
			return undefined;
		case 'raw':
			requireContactDetails(item, '“Output: Raw”');
			return output;
		case 'simplified':
			return output;
		case 'selectedFields':
			return { ids: simple.filter(isIdField), fields: splitList(parameter(item, 'fields', [])) };
		default:
			throw refusal(
				item,
				OUTPUT_LABEL,
				`must be ${counts ? 'Counts (counts), ' : ''}Simplified (simplified), Raw (raw) or Selected Fields (selectedFields)`,
				output,
			);
	}
}

/** Whether to count a list. Throws if a workflow step has any output but its two. */
export function wantsCounts(item: Item): boolean {
	const output = parameter(item, 'output', '');
	if (output === 'counts' || isTool(item) || output === '' || output === 'records') return output === 'counts';
	throw refusal(item, OUTPUT_LABEL, 'must be Records (records) or Counts (counts)', output);
}
