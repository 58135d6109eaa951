import type { IDataObject, IHttpRequestOptions, INodeProperties } from 'n8n-workflow';
import { type EndpointId, type Page, requireEndpoint } from '../contract';
import { type Call, noContentError, noRecordError, send, type Values } from '../transport';
import { additionalBodyOption, additionalQueryOption, flattenOption } from '../form/fields';
import { optionFields } from '../form/advanced';
import { collection } from '../form/item';
import { additionalBody, additionalQuery } from '../form/additionalParameters';
import { labelsOf, pathFrom, type PathFields, type PathParts, queryFrom } from '../form/read';
import { outputFieldsOption } from '../form/fieldSelection';
import { briefFields } from '../form/toolOutput';
import { shapeOf, type Shaping } from './output';
import { type Finish, type Operation, type OperationItem, plainItems } from './types';
import { confirmsOne, plainAnswer } from './writeConfirmation';

interface SingleSpec extends Shaping {
	endpoint: EndpointId;
	value: string;
	name: string;
	action: string;
	description: string;
	fields: INodeProperties[];
	options?: INodeProperties[];
	/** Advanced options beside those that every operation has. */
	advanced?: INodeProperties[];
	/** The fields that ask for the parts of the path. */
	path?: PathFields;
	query?: (item: OperationItem, options: IDataObject) => Values;
	/** The body, for operations that write. */
	body?: (item: OperationItem, options: IDataObject, path: PathParts) => Promise<IDataObject> | IDataObject;
	/** Does what has to be done around the sending, such as the last look before it; it may still change the body. */
	around?: (
		item: OperationItem,
		options: IDataObject,
		path: PathParts,
		body: IDataObject,
		send: () => Promise<Page>,
	) => Promise<Page>;
	/** Whether the answer to a body has to bring a record even so. Without `told`, it always has to. */
	due?: (body: IHttpRequestOptions['body']) => boolean;
	/** What the item says where the service answered without a record: that it did what was asked, or that nobody knows. */
	told?: (path: PathParts, done: true | null) => IDataObject;
	finish?: Finish;
}

/** Puts the user's own fields over a body; null removes one. */
export function mergeBody(body: IDataObject, extra: Values): IHttpRequestOptions['body'] {
	const merged = { ...body, ...(extra as IDataObject) };
	return Object.fromEntries(Object.entries(merged).filter(([, value]) => value !== null && value !== undefined));
}

/** An operation of one call: it reads one record, or writes one. */
export function singleOperation(spec: SingleSpec): Operation {
	const endpoint = requireEndpoint(spec.endpoint);
	const fields = [...spec.fields, ...(spec.simple ? briefFields(spec.simple, spec.more) : [])];
	const options = [...(spec.options ?? [])];
	if (endpoint.method === 'GET') options.push(outputFieldsOption);
	if (spec.flatten) options.push(flattenOption(spec.flatten.description));
	const advanced = [additionalQueryOption, ...(spec.body ? [additionalBodyOption] : []), ...(spec.advanced ?? [])];
	fields.push(...optionFields(options, advanced));
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
			const shape = shapeOf(item, given, spec);
			const finish = spec.finish?.(item, given);
			const path = pathFrom(item, endpoint, spec.path ?? {});
			const own = await spec.body?.(item, given, path);
			const bodyOf = (): Call['body'] => own && mergeBody(own, additionalBody(item));
			const toldOf = ({ data }: Page): IDataObject[] => {
				const plain = plainAnswer(data);
				// A secret or an id that is due and doesn't come is lost, and nobody knows of what was made.
				if (plain === undefined && endpoint.method !== 'GET' && (spec.told === undefined || spec.due?.(call.body)))
					throw noContentError(item.connection, call);
				// One record is asked for: a run without an item would say nothing of it.
				if (plain === undefined && endpoint.method === 'GET' && endpoint.list === undefined)
					throw noRecordError(item.connection, call);
				const said = spec.told?.(path, confirmsOne(data) ? true : null);
				return said || plain ? [{ ...said, ...plain }] : [];
			};
			const call: Call = {
				endpoint,
				path,
				query: queryFrom(item, endpoint, spec.query?.(item, given) ?? {}, labels),
				additionalQuery: additionalQuery(item),
				body: bodyOf(),
				itemIndex: item.itemIndex,
			};
			const sending = async (): Promise<Page> => await send(item.connection, { ...call, body: bodyOf() });
			const page = await (spec.around && own ? spec.around(item, given, path, own, sending) : sending());
			const raw = page.records.filter((record) => Object.keys(record).length > 0) as IDataObject[];
			const told = raw.length > 0 ? raw : toldOf(page);
			const outcomes = finish ? await finish(told) : plainItems(told);
			finish?.end?.();
			return shape(outcomes);
		},
	};
}
