import { type INode, NodeApiError, NodeOperationError } from 'n8n-workflow';
import { findProblem } from './problems';

/** An error as n8n shows it best: its own classes unchanged, a Problem with its cure as description. */
export function asNodeError(node: INode, error: unknown, itemIndex?: number): NodeApiError | NodeOperationError {
	if (error instanceof NodeApiError || error instanceof NodeOperationError) return error;
	const problem = findProblem(error);
	if (problem) return new NodeOperationError(node, problem.message, { itemIndex, description: problem.cure });
	return new NodeOperationError(node, error instanceof Error ? error : String(error), { itemIndex });
}
