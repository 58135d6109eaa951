import type { IDataObject, INodeProperties } from 'n8n-workflow';
import { LINE_NAMES, namesFor, type ServiceDetails, type Side } from '../../../contract';
import { oneRequestEach } from '../../../form/fields';
import { type Item, oneOf } from '../../../form/item';
import { type Codes, readCodes } from './codes';
import type { LineRules } from './line';

const LINE_ROW_KINDS = ['timesheet', 'payLines', 'chargeLines'] as const;

/** The values of *Rows* that ask for lines, and the side of each. */
export const LINES: Record<Exclude<(typeof LINE_ROW_KINDS)[number], 'timesheet'>, Side> = {
	payLines: 'pay',
	chargeLines: 'charge',
};

/** Display condition: lines are requested. */
const forLines = { show: { rows: Object.keys(LINES) } };

export const rowsOption = (readsRates: boolean): INodeProperties => ({
	displayName: 'Rows',
	name: 'rows',
	type: 'options',
	options: [
		{
			name: 'One per Charge Line',
			value: 'chargeLines',
			description: 'One item for each component of what the client is charged, for invoices',
		},
		{
			name: 'One per Pay Line',
			value: 'payLines',
			description: 'One item for each rate and allowance that is paid, as payroll systems take them',
		},
		{ name: 'One per Timesheet', value: 'timesheet', description: 'The records as the service has them' },
	],
	default: 'timesheet',
	builderHint: {
		propertyHint:
			'payLines before a payroll system or payroll file, chargeLines before invoices: one item for each component with quantity, rate, amount, name and code. No Code, Split Out or Loop node is needed; sums are the Summarize node’s work.',
	},
	...(readsRates ? { hint: `${oneRequestEach('timesheets')}, where it is one per line` } : {}),
	description: readsRates
		? 'What an item is. Lines need the rates: one more request for each timesheet, as with Include Rates.'
		: 'What an item is: the rates as a whole, or each of their lines',
});

export const codesOption: INodeProperties = {
	displayName: 'Codes',
	name: 'codes',
	type: 'fixedCollection',
	typeOptions: { multipleValues: true, sortable: true },
	default: {},
	placeholder: 'Add code',
	displayOptions: forLines,
	description:
		'What your payroll or ledger calls each rate and allowance. A line without a name goes by “rate” or “allowance”.',
	options: [
		{
			displayName: 'Codes',
			name: 'rows',
			values: [
				{
					displayName: 'Name at the Service',
					name: 'name',
					type: 'string',
					default: '',
					placeholder: 'e.g. Meal allowance',
					description: 'The name of the rate or allowance; letter case doesn’t count',
				},
				{
					displayName: 'Code',
					name: 'code',
					type: 'string',
					default: '',
					placeholder: 'e.g. MEAL',
					description: 'What your payroll or ledger calls it',
				},
			],
		},
	],
};

export const missingCodeOption: INodeProperties = {
	displayName: 'Without a Code',
	name: 'missingCode',
	type: 'options',
	options: [
		{ name: 'Keep', value: 'keep', description: 'Pass the line on with an empty code, and lines without an amount' },
		{
			name: 'Stop',
			value: 'error',
			description: 'Stop with an error that names every such line, before any comes out',
		},
	],
	default: 'error',
	displayOptions: forLines,
	description: 'What to do with a line that has no code. Not added: Stop where Codes are given, else Keep.',
};

/** The lines that the options ask for. */
export interface LinesWanted extends LineRules {
	codes: Codes;
	/** A line without a code is an error. */
	needsCodes: boolean;
}

/**
 * `options.rows` with the options that belong to it; undefined for whole records. Throws for wrong options, before any
 * request.
 */
export function readLines(item: Item, options: IDataObject, details: ServiceDetails): LinesWanted | undefined {
	const rows = oneOf(item, options.rows, 'Rows', LINE_ROW_KINDS) ?? 'timesheet';
	if (rows === 'timesheet') return undefined;
	const side = LINES[rows];
	const codes = readCodes(item, options.codes);
	const missing = oneOf(item, options.missingCode, 'Without a Code', ['keep', 'error']);
	return {
		side,
		names: namesFor(['name', 'code', 'quantity', 'rate', 'amount'], details.lineFields?.[side], LINE_NAMES[side]),
		timeZone: item.timeZone,
		codes,
		needsCodes: (missing ?? (codes.size > 0 ? 'error' : 'keep')) === 'error',
	};
}
