import { isBlank, type JsonObject } from '../contract';
import {
	beginsBehind,
	type Call,
	type CheckedPage,
	type Connection,
	graver,
	type Incomplete,
	pages,
	type PageWalk,
	seenRows,
} from '../transport';

// Guess: list.inactive

// Guess: list.isApproved

/** A flag of a list for which it is undocumented whether `false` returns all records or only the others. */
export interface ListFlag {
	parameter: string;
	/** Whether a record's own fields say that it is of the flag's kind; undefined if they don't tell. */
	kindOf: (record: JsonObject) => boolean | undefined;
	/** Filters that identify a single record; the list is then read once, as is a part of it. */
	single?: readonly string[];
}

/** So many records of each kind show that a list has both: a single one may have changed while it was read. */
const IN_NUMBER = 2;

/**
 * Reads a list whose flag is off: once as it is and, unless both kinds came in number, once with the flag set, for the
 * records that the first reading lacks. That is right whatever the service lists without the flag. A limit applies in the
 * service's own order; the second reading only fills what is left of it.
 */
export class Halves {
	private readonly rows: ReturnType<typeof seenRows>;

	private readonly others: ReturnType<typeof seenRows>;

	private read = 0;

	private readonly counts = { true: 0, false: 0 };

	/** Why either reading may be incomplete. */
	private readonly doubts: Incomplete[] = [];

	/** The service's own counts, of either reading. */
	private readonly totals = new Set<number>();

	private readonly isPart: boolean;

	private readonly connection: Connection;

	private readonly call: Call;

	private readonly walk: PageWalk;

	private readonly flag: ListFlag;

	constructor(connection: Connection, call: Call, walk: PageWalk, flag: ListFlag) {
		[this.connection, this.call, this.walk, this.flag] = [connection, call, walk, flag];
		[this.rows, this.others] = [seenRows(call), seenRows(call)];
		const given = { ...call.query, ...call.additionalQuery };
		const { single } = flag;
		this.isPart = single !== undefined && (beginsBehind(call, walk) || single.some((name) => !isBlank(given[name])));
	}

	async *first(): AsyncGenerator<CheckedPage> {
		for await (const page of pages(this.connection, this.call, { ...this.walk, rows: this.rows })) {
			for (const record of page.records) {
				const kind = this.flag.kindOf(record);
				if (kind !== undefined) this.counts[`${kind}`]++;
			}
			yield this.noted(page, page.records);
		}
	}

	/** After the first reading: whether the other one is needed. */
	get needsOther(): boolean {
		const { true: on, false: off } = this.counts;
		return !this.isPart && this.room > 0 && (on < IN_NUMBER || off < IN_NUMBER);
	}

	async *other(): AsyncGenerator<CheckedPage> {
		const { call, walk, rows, others } = this;
		const set: Call = { ...call, query: { ...call.query, [this.flag.parameter]: 'true' } };
		// Without a limit: records that are already known don't count.
		for await (const page of pages(this.connection, set, { ...walk, limit: undefined, rows: others })) {
			const unknown = page.records.filter((record) => !rows.has(record, others.shared !== undefined));
			const records = unknown.slice(0, this.room);
			const isFull = records.length === this.room;
			yield this.noted(
				isFull && page.incomplete?.reason !== 'moved' ? { ...page, incomplete: undefined } : page,
				records,
			);
			if (isFull) return;
		}
	}

	/**
	 * Why the list may be incomplete, at its end. A total that both readings state may be of both, and then it is what came; a
	 * smaller one is of its own reading, which lacks something.
	 */
	get incomplete(): Incomplete | undefined {
		const isOfBoth = this.totals.size === 1 && this.totals.has(this.read);
		const isCovered = ({ reason, total }: Incomplete): boolean => reason !== 'moved' && total !== undefined && isOfBoth;
		return this.doubts.filter((doubt) => !isCovered(doubt)).reduce<Incomplete | undefined>(graver, undefined);
	}

	private get room(): number {
		return (this.walk.limit ?? Infinity) - this.read;
	}

	private noted(page: CheckedPage, records: JsonObject[]): CheckedPage {
		this.read += records.length;
		if (page.incomplete !== undefined) this.doubts.push(page.incomplete);
		if (page.total !== undefined) this.totals.add(page.total);
		return { ...page, records, incomplete: undefined, moved: [...this.rows.moved, ...this.others.moved] };
	}
}
