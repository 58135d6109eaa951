// The forms of the nodes and of the credential as a table that a person can read: one line a field, with everything of it but its longer words.
import type {
	ICredentialType,
	INodeProperties,
	INodePropertyCollection,
	INodePropertyOptions,
	INodeTypeDescription,
} from 'n8n-workflow';

type Entry = INodeProperties | INodePropertyCollection | INodePropertyOptions;

/** Words for people, which have tests of their own where they matter. */
const WORDS = new Set(['displayName', 'description', 'hint', 'placeholder', 'action', 'builderHint', 'noticeTheme']);
/** What has a place of its own in a line, or lines of its own. */
const PLACED = new Set(['name', 'type', 'default', 'options', 'values', 'modes', 'displayOptions', 'value']);

const isFilled = (value: unknown): boolean => value !== undefined && value !== false;

/** Keys in order, functions by their presence, patterns as they are written. */
function text(value: unknown): string {
	if (typeof value === 'function') return 'function';
	if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'undefined';
	if (Array.isArray(value)) return `[${value.map(text).join(', ')}]`;
	const entries = Object.entries(value).filter(([, inner]) => inner !== undefined);
	return `{${entries
		.sort(([one], [other]) => (one < other ? -1 : 1))
		.map(([key, inner]) => `${key}: ${text(inner)}`)
		.join(', ')}}`;
}

/** `resource=staff operation=getAll,update`; what hides a field comes behind “unless”. */
function conditions({ displayOptions }: { displayOptions?: INodeProperties['displayOptions'] }): string {
	const list = (of: Record<string, unknown> = {}): string =>
		Object.entries(of)
			.map(
				([name, values]) =>
					`${name}=${Array.isArray(values) ? values.map((value) => (typeof value === 'object' ? text(value) : String(value))).join(',') : text(values)}`,
			)
			.join(' ');
	const [shown, hidden] = [list(displayOptions?.show), list(displayOptions?.hide)];
	return [shown, ...(hidden === '' ? [] : [`unless ${hidden}`])].filter((part) => part !== '').join(' ');
}

function rest(entry: object): string[] {
	return Object.entries(entry)
		.filter(([key, value]) => !WORDS.has(key) && !PLACED.has(key) && isFilled(value))
		.map(([key, value]) => (value === true ? key : `${key} ${text(value)}`))
		.concat(['hint', 'builderHint'].filter((key) => key in entry).map((key) => `with a ${key}`))
		.sort();
}

const isOption = (entry: Entry): entry is INodePropertyOptions => 'value' in entry;
const isGroup = (entry: Entry): entry is INodePropertyCollection => 'values' in entry;

/** One line for a field, and one, further in, for everything inside it. `inGroup`: its conditions stand above it. */
function lines(entry: Entry, depth: number, inGroup: boolean): string[] {
	const indent = '  '.repeat(depth);
	if (isOption(entry)) {
		// A choice of a list.
		return [[`${indent}= ${text(entry.value)} “${entry.name}”`, ...rest(entry)].join(' · ')];
	}
	if (isGroup(entry))
		return [
			`${indent}${entry.name} “${entry.displayName}”: group`,
			...entry.values.flatMap((inner) => lines(inner, depth + 1, false)),
		];
	const shown = inGroup ? '' : conditions(entry);
	const line = [
		`${indent}${entry.name}${entry.type === 'notice' ? '' : ` “${entry.displayName}”`}: ${entry.type}`,
		...(entry.default === undefined ? [] : [`default ${text(entry.default)}`]),
		...rest(entry),
		...(shown === '' ? [] : [`if ${shown}`]),
	].join(' · ');
	const modes = (entry.modes ?? []).map((mode) =>
		[`${indent}  mode ${mode.name} “${mode.displayName}”: ${mode.type}`, ...rest(mode)].join(' · '),
	);
	return [line, ...modes, ...(entry.options ?? []).flatMap((inner) => lines(inner, depth + 1, false))];
}

/** Fields under a heading for each set of conditions, in the order of the form. */
function fields(properties: readonly INodeProperties[]): string[] {
	let heading = '';
	return properties.flatMap((property) => {
		const own = conditions(property);
		const before = own === heading ? [] : ['', own === '' ? '-- always' : `-- ${own}`];
		heading = own;
		return [...before, ...lines(property, 0, true)];
	});
}

/** What a node says of itself beside its form. */
function about(description: INodeTypeDescription): string[] {
	const { properties: _properties, ...others } = description;
	return Object.entries(others)
		.filter(
			([key]) =>
				![
					'displayName',
					'description',
					'icon',
					'eventTriggerDescription',
					'activationMessage',
					'builderHint',
					'triggerPanel',
					'subtitle',
				].includes(key),
		)
		.map(([key, value]) => `${key} ${text(value)}`)
		.sort();
}

export const nodeTable = (description: INodeTypeDescription): string[] => [
	`# ${description.name}`,
	...about(description),
	...fields(description.properties),
	'',
];

export const credentialTable = (credential: ICredentialType): string[] => [
	`# credential ${credential.name}`,
	`test ${text(credential.test)}`,
	...fields(credential.properties),
	'',
];
