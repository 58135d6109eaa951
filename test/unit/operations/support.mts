// Errors of the service and of the form, as what works with them gets them.
import { type INode, NodeOperationError } from 'n8n-workflow';
import { ServiceError } from '../../../nodes/WorkforceOperations/transport/errors/serviceError.ts';
import type { Explanation } from '../../../nodes/WorkforceOperations/transport/errors/explain.ts';

const node = { name: 'n', type: 't', typeVersion: 1, id: 'n', position: [0, 0], parameters: {} } satisfies INode;

export const serviceError = (changes: Partial<Explanation> = {}): ServiceError =>
	new ServiceError(node, { message: 'No', kind: 'refused', ...changes }, { writes: true });

/** A request that may have been carried out. */
export const lostError = (): ServiceError => serviceError({ kind: 'timeout', mayHaveArrived: true });

export const formError = (description?: string): NodeOperationError =>
	new NodeOperationError(node, 'Empty', { description, itemIndex: 0 });
