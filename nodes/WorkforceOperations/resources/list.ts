import type { IDataObject, INodeProperties } from 'n8n-workflow';
import { type Endpoint, type EndpointId, endpoints, type JsonObject } from '../contract';
import { type Call, collect, type Values } from '../transport';
import { additionalQueryOption, filtersField, limitFields, optionsField, pageSizeOption, simplifyField } from './fields';
import { additional, collection, inputError, parameter, queryFrom } from './read';
import { simplified } from './simplify';
import type { Operation, Scope } from './types';

export interface ListSpec {
	endpoint: EndpointId;
	value?: string;
	name?: string;
	action: string;
	description: string;
	/** Fields above the filters, such as a period or a required id. */
	fields?: INodeProperties[];
	filters?: INodeProperties[];
	/** The fields that Simplify keeps. */
	simple?: readonly string[];
	/** Values of the path's parts. */
	path?: (scope: Scope) => Record<string, string>;
	/** Query values beside the filters, under the API's names. */
	query?: (scope: Scope) => Values;
}

function pageSizeOf(scope: Scope, endpoint: Endpoint, options: IDataObject): number | undefined {
	if (options.pageSize === undefined || options.pageSize === '') return undefined;
	const size = Number(options.pageSize);
	const maximum = endpoint.pageSize?.maximum ?? Number.MAX_SAFE_INTEGER;
	if (!Number.isInteger(size) || size < 1 || size > maximum) {
		throw inputError(scope, `“Page Size” must be a whole number ${endpoint.pageSize?.maximum ? `from 1 to ${maximum}` : 'of 1 or more'}`);
	}
	return size;
}

function limitOf(scope: Scope): number | undefined {
	if (parameter(scope, 'returnAll', false) === true) return undefined;
	const limit = Number(parameter(scope, 'limit', 50));
	if (!Number.isInteger(limit) || limit < 1) throw inputError(scope, '“Limit” must be a whole number of 1 or more');
	return limit;
}

/** An operation that reads a list: Return All or a limit, filters, page size, Simplify. */
export function listOperation(spec: ListSpec): Operation {
	const endpoint = endpoints[spec.endpoint];
	const fields: INodeProperties[] = [...(spec.fields ?? []), ...limitFields];
	if (spec.simple) fields.push(simplifyField);
	if (spec.filters?.length) fields.push(filtersField(...spec.filters));
	fields.push(optionsField(additionalQueryOption, ...(endpoint.pageSize ? [pageSizeOption(endpoint.pageSize.maximum)] : [])));
	return {
		value: spec.value ?? 'getAll',
		name: spec.name ?? 'Get Many',
		action: spec.action,
		description: spec.description,
		endpoint: spec.endpoint,
		fields,
		async run(scope) {
			const options = collection(scope, 'options');
			const call: Call = {
				endpoint,
				path: spec.path?.(scope),
				query: queryFrom(scope, endpoint, { ...collection(scope, 'filters'), ...spec.query?.(scope) }),
				additionalQuery: additional(scope, options, 'additionalQuery'),
				itemIndex: scope.itemIndex,
			};
			const { records } = await collect(scope.connection, call, { limit: limitOf(scope), pageSize: pageSizeOf(scope, endpoint, options) });
			return spec.simple && parameter(scope, 'simplify', true) === true ? records.map(simplified(spec.simple)) : asItems(records);
		},
	};
}

const asItems = (records: JsonObject[]): IDataObject[] => records as IDataObject[];
