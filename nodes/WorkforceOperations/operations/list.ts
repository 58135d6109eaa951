import type { IDataObject, INodeProperties } from 'n8n-workflow';
import { type Endpoint, type EndpointId, isBlank, type JsonObject, requireEndpoint, textOf } from '../contract';
import { type Call, type Collection, forPerson, type PageWalk, type Values } from '../transport';
import {
	additionalQueryOption,
	advancedOf,
	directionOption,
	filtersField,
	flattenOption,
	includePageInfoOption,
	limitField,
	limitFields,
	limitOf,
	localTimesOption,
	optionFields,
	pageSizeOption,
	readLimit,
	requireCount,
	startCursorOption,
} from '../form/fields';
import { countedApart, writeList } from './files/listFile';
import type { ListToWrite } from './files/writing';
import { fileOptions, fileTarget } from './files/target';
import { collectList, type Reading, refuseStartCursor, type Selected } from './listPages';
import { shapeOf, type Shaping, withPageInfo } from './output';
import { collection, flag, inputError, isTool } from '../form/item';
import { additionalQuery } from '../form/additionalParameters';
import { labelOf, labelsOf, pathFrom, type PathFields, queryFrom, refuseEmpty } from '../form/read';
import { filtersOf } from '../form/listFilters';
import { activeOnlyFilter } from '../form/locators';
import { countByField, readCountBy } from '../form/countBy';
import { outputFieldsOptions } from '../form/tickedFields';
import { briefFields } from '../form/toolOutput';
import { inParts } from './concurrency';
import { continueFromField } from './continuing';
import { countedItems, type Counting, countsOf, MOST_COUNTED } from './counts';
import { ifIncompleteOption, refusePart, wholeOnlyOf } from './ifIncomplete';
import { answerOf } from './toolAnswer';
import { type Described, type Operation, type OperationItem, type Outcome, plainItems, type RecordStep } from './types';

interface ListSpec extends Shaping, Omit<Reading, 'selected'>, Pick<Described, 'action' | 'description'> {
	endpoint: EndpointId;
	value?: string;
	name?: string;
	/** Fields above the filters, such as a period or a required id. */
	fields?: INodeProperties[];
	filters?: INodeProperties[];
	/** The maximum number of records, for a list that can't be read to the end. */
	most?: number;
	/** Options in addition to those of every list. */
	options?: INodeProperties[];
	/** Advanced options in addition to those of every list. */
	advanced?: INodeProperties[];
	path?: PathFields;
	/** Query values in addition to the filters, by the API's names; they override filters of the same name. */
	query?: (item: OperationItem, filters: IDataObject, options: IDataObject) => Values;
	/** Selects records by options that the service has no filter for. */
	select?: (item: OperationItem, options: IDataObject, filters: IDataObject) => Selected | undefined;
	finish?: RecordStep;
}

/** How much to read, and from where. */
function walkOf(item: OperationItem, endpoint: Endpoint, most: number | undefined): PageWalk {
	const { pageSize, startCursor, direction } = advancedOf(item);
	return {
		limit: most === undefined ? readLimit(item) : limitOf(item, most),
		pageSize: isBlank(pageSize) ? undefined : requireCount(item, pageSize, 'Page Size', endpoint.pageSize?.maximum),
		startCursor: textOf(startCursor),
		direction: direction === 'prev' ? 'prev' : 'next',
	};
}

/** Counts are of the whole list, regardless of the form's page size and limit. */
const walkOfCounts = (item: OperationItem): PageWalk => ({
	limit: isTool(item) ? MOST_COUNTED.tool : MOST_COUNTED.step + 1,
	pageSize: undefined,
	largest: 500,
});

/** A file of counts gets its columns from the groups and sums. */
const COLUMNS_OF_COUNTS = { columns: [], isFixed: false, isFlat: false };

/**
 * Throws for what can't be combined with counts: a start cursor, because part of a list would look like all of it, and
 * a tool's file.
 */
function refuseWithCounts(item: OperationItem, { startCursor }: PageWalk, isFile: boolean): void {
	if (isTool(item) && isFile)
		throw inputError(item, '“Output: Counts” can’t be combined with a file', [
			'Choose another Output.',
			forPerson('Set “Output As” to Items.'),
		]);
	if (!isTool(item) && startCursor !== undefined)
		throw inputError(
			item,
			'“Start Cursor” can’t be combined with “Output: Counts”',
			'Counts always cover the whole list. Remove the cursor, or set “Output” to Records.',
		);
}

/** Options that shape records. A workflow step that counts doesn't return records. */
const OF_RECORDS: readonly string[] = ['outputFields', 'flatten', 'includePageInfo'];

/**
 * The options that apply to counts, without those that only add something to records. A hint names the skipped ones.
 */
function optionsOfCounts(item: OperationItem, counting: Counting | undefined): IDataObject {
	const given = collection(item, 'options');
	const isIdle = (name: string): boolean => name.startsWith('download') || counting?.idle?.includes(name) === true;
	const set: IDataObject = isTool(item) ? given : { ...advancedOf(item), ...given };
	const isSet = (name: string): boolean =>
		name === 'outputFields' ? !isBlank(set[name]) : flag(item, set[name], labelOf(name));
	const isSkipped = (name: string): boolean => isIdle(name) || (!isTool(item) && OF_RECORDS.includes(name));
	const idle = Object.keys(set).filter((name) => isSkipped(name) && isSet(name));
	if (idle.length > 0) item.hints.say(`Skipped for counts: ${idle.map(labelOf).join(', ')}.`);
	return Object.fromEntries(Object.entries(given).filter(([name]) => !isIdle(name)));
}

