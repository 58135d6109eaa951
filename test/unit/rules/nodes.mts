// The three nodes, and every field of a form.
import type { INodeProperties } from 'n8n-workflow';
import { WorkforceOperations } from '../../../nodes/WorkforceOperations/WorkforceOperations.node.ts';
import { WorkforceOperationsTrigger } from '../../../nodes/WorkforceOperations/WorkforceOperationsTrigger.node.ts';
import { WorkforceOperationsWatchTrigger } from '../../../nodes/WorkforceOperations/WorkforceOperationsWatchTrigger.node.ts';

export const { description: workforce } = new WorkforceOperations();
export const { description: watchTrigger } = new WorkforceOperationsWatchTrigger();
export const nodes = [workforce, new WorkforceOperationsTrigger().description, watchTrigger];

/** Every field, also those inside of collections. */
export const allFields = (fields: readonly INodeProperties[]): INodeProperties[] =>
	fields.flatMap((field) => [
		field,
		...(field.options ?? []).flatMap((option) =>
			'values' in option ? allFields(option.values) : 'type' in option ? allFields([option]) : [],
		),
	]);
