import type { IBinaryKeyData, IDataObject, INodeProperties, NodeExecutionHint } from 'n8n-workflow';
import { type EndpointId, firstFew, withoutDoubleStop } from '../contract';
import type { ExecutionItem } from '../form/item';
import {
	type Collection,
	type Connection,
	type Incomplete,
	incompleteWords,
	type Reason,
	type Usage,
} from '../transport';
import type { Continuing } from './continuing';
import { LineHints } from './lineHints';
import type { AgentView } from './shownToAgent';
import { TimesTold } from './timesTold';

/** The maximum number of characters shown of a status. */
const LONGEST_STATUS = 40;

/** Names that no record has, with what to do about each. */
export const noRecordHas = (names: ReadonlyArray<[name: string, cure: string | undefined]>): string =>
	`No record has ${names.map(([name, cure]) => `“${name}”${cure ? ` (${cure})` : ''}`).join(', ')}`;

/** Hints that n8n shows above the items of a run. One instance per run, so that nothing is said twice. */
export class Hints {
	private readonly reported = new Map<string, NodeExecutionHint>();

	private readonly lists: Incomplete[] = [];

	private readonly moved = new Set<string>();

	/**
	 * Requested field names, with what to do about each if it is missing. `found` are those that a record had,
	 * `flattened` those that Flatten may make.
	 */
	private readonly names = new Map<string, string | undefined>();

	private readonly found = new Set<string>();

	private readonly flattened = new Set<string>();

	readonly lines = new LineHints();

	/** Numbers of shifts without a clock-in that aren't no-shows, by status. */
	private readonly statuses = new Map<string, number>();

	readonly times = new TimesTold();

	/** Fields with numbers that were kept as text. */
	longNumbers: ReadonlySet<string> = new Set();

	/** What the run has done, in one line for the log; undefined for most. */
	summary?: string;

	say(message: string | undefined, type: NodeExecutionHint['type'] = 'info'): void {
		if (message === undefined) return;
		const words = withoutDoubleStop(message);
		this.reported.set(words, { message: words, type, location: 'outputPane' });
	}

	/** Notes that a list was read: whether records may be missing, and which moved to another page meanwhile. */
	read({ incomplete, moved = [], unread }: Pick<Collection, 'incomplete' | 'moved' | 'unread'>): void {
		if (unread !== undefined)
			this.say(`The limit was reached before the ${unread} records were read. Raise the limit to include them.`);
		if (incomplete !== undefined) this.lists.push(incomplete);
		for (const id of moved) this.moved.add(id);
	}

	/** The hint about records that appeared on several pages. */
	private get ofMoved(): string | undefined {
		if (this.moved.size === 0) return undefined;
		const what = this.moved.size === 1 ? 'One record' : `${this.moved.size} records`;
		return `${what} moved to another page during the read. Only the version read first is returned. Run the step again to get the latest. ID ${firstFew([...this.moved])}.`;
	}

	/** The hint about incomplete lists. It must not be missed, so it goes to the log as well. */
	get ofLists(): string | undefined {
		const [first] = this.lists;
		if (first === undefined) return undefined;
		const words = incompleteWords(first);
		return this.lists.length === 1 ? words : `${this.lists.length} lists may be incomplete. The first: ${words}`;
	}

	/** Notes a shift that has no clock-in but isn't a no-show, because of its status. */
	oddStatus(status: string): void {
		const shown = status.trim().slice(0, LONGEST_STATUS);
		this.statuses.set(shown, (this.statuses.get(shown) ?? 0) + 1);
	}

	/** The hint about these shifts, the most frequent status first. */
	private get ofStatuses(): string | undefined {
		if (this.statuses.size === 0) return undefined;
		const counts = [...this.statuses].sort(([, one], [, other]) => other - one);
		const shown = firstFew(counts.map(([status, count]) => `${status} ${count}`));
		return `Shifts without a clock-in that don’t count as no-shows, by status: ${shown}.`;
	}

	/**
	 * Notes that a field was requested. `found`: the records have it; `flattened`: Flatten may make it from another
	 * field.
	 */
	asked(name: string, found: boolean, cure?: string, flattened = false): void {
		this.names.set(name, this.names.get(name) ?? cure);
		if (found) this.found.add(name);
		if (flattened) this.flattened.add(name);
	}

