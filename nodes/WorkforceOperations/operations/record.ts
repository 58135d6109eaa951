import type { IDataObject, IHttpRequestOptions, INodeProperties } from 'n8n-workflow';
import { confirmsWrite, type EndpointId, isDefault, type Page, plainAnswer, requireEndpoint } from '../contract';
import { type Call, noContentError, noRecordError, sendCall, type Values, withKnownTimes } from '../transport';
import { additionalBodyOption, additionalQueryOption, flattenOption, optionFields } from '../form/fields';
import { collection } from '../form/item';
import { additionalBody, additionalQuery } from '../form/additionalParameters';
import { labelsOf, type PathFields, pathFrom, type PathParts, queryFrom } from '../form/read';
import { outputFieldsOptions } from '../form/tickedFields';
import { briefFields } from '../form/toolOutput';
import { shapeOf, type Shaping } from './output';
import { type Described, type ItemOperation, type OperationItem, plainItems, type RecordStep } from './types';

interface SingleSpec extends Shaping, Described, Pick<ItemOperation, 'about'> {
	endpoint: EndpointId;
	options?: INodeProperties[];
	/** Advanced options in addition to those of every operation. */
	advanced?: INodeProperties[];
	path?: PathFields;
	query?: (item: OperationItem, options: IDataObject) => Values;
	body?: (item: OperationItem, options: IDataObject, path: PathParts) => Promise<IDataObject> | IDataObject;
	/**
	 * Wraps the request, for example with a last check before it; may still change the body. Undefined means that nothing
	 * is returned.
	 */
	wrapSending?: (
		item: OperationItem,
		options: IDataObject,
		send: () => Promise<Page>,
		made: { path: PathParts; body: IDataObject },
	) => Promise<Page | undefined>;
	/**
	 * Whether the response to this body must contain a record even if `fallbackRecord` is given. Without `fallbackRecord`
	 * it always must.
	 */
	requiresRecord?: (body: IHttpRequestOptions['body']) => boolean;
	/** The item for a success without a record: `done` is true if the service confirmed it, null if that is unknown. */
	fallbackRecord?: (path: PathParts, done: true | null) => IDataObject;
	finish?: RecordStep;
}

/** Merges the user's additional fields over a body; null removes a field. */
export function mergeBody(body: IDataObject, extra: Values): IHttpRequestOptions['body'] {
	const merged = { ...body, ...(extra as IDataObject) };
	return Object.fromEntries(Object.entries(merged).filter(([, value]) => value !== null && value !== undefined));
}

/** Defines an operation of one request, which reads or writes one record. */
export function singleOperation(spec: SingleSpec): ItemOperation {
	const endpoint = requireEndpoint(spec.endpoint);
	const isWrite = endpoint.method !== 'GET';
	const fields = [...spec.fields, ...briefFields(spec.records)];
	const options = [...(spec.options ?? []), ...(isWrite ? [] : outputFieldsOptions(spec))];
	if (spec.flatten) options.push({ ...flattenOption.field, description: spec.flatten.description });
	const advanced = [additionalQueryOption, ...(spec.body ? [additionalBodyOption] : []), ...(spec.advanced ?? [])];
	fields.push(...optionFields(options, advanced));
	const labels = labelsOf(fields);

	/** The item for an answer without a record. Throws if the operation needs one. */
	function withoutRecord({ connection }: OperationItem, call: Call, page: Page, path: PathParts): IDataObject[] {
		const plain = plainAnswer(page.data);
		// If the service created something but its secret or id is missing from the response, it can't be found again.
		if (plain === undefined && isWrite && (spec.fallbackRecord === undefined || spec.requiresRecord?.(call.body)))
			throw noContentError(connection, call);
		// One record was requested: a run without any item would hide that there was none.
		if (plain === undefined && !isWrite && endpoint.list === undefined) throw noRecordError(connection, call);
		const said = spec.fallbackRecord?.(path, confirmsWrite(page) ? true : null);
		return said || plain ? [{ ...said, ...plain }] : [];
	}

	return {
		...spec,
		fields,
		async run(item) {
			const { connection, itemIndex } = item;
			const given = collection(item, 'options');
			const shape = shapeOf(item, given, spec);
			const finish = spec.finish?.(item, given);
			const path = pathFrom(item, spec.path ?? {});
			const own = await spec.body?.(item, given, path);
			const bodyOf = (): Call['body'] => own && mergeBody(own, additionalBody(item));
			const query = queryFrom(item, endpoint, spec.query?.(item, given) ?? {}, labels);
			const call: Call = { endpoint, path, query, additionalQuery: additionalQuery(item), body: bodyOf(), itemIndex };
			const send = async (): Promise<Page> => await sendCall(connection, { ...call, body: bodyOf() });
			const page = await (spec.wrapSending?.(item, given, send, { path, body: own ?? {} }) ?? send());
			if (page === undefined) return [];
			const raw = withKnownTimes(connection, page.records).filter((record) =>
				isWrite ? !isDefault(record) : Object.keys(record).length > 0,
			) as IDataObject[];
			const results = raw.length > 0 ? raw : withoutRecord(item, call, page, path);
			finish?.look?.(results);
			const outcomes = finish ? await finish(results) : plainItems(results);
			finish?.end?.();
			const shown = shape(outcomes);
			return isWrite && !confirmsWrite(page) ? shown.map((outcome) => ({ ...outcome, unknown: true })) : shown;
		},
	};
}