/** Reads a list and makes the outcomes of its records. With `each`, they are passed on page by page. */
async function readList(
	item: OperationItem,
	{ call, walk, reading, finish, whole }: ListToWrite,
	withInfo = false,
	each?: (outcomes: Outcome[]) => void,
): Promise<{ read: Collection; outcomes: Outcome[] }> {
	const taken = each && (async (records: JsonObject[]) => each(await finish(records as IDataObject[])));
	const read = await collectList(item.connection, call, walk, reading, withInfo, taken);
	whole?.list(read.incomplete);
	item.hints.read(read);
	const raw = read.records as IDataObject[];
	finish.look?.(raw);
	const outcomes = finish.isSlow ? await finish(raw) : await inParts(raw, finish);
	finish.end?.();
	whole?.rows(outcomes, finish.told?.());
	return { read, outcomes };
}

/**
 * An item for each record or, for counts, each group. Items are made page by page, unless something needs the whole
 * list first.
 */
async function itemsOf(item: OperationItem, list: ListToWrite, withInfo: boolean): Promise<Outcome[]> {
	const { finish, shape, count } = list;
	const made: Outcome[] = [];
	const isPaged = !count && !withInfo && !finish.isSlow && !finish.look;
	const each = (outcomes: Outcome[]): void => {
		for (const outcome of shape(outcomes)) made.push(outcome);
	};
	const { read, outcomes } = await readList(item, list, withInfo, isPaged ? each : undefined);
	if (count) return countedItems(item, count(outcomes, read.records.length));
	return withInfo ? await withPageInfo(outcomes, read, shape) : made.concat(await inParts(outcomes, shape));
}

/** Defines an operation that reads a list: Return All or a limit, filters, page size, Simplify. */
export function listOperation(spec: ListSpec): Operation {
	const endpoint = requireEndpoint(spec.endpoint);
	const { most } = spec;
	const fields = [...(spec.fields ?? []), ...(most === undefined ? limitFields() : [limitField(most)])];
	fields.push(continueFromField, ...briefFields(spec.records, spec.counting !== undefined));
	if (spec.counting) fields.push(countByField(spec.counting.by));
	const activeFilter = spec.activeOnly && activeOnlyFilter(spec.activeOnly);
	const ownFilters = [...(activeFilter ? [activeFilter.field] : []), ...(spec.filters ?? [])];
	if (ownFilters.length > 0) fields.push(filtersField(...ownFilters));
	const options = [
		...(spec.options ?? []),
		ifIncompleteOption.field,
		localTimesOption.field,
		...outputFieldsOptions(spec),
		...fileOptions,
	];
	if (spec.flatten) options.push({ ...flattenOption.field, description: spec.flatten.description });
	const advanced = [...(spec.advanced ?? []), additionalQueryOption, includePageInfoOption.field];
	if (endpoint.paging.kind !== 'none') advanced.push(startCursorOption);
	// Only cursors can be followed backwards.
	if (endpoint.paging.kind === 'cursor') advanced.push(directionOption);
	if (endpoint.pageSize && most === undefined) advanced.push(pageSizeOption(endpoint.pageSize.maximum));
	fields.push(...optionFields(options, advanced));
	const labels = labelsOf(fields);
	return {
		value: 'getAll',
		name: 'Get Many',
		...spec,
		fields,
		async run(formed) {
			const { continuing, period } = formed;
			const { counting } = spec;
			const by = readCountBy(formed, counting?.by);
			const given = by === undefined ? collection(formed, 'options') : optionsOfCounts(formed, counting);
			const columns = [...options, includePageInfoOption.field];
			const target = fileTarget(formed, { ...advancedOf(formed), ...given }, spec, columns);
			const item = target ? countedApart(formed) : formed;
			const filters = filtersOf(item);
			const shape = shapeOf(item, { ...given, ...(target && { localTimes: target.localTimes }) }, spec);
			const finish = spec.finish?.(item, given) ?? plainItems;
			const withInfo = by === undefined && includePageInfoOption.read(item, advancedOf(item));
			refuseEmpty(item, filters, labels);
			const active = activeFilter && { [activeFilter.field.name]: activeFilter.read(item, filters) };
			const query = queryFrom(item, endpoint, { ...filters, ...active, ...spec.query?.(item, filters, given) }, labels);
			const call: Call = {
				endpoint,
				path: pathFrom(item, spec.path ?? {}),
				query: { ...query, ...(period && 'from' in query ? { from: period.startDate } : {}) },
				additionalQuery: additionalQuery(item),
				itemIndex: item.itemIndex,
			};
			const walk: PageWalk = {
				...walkOf(item, endpoint, most),
				...(by && walkOfCounts(item)),
				from: continuing?.position?.place,
				places: continuing && new WeakMap(),
			};
			if (by) refuseWithCounts(item, walk, target !== undefined);
			const reading = { ...spec, selected: spec.select?.(item, given, filters) };
			refuseStartCursor(item, call, walk, reading);
			const whole = wholeOnlyOf(item, given);
			refusePart(item, whole, call, walk);
			const count: ListToWrite['count'] =
				by && counting && ((outcomes, records) => countsOf(item, counting, by, outcomes, records));
			const list: ListToWrite = { call, walk, reading, shape, finish, most, whole, count };
			if (target) return await writeList(item, spec.action, by ? { ...target, ...COLUMNS_OF_COUNTS } : target, list);
			if (!isTool(item)) return await itemsOf(item, list, withInfo);
			const isEach = !spec.otherRows?.rows.some((rows) => rows === given.rows);
			const { read, outcomes } = await readList(item, list);
			const counts = count?.(outcomes, read.records.length);
			return [answerOf(item, { ...list, isEach }, read, counts ? outcomes : shape(outcomes), counts)];
		},
	};
}
