// What a recipe's node of ours says, held against the form that the node has.
import type { INodeProperties, INodeTypeDescription } from 'n8n-workflow';
import { WorkforceOperations } from '../../../nodes/WorkforceOperations/WorkforceOperations.node.ts';
import { WorkforceOperationsTrigger } from '../../../nodes/WorkforceOperations/WorkforceOperationsTrigger.node.ts';
import { WorkforceOperationsWatchTrigger } from '../../../nodes/WorkforceOperations/WorkforceOperationsWatchTrigger.node.ts';
import type { WorkflowNode } from '../../../kit/n8n/workflows.mts';

type Values = Record<string, unknown>;

const isRecord = (value: unknown): value is Values =>
	typeof value === 'object' && value !== null && !Array.isArray(value);

/** n8n adds a field of its own to whatever polls; what is in it is n8n's matter. */
const formOf = ({ polling, properties }: INodeTypeDescription): INodeProperties[] =>
	polling === true
		? [{ displayName: 'Poll Times', name: 'pollTimes', type: 'json', default: {} }, ...properties]
		: properties;

/** n8n makes a second type of a node that an agent may use, with a description for the model before the fields. */
const asTool = (description: INodeTypeDescription): INodeTypeDescription => ({
	...description,
	name: `${description.name}Tool`,
	properties: [
		{
			displayName: 'Tool Description',
			name: 'descriptionType',
			type: 'options',
			options: ['auto', 'manual'].map((value) => ({ name: value, value })),
			default: 'auto',
		},
		{
			displayName: 'Description',
			name: 'toolDescription',
			type: 'string',
			default: '',
			required: true,
			displayOptions: { show: { descriptionType: ['manual'] } },
		},
		...description.properties,
	],
});

const isTool = (type: string): boolean => type.endsWith('Tool');

const prefix = 'n8n-nodes-workforce-operations.';
const action = new WorkforceOperations().description;
const triggers = [new WorkforceOperationsTrigger(), new WorkforceOperationsWatchTrigger()].map(
	(type) => type.description,
);
const nodes = new Map(
	[action, asTool(action), ...triggers].map((description) => [
		`${prefix}${description.name}`,
		{ form: formOf(description), versions: [description.version].flat() },
	]),
);

export const isOurs = ({ type }: Pick<WorkflowNode, 'type'>): boolean => type.startsWith(prefix);

/** Whether a field is shown with these values, defaults included. */
function shown({ displayOptions }: INodeProperties, values: Values): boolean {
	const fits = ([name, allowed]: [string, unknown]): boolean =>
		Array.isArray(allowed) && allowed.includes(values[name.replace(/^\//, '')]);
	const { show, hide } = displayOptions ?? {};
	return Object.entries(show ?? {}).every(fits) && !Object.entries(hide ?? {}).some(fits);
}

/** The values of the form as n8n sees them: what isn't said has its default, field after field. */
function withDefaults(form: INodeProperties[], given: Values): Values {
	const values: Values = { ...given };
	for (const field of form) if (!(field.name in values) && shown(field, values)) values[field.name] = field.default;
	return values;
}

const isExpression = (value: unknown): boolean => typeof value === 'string' && value.startsWith('=');

function wrongValue(field: INodeProperties, value: unknown): boolean {
	if (isExpression(value)) return false;
	if (field.type === 'boolean') return typeof value !== 'boolean';
	if (field.type === 'number') return typeof value !== 'number';
	if (field.type === 'resourceLocator') return !isRecord(value) || value['__rl'] !== true;
	if (field.type !== 'options' && field.type !== 'multiOptions') return false;
	// Those that are loaded from the service can't be known here.
	if (field.typeOptions?.loadOptionsMethod !== undefined) return false;
	const known = (field.options ?? []).map((option) => ('value' in option ? option.value : undefined));
	return (Array.isArray(value) ? value : [value]).some((each) => !known.includes(each as string));
}

/** The fields inside a collection, or inside one entry of a fixed collection. */
function inside(field: INodeProperties, value: unknown, path: string): string[] {
	if (!isRecord(value)) return [];
	const options = field.options ?? [];
	if (field.type === 'collection') return check(options as INodeProperties[], value, path);
	if (field.type !== 'fixedCollection') return [];
	return Object.entries(value).flatMap(([name, rows]) => {
		const group = options.find((option) => option.name === name);
		if (!group || !('values' in group)) return [`${path}.${name} is not a field`];
		return (Array.isArray(rows) ? rows : [rows])
			.filter(isRecord)
			.flatMap((row) => check(group.values, row, `${path}.${name}`));
	});
}

function check(form: INodeProperties[], values: Values, path: string): string[] {
	return Object.entries(values).flatMap(([name, value]) => {
		const fields = form.filter((field) => field.name === name);
		const field = fields.find((each) => shown(each, values)) ?? fields.at(0);
		if (!field) return [`${path}.${name} is not a field`];
		return [
			...(!field.allowArbitraryValues && wrongValue(field, value)
				? [`${path}.${name} can’t be ${JSON.stringify(value)}`]
				: []),
			...inside(field, value, `${path}.${name}`),
		];
	});
}

type Form = Pick<WorkflowNode, 'name' | 'type' | 'typeVersion' | 'parameters'>;

/** What is wrong about what a node of ours has stored: a version or a field that doesn't exist, isn't shown there, or is required and missing. */
export function problemsOfStored(node: Form): string[] {
	const { form, versions } = nodes.get(node.type) ?? {};
	if (!form) return [`${node.name}: ${node.type} is not a node of this package`];
	if (versions?.includes(node.typeVersion) !== true)
		return [`${node.name} is of version ${node.typeVersion}, which doesn't exist`];
	const values = withDefaults(form, { '@tool': isTool(node.type), ...node.parameters });
	const visible = form.filter((field) => shown(field, values));
	const hidden = Object.keys(node.parameters).filter((name) => !visible.some((field) => field.name === name));
	const missing = visible.filter(
		({ required, name }) => required === true && (node.parameters[name] === undefined || node.parameters[name] === ''),
	);
	return [
		...hidden.map((name) => `${node.name}.${name} is not shown for this operation`),
		...missing.map(({ name }) => `${node.name}.${name} is required`),
		...check(visible, node.parameters, node.name).filter(
			(problem) => !hidden.some((name) => problem.startsWith(`${node.name}.${name} `)),
		),
	];
}

/** The same of a node that somebody begins with, which is of the newest version. */
export function problemsOf(node: WorkflowNode): string[] {
	const newest = Math.max(...(nodes.get(node.type)?.versions ?? [node.typeVersion]));
	if (node.typeVersion !== newest)
		return [`${node.name} is of version ${node.typeVersion}, not of the newest, ${newest}`];
	return problemsOfStored(node);
}
