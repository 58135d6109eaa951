import type { IDataObject } from 'n8n-workflow';
import { Clocks, isJsonObject, type ServiceDetails, yesOrNo } from '../contract';
import { flattenOption, localTimesOption } from '../form/fields';
import { hasField, isSimplified, likelyField, onlyFields, outputFields, simplified } from '../form/fieldSelection';
import { inputError, isTool } from '../form/item';
import {
	impossibleNames,
	isOfOtherRows,
	type KnownFields,
	knownNames,
	optionThatAdds,
	simpleFields,
} from '../form/tickedFields';
import { toolOutput } from '../form/toolOutput';
import type { Collection } from '../transport';
import { inParts } from './concurrency';
import type { Counting } from './counts';
import { noRecordHas, type OperationItem, type Outcome } from './types';

/** Nested values as JSON text, which can be parsed again; others as they are. An empty object leaves its cell empty. */
function cell(value: unknown): unknown {
	if (typeof value !== 'object' || value === null) return value;
	return isJsonObject(value) && Object.keys(value).length === 0 ? null : JSON.stringify(value);
}

/**
 * A record as one flat row: fields of an object become columns such as `payRate.amount`; deeper nesting and lists
 * become JSON text. An object stays one JSON column if its columns would clash with other fields of the record.
 */
export function flatRow(record: IDataObject): IDataObject {
	const cells = new Map<string, unknown>();
	for (const [name, value] of Object.entries(record)) {
		const parts = isJsonObject(value) ? Object.entries(value) : [];
		const free = parts.every(([part]) => !Object.hasOwn(record, `${name}.${part}`) && !cells.has(`${name}.${part}`));
		if (parts.length === 0 || !free) cells.set(name, cell(value));
		else for (const [part, inner] of parts) cells.set(`${name}.${part}`, cell(inner));
	}
	return Object.fromEntries(cells) as IDataObject;
}

/**
 * Whether a record has the field that Flatten makes a column from, such as `allowances` for `allowance.Meal`. That is
 * enough, because such columns differ from period to period.
 */
function comesOf(record: IDataObject, name: string): boolean {
	const [head = name] = name.split('.');
	return hasField(record, head) || hasField(record, `${head}s`);
}

/** No sheet for people has more, and every row of the run would have all of them. */
export const MOST_COLUMNS = 2000;

/** Collects the columns of all rows. The columns of an object are next to each other. */
export class Columns {
	private readonly groups = new Map<string, Set<string>>();

	private readonly filled = new Set<string>();

	private count = 0;

	add(row: IDataObject): void {
		for (const [column, value] of Object.entries(row)) {
			const [head = column] = column.split('.');
			const group = this.groups.get(head) ?? new Set<string>();
			const before = group.size;
			this.groups.set(head, group.add(column));
			this.count += group.size - before;
			if ((value ?? null) !== null) this.filled.add(column);
			if (this.surelyTooMany) return;
		}
	}

	/** Whether there are too many whatever follows: at most every other column can still be dropped. */
	get surelyTooMany(): boolean {
		return this.count > 2 * MOST_COLUMNS;
	}

	/**
	 * Drops an object's own column if no row fills it and there are columns for its parts: if it is null, its parts are
	 * too.
	 */
	get names(): string[] {
		return [...this.groups].flatMap(([head, columns]) =>
			[...columns].filter((column) => column !== head || columns.size === 1 || this.filled.has(column)),
		);
	}
}

/** A row with all columns in order; null if it has no value. */
export const withUnionColumns = (row: IDataObject, columns: readonly string[]): IDataObject =>
	Object.fromEntries(
		columns.map((column) => [column, Object.hasOwn(row, column) ? (row[column] ?? null) : null]),
	) as IDataObject;

/** Fields in which the node itself reports problems of a record; no selection of fields drops them. */
const REPORTS = ['downloadError', 'ratesError', 'licencesError', 'pageInfo'];

const reportsOf = (record: IDataObject): IDataObject =>
	Object.fromEntries(Object.entries(record).filter(([field]) => REPORTS.includes(field)));

type Columnar = (record: IDataObject, brief: boolean, details: ServiceDetails) => IDataObject;

/** What an operation knows about its records' fields. */
export interface Shaping extends KnownFields {
	/** How the records are counted. */
	counting?: Counting;
	/** If Flatten is an option: its description, and a function that rewrites records whose fields make poor columns. */
	flatten?: { description: string; columns?: Columnar };
}

/** Shapes the records of a read into items; `none` is the item for an empty result. */
export type Shape = (outcomes: Outcome[], none?: IDataObject) => Outcome[];

