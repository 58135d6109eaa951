import type { IDataObject, IHttpRequestOptions, INodeProperties } from 'n8n-workflow';
import { type EndpointId, endpoints } from '../contract';
import { isRepeatable, send, type Values } from '../transport';
import { doubtful } from './uncertainWrite';
import { additionalBodyOption, additionalQueryOption, optionsField, simplifyField } from '../form/fields';
import { collection } from '../form/item';
import { additionalBody, additionalQuery } from '../form/additional';
import { labelsOf, queryFrom } from '../form/read';
import { isSimplified, simplified } from './simplify';
import { type Operation, plainItems, type OperationItem } from './types';

export interface SingleSpec {
	endpoint: EndpointId;
	value: string;
	name: string;
	action: string;
	description: string;
	fields: INodeProperties[];
	options?: INodeProperties[];
	simple?: readonly string[];
	path?: (item: OperationItem) => Record<string, string>;
	query?: (item: OperationItem, options: IDataObject) => Values;
	/** The body, for operations that write. */
	body?: (item: OperationItem, options: IDataObject) => Promise<IDataObject> | IDataObject;
	/** Works on the records before they are simplified. */
	finish?: (item: OperationItem, records: IDataObject[], options: IDataObject) => IDataObject[];
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
		async run(item) {
			const given = collection(item, 'options');
			const simplify = spec.simple && isSimplified(item) ? simplified(spec.simple) : undefined;
			const body = spec.body && mergeBody(await spec.body(item, given), additionalBody(item, given));
			const sending = send(item.connection, {
				endpoint,
				path: spec.path?.(item),
				query: queryFrom(item, endpoint, spec.query?.(item, given) ?? {}, labels),
				additionalQuery: additionalQuery(item, given),
				body,
				itemIndex: item.itemIndex,
			});
			const page = await (isRepeatable({ method: endpoint.method, body }) ? sending : sending.catch(doubtful));
			const raw = page.records as IDataObject[];
			const records = spec.finish ? spec.finish(item, raw, given) : raw;
			return plainItems(simplify ? records.map(simplify) : records);
		},
	};
}
