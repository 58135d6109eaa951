// What workflows store of the nodes' forms: the nodes of every recipe, and whatever else a form lets a person store.
import type { INodeProperties, INodeTypeDescription } from 'n8n-workflow';
import { allRecipes } from '../../../kit/n8n/recipes.mts';
import { WorkforceOperations } from '../../../nodes/WorkforceOperations/WorkforceOperations.node.ts';
import { WorkforceOperationsTrigger } from '../../../nodes/WorkforceOperations/WorkforceOperationsTrigger.node.ts';
import { WorkforceOperationsWatchTrigger } from '../../../nodes/WorkforceOperations/WorkforceOperationsWatchTrigger.node.ts';
import { isOurs } from '../../repository/recipes/forms.mts';
import type { FrozenNode } from './frozenForms.mts';

/** `timesheet getAll`, for each operation or event that a field is shown for. */
const placesOf = ({ displayOptions: { show = {} } = {} }: INodeProperties): string[] =>
	['resource', 'operation', 'event'].reduce<string[]>(
		(places, name) => places.flatMap((place) => (show[name] ?? ['any']).map((value) => `${place} ${String(value)}`)),
		[''],
	);

/** Every field by its path, and each of its choices: `options.asFile = "csv"`. */
const partsOf = (entries: NonNullable<INodeProperties['options']>, place: string): string[] =>
	entries.flatMap((entry): string[] => {
		if ('value' in entry) return [`${place} = ${JSON.stringify(entry.value)}`];
		const here = place === '' ? entry.name : `${place}.${entry.name}`;
		if ('values' in entry) return partsOf(entry.values, here);
		const modes = (entry.modes ?? []).map(({ name }) => `${here} by ${name}`);
		return [`${here}: ${entry.type}`, ...modes, ...partsOf(entry.options ?? [], here)];
	});

const formOf = ({ version, properties }: INodeTypeDescription): string[] => [
	...[version].flat().map((each) => `version ${each}`),
	...new Set(
		properties.flatMap((field) =>
			placesOf(field).flatMap((place) => partsOf([field], '').map((part) => `${place.trim()}: ${part}`)),
		),
	),
];

/** By the name of the node. */
export const freezeForms = (): Record<string, string[]> =>
	Object.fromEntries(
		[new WorkforceOperations(), new WorkforceOperationsTrigger(), new WorkforceOperationsWatchTrigger()].map(
			({ description }) => [description.name, formOf(description)],
		),
	);

/** By the name of the recipe. */
export const freezeRecipes = (): Record<string, FrozenNode[]> =>
	Object.fromEntries(
		allRecipes().map(({ name, workflow }) => [
			name,
			workflow.nodes
				.filter(isOurs)
				.map(({ name: node, type, typeVersion, parameters }) => ({ name: node, type, typeVersion, parameters })),
		]),
	);
