import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';
import type { Field } from './read';
import { fieldLabel, isIdField } from './toolOutput';

/** Fields that *Output Fields* offers beside those of Simplify. */
interface FieldGroup {
	names: readonly string[];
	/** The option that adds them. */
	option?: Field;
	/** What the service calls them is assumed. */
	assumed?: boolean;
	/** The values of *Rows* with which items have these fields, instead of those of the records. */
	rows?: readonly string[];
	/** What items may have besides, where the node alone decides it: they have nothing else. */
	besides?: readonly string[];
}

/** What is known of the fields of an operation's records. */
export interface KnownFields {
	/** The fields that Simplify keeps. */
	simple?: readonly string[];
	/** Further fields that can be chosen for an AI model. */
	more?: readonly string[];
	/** Further fields that people can tick. */
	known?: readonly FieldGroup[];
}

const groupsOf = ({ simple = [], more = [], known = [] }: KnownFields): FieldGroup[] => [
	{ names: [...simple, ...more] },
	...known,
];

export const knownNames = (spec: KnownFields): string[] => [...new Set(groupsOf(spec).flatMap(({ names }) => names))];

/** The option that adds a field; undefined for a field that records have by themselves. */
export const optionThatAdds = (name: string, spec: KnownFields): Field | undefined =>
	groupsOf(spec).find(({ names }) => names.includes(name))?.option;

/** Whether items have a known field only with another choice in *Rows*. */
export function isOfOtherRows(name: string, spec: KnownFields, rows: unknown): boolean {
	const groups = groupsOf(spec);
	const current = groups.find((group) => group.rows?.some((choice) => choice === rows))?.rows;
	const holders = groups.filter(({ names }) => names.includes(name));
	return holders.length > 0 && holders.every((group) => group.rows !== current);
}

/** Which of the names no item can have with this choice in Rows, whatever the service tells. */
export function impossibleNames(names: readonly string[], spec: KnownFields, rows: unknown): string[] {
	const own = groupsOf(spec).find((group) => group.besides && group.rows?.some((choice) => choice === rows));
	if (own === undefined) return [];
	const heads = new Set([...own.names, ...(own.besides ?? [])].map((name) => name.toLowerCase()));
	return names.filter((name) => !heads.has((name.split('.')[0] ?? name).toLowerCase()));
}

const UNDOCUMENTED = 'The service doesn’t document this name';

function described({ option, assumed }: FieldGroup): Pick<INodePropertyOptions, 'description'> {
	if (option === undefined) return assumed ? { description: UNDOCUMENTED } : {};
	return { description: `With ${option.displayName}${assumed ? `. ${UNDOCUMENTED}.` : ''}` };
}

/** What can be ticked: ids first, then by label. */
function ticks(groups: readonly FieldGroup[]): INodePropertyOptions[] {
	const byName = new Map<string, INodePropertyOptions>();
	for (const group of groups) {
		for (const value of group.names) {
			if (!byName.has(value)) byName.set(value, { name: fieldLabel(value), value, ...described(group) });
		}
	}
	const isId = ({ value }: INodePropertyOptions): number => Number(isIdField(String(value)));
	return [...byName.values()].sort((one, other) => isId(other) - isId(one) || one.name.localeCompare(other.name));
}

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
		'Which fields to return, separated by commas, whatever Simplify says. A dot reaches into an object or list, as in payRate.amount.',
};

const listOf = (options: INodePropertyOptions[]) => ({
	type: 'multiOptions' as const,
	options,
	default: [],
	// A service may have fields that nobody has written down; an expression names them.
	allowArbitraryValues: true,
});

/** A list to tick of these fields. */
export const fieldTicks = (names: readonly string[]) => listOf(ticks([{ names }]));

const ticked = (
	options: INodePropertyOptions[],
	displayOptions: INodeProperties['displayOptions'],
): INodeProperties => ({
	...common,
	...listOf(options),
	description:
		'Which fields to return, whatever Simplify says. Others by expression: ["notes", "payRate.amount"]; a dot reaches into an object or list.',
	displayOptions,
});

/** *Output Fields*: a list to tick where fields are known, one for each kind of rows; else a text. */
export function outputFieldsOptions(spec: KnownFields): INodeProperties[] {
	const kinds = new Map<readonly string[] | undefined, FieldGroup[]>();
	for (const group of groupsOf(spec)) kinds.set(group.rows, [...(kinds.get(group.rows) ?? []), group]);
	if (knownNames(spec).length === 0) return [typed];
	const apart = [...kinds.keys()].flatMap((rows) => rows ?? []);
	return [...kinds].map(([rows, groups]) =>
		ticked(ticks(groups), {
			...(rows && { show: { rows: [...rows] } }),
			...(rows === undefined && apart.length > 0 ? { hide: { rows: apart } } : {}),
		}),
	);
}
