import type { IDataObject, INodeProperties } from 'n8n-workflow';
import { type Endpoint, type EndpointId, endpoints } from '../contract';
import { type Call, collect, type Values, type Walk } from '../transport';
import {
	additionalQueryOption,
	filtersField,
	includePageInfoOption,
	limitFields,
	optionsField,
	pageSizeOption,
	resumeOptions,
	simplifyField,
} from './fields';
import { withPageInfo } from './pageInfo';
import { additionalQuery, collection, inputError, labelsOf, parameter, queryFrom } from './read';
import { simplified } from './simplify';
import { type Operation, type Outcome, plainItems, type Scope } from './types';

export interface ListSpec {
	endpoint: EndpointId;
	value?: string;
	name?: string;
	action: string;
	description: string;
	/** Fields above the filters, such as a period or a required id. */
	fields?: INodeProperties[];
	filters?: INodeProperties[];
	/** Options beside those that every list has. */
	options?: INodeProperties[];
	/** The fields that Simplify keeps. */
	simple?: readonly string[];
	/** Values of the path's parts. */
	path?: (scope: Scope) => Record<string, string>;
	/** Query values beside the filters, under the API's names; they win over filters of the same name. */
	query?: (scope: Scope, filters: IDataObject) => Values;
	/** Work on the raw records, such as fetching the files that they point to. */
	finish?: (scope: Scope, records: IDataObject[], options: IDataObject) => Promise<Outcome[]>;
}

function pageSizeOf(scope: Scope, endpoint: Endpoint, options: IDataObject): number | undefined {
	if (options.pageSize === undefined || options.pageSize === '') return undefined;
	const size = Number(options.pageSize);
	const maximum = endpoint.pageSize?.maximum ?? Number.MAX_SAFE_INTEGER;
	if (!Number.isInteger(size) || size < 1 || size > maximum) {
		throw inputError(
			scope,
			`“Page Size” must be a whole number ${endpoint.pageSize?.maximum ? `from 1 to ${maximum}` : 'of 1 or more'}`,
		);
	}
	return size;
}

export function limitOf(scope: Scope, maximum = Number.MAX_SAFE_INTEGER): number {
	const limit = Number(parameter(scope, 'limit', 50));
	if (!Number.isInteger(limit) || limit < 1 || limit > maximum) {
		throw inputError(
			scope,
			`“Limit” must be a whole number ${maximum < Number.MAX_SAFE_INTEGER ? `from 1 to ${maximum}` : 'of 1 or more'}`,
		);
	}
	return limit;
}

/** How much to read and where to begin. */
export function walkOf(scope: Scope, endpoint: Endpoint, options: IDataObject): Walk {
	const startCursor = typeof options.startCursor === 'string' ? options.startCursor.trim() : '';
	return {
		limit: parameter(scope, 'returnAll', false) === true ? undefined : limitOf(scope),
		pageSize: pageSizeOf(scope, endpoint, options),
		startCursor: startCursor === '' ? undefined : startCursor,
		direction: options.direction === 'prev' ? 'prev' : 'next',
	};
}

/** An operation that reads a list: Return All or a limit, filters, page size, Simplify. */
export function listOperation(spec: ListSpec): Operation {
	const endpoint = endpoints[spec.endpoint];
	const fields: INodeProperties[] = [...(spec.fields ?? []), ...limitFields];
	if (spec.simple) fields.push(simplifyField);
	if (spec.filters?.length) fields.push(filtersField(...spec.filters));
	const options = [additionalQueryOption, ...(spec.options ?? [])];
	options.push(includePageInfoOption);
	// Only a cursor can be read backwards; the other two ways of paging go one way.
	if (endpoint.paging.kind !== 'none') options.push(...resumeOptions.slice(endpoint.paging.kind === 'cursor' ? 0 : 1));
	if (endpoint.pageSize) options.push(pageSizeOption(endpoint.pageSize.maximum));
	fields.push(optionsField(...options));
	const labels = labelsOf(fields);
	return {
		value: spec.value ?? 'getAll',
		name: spec.name ?? 'Get Many',
		action: spec.action,
		description: spec.description,
		endpoint: spec.endpoint,
		fields,
		async run(scope) {
			const given = collection(scope, 'options');
			const filters = collection(scope, 'filters');
			const call: Call = {
				endpoint,
				path: spec.path?.(scope),
				query: queryFrom(scope, endpoint, { ...filters, ...spec.query?.(scope, filters) }, labels),
				additionalQuery: additionalQuery(scope, given),
				itemIndex: scope.itemIndex,
			};
			const read = await collect(scope.connection, call, walkOf(scope, endpoint, given));
			const raw = read.records as IDataObject[];
			const outcomes = spec.finish ? await spec.finish(scope, raw, given) : plainItems(raw);
			const simplify = spec.simple && parameter(scope, 'simplify', true) === true ? simplified(spec.simple) : undefined;
			const shaped = simplify ? outcomes.map((outcome) => ({ ...outcome, json: simplify(outcome.json) })) : outcomes;
			if (given.includePageInfo !== true) return shaped;
			const infos = withPageInfo(
				shaped.map(({ json }) => json),
				read,
			);
			return infos.map((json, index) => ({ ...shaped[index], json }));
		},
	};
}
