// A form of the watch trigger in which these fields are filled.
import type { INode } from 'n8n-workflow';
import type { Item } from '../../../nodes/WorkforceOperations/form/item.ts';

export const form = (values: Record<string, unknown>): Item => ({
	node: { id: '1', name: 'Watch', type: 'test', typeVersion: 1, position: [0, 0], parameters: {} } as INode,
	timeZone: 'Australia/Sydney',
	get: (name, fallback) => (Object.hasOwn(values, name) ? values[name] : fallback),
});
