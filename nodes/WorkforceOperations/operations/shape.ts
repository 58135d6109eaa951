import type { IDataObject } from 'n8n-workflow';
import { flag } from '../form/item';
import { hasField, onlyFields, outputFields } from '../form/outputFields';
import { isSimplified, simplified } from '../form/simplify';
import type { OperationItem, Outcome } from './types';

/** What the node itself has to report of a record; whoever asks for some fields only gets it all the same. */
const REPORTS = ['downloadError', 'ratesError', 'pageInfo'];

const reportsOf = (record: IDataObject): IDataObject =>
	Object.fromEntries(Object.entries(record).filter(([field]) => REPORTS.includes(field)));

/** What an operation knows of its records. */
export interface Shaping {
	/** The fields that Simplify keeps. */
	simple?: readonly string[];
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
	const names = outputFields(item, options);
	const simplify = names === undefined && simple !== undefined && isSimplified(item);
	const asRow = flatten !== undefined && flag(item, options.flatten, 'Flatten');
	const whole = ({ json, added }: Outcome): IDataObject => {
		const record = { ...(simplify ? brief(json, simple, asRow) : json), ...added };
		return asRow && flatten.columns ? flatten.columns(record, simplify) : record;
	};
	const chosen = (record: IDataObject): IDataObject =>
		names === undefined ? record : { ...onlyFields(record, names), ...reportsOf(record) };
	const output = (json: IDataObject): Outcome => ({ json, row: asRow });
	return (outcomes, none) => {
		if (outcomes.length === 0) return none === undefined ? [] : [output(none)];
		const records = outcomes.map(whole);
		for (const name of names ?? []) {
			item.hints.asked(
				name,
				records.some((record) => hasField(record, name)),
			);
		}
		return outcomes.map(({ binary }, index) => ({ ...output(chosen(records[index] ?? {})), binary }));
	};
}
