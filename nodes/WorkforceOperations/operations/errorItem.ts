import { type IDataObject, type INode, type INodeExecutionData, NodeApiError, NodeOperationError } from 'n8n-workflow';
import { findProblem } from '../transport';

/** An error as n8n shows it best: its own classes unchanged, a Problem with its cure as description. */
export function asNodeError(node: INode, error: unknown, itemIndex: number): NodeApiError | NodeOperationError {
	if (error instanceof NodeApiError || error instanceof NodeOperationError) return error;
	const problem = findProblem(error);
	if (problem) return new NodeOperationError(node, problem.message, { itemIndex, description: problem.cure });
	return new NodeOperationError(node, error instanceof Error ? error : String(error), { itemIndex });
}

/** An item that holds nothing but what went wrong, so that n8n's error output takes it. */
export function errorItem(error: NodeApiError | NodeOperationError, itemIndex: number): INodeExecutionData {
	const details: IDataObject = {
		message: error.message,
		description: error.description ?? undefined,
		httpCode: error instanceof NodeApiError ? (error.httpCode ?? undefined) : undefined,
		code: error.context.serviceCode as string | undefined,
		traceId: error.context.traceId as string | undefined,
	};
	return {
		json: { error: Object.fromEntries(Object.entries(details).filter(([, value]) => value !== undefined)) },
		pairedItem: { item: itemIndex },
	};
}
