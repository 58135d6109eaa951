import type { IDataObject, INodeProperties } from 'n8n-workflow';
import { type EndpointId, endpoints } from '../contract';
import { send, type Values } from '../transport';
import { additionalQueryOption, optionsField, simplifyField } from './fields';
import { additional, collection, parameter, queryFrom } from './read';
import { simplified } from './simplify';
import type { Operation, Scope } from './types';

export interface SingleSpec {
	endpoint: EndpointId;
	value: string;
	name: string;
	action: string;
	description: string;
	fields: INodeProperties[];
	simple?: readonly string[];
	path?: (scope: Scope) => Record<string, string>;
	query?: (scope: Scope) => Values;
}

/** An operation that reads one record. */
export function singleOperation(spec: SingleSpec): Operation {
	const endpoint = endpoints[spec.endpoint];
	return {
		value: spec.value,
		name: spec.name,
		action: spec.action,
		description: spec.description,
		endpoint: spec.endpoint,
		fields: [...spec.fields, ...(spec.simple ? [simplifyField] : []), optionsField(additionalQueryOption)],
		async run(scope) {
			const { records } = await send(scope.connection, {
				endpoint,
				path: spec.path?.(scope),
				query: queryFrom(scope, endpoint, spec.query?.(scope) ?? {}),
				additionalQuery: additional(scope, collection(scope, 'options'), 'additionalQuery'),
				itemIndex: scope.itemIndex,
			});
			return spec.simple && parameter(scope, 'simplify', true) === true ? records.map(simplified(spec.simple)) : (records as IDataObject[]);
		},
	};
}
