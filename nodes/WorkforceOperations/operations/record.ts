import type { IDataObject, IHttpRequestOptions, INodeProperties } from 'n8n-workflow';
import { type EndpointId, isDefault, type Page, requireEndpoint } from '../contract';
import {
	type Call,
	type Cures,
	noContentError,
	nodeError,
	noRecordError,
	sendCall,
	ServiceError,
	settle,
	type Values,
	withKnownTimes,
} from '../transport';
import { additionalBodyOption, additionalQueryOption, choiceField, flattenOption, optionFields } from '../form/fields';
import { collection } from '../form/item';
import { additionalBody, additionalQuery } from '../form/additionalParameters';
import { labelsOf, type PathFields, pathFrom, type PathParts, queryFrom } from '../form/read';
import { outputFieldsOptions } from '../form/tickedFields';
import { briefFields } from '../form/toolOutput';
import { shapeOf, type Shaping } from './output';
import { type Operation, type OperationItem, plainItems, type RecordStep } from './types';
import { confirmsWrite, plainAnswer } from './writeConfirmation';

/** What a search that finds nothing is called. */
interface NotFound {
	label: string;
	message: string;
	cure: Cures;
}

const ifNotFoundOption = ({ label }: NotFound) =>
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
async function unlessNobody(
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

interface SingleSpec extends Shaping {
	endpoint: EndpointId;
	value: string;
	name: string;
	action: string;
	description: string;
	fields: INodeProperties[];
	options?: INodeProperties[];
	/** Advanced options in addition to those of every operation. */
	advanced?: INodeProperties[];
	path?: PathFields;
	query?: (item: OperationItem, options: IDataObject) => Values;
	/** What an item is about, for the error of one item of several. */
	about?: (item: OperationItem) => string;
	body?: (item: OperationItem, options: IDataObject, path: PathParts) => Promise<IDataObject> | IDataObject;
	/** Wraps the request, such as for a last check before it; may still change the body. */
	wrapSending?: (
		item: OperationItem,
		options: IDataObject,
		path: PathParts,
		body: IDataObject,
		send: () => Promise<Page>,
	) => Promise<Page>;
	/** Whether the response to this body must contain a record even if `fallbackRecord` is given. Without that it always must. */
	requiresRecord?: (body: IHttpRequestOptions['body']) => boolean;
	/** The item for a success without a record: `done` is true if the service confirmed it, null if that is unknown. */
	fallbackRecord?: (path: PathParts, done: true | null) => IDataObject;
	/** For a search, what its finding nothing is called; such an operation has the option `ifNotFound`. */
	notFound?: NotFound;
	finish?: RecordStep;
}

/** Merges the user's additional fields over a body; null removes a field. */
export function mergeBody(body: IDataObject, extra: Values): IHttpRequestOptions['body'] {
	const merged = { ...body, ...(extra as IDataObject) };
	return Object.fromEntries(Object.entries(merged).filter(([, value]) => value !== null && value !== undefined));
}

/** Defines an operation of one request, which reads or writes one record. */
export function singleOperation(spec: SingleSpec): Operation {
	const endpoint = requireEndpoint(spec.endpoint);
	const fields = [...spec.fields, ...briefFields(spec.records)];
	const options = [...(spec.options ?? [])];
	if (endpoint.method === 'GET') options.push(...outputFieldsOptions(spec));
	if (spec.notFound) options.push(ifNotFoundOption(spec.notFound).field);
	if (spec.flatten) options.push({ ...flattenOption.field, description: spec.flatten.description });
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
		about: spec.about,
		async run(item) {
			const given = collection(item, 'options');
			const shape = shapeOf(item, given, spec);
			const finish = spec.finish?.(item, given);
			const path = pathFrom(item, spec.path ?? {});
			const own = await spec.body?.(item, given, path);
			const bodyOf = (): Call['body'] => own && mergeBody(own, additionalBody(item));
			const isWrite = endpoint.method !== 'GET';
			let isSure = true;
			const itemsWithoutRecord = (page: Page): IDataObject[] => {
				const plain = plainAnswer(page.data);
				// If the service created something but its secret or id is missing from the response, it can't be found again.
				if (plain === undefined && isWrite && (spec.fallbackRecord === undefined || spec.requiresRecord?.(call.body)))
					throw noContentError(item.connection, call);
				// One record was requested: a run without any item would hide that there was none.
				if (plain === undefined && !isWrite && endpoint.list === undefined) throw noRecordError(item.connection, call);
				const said = spec.fallbackRecord?.(path, confirmsWrite(page) ? true : null);
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
			const sending = async (): Promise<Page> => await sendCall(item.connection, { ...call, body: bodyOf() });
			const reading = async (): Promise<IDataObject[]> => {
				const page = await (spec.wrapSending && own ? spec.wrapSending(item, given, path, own, sending) : sending());
				const raw = withKnownTimes(item.connection, page.records).filter((record) =>
					isWrite ? !isDefault(record) : Object.keys(record).length > 0,
				) as IDataObject[];
				isSure = !isWrite || confirmsWrite(page);
				return raw.length > 0 ? raw : itemsWithoutRecord(page);
			};
			const results = await (spec.notFound ? unlessNobody(item, given, spec.notFound, reading) : reading());
			finish?.look?.(results);
			const outcomes = finish ? await finish(results) : plainItems(results);
			finish?.end?.();
			const shown = shape(outcomes);
			return isSure ? shown : shown.map((outcome) => ({ ...outcome, unknown: true }));
		},
	};
}
