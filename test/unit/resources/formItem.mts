// One item of a form without n8n: what the checks of a row need.
import type { OperationItem } from '../../../nodes/WorkforceOperations/operations/types.ts';

export const formItem = (itemIndex = 0, values: Record<string, unknown> = {}): OperationItem =>
	({
		node: { name: 'n', type: 't', typeVersion: 1, id: 'n', position: [0, 0], parameters: values },
		timeZone: 'Australia/Sydney',
		itemIndex,
		context: {
			getInputData: () => [{ json: {} }],
			getWorkflowStaticData: () => ({}),
			getMode: () => 'manual',
		},
		get: (name: string, fallback: unknown) => values[name] ?? fallback,
	}) as unknown as OperationItem;