	/** Requested fields that no record has, with what to do about each. A file may lack those that Flatten makes. */
	missingFields(inFile: boolean): string | undefined {
		const missing = [...this.names].filter(([name]) => !this.found.has(name) && !(inFile && this.flattened.has(name)));
		return missing.length === 0 ? undefined : noRecordHas(missing);
	}

	private get ofLongNumbers(): string | undefined {
		if (this.longNumbers.size === 0) return undefined;
		return `Numbers that are too long for n8n are returned as text: ${firstFew([...this.longNumbers])}.`;
	}

	/** Adds a hint if a run used more than half of its key's rate limit, because later requests may have to wait. */
	used({ sent, left, perMinute }: Usage): void {
		if (sent > perMinute / 2)
			this.say(`${sent} requests; ${left} left this minute. If more are needed, the node waits.`);
	}

	get all(): NodeExecutionHint[] {
		for (const words of [this.ofLists, this.ofMoved, this.times.doubts, ...this.lines.all]) this.say(words, 'warning');
		for (const words of [this.ofLongNumbers, this.times.words, this.ofStatuses]) this.say(words);
		const missing = this.missingFields(false);
		this.say(missing && `${missing}. Check the spelling in Output Fields: use the service’s names.`, 'warning');
		return [...this.reported.values()];
	}
}

/** An input item with what an operation needs: its form, its files, its connection. */
export interface OperationItem extends ExecutionItem {
	connection: Connection;
	hints: Hints;
	/** Set if an AI agent uses the node: what it may see. */
	view?: AgentView;
	/** Set if an AI agent reads a list: how it continues. */
	continuing?: Continuing;
	/** All of the node's resources. An operation can't import their list, because the list imports the operation. */
	resources: readonly Resource[];
}

/** An output record, with the files that were fetched for it. */
export interface Outcome {
	json: IDataObject;
	binary?: IBinaryKeyData;
	/** Fields that options have added; Simplify keeps them. */
	added?: IDataObject;
	/** To be flattened to a row with the columns of all rows of the run. */
	row?: boolean;
	/**
	 * A requested detail that could not be read. An item has the reason in a field; a file or a list that must be
	 * complete fails instead.
	 */
	gap?: { message: string; cure: string };
	/** For a write: the answer doesn't confirm it. */
	unknown?: boolean;
}

/** Facts about the rows of a list, known after its last row. */
export interface Told {
	/** How many rows are doubtful. */
	doubts?: number;
	/** Why the rows are incomplete, if they are. */
	reason?: Reason;
	/** The records that this is about. */
	ids?: ReadonlySet<string>;
}

/** With further doubtful rows. */
export const withDoubts = (told: Told = {}, more: number): Told =>
	more === 0 ? told : { ...told, doubts: (told.doubts ?? 0) + more };

/** Work on raw records: on all at once, or page by page. */
export interface RecordWork {
	(records: IDataObject[]): Promise<Outcome[]> | Outcome[];
	/** Called after the last record; throws if none of them may be returned. */
	end?: () => void;
	/** Called after `end`, for a file's item and for If Incomplete. */
	told?: () => Told;
	/** Called with all records before the first is processed, for what depends on the whole list. */
	look?: (records: readonly IDataObject[]) => void;
	/** Each record costs a request, which takes time: a list that is still being read would change meanwhile. */
	isSlow?: boolean;
}

/** Work on the raw records, such as fetching details; undefined if no option asks for it. */
export type RecordStep = (item: OperationItem, options: IDataObject) => RecordWork | undefined;

export const plainItems = (records: IDataObject[]): Outcome[] => records.map((json) => ({ json }));

/**
 * The result of an input item: its output, or its error with the row that it names. `unknown`: it may or may not have
 * been written; `unwritten`: nothing had to be written.
 */
export type RowResult =
	{ outcomes: Outcome[]; unknown?: boolean; unwritten?: boolean } | { error: unknown; row?: string };

export interface Described {
	/** The value of the `operation` parameter. */
	value: string;
	name: string;
	/** How the editor lists the operation: a short phrase without articles. */
	action: string;
	description: string;
	/** The row of the endpoint table; absent where the operation reaches any path. */
	endpoint?: EndpointId;
	/** Fields below the operation, shown only for it. */
	fields: INodeProperties[];
}

/** An operation that runs once per input item. */
export interface ItemOperation extends Described {
	run(item: OperationItem): Promise<Outcome[]>;
	/** Names who or what an item is about, for the error of one of several items. */
	about?: (item: OperationItem) => string;
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
	/** The preselected operation; by default Get Many or, without one, the first. */
	opensOn?: string;
}
