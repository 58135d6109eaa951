import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';
import { byName, type KnownField, namesIn } from '../contract';
import { flattenOption } from './fields';
import { fieldLabel } from './toolOutput';

/** Rows that *Rows* returns in place of the records, with fields of their own. */
interface OtherRows {
	/** The values of *Rows* that return them. */
	rows: readonly string[];
	names: readonly string[];
	/** What they may have besides, where the node alone decides it: they have nothing else. */
	besides?: readonly string[];
}

/** What is known of the fields of an operation's items. */
export interface KnownFields {
	/** The fields of its records, from their table. */
	records?: readonly KnownField[];
	/** Its own options: some add fields. */
	options?: readonly INodeProperties[];
	/** Whether *Flatten* is an option. */
	flatten?: object;
	otherRows?: OtherRows;
}

type Tick = Pick<KnownField, 'name' | 'isNumber' | 'isAssumed'> & { option?: INodeProperties };

/** The fields that records have by themselves or by an option of this operation. */
function ticksOf({ records = [], options = [], flatten }: KnownFields): Tick[] {
	const adding = flatten === undefined ? options : [...options, flattenOption.field];
	return records.flatMap((field): Tick[] => {
		if (['simple', 'more', 'rest'].includes(field.group)) return [field];
		const option = adding.find(({ name }) => name === field.group);
		return option === undefined ? [] : [{ ...field, option }];
	});
}

/** The fields that Simplify keeps; undefined where there is no Simplify. */
export function simpleFields({ records = [] }: KnownFields): string[] | undefined {
	const names = namesIn(records, 'simple');
	return names.length === 0 ? undefined : names;
}

export const knownNames = (spec: KnownFields): string[] => [
	...new Set([...ticksOf(spec).map(({ name }) => name), ...(spec.otherRows?.names ?? [])]),
];

/** The option that adds a field; undefined for a field that records have by themselves. */
export const optionThatAdds = (name: string, spec: KnownFields): INodeProperties | undefined =>
	ticksOf(spec).find((tick) => tick.name === name)?.option;

const areChosen = ({ rows }: OtherRows, chosen: unknown): boolean => rows.some((choice) => choice === chosen);

/** Whether items have a known field only with another choice in *Rows*. */
export function isOfOtherRows(name: string, spec: KnownFields, rows: unknown): boolean {
	const { otherRows } = spec;
	if (otherRows === undefined) return false;
	const [inRecords, inOthers] = [ticksOf(spec).some((tick) => tick.name === name), otherRows.names.includes(name)];
	return areChosen(otherRows, rows) ? inRecords && !inOthers : inOthers && !inRecords;
}

/** Which of the names no item can have with this choice in Rows, whatever the service tells. */
export function impossibleNames(names: readonly string[], { otherRows }: KnownFields, rows: unknown): string[] {
	if (otherRows?.besides === undefined || !areChosen(otherRows, rows)) return [];
	const heads = new Set([...otherRows.names, ...otherRows.besides].map((name) => name.toLowerCase()));
	return names.filter((name) => !heads.has((name.split('.')[0] ?? name).toLowerCase()));
}

const UNDOCUMENTED = 'The service doesn’t document this name';

function described({ option, isAssumed }: Tick): Pick<INodePropertyOptions, 'description'> {
	if (option === undefined) return isAssumed ? { description: UNDOCUMENTED } : {};
	return { description: `With ${option.displayName}${isAssumed ? `. ${UNDOCUMENTED}.` : ''}` };
}

/** A list to tick: ids first, then by label. */
function listOf(ticks: readonly Tick[]) {
	const options = ticks.map((tick) => ({ name: fieldLabel(tick), value: tick.name, ...described(tick) }));
	const isId = ({ name }: INodePropertyOptions): number => Number(name.endsWith('ID'));
	return {
		type: 'multiOptions' as const,
		options: options.sort((one, other) => isId(other) - isId(one) || byName(one.name, other.name)),
		default: [],
		// A service may have fields that nobody has written down; an expression names them.
		allowArbitraryValues: true,
	};
}

/** A list to tick of the fields that records have by themselves. */
export const fieldTicks = (records: readonly KnownField[]) => listOf(ticksOf({ records }));

const common = {
	displayName: 'Output Fields',
	name: 'outputFields',
	builderHint: {
		propertyHint:
			'Set it whenever a model, a sheet or an e-mail needs a few fields only: the names of the service, in its letter case. Leave it out rather than guess names.',
	},
} as const;

const typed: INodeProperties = {
	...common,
	type: 'string',
	default: '',
	placeholder: 'e.g. timesheetId, staffName, siteName',
	description:
		'Which fields to return, separated by commas, whatever Simplify says. A dot reaches inside: payRate.amount.',
};

const ticked = (ticks: readonly Tick[], displayOptions: INodeProperties['displayOptions']): INodeProperties => ({
	...common,
	...listOf(ticks),
	description:
		'Which fields to return, whatever Simplify says. Add others by expression: ["notes", "payRate.amount"]. A dot reaches inside.',
	displayOptions,
});

/** *Output Fields*: a list to tick where fields are known, one for each kind of rows; else a text. */
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
