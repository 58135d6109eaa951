import type { IBinaryKeyData, IDataObject, INodeProperties, NodeExecutionHint } from 'n8n-workflow';
import type { EndpointId } from '../contract';
import type { ExecutionItem } from '../form/item';
import { type Connection, type Incomplete, incompleteWords, type Usage } from '../transport';

/** Of a long list of timesheets so many are named. */
const SHOWN_IDS = 20;

/** What a run tells beside its items: n8n shows it above them. One for all items of a run, so that nothing is told twice. */
export class Hints {
	private readonly reported = new Map<string, NodeExecutionHint>();

	/** Lists that may lack records. */
	private readonly lists: Incomplete[] = [];

	/** Names that were asked for, and whether any record has had them. */
	private readonly names = new Map<string, boolean>();

	/** What is odd about the lines of timesheets, and of which: words for one and for several, with the ids of all. */
	private readonly oddLines = new Map<string, string[]>();

	say(message: string, type: NodeExecutionHint['type'] = 'info'): void {
		this.reported.set(message, { message, type, location: 'outputPane' });
	}

	/** A list was read; `incomplete` where it may lack records. */
	read(incomplete: Incomplete | undefined): void {
		if (incomplete !== undefined) this.lists.push(incomplete);
	}

	/** What is to be said of the lists together: nobody may overlook it, so that it belongs into the log as well. */
	get ofLists(): string | undefined {
		const [first] = this.lists;
		if (first === undefined) return undefined;
		const words = incompleteWords(first);
		return this.lists.length === 1 ? words : `${this.lists.length} lists may be incomplete. The first: ${words}`;
	}

	/** Something about the lines of a timesheet that whoever counts on them must hear of, such as that there are none. */
	oddLine(id: unknown, words: string): void {
		const ids = this.oddLines.get(words) ?? [];
		ids.push(String(id ?? 'without ID'));
		this.oddLines.set(words, ids);
	}

	/** What is to be said of the lines of timesheets. */
	get ofLines(): string[] {
		return [...this.oddLines].map(([words, ids]) => {
			const shown = ids.slice(0, SHOWN_IDS).join(', ');
			const more = ids.length > SHOWN_IDS ? ` and ${ids.length - SHOWN_IDS} more` : '';
			return `${ids.length === 1 ? 'One timesheet' : `${ids.length} timesheets`}: ${words}. ID ${shown}${more}.`;
		});
	}

	/** A field was asked for; `found` where the records have it. */
	asked(name: string, found: boolean): void {
		this.names.set(name, found || this.names.get(name) === true);
	}

	/** Told of a run that used more than half of what its key may send in a minute: whatever comes next may have to wait. */
	used({ sent, left, perMinute }: Usage): void {
		if (sent > perMinute / 2)
			this.say(`${sent} requests; ${left} left in this minute. What needs more waits by itself.`);
	}

	get all(): NodeExecutionHint[] {
		if (this.ofLists !== undefined) this.say(this.ofLists, 'warning');
		for (const words of this.ofLines) this.say(words, 'warning');
		const missing = [...this.names].filter(([, found]) => !found).map(([name]) => `“${name}”`);
		if (missing.length > 0) {
			this.say(
				`No record has ${missing.join(', ')}. Check the spelling in Output Fields: names are those of the service, in the same letter case.`,
				'warning',
			);
		}
		return [...this.reported.values()];
	}
}

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
	/** What was asked for beside the record, and could not be read: an item says so itself, a file can’t. */
	gap?: { message: string; cure: string };
}

/**
 * Work on raw records: all of them at once, or those of one page after another. `end` comes when all have been through, and
 * throws where none of them may come out.
 */
export interface Finishing {
	(records: IDataObject[]): Promise<Outcome[]> | Outcome[];
	end?: () => void;
}

/** Work on the raw records, such as fetching what belongs to them; undefined where the options ask for none. */
export type Finish = (item: OperationItem, options: IDataObject) => Finishing | undefined;

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
	/** What became of each item, in their order; what comes after that belongs to none of them. */
	runAll(items: OperationItem[], keepGoing: boolean): Promise<RowResult[]>;
}

export type Operation = ItemOperation | BatchOperation;

export interface Resource {
	/** The value of the `resource` parameter. */
	value: string;
	name: string;
	operations: readonly Operation[];
	/** The value of the operation that the form opens on: Get Many where there is one, else the first. */
	opensOn?: string;
}
