// The fields of a form as table rows: those shown for one operation or event, including collections.
import type { INodeProperties, INodePropertyCollection, INodePropertyOptions } from 'n8n-workflow';

type Values = Record<string, string>;
type Option = INodeProperties | INodePropertyCollection | INodePropertyOptions;

export const FIELD_TITLES = ['Field', 'Name', 'Value', 'Default', 'What it does'];

const KINDS: Record<string, string> = {
	string: 'text',
	boolean: 'on or off',
	dateTime: 'date and time',
	resourceLocator: 'from a list, or an ID',
	resourceMapper: 'columns',
	json: 'JSON',
};

const plain = (text: string): string => text.replace(/<[^>]+>/g, '').trim();

/** Letters and digits only, in one case: an option whose label repeats its value is listed by its value. */
const bare = (text: string): string =>
	text
		.toLowerCase()
		.replace(/[^a-z0-9]/g, '')
		.replaceAll('license', 'licence');

const isChoice = (option: Option): option is INodePropertyOptions => 'value' in option;
const isGroup = (option: Option): option is INodePropertyCollection => 'values' in option;

function choice({ name, value }: INodePropertyOptions): string {
	const code = value === '' ? 'empty' : `\`${String(value)}\``;
	return bare(name) === bare(String(value)) ? code : `${code} (${name})`;
}

function kindOf({ type, options = [], typeOptions, allowArbitraryValues }: INodeProperties): string {
	if (type !== 'options' && type !== 'multiOptions') return KINDS[type] ?? type;
	const how = type === 'options' ? 'one of' : 'any of';
	const listed = options.filter(isChoice).map(choice).join(', ');
	if (typeOptions?.loadOptionsMethod !== undefined) return `${how} those that the service lists`;
	return `${how} ${listed}${allowArbitraryValues === true ? ', or other names' : ''}`;
}

function standardOf({ type, default: value }: INodeProperties): string {
	if (type === 'boolean') return value === true ? 'on' : 'off';
	if (typeof value === 'boolean') return `\`${value}\``;
	return typeof value === 'number' || (typeof value === 'string' && value !== '') ? `\`${value}\`` : '–';
}

const listOf = (values: readonly unknown[]): string =>
	values.map((value) => (typeof value === 'boolean' ? (value ? 'on' : 'off') : String(value))).join(', ');

/** The conditions besides resource, operation and event. */
function conditions({ displayOptions: { show = {}, hide = {} } = {} }: INodeProperties, known: Values): string[] {
	const others = (of: object): Array<[string, unknown[]]> =>
		(Object.entries(of) as Array<[string, unknown[]]>).filter(([name]) => !(name.replace('/', '') in known));
	const words = ([name, values]: [string, unknown[]], not: string): string => {
		const isTool = values.includes(true) === (not === '');
		if (name === '@tool') return isTool ? 'Agents’ tools only.' : 'Not in agents’ tools.';
		return `If \`${name.replace('/', '')}\` is ${not}${listOf(values)}.`;
	};
	return [...others(show).map((one) => words(one, '')), ...others(hide).map((one) => words(one, 'not '))];
}

/** Whether no known condition hides the field. */
function isShown({ displayOptions: { show = {}, hide = {} } = {} }: INodeProperties, known: Values): boolean {
	const holds = (of: object, empty: boolean): boolean[] =>
		(Object.entries(of) as Array<[string, unknown[]]>).map(([name, values]) => {
			const value = known[name.replace('/', '')];
			return value === undefined ? empty : values.includes(value);
		});
	return holds(show, true).every(Boolean) && !holds(hide, false).some(Boolean);
}

/** The position of a field: the labels of its collections, its path in the workflow's JSON, and their conditions. */
interface Place {
	labels: readonly string[];
	path: string;
	asked: readonly string[];
}

function rowsOf(field: INodeProperties, known: Values, place: Place): string[][] {
	if (field.type === 'notice' || field.type === 'hidden' || !isShown(field, known)) return [];
	const labels = [...place.labels, field.displayName];
	const path = `${place.path}${field.name}`;
	const asked = [...place.asked, ...conditions(field, known)];
	const inside = (fields: readonly INodeProperties[], way: string): string[][] =>
		fields.flatMap((one) => rowsOf(one, known, { labels, path: `${path}${way}.`, asked }));
	const options = field.options ?? [];
	if (field.type === 'collection') return inside(options as INodeProperties[], '');
	const groups = options.filter(isGroup);
	if (groups.length > 0) return groups.flatMap(({ name, values }) => inside(values, `.${name}[]`));
	const { required, description = '', hint = '' } = field;
	const about = [required === true ? '**Required.**' : '', ...asked, plain(description), plain(hint)];
	const sentences = about.filter((text) => text !== '').map((text) => (/[.!?…]\**$/.test(text) ? text : `${text}.`));
	return [[labels.join(' → '), `\`${path}\``, kindOf(field), standardOf(field), sentences.join(' ')]];
}

/** Every field that is shown where these parameters have these values. The parameters themselves are left out. */
export const fieldRows = (properties: readonly INodeProperties[], known: Values): string[][] =>
	properties
		.filter(({ name }) => !(name in known))
		.flatMap((field) => rowsOf(field, known, { labels: [], path: '', asked: [] }));
