import { type IDataObject, type INodeExecutionData, NodeApiError, type NodeOperationError } from 'n8n-workflow';

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
