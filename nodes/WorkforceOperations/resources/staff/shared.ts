import type { IDataObject, INodeProperties } from 'n8n-workflow';
import { endpoints, type JsonObject } from '../../contract';
import { attempt, type Call, send } from '../../transport';
import type { Row } from '../../operations/batches';
import { additionalBodyOption } from '../../form/fields';
import { collection } from '../../form/item';
import { countOf } from '../../form/limit';
import { additionalBody, additionalQuery } from '../../form/additional';
import { mergeBody } from '../../operations/single';
import type { RowResult, OperationItem } from '../../operations/types';

/** No request is larger, whatever somebody enters. */
const LARGEST_BATCH = 500;

export const batchSizeOption = (standard: number, description: string): INodeProperties => ({
	displayName: 'Batch Size',
	name: 'batchSize',
	type: 'number',
	typeOptions: { minValue: 1, maxValue: LARGEST_BATCH },
	default: standard,
	description,
});

export const employeeBodyOption: INodeProperties = {
	...additionalBodyOption,
	description:
		'Fields to add to the employee under the API’s own names, as JSON. They replace those that the node would send; null removes one.',
};

/** How many rows go into one request. */
export function batchSizeOf(item: OperationItem | undefined, standard: number): number {
	if (item === undefined) return standard;
	return countOf(item, collection(item, 'options').batchSize ?? standard, 'Batch Size', LARGEST_BATCH);
}

/** Rows share a request only if they add the same to its query. */
export const queryKey = ({ item }: Row): string => JSON.stringify(additionalQuery(item, collection(item, 'options')));

/** Sends the employees of several rows in one request, and returns the data of the answer. */
export async function sendEmployees(id: 'staff.create' | 'staff.update', rows: Row[]): Promise<unknown> {
	const first = rows[0];
	if (first === undefined) return undefined;
	const { item } = first;
	const options = collection(item, 'options');
	const call: Call = {
		endpoint: endpoints[id],
		additionalQuery: additionalQuery(item, options),
		body: { employees: rows.map(({ body }) => body as IDataObject) },
		itemIndex: item.itemIndex,
	};
	const { data } = await send(item.connection, call);
	return data;
}

/** The user's own fields over those of one employee. */
export const withAdditional = (item: OperationItem, employee: IDataObject): JsonObject =>
	mergeBody(employee, additionalBody(item, collection(item, 'options'))) as JsonObject;

/** Prepares every row before anything is sent, so that a typing mistake in row 400 doesn't leave 399 rows written. */
export async function prepare<Made = JsonObject>(
	items: OperationItem[],
	keepGoing: boolean,
	make: (item: OperationItem) => Promise<Made>,
): Promise<{ rows: Array<{ item: OperationItem; body: Made }>; results: Array<RowResult | undefined> }> {
	const results: Array<RowResult | undefined> = items.map(() => undefined);
	const rows: Array<{ item: OperationItem; body: Made }> = [];
	for (const [index, item] of items.entries()) {
		const made = await attempt(make(item));
		if ('result' in made) rows.push({ item, body: made.result });
		else if (keepGoing) results[index] = made;
		else throw made.error;
	}
	return { rows, results };
}
