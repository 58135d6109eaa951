// What workflows store of the nodes' forms: every recipe, and nodes in which every field that the form shows is filled in, with each of
// its choices once.
import type { INodeProperties, INodePropertyCollection, INodeTypeDescription } from 'n8n-workflow';
import { allRecipes } from '../../../kit/n8n/recipes.mts';
import { WorkforceOperations } from '../../../nodes/WorkforceOperations/WorkforceOperations.node.ts';
import { WorkforceOperationsTrigger } from '../../../nodes/WorkforceOperations/WorkforceOperationsTrigger.node.ts';
import { WorkforceOperationsWatchTrigger } from '../../../nodes/WorkforceOperations/WorkforceOperationsWatchTrigger.node.ts';
import { isOurs, shown, withDefaults } from '../../repository/recipes/forms.mts';
import type { FrozenNode } from './frozenForms.mts';

type Values = Record<string, unknown>;

const isField = (entry: object): entry is INodeProperties => 'type' in entry;
const isGroup = (entry: object): entry is INodePropertyCollection => 'values' in entry;

/** What can be chosen in a field; those that are loaded from the service are ids. */
const choicesOf = ({ options = [], modes = [], typeOptions }: INodeProperties): unknown[] =>
	typeOptions?.loadOptionsMethod !== undefined
		? ['1']
		: [...modes.map(({ name }) => name), ...options.flatMap((option) => ('value' in option ? [option.value] : []))];

/** The fields inside a field that are shown beside these values. */
function inner({ options = [] }: INodeProperties, root: Values): INodeProperties[] {
	const fields = options.flatMap((entry) => (isGroup(entry) ? entry.values : isField(entry) ? [entry] : []));
	return fields.filter((field) => shown(field, root));
}

/** How many nodes it takes until each choice has come up. */
const roundsOf = (field: INodeProperties, root: Values): number =>
	Math.max(
		['options', 'resourceLocator'].includes(field.type) ? choicesOf(field).length : 1,
		['boolean', 'resourceMapper'].includes(field.type) ? 2 : 1,
		...inner(field, root).map((each) => roundsOf(each, root)),
	);

const within = (fields: readonly INodeProperties[], round: number, root: Values): Values =>
	Object.fromEntries(
		fields.flatMap((field) => {
			const value = round < roundsOf(field, root) ? filled(field, round, root) : undefined;
			return value === undefined ? [] : [[field.name, value]];
		}),
	);

/** What a person may have entered; undefined for what holds nothing. */
function filled(field: INodeProperties, round: number, root: Values): unknown {
	const choices = choicesOf(field);
	const choice = choices[round % Math.max(1, choices.length)];
	switch (field.type) {
		case 'notice':
			return undefined;
		case 'options':
			return choice;
		case 'multiOptions':
			return choices;
		case 'boolean':
			return (field.default === true) === (round % 2 === 1);
		case 'number':
			return typeof field.default === 'number' ? field.default : 1;
		case 'resourceLocator':
			return { __rl: true, mode: choice, value: '1' };
		case 'resourceMapper':
			return { mappingMode: round === 0 ? 'defineBelow' : 'autoMapInputData', value: { id: '1' }, schema: [] };
		case 'dateTime':
			return '2026-07-01T00:00:00';
		case 'collection':
			return within(inner(field, root), round, root);
		case 'fixedCollection':
			return Object.fromEntries(
				(field.options ?? []).filter(isGroup).map(({ name, values }) => {
					const entry = within(values, round, root);
					return [name, field.typeOptions?.multipleValues === true ? [entry] : entry];
				}),
			);
		default:
			return field.default === '' || field.default === undefined ? '1' : field.default;
	}
}

/** Nodes that show all that is shown beside the given values. */
function nodesOf({ name, version, properties }: INodeTypeDescription, given: Values, title: string): FrozenNode[] {
	const nodes: FrozenNode[] = [];
	const before = new Set<string>();
	let rounds = 1;
	for (let round = 0; round < rounds; round++) {
		const parameters: Values = { ...given };
		for (const field of properties) {
			const root = withDefaults(properties, parameters);
			if (field.name in given || !shown(field, root)) continue;
			rounds = Math.max(rounds, roundsOf(field, root));
			const value = filled(field, round, root);
			const isNews = !before.has(`${field.name} ${JSON.stringify(value)}`);
			// What decides which fields are shown is named each time.
			if (value !== undefined && (isNews || field.required === true || field.type === 'options'))
				parameters[field.name] = value;
			before.add(`${field.name} ${JSON.stringify(value)}`);
		}
		nodes.push({
			name: `${title} ${round + 1}`,
			type: `n8n-nodes-workforce-operations.${name}`,
			typeVersion: Math.max(...[version].flat()),
			parameters,
		});
	}
	return nodes;
}

/** The values of a field in all of its places. */
const allChoices = ({ properties }: INodeTypeDescription, name: string, root: Values = {}): unknown[] =>
	properties.filter((field) => field.name === name && shown(field, root)).flatMap(choicesOf);

export function freezeWorkflows(): Record<string, FrozenNode[]> {
	const [action, trigger, watch] = [
		new WorkforceOperations().description,
		new WorkforceOperationsTrigger().description,
		new WorkforceOperationsWatchTrigger().description,
	];
	return {
		recipes: allRecipes().flatMap(({ name, workflow }) =>
			workflow.nodes.filter(isOurs).map(({ name: node, type, typeVersion, parameters }) => ({
				name: `${name}: ${node}`,
				type,
				typeVersion,
				parameters,
			})),
		),
		workforceOperations: allChoices(action, 'resource').flatMap((resource) =>
			allChoices(action, 'operation', { resource }).flatMap((operation) =>
				nodesOf(action, { resource, operation }, `${String(resource)} ${String(operation)}`),
			),
		),
		workforceOperationsTrigger: nodesOf(trigger, {}, 'trigger'),
		workforceOperationsWatchTrigger: allChoices(watch, 'event').flatMap((event) =>
			nodesOf(watch, { event }, String(event)),
		),
	};
}
