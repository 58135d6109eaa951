import type { IBinaryKeyData, IDataObject, INodeProperties } from 'n8n-workflow';
import type { EndpointId } from '../contract';
import type { ExecutionItem } from '../form/item';
import type { Connection } from '../transport';
import type { Hints } from './hints';

/** One input item with all that an operation works with: its form, its files, the way to the service. */
export interface OperationItem extends ExecutionItem {
	connection: Connection;
	/** What is to be told beside the items of the run. */
	hints: Hints;
}

/** One output record, with the files that were fetched for it. */
export interface Outcome {
	json: IDataObject;
	binary?: IBinaryKeyData;
	/** What an option adds to the record, kept whatever Simplify keeps of it. */
	added?: IDataObject;
	/** To become a flat row, which gets the columns of all rows of the run. */
	row?: boolean;
}

/** Work on the raw records, such as fetching what belongs to them; undefined where the options ask for none. */
export type Finish = (
	item: OperationItem,
	options: IDataObject,
) => ((records: IDataObject[]) => Promise<Outcome[]> | Outcome[]) | undefined;

export const plainItems = (records: IDataObject[]): Outcome[] => records.map((json) => ({ json }));

/**
 * What became of each input item: its output, or why there is none. `unknown` where the output says that nobody knows,
 * `unwritten` where nothing had to be written.
 */
export type RowResult = { outcomes: Outcome[]; unknown?: boolean; unwritten?: boolean } | { error: unknown };

interface Described {
	/** The value of the `operation` parameter. */
	value: string;
	name: string;
	/** What the editor lists the operation under: a short sentence without articles. */
	action: string;
	description: string;
	/** The row of the endpoint table; without one the operation reaches any path. */
	endpoint?: EndpointId;
	/** Fields below the operation picker. They are shown for this operation only. */
	fields: INodeProperties[];
}

/** Does the work for one input item and returns its records. */
export interface ItemOperation extends Described {
	run(item: OperationItem): Promise<Outcome[]>;
}

/** Does the work for all input items together, because the service takes several in one request. */
export interface BatchOperation extends Described {
	runAll(items: OperationItem[], keepGoing: boolean): Promise<RowResult[]>;
}

export type Operation = ItemOperation | BatchOperation;

export interface Resource {
	/** The value of the `resource` parameter. */
	value: string;
	name: string;
	operations: readonly Operation[];
}
