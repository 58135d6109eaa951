import type { IDataObject, INodeProperties } from 'n8n-workflow';
import { type Endpoint, type EndpointId, isBlank, requireEndpoint } from '../contract';
import { type Call, collect, type Values, type PageWalk } from '../transport';
import {
	additionalQueryOption,
	directionOption,
	filtersField,
	flattenOption,
	includePageInfoOption,
	limitFields,
	localTimesOption,
	pageSizeOption,
	readLimit,
	requireCount,
	startCursorOption,
} from '../form/fields';
import { advancedOf, optionFields } from '../form/advanced';
import { countedApart, writeList } from './files/listFile';
import { fileOptions, fileTarget } from './files/target';
import { collectInactive, readsInactive, refuseStartCursor } from './inactiveRecords';
import { type Approval, collectByApproval } from './approval';
import type { ListFlag } from './otherHalf';
import { shapeOf, type Shaping, withPageInfo } from './output';
import { collection, flag } from '../form/item';
import { additionalQuery } from '../form/additionalParameters';
import { labelsOf, pathFrom, type PathFields, queryFrom, refuseEmpty } from '../form/read';
import { filtersOf } from '../form/listFilters';
import { outputFieldsOption } from '../form/fieldSelection';
import { briefFields } from '../form/toolOutput';
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
	/** Options in addition to those of every list. */
	options?: INodeProperties[];
	/** Advanced options in addition to those of every list. */
	advanced?: INodeProperties[];
	/** The fields for the parts of the path. */
	path?: PathFields;
	/** Query values in addition to the filters, by the API's names; they override filters of the same name. */
	query?: (item: OperationItem, filters: IDataObject) => Values;
	/** The flag that, when off, includes inactive records. */
	activeOnly?: ListFlag;
	/** The flag that, when on, returns approved records only. */
	approval?: Approval;
	finish?: Finish;
}

function pageSizeOf(item: OperationItem, endpoint: Endpoint, advanced: IDataObject): number | undefined {
	if (isBlank(advanced.pageSize)) return undefined;
	return requireCount(item, advanced.pageSize, 'Page Size', endpoint.pageSize?.maximum);
}

/** How much to read, and from where. */
function walkOf(item: OperationItem, endpoint: Endpoint): PageWalk {
	const advanced = advancedOf(item);
	const startCursor = typeof advanced.startCursor === 'string' ? advanced.startCursor.trim() : '';
	return {
		limit: readLimit(item),
		pageSize: pageSizeOf(item, endpoint, advanced),
		startCursor: startCursor === '' ? undefined : startCursor,
		direction: advanced.direction === 'prev' ? 'prev' : 'next',
	};
}

/** Defines an operation that reads a list: Return All or a limit, filters, page size, Simplify. */
export function listOperation(spec: ListSpec): Operation {
	const endpoint = requireEndpoint(spec.endpoint);
	const fields: INodeProperties[] = [...(spec.fields ?? []), ...limitFields()];
	if (spec.simple) fields.push(...briefFields(spec.simple, spec.more));
	if (spec.filters?.length) fields.push(filtersField(...spec.filters));
	const options = [...(spec.options ?? []), localTimesOption, outputFieldsOption, ...fileOptions];
	if (spec.flatten) options.push(flattenOption(spec.flatten.description));
	const advanced = [...(spec.advanced ?? []), additionalQueryOption, includePageInfoOption];
	if (endpoint.paging.kind !== 'none') advanced.push(startCursorOption);
	// Only cursors can be followed backwards.
	if (endpoint.paging.kind === 'cursor') advanced.push(directionOption);
	if (endpoint.pageSize) advanced.push(pageSizeOption(endpoint.pageSize.maximum));
	fields.push(...optionFields(options, advanced));
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
			const file = fileTarget(asked, { ...advancedOf(asked), ...given }, spec, [...options, includePageInfoOption]);
			const item = file ? countedApart(asked) : asked;
			const filters = filtersOf(item);
			const shape = shapeOf(item, given, spec);
			const finish = spec.finish?.(item, given);
			const withInfo = flag(item, advancedOf(item).includePageInfo, 'Include Page Info');
			refuseEmpty(item, filters, labels);
			const call: Call = {
				endpoint,
				path: pathFrom(item, endpoint, spec.path ?? {}),
				query: queryFrom(item, endpoint, { ...filters, ...spec.query?.(item, filters) }, labels),
				additionalQuery: additionalQuery(item),
				itemIndex: item.itemIndex,
			};
			const walk = walkOf(item, endpoint);
			const inactive = spec.activeOnly && readsInactive(spec.activeOnly, call.query ?? {}, call.additionalQuery ?? {});
			if (inactive) refuseStartCursor(item);
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
			finish?.end?.();
			return withInfo ? withPageInfo(outcomes, read, shape) : shape(outcomes);
		},
	};
}
