import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';
import { byName, type KnownField, namesIn } from '../contract';
import { flattenOption } from './fields';
import { fieldLabel } from './toolOutput';

/** Rows that *Rows* returns instead of records, with fields of their own. */
interface OtherRows {
	/** The values of *Rows* that return them. */
	rows: readonly string[];
	names: readonly string[];
	/** Further fields of these rows. Absent if the service adds fields of its own. */
	besides?: readonly string[];
}

export interface KnownFields {
	/** From the table of fields. */
	records?: readonly KnownField[];
	/** The operation's options: some add fields. */
	options?: readonly INodeProperties[];
	/** Set if *Flatten* is an option. */
	flatten?: object;
	otherRows?: OtherRows;
}

type Tick = Pick<KnownField, 'name' | 'isNumber' | 'isAssumed'> & { option?: INodeProperties };

function ticksOf({ records = [], options = [], flatten }: KnownFields): Tick[] {
	const adding = flatten === undefined ? options : [...options, flattenOption.field];
	return records.flatMap((field): Tick[] => {
		if (['simple', 'more', 'rest'].includes(field.group)) return [field];
		const option = adding.find(({ name }) => name === field.group);
		return option === undefined ? [] : [{ ...field, option }];
	});
}

/** Undefined if there is no Simplify. */
export function simpleFields({ records = [] }: KnownFields): string[] | undefined {
	const names = namesIn(records, 'simple');
	return names.length === 0 ? undefined : names;
}

export const knownNames = (spec: KnownFields): string[] => [
	...new Set([...ticksOf(spec).map(({ name }) => name), ...(spec.otherRows?.names ?? [])]),
];

/** Undefined for a field that records have anyway. */
export const optionThatAdds = (name: string, spec: KnownFields): INodeProperties | undefined =>
	ticksOf(spec).find((tick) => tick.name === name)?.option;

const areChosen = ({ rows }: OtherRows, chosen: unknown): boolean => rows.some((choice) => choice === chosen);

/** Whether a known field needs another choice in *Rows*. */
export function isOfOtherRows(name: string, spec: KnownFields, rows: unknown): boolean {
	const { otherRows } = spec;
	if (otherRows === undefined) return false;
	const [inRecords, inOthers] = [ticksOf(spec).some((tick) => tick.name === name), otherRows.names.includes(name)];
	return areChosen(otherRows, rows) ? inRecords && !inOthers : inOthers && !inRecords;
}

/** Names that no item can have with this choice in Rows, whatever the service returns. */
export function impossibleNames(names: readonly string[], { otherRows }: KnownFields, rows: unknown): string[] {
	if (otherRows?.besides === undefined || !areChosen(otherRows, rows)) return [];
	const heads = new Set([...otherRows.names, ...otherRows.besides].map((name) => name.toLowerCase()));
	return names.filter((name) => !heads.has((name.split('.')[0] ?? name).toLowerCase()));
}

const UNDOCUMENTED = 'The service doesn’t document this field name';

function described({ option, isAssumed }: Tick): Pick<INodePropertyOptions, 'description'> {
	if (option === undefined) return isAssumed ? { description: UNDOCUMENTED } : {};
	return { description: `With ${option.displayName}${isAssumed ? `. ${UNDOCUMENTED}.` : ''}` };
}

/** Ids first, then by label. */
function listOf(ticks: readonly Tick[]) {
	const options = ticks.map((tick) => ({ name: fieldLabel(tick), value: tick.name, ...described(tick) }));
	const isId = ({ name }: INodePropertyOptions): number => Number(name.endsWith('ID'));
	return {
		type: 'multiOptions' as const,
		options: options.sort((one, other) => isId(other) - isId(one) || byName(one.name, other.name)),
		default: [],
		// The service may have unknown fields; an expression can name them.
		allowArbitraryValues: true,
	};
}

export const fieldTicks = (records: readonly KnownField[]) => listOf(ticksOf({ records }));

const common = {
	displayName: 'Output Fields',
	name: 'outputFields',
	builderHint: {
		propertyHint:
			'Set it whenever a model, a sheet or an e-mail needs only a few fields. Use the service’s names, with the same capitalisation. Leave it out rather than guess names.',
	},
} as const;

const typed: INodeProperties = {
	...common,
	type: 'string',
	default: '',
	placeholder: 'e.g. timesheetId, staffName, siteName',
	description:
		'Which fields to return, separated by commas, regardless of Simplify. Use a dot for nested fields: payRate.amount.',
};

const ticked = (ticks: readonly Tick[], displayOptions: INodeProperties['displayOptions']): INodeProperties => ({
	...common,
	...listOf(ticks),
	description:
		'Which fields to return, regardless of Simplify. Add others with an expression: ["notes", "payRate.amount"]. Use a dot for nested fields.',
	displayOptions,
});

/** *Output Fields*: a list to tick for each kind of row if the fields are known, otherwise text. */
export function outputFieldsOptions(spec: KnownFields): INodeProperties[] {
	const ticks = ticksOf(spec);
	if (ticks.length === 0) return [typed];
	const { otherRows } = spec;
	if (otherRows === undefined) return [ticked(ticks, {})];
	const rows = [...otherRows.rows];
	const isNumber = (name: string): boolean => ticks.some((tick) => tick.name === name && tick.isNumber);
	const others = otherRows.names.map((name): Tick => ({ name, isNumber: isNumber(name), isAssumed: false }));
	return [ticked(ticks, { hide: { rows } }), ticked(others, { show: { rows } })];
}
