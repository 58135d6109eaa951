import type { IDataObject, INodeProperties } from 'n8n-workflow';
import { endpoints, isJsonObject, type JsonObject } from '../../contract';
import { send } from '../../transport';
import type { Row } from '../batches';
import { additionalBodyOption } from '../fields';
import { additionalBody, additionalQuery, collection, inputError } from '../read';
import { mergeBody } from '../single';
import type { RowResult, Scope } from '../types';

export const batchSizeOption = (standard: number, description: string): INodeProperties => ({
	displayName: 'Batch Size',
	name: 'batchSize',
	type: 'number',
	typeOptions: { minValue: 1, maxValue: 500 },
	default: standard,
	description,
});

export const employeeBodyOption: INodeProperties = {
	...additionalBodyOption,
	description:
		'Fields to add to the employee under the API’s own names, as JSON. They replace those that the node would send; null removes one.',
};

/** How many rows go into one request. */
export function batchSizeOf(scope: Scope | undefined, standard: number): number {
	if (scope === undefined) return standard;
	const size = Number(collection(scope, 'options').batchSize ?? standard);
	if (!Number.isInteger(size) || size < 1 || size > 500)
		throw inputError(scope, '“Batch Size” must be a whole number from 1 to 500');
	return size;
}

/** Rows share a request only if they add the same to its query. */
export const queryKey = ({ scope }: Row): string =>
	JSON.stringify(additionalQuery(scope, collection(scope, 'options')));

/** Sends the employees of several rows in one request. */
export async function sendEmployees(id: 'staff.create' | 'staff.update', rows: Row[]): Promise<JsonObject[]> {
	const first = rows[0];
	if (first === undefined) return [];
	const { scope } = first;
	const options = collection(scope, 'options');
	const page = await send(scope.connection, {
		endpoint: endpoints[id],
		additionalQuery: additionalQuery(scope, options),
		body: { employees: rows.map(({ body }) => body as IDataObject) },
		itemIndex: scope.itemIndex,
	});
	return page.records.filter(isJsonObject);
}

/** The user's own fields over those of one employee. */
export const withAdditional = (scope: Scope, employee: IDataObject): JsonObject =>
	mergeBody(employee, additionalBody(scope, collection(scope, 'options'))) as JsonObject;

/** Prepares every row before anything is sent, so that a typing mistake in row 400 doesn't leave 399 rows written. */
export async function prepare(
	scopes: Scope[],
	keepGoing: boolean,
	make: (scope: Scope) => Promise<JsonObject>,
): Promise<{ rows: Row[]; results: Array<RowResult | undefined> }> {
	const results: Array<RowResult | undefined> = scopes.map(() => undefined);
	const rows: Row[] = [];
	for (const [index, scope] of scopes.entries()) {
		await make(scope)
			.then((body) => rows.push({ scope, body }))
			.catch(async (error: unknown) => {
				if (!keepGoing) await Promise.reject(error);
				results[index] = { error };
			});
	}
	return { rows, results };
}
