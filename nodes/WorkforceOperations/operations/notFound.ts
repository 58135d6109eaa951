import type { IDataObject, INodeProperties } from 'n8n-workflow';
import { isDefault } from '../contract';
import { oneOf } from '../form/item';
import { nodeError, ServiceError, settle } from '../transport';
import type { OperationItem } from './types';

/** What a search that finds nothing is called. */
export interface NotFound {
	/** The label of the option. */
	label: string;
	message: string;
	cure: string;
}

export const ifNotFoundOption = ({ label }: NotFound): INodeProperties => ({
	displayName: label,
	name: 'ifNotFound',
	type: 'options',
	options: [
		{ name: 'Error', value: 'error' },
		{ name: 'Return Nothing', value: 'nothing' },
	],
	default: 'error',
	description: 'What a search that finds nobody does: ends with an error, or goes on with the other items',
});

/** The service itself says that there is no such record; the 404 of a gateway or of a wrong address says nothing. */
const saysNothing = (error: unknown): error is ServiceError =>
	error instanceof ServiceError &&
	(error.kind === 'notFound' || error.code === '404') &&
	(error.spoken || error.httpCode !== '404');

/** The records that were found; none of them, or the error in words, as `ifNotFound` says. */
export async function unlessNobody(
	item: OperationItem,
	options: IDataObject,
	{ label, message, cure }: NotFound,
	reading: () => Promise<IDataObject[]>,
): Promise<IDataObject[]> {
	const choice = oneOf(item, options.ifNotFound, label, ['error', 'nothing']);
	const read = await settle(reading());
	if ('error' in read && !saysNothing(read.error)) throw read.error;
	const found = 'error' in read ? [] : read.result.filter((record) => !isDefault(record));
	if (found.length > 0 || choice === 'nothing') return found;
	const { code, traceId } = 'error' in read && read.error instanceof ServiceError ? read.error : {};
	const explanation = { kind: 'notFound', message, description: cure, httpCode: '404', code, traceId } as const;
	throw nodeError(item.connection, explanation, { itemIndex: item.itemIndex });
}