/** A record with only Simplify's fields. A row has all of them, even those that are missing. */
function brief(record: IDataObject, simple: readonly string[], asRow: boolean): IDataObject {
	const kept = simplified(simple)(record);
	return asRow && kept !== record ? Object.fromEntries(simple.map((field) => [field, record[field] ?? null])) : kept;
}

/** What to do about a name that no record has. */
function cureOf(name: string, names: readonly string[], spec: KnownFields, options: IDataObject): string | undefined {
	if (isOfOtherRows(name, spec, options.rows)) return 'needs a different choice in Rows';
	const option = optionThatAdds(name, spec);
	if (option !== undefined && yesOrNo(options[option.name]) !== true) return `needs ${option.displayName}`;
	const likely = likelyField(
		name,
		names.filter((other) => other !== name),
	);
	return likely && `did you mean “${likely}”?`;
}

/**
 * Shapes records as the options say: Output Fields if given, otherwise Simplify, which keeps fields that options have
 * added. With Flatten it makes rows, which are flattened later, together for the whole run. The options are read at
 * once, so that a wrong one fails before anything is sent.
 */
export function shapeOf(item: OperationItem, options: IDataObject, spec: Shaping): Shape {
	const { flatten, counting } = spec;
	const simple = simpleFields(spec);
	const output = simple === undefined ? undefined : toolOutput(item, simple, counting !== undefined);
	const { ids = [], fields } = typeof output === 'object' ? output : {};
	const given = outputFields(item, options, knownNames(spec));
	// Otherwise minutes of reading would end in columns of nulls.
	const impossible = impossibleNames(given ?? [], spec, options.rows).filter((name) => !REPORTS.includes(name));
	if (impossible.length > 0)
		throw inputError(
			item,
			noRecordHas(impossible.map((name) => [name, cureOf(name, knownNames(spec), spec, options)])),
			'Nothing was read. Correct the names in “Output Fields”, or change “Rows”.',
		);
	const names = given ?? fields;
	const simplify = names === undefined && simple !== undefined && isSimplified(item);
	const asRow = flatten !== undefined && flattenOption.read(item, options);
	// A model can't tell which times are UTC.
	const isLocal = isTool(item) || localTimesOption.read(item, options);
	// If times are sent as local, their offsets come from the record's clocks, too.
	const isGiven = item.connection.settings.details.timesUtc === false;
	const whole = ({ json: sent, added: extra }: Outcome): IDataObject => {
		const clocks = isLocal || isGiven ? new Clocks({ ...extra, ...sent }, item.timeZone) : undefined;
		const [json, added] = clocks && isLocal ? [clocks.show(sent), clocks.show(extra ?? {})] : [sent, extra];
		if (clocks) item.hints.times.note(clocks, item.timeZone, isLocal);
		const record = { ...(simplify ? brief(json, simple, asRow) : json), ...added };
		if (!asRow || flatten.columns === undefined) return record;
		return flatten.columns(record, simplify, item.connection.settings.details);
	};
	const chosen = (record: IDataObject): IDataObject =>
		names === undefined
			? record
			: { ...onlyFields(record, [...ids.filter((id) => id in record), ...names]), ...reportsOf(record) };
	const outcomeOf = (json: IDataObject): Outcome => ({ json, row: asRow });
	return (outcomes, none) => {
		if (outcomes.length === 0) return none === undefined ? [] : [outcomeOf(none)];
		const records = outcomes.map(whole);
		for (const name of names ?? []) {
			item.hints.asked(
				name,
				records.some((record) => hasField(record, name)),
				cureOf(name, [...Object.keys(records[0] ?? {}), ...knownNames(spec)], spec, options),
				asRow && records.some((record) => comesOf(record, name)),
			);
		}
		return outcomes.map(({ binary }, index) => ({ ...outcomeOf(chosen(records[index] ?? {})), binary }));
	};
}

/**
 * Adds to each record what the envelopes say about the list; an empty list becomes one item with it. Null means that
 * nothing follows, or that the service doesn't say.
 */
export async function withPageInfo(
	outcomes: Outcome[],
	{ records, last, pages }: Collection,
	shape: Shape,
): Promise<Outcome[]> {
	const pageInfo = {
		returned: records.length,
		pages,
		count: last?.count ?? null,
		totalCount: last?.total ?? null,
		nextCursor: last?.next?.query ?? null,
		previousCursor: last?.previous?.query ?? null,
	};
	if (outcomes.length === 0) return shape([], { pageInfo });
	const informed = outcomes.map((outcome) => ({ ...outcome, added: { ...outcome.added, pageInfo } }));
	return await inParts(informed, shape);
}
