import type { IDataObject, INodeProperties } from 'n8n-workflow';
import { type Endpoint, type EndpointId, endpoints, isBlank } from '../contract';
import { type Call, collect, type Values, type PageWalk } from '../transport';
import {
	additionalQueryOption,
	directionOption,
	filtersField,
	flattenOption,
	includePageInfoOption,
	limitFields,
	optionsField,
	pageSizeOption,
	readLimit,
	requireCount,
	simplifyField,
	startCursorOption,
} from '../form/fields';
import { countedApart, writeList } from './files/listFile';
import { fileOptions, fileTarget } from './files/target';
import { collectInactive, readsInactive, refuseStartCursor } from './inactiveRecords';
import { type Approval, collectByApproval } from './approval';
import type { ListFlag } from './otherHalf';
import { shapeOf, type Shaping, withPageInfo } from './output';
import { collection, flag } from '../form/item';
import { additionalQuery } from '../form/additionalParameters';
import { labelsOf, pathFrom, type PathFields, queryFrom, refuseEmpty } from '../form/read';
import { outputFieldsOption } from '../form/fieldSelection';
import { type Finish, type Operation, type OperationItem, plainItems } from './types';

interface ListSpec extends Shaping {
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
	/** The fields that ask for the parts of the path. */
	path?: PathFields;
	/** Query values beside the filters, under the API's names; they win over filters of the same name. */
	query?: (item: OperationItem, filters: IDataObject) => Values;
	/** The flag whose “off” means that inactive records are wanted as well. */
	activeOnly?: ListFlag;
	/** The flag whose “on” means that approved records alone are wanted. */
	approval?: Approval;
	finish?: Finish;
}

function pageSizeOf(item: OperationItem, endpoint: Endpoint, options: IDataObject): number | undefined {
	if (isBlank(options.pageSize)) return undefined;
	return requireCount(item, options.pageSize, 'Page Size', endpoint.pageSize?.maximum);
}

/** How much to read and where to begin. */
function walkOf(item: OperationItem, endpoint: Endpoint, options: IDataObject): PageWalk {
	const startCursor = typeof options.startCursor === 'string' ? options.startCursor.trim() : '';
	return {
		limit: readLimit(item),
		pageSize: pageSizeOf(item, endpoint, options),
		startCursor: startCursor === '' ? undefined : startCursor,
		direction: options.direction === 'prev' ? 'prev' : 'next',
	};
}

/** An operation that reads a list: Return All or a limit, filters, page size, Simplify. */
export function listOperation(spec: ListSpec): Operation {
	const endpoint = endpoints[spec.endpoint];
	const fields: INodeProperties[] = [...(spec.fields ?? []), ...limitFields()];
	if (spec.simple) fields.push(simplifyField);
	if (spec.filters?.length) fields.push(filtersField(...spec.filters));
	const options = [additionalQueryOption, ...(spec.options ?? [])];
	options.push(includePageInfoOption, outputFieldsOption, ...fileOptions);
	if (spec.flatten) options.push(flattenOption(spec.flatten.description));
	if (endpoint.paging.kind !== 'none') options.push(startCursorOption);
	// Only a cursor can be read backwards; the other two ways of paging go one way.
	if (endpoint.paging.kind === 'cursor') options.push(directionOption);
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
		async run(asked) {
			const given = collection(asked, 'options');
			const file = fileTarget(asked, given, spec, options);
			const item = file ? countedApart(asked) : asked;
			const filters = collection(item, 'filters');
			const shape = shapeOf(item, given, spec);
			const finish = spec.finish?.(item, given);
			const withInfo = flag(item, given.includePageInfo, 'Include Page Info');
			refuseEmpty(item, filters, labels);
			const call: Call = {
				endpoint,
				path: pathFrom(item, endpoint, spec.path ?? {}),
				query: queryFrom(item, endpoint, { ...filters, ...spec.query?.(item, filters) }, labels),
				additionalQuery: additionalQuery(item, given),
				itemIndex: item.itemIndex,
			};
			const walk = walkOf(item, endpoint, given);
			const inactive = spec.activeOnly && readsInactive(spec.activeOnly, call.query ?? {}, call.additionalQuery ?? {});
			if (inactive) refuseStartCursor(item, given);
			if (file) return await writeList(item, spec.action, file, { call, walk, reading: spec, shape, finish });
			const read =
				spec.activeOnly && inactive
					? await collectInactive(item, call, walk, spec.activeOnly)
					: spec.approval
						? await collectByApproval(item.connection, call, walk, spec.approval, withInfo)
						: await collect(item.connection, call, walk);
			item.hints.read(read.incomplete);
			const raw = read.records as IDataObject[];
			const outcomes = finish ? await finish(raw) : plainItems(raw);
			return withInfo ? withPageInfo(outcomes, read, shape) : shape(outcomes);
		},
	};
}
