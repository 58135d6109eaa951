import type { IDataObject, IHttpRequestOptions, INodeProperties } from 'n8n-workflow';
import { type EndpointId, endpoints } from '../contract';
import { isRepeatable, send, type Values } from '../transport';
import { doubtful } from './doubt';
import { additionalBodyOption, additionalQueryOption, optionsField, simplifyField } from './fields';
import { additionalBody, additionalQuery, collection, labelsOf, parameter, queryFrom } from './read';
import { simplified } from './simplify';
import { type Operation, plainItems, type Scope } from './types';

export interface SingleSpec {
	endpoint: EndpointId;
	value: string;
	name: string;
	action: string;
	description: string;
	fields: INodeProperties[];
	options?: INodeProperties[];
	simple?: readonly string[];
	path?: (scope: Scope) => Record<string, string>;
	query?: (scope: Scope, options: IDataObject) => Values;
	/** The body, for operations that write. */
	body?: (scope: Scope, options: IDataObject) => Promise<IDataObject> | IDataObject;
	/** Works on the records before they are simplified. */
	finish?: (scope: Scope, records: IDataObject[], options: IDataObject) => IDataObject[];
}

/** Puts the user's own fields over a body; null removes one. */
export function mergeBody(body: IDataObject, extra: Values): IHttpRequestOptions['body'] {
	const merged = { ...body, ...(extra as IDataObject) };
	return Object.fromEntries(Object.entries(merged).filter(([, value]) => value !== null && value !== undefined));
}

/** An operation of one call: it reads one record, or writes one. */
export function singleOperation(spec: SingleSpec): Operation {
	const endpoint = endpoints[spec.endpoint];
	const fields = [...spec.fields, ...(spec.simple ? [simplifyField] : [])];
	const options = [additionalQueryOption, ...(spec.body ? [additionalBodyOption] : []), ...(spec.options ?? [])];
	fields.push(optionsField(...options));
	const labels = labelsOf(fields);
	return {
		value: spec.value,
		name: spec.name,
		action: spec.action,
		description: spec.description,
		endpoint: spec.endpoint,
		fields,
		async run(scope) {
			const given = collection(scope, 'options');
			const body = spec.body && mergeBody(await spec.body(scope, given), additionalBody(scope, given));
			const sending = send(scope.connection, {
				endpoint,
				path: spec.path?.(scope),
				query: queryFrom(scope, endpoint, spec.query?.(scope, given) ?? {}, labels),
				additionalQuery: additionalQuery(scope, given),
				body,
				itemIndex: scope.itemIndex,
			});
			const page = await (isRepeatable({ method: endpoint.method, body }) ? sending : sending.catch(doubtful));
			const raw = page.records as IDataObject[];
			const records = spec.finish ? spec.finish(scope, raw, given) : raw;
			const simplify = spec.simple && parameter(scope, 'simplify', true) === true ? simplified(spec.simple) : undefined;
			return plainItems(simplify ? records.map(simplify) : records);
		},
	};
}
