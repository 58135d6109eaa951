import { type IDataObject, type INodeExecutionData, NodeApiError, type NodeOperationError } from 'n8n-workflow';
import { ServiceError } from '../transport';

/** An item that holds nothing but what went wrong, so that n8n's error output takes it. */
export function errorItem(error: NodeApiError | NodeOperationError, itemIndex: number): INodeExecutionData {
	const details: IDataObject = {
		message: error.message,
		description: error.description ?? undefined,
		httpCode: error instanceof NodeApiError ? (error.httpCode ?? undefined) : undefined,
		...(error instanceof ServiceError ? { code: error.code, traceId: error.traceId } : {}),
	};
	return {
		json: { error: Object.fromEntries(Object.entries(details).filter(([, value]) => value !== undefined)) },
		pairedItem: { item: itemIndex },
	};
}
