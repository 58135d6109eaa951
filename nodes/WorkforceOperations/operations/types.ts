import type { IBinaryKeyData, IDataObject, INodeProperties, NodeExecutionHint } from 'n8n-workflow';
import type { EndpointId } from '../contract';
import type { ExecutionItem } from '../form/item';
import { type Connection, type Incomplete, incompleteWords, type Usage } from '../transport';

/** How many ids a hint about timesheets lists. */
const SHOWN_IDS = 20;

/** Hints that n8n shows above the items of a run. One instance per run, so that nothing is said twice. */
export class Hints {
	private readonly reported = new Map<string, NodeExecutionHint>();

	/** Lists that may be incomplete. */
	private readonly lists: Incomplete[] = [];

	/** Requested field names, and whether any record had them. */
	private readonly names = new Map<string, { found: boolean; flattened: boolean; likely?: string }>();

	/** Problems with the lines of timesheets, with the ids concerned. */
	private readonly oddLines = new Map<string, string[]>();

	say(message: string, type: NodeExecutionHint['type'] = 'info'): void {
		this.reported.set(message, { message, type, location: 'outputPane' });
	}

	/** Notes that a list was read; `incomplete` if it may lack records. */
	read(incomplete: Incomplete | undefined): void {
		if (incomplete !== undefined) this.lists.push(incomplete);
	}

	/** The hint about incomplete lists. It must not be missed, so it goes to the log as well. */
	get ofLists(): string | undefined {
		const [first] = this.lists;
		if (first === undefined) return undefined;
		const words = incompleteWords(first);
		return this.lists.length === 1 ? words : `${this.lists.length} lists may be incomplete. The first: ${words}`;
	}

	/** Notes a problem with the lines of a timesheet, such as that there are none. */
	oddLine(id: unknown, words: string): void {
		const ids = this.oddLines.get(words) ?? [];
		ids.push(String(id ?? 'without ID'));
		this.oddLines.set(words, ids);
	}

	/** The hints about lines of timesheets. */
	get ofLines(): string[] {
		return [...this.oddLines].map(([words, ids]) => {
			const shown = ids.slice(0, SHOWN_IDS).join(', ');
			const more = ids.length > SHOWN_IDS ? ` and ${ids.length - SHOWN_IDS} more` : '';
			return `${ids.length === 1 ? 'One timesheet' : `${ids.length} timesheets`}: ${words}. ID ${shown}${more}.`;
		});
	}

	/** Notes that a field was requested; `found` if the records have it, `flattened` if Flatten may make it of another one. */
	asked(name: string, found: boolean, likely?: string, flattened = false): void {
		const known = this.names.get(name);
		this.names.set(name, {
			found: found || known?.found === true,
			flattened: flattened || known?.flattened === true,
			likely: known?.likely ?? likely,
		});
	}

	/** What no record has of the requested fields, with what was probably meant. A file may lack what Flatten makes. */
	missingFields(inFile: boolean): string | undefined {
		const missing = [...this.names].filter(([, { found, flattened }]) => !found && !(inFile && flattened));
		const words = missing.map(([name, { likely }]) => `“${name}”${likely ? ` (did you mean “${likely}”?)` : ''}`);
		return words.length === 0 ? undefined : `No record has ${words.join(', ')}`;
	}

	/** Hint about a run that used more than half of its key's rate limit: the requests after it may have to wait. */
	used({ sent, left, perMinute }: Usage): void {
		if (sent > perMinute / 2)
			this.say(`${sent} requests; ${left} left in this minute. What needs more waits by itself.`);
	}

	get all(): NodeExecutionHint[] {
		if (this.ofLists !== undefined) this.say(this.ofLists, 'warning');
		for (const words of this.ofLines) this.say(words, 'warning');
		const missing = this.missingFields(false);
		if (missing !== undefined)
			this.say(`${missing}. Check the spelling in Output Fields: names are those of the service.`, 'warning');
		return [...this.reported.values()];
	}
}

/** An input item with what an operation needs: its form, its files, its connection. */
export interface OperationItem extends ExecutionItem {
	connection: Connection;
	hints: Hints;
}

/** An output record, with the files that were fetched for it. */
export interface Outcome {
	json: IDataObject;
	binary?: IBinaryKeyData;
	/** Fields that options have added; Simplify keeps them. */
	added?: IDataObject;
	/** To be flattened to a row with the columns of all rows of the run. */
	row?: boolean;
	/** A requested detail that could not be read. An item carries the reason itself; a file has no place for it. */
	gap?: { message: string; cure: string };
}

/**
 * Work on raw records: on all at once, or page by page. `end` is called after the last and throws if none of them may be
 * returned.
 */
export interface Finishing {
	(records: IDataObject[]): Promise<Outcome[]> | Outcome[];
	end?: () => void;
}

/** Work on the raw records, such as fetching details; undefined if no option asks for it. */
export type Finish = (item: OperationItem, options: IDataObject) => Finishing | undefined;

export const plainItems = (records: IDataObject[]): Outcome[] => records.map((json) => ({ json }));

/**
 * The result of an input item: its output, or its error. `unknown`: whether it was written is not known; `unwritten`:
 * nothing had to be written.
 */
export type RowResult = { outcomes: Outcome[]; unknown?: boolean; unwritten?: boolean } | { error: unknown };

interface Described {
	/** The value of the `operation` parameter. */
	value: string;
	name: string;
	/** How the editor lists the operation: a short phrase without articles. */
	action: string;
	description: string;
	/** The row of the endpoint table; absent where the operation reaches any path. */
	endpoint?: EndpointId;
	/** Fields below the operation, shown for it alone. */
	fields: INodeProperties[];
}

/** An operation that runs once per input item. */
export interface ItemOperation extends Described {
	run(item: OperationItem): Promise<Outcome[]>;
}

/** An operation that runs for all input items together, because the service takes several in one request. */
export interface BatchOperation extends Described {
	/** The results of the items, in their order; any after those belong to no item. */
	runAll(items: OperationItem[], keepGoing: boolean): Promise<RowResult[]>;
}

export type Operation = ItemOperation | BatchOperation;

export interface Resource {
	/** The value of the `resource` parameter. */
	value: string;
	name: string;
	operations: readonly Operation[];
	/** The operation that is preselected: Get Many where there is one, else the first. */
	opensOn?: string;
}
