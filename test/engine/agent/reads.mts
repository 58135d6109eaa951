// Every read as an agent may ask for it.
import type { IDataObject } from 'n8n-workflow';
import { FIELDS } from '../../../nodes/WorkforceOperations/contract/index.ts';
import { everyOperation, formOf, offeredIn, switchesOf } from '../support/everyOperation.mts';

export const reading = everyOperation
	.filter(({ id }) => /\.(get|check)/.test(id) && !id.startsWith('webhook'))
	.map((row): [string, typeof row] => [row.id, row]);

/** Names of contact data of any kind of record. */
const contactFields = Object.values(FIELDS).flatMap((fields) =>
	fields.flatMap(({ name, group, isPrivate }) => (isPrivate && group !== 'inner' ? [name] : [])),
);

/** All that an operation's form offers to bring more into view: its switches, its kinds of rows, and every field by its name. */
export function everythingOf(id: string): IDataObject[] {
	const valuesOf = (name: string): string[] =>
		[...offeredIn(id, 'options'), ...formOf(id)]
			.filter((field) => field.name === name)
			.flatMap(({ options: choices = [] }) =>
				choices.flatMap((choice) => ('value' in choice ? [String(choice.value)] : [])),
			);
	return [
		{},
		{ options: switchesOf(id) },
		{ options: { flatten: true } },
		...valuesOf('rows').map((rows) => ({ options: { rows } })),
		{ options: { outputFields: [...new Set([...valuesOf('outputFields'), ...contactFields])] } },
		{ output: 'selectedFields', fields: [...new Set([...valuesOf('fields'), ...contactFields])] },
	];
}

export const asTool = { node: { type: 'n8n-nodes-workforce-operations.workforceOperationsTool' } };
