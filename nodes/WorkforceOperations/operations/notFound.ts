import type { IDataObject } from 'n8n-workflow';
import { isDefault } from '../contract';
import { choiceField } from '../form/fields';
import { type Cures, nodeError, ServiceError, settle } from '../transport';
import type { OperationItem } from './types';

/** What a search that finds nothing is called. */
export interface NotFound {
	label: string;
	message: string;
	cure: Cures;
}

export const ifNotFoundOption = ({ label }: NotFound) =>
	choiceField({
		displayName: label,
		name: 'ifNotFound',
		default: 'error',
		description: 'What to do if nobody is found: fail with an error, or continue with the other items',
		choices: { error: { name: 'Error' }, nothing: { name: 'Return Nothing' } },
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
	notFound: NotFound,
	reading: () => Promise<IDataObject[]>,
): Promise<IDataObject[]> {
	const choice = ifNotFoundOption(notFound).read(item, options);
	const read = await settle(reading());
	if ('error' in read && !saysNothing(read.error)) throw read.error;
	const found = 'error' in read ? [] : read.result.filter((record) => !isDefault(record));
	if (found.length > 0 || choice === 'nothing') return found;
	const { code, traceId } = 'error' in read && read.error instanceof ServiceError ? read.error : {};
	const { message, cure } = notFound;
	const explanation = { kind: 'notFound', message, description: cure, httpCode: '404', code, traceId } as const;
	throw nodeError(item.connection, explanation, { itemIndex: item.itemIndex });
}
