import type { IDataObject } from 'n8n-workflow';
import { isJsonObject } from '../contract';
import { hasField, isSimplified, onlyFields, outputFields, simplified } from '../form/fieldSelection';
import { flag } from '../form/item';
import { toolOutput } from '../form/toolOutput';
import type { Collection } from '../transport';
import type { OperationItem, Outcome } from './types';

/** Nested values as JSON, which can be read back; anything else as it is. An object without fields leaves its cell empty. */
function cell(value: unknown): unknown {
	if (typeof value !== 'object' || value === null) return value;
	return isJsonObject(value) && Object.keys(value).length === 0 ? null : JSON.stringify(value);
}

/**
 * A record as one row of a sheet: the fields of an object become columns such as `payRate.amount`, what is nested more
 * deeply and lists become JSON text. An object whose columns would meet others of the record stays together, as JSON.
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

const isNull = (value: unknown): boolean => value === null || value === undefined;

/** More columns than a sheet for people has; each row of the run would hold all of them. */
export const MOST_COLUMNS = 2000;

/** The columns of all rows together, those of one object side by side. */
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
			if (!isNull(value)) this.filled.add(column);
			if (this.surelyTooMany) return;
		}
	}

	/** Whether there are too many, whatever is still to come: every other one may be left out in the end, and no more. */
	get surelyTooMany(): boolean {
		return this.count > 2 * MOST_COLUMNS;
	}

	/**
	 * The column of an object that no row has as a whole, but some in parts, is left out: where it is null, its parts are.
	 */
	get names(): string[] {
		return [...this.groups].flatMap(([head, columns]) =>
			[...columns].filter((column) => column !== head || columns.size === 1 || this.filled.has(column)),
		);
	}
}

/** A row with all of the columns, in their order; null where it has no value. */
export const withUnionColumns = (row: IDataObject, columns: readonly string[]): IDataObject =>
	Object.fromEntries(
		columns.map((column) => [column, Object.hasOwn(row, column) ? (row[column] ?? null) : null]),
	) as IDataObject;

/** What the node itself has to report of a record; whoever asks for some fields only gets it all the same. */
const REPORTS = ['downloadError', 'ratesError', 'licencesError', 'pageInfo'];

const reportsOf = (record: IDataObject): IDataObject =>
	Object.fromEntries(Object.entries(record).filter(([field]) => REPORTS.includes(field)));

/** What an operation knows of its records. */
export interface Shaping {
	/** The fields that Simplify keeps. */
	simple?: readonly string[];
	/** More that can be chosen for an AI model. */
	more?: readonly string[];
	/** Where Flatten is an option: what it says there, and objects or fields in place of what would make no good columns. */
	flatten?: { description: string; columns?: (record: IDataObject, brief: boolean) => IDataObject };
}

/** What becomes of the records of a read; `none` is what there is to say where there is no record. */
export type Shape = (outcomes: Outcome[], none?: IDataObject) => Outcome[];

/** A record as Simplify leaves it; as a row, with all of its columns also where it lacks a field. */
function brief(record: IDataObject, simple: readonly string[], asRow: boolean): IDataObject {
	const kept = simplified(simple)(record);
	return asRow && kept !== record ? Object.fromEntries(simple.map((field) => [field, record[field] ?? null])) : kept;
}

/**
 * Output Fields where they are given, else Simplify; rows for Flatten, which is done for all rows of a run together. What options have added to a record is kept whatever
 * Simplify keeps of it. The options are read here and now, before anything is sent, so that a wrong one costs no request.
 */
export function shapeOf(item: OperationItem, options: IDataObject, { simple, flatten }: Shaping): Shape {
	const output = simple === undefined ? undefined : toolOutput(item, simple);
	const { ids = [], fields } = typeof output === 'object' ? output : {};
	const names = outputFields(item, options) ?? fields;
	const simplify = names === undefined && simple !== undefined && isSimplified(item);
	const asRow = flatten !== undefined && flag(item, options.flatten, 'Flatten');
	const whole = ({ json, added }: Outcome): IDataObject => {
		const record = { ...(simplify ? brief(json, simple, asRow) : json), ...added };
		return asRow && flatten.columns ? flatten.columns(record, simplify) : record;
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
			);
		}
		return outcomes.map(({ binary }, index) => ({ ...outcomeOf(chosen(records[index] ?? {})), binary }));
	};
}

/** What the envelopes said about a list. Null means: nothing further, or not told. */
export function pageInfo({ records, last, pages }: Collection): IDataObject {
	return {
		returned: records.length,
		pages,
		count: last?.count ?? null,
		totalCount: last?.total ?? null,
		nextCursor: last?.next?.query ?? null,
		previousCursor: last?.previous?.query ?? null,
	};
}

/** Adds the page info to each record; an empty list becomes one item, so that the info isn't lost. */
export function withPageInfo(outcomes: Outcome[], collection: Collection, shape: Shape): Outcome[] {
	const info = pageInfo(collection);
	if (outcomes.length === 0) return shape([], { pageInfo: info });
	return shape(outcomes.map((outcome) => ({ ...outcome, added: { ...outcome.added, pageInfo: info } })));
}
