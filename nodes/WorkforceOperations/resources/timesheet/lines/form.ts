import type { IDataObject, INodeProperties } from 'n8n-workflow';
import { lineNames, naming, type ServiceDetails, type Side } from '../../../contract';
import { choiceField, oneRequestEach } from '../../../form/fields';
import type { Item } from '../../../form/item';
import { type Codes, CODES_LABEL, readCodes } from './codes';
import type { LineRules } from './line';

/** The values of *Rows* that return lines, with their side. */
export const LINES = { payLines: 'pay', chargeLines: 'charge' } as const satisfies Record<string, Side>;

/** Display condition: lines are requested. */
const forLines = { show: { rows: Object.keys(LINES) } };

export const rowsOption = choiceField({
	displayName: 'Rows',
	name: 'rows',
	default: 'timesheet',
	builderHint: {
		propertyHint:
			'payLines for a payroll system or file, chargeLines for invoices: one item for each component, with quantity, rate, amount, name and code. No Code, Split Out or Loop node is needed; use Summarize for totals.',
	},
	description: 'Whether each item is a whole timesheet, or one of its pay or charge lines',
	choices: {
		timesheet: { name: 'One per Timesheet', description: 'The timesheets as the service returns them' },
		payLines: {
			name: 'One per Pay Line',
			description: 'One item per paid rate or allowance, as payroll systems require',
		},
		chargeLines: {
			name: 'One per Charge Line',
			description: 'One item per component charged to the client, for invoices',
		},
	},
});

/** For records that are sent without their rates. */
export const rowsReadingRates: INodeProperties = {
	...rowsOption.field,
	hint: `${oneRequestEach('timesheets')} if each line has its own row`,
	description:
		'What each item represents. Lines need the rates: one more request per timesheet, as with Include Rates.',
};

export const codesOption: INodeProperties = {
	displayName: CODES_LABEL,
	name: 'codes',
	type: 'fixedCollection',
	typeOptions: { multipleValues: true, sortable: true },
	default: {},
	placeholder: 'Add code',
	displayOptions: forLines,
	description:
		'Your payroll or ledger code for each rate and allowance. A line without a name is called “rate” or “allowance”.',
	options: [
		{
			displayName: 'Codes',
			name: 'rows',
			values: [
				{
					displayName: 'Name in the Service',
					name: 'name',
					type: 'string',
					default: '',
					placeholder: 'e.g. Meal allowance',
					description: 'The name of the rate or allowance, in upper or lower case',
				},
				{
					displayName: 'Code',
					name: 'code',
					type: 'string',
					default: '',
					placeholder: 'e.g. MEAL',
					description: 'Its code in your payroll or ledger',
				},
			],
		},
	],
};

export const missingCodeOption = choiceField({
	displayName: 'Without a Code',
	name: 'missingCode',
	default: 'error',
	displayOptions: forLines,
	description: 'What to do with a line that has no code. If not added: Stop if Codes are entered, otherwise Keep.',
	choices: {
		keep: { name: 'Keep', description: 'Return these lines with an empty code, and also lines without an amount' },
		error: { name: 'Stop', description: 'Fail with an error that names each of these lines, and return nothing' },
	},
});

export interface LinesWanted extends LineRules {
	codes: Codes;
	/** A line without a code is an error. */
	needsCodes: boolean;
	/** The fix if one of these fields is the amount. */
	cure: (fields: readonly string[]) => string;
}

/** Undefined for whole records. Throws for wrong options, before any request. */
export function readLines(item: Item, options: IDataObject, details: ServiceDetails): LinesWanted | undefined {
	const rows = rowsOption.read(item, options) ?? 'timesheet';
	if (rows === 'timesheet') return undefined;
	const side = LINES[rows];
	const codes = readCodes(item, options.codes);
	const missing = missingCodeOption.read(item, options);
	const given = details.lineFields?.[side];
	const names = lineNames(given);
	const known = Object.values(names).flat();
	const withAmount = (amount: string): ServiceDetails => ({
		...details,
		lineFields: { ...details.lineFields, [side]: { ...given, amount: [...names.amount, amount] } },
	});
	return {
		side,
		names,
		cure: (fields) =>
			naming(
				'amount',
				fields.filter((field) => !known.includes(field)),
				withAmount,
			),
		timeZone: item.timeZone,
		codes,
		needsCodes: missing === undefined ? codes.size > 0 : missing === 'error',
	};
}
