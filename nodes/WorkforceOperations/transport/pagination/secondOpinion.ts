import { type Anchor, Cursor, type Direction, isBlank, type JsonObject } from '../../contract';
import { opinion } from './ending';

// Guess: pages.end

function anchorValue(record: JsonObject, { fields }: Anchor): string | undefined {
	const texts = fields.map((field) =>
		[field]
			.flat()
			.map((name) => record[name])
			.filter((value) => typeof value === 'number' || (typeof value === 'string' && !isBlank(value)))
			.join(' '),
	);
	return texts.find((text) => text !== '');
}

/** A number or a date as a number, anything else as text. */
function rank(text: string): number | string {
	if (/^-?\d+$/.test(text)) return Number(text);
	const date = /^\d{4}-\d\d-\d\d/.test(text) ? Date.parse(text) : NaN;
	return Number.isNaN(date) ? text : date;
}

/** The service's collation is undocumented: here letter case is ignored, and numbers in names are compared by value. */
const difference = (one: number | string, other: number | string): number =>
	typeof one === 'number' && typeof other === 'number'
		? one - other
		: String(one).localeCompare(String(other), 'en', { numeric: true, sensitivity: 'base' });

/** The values of an anchor, row by row. */
interface SortRun {
	anchor: Anchor;
	last?: number | string;
	/** In which directions they are sorted; both if the rows aren't in its order. */
	ways: ReadonlySet<'up' | 'down'>;
}

function extended({ anchor, last, ways }: SortRun, record: JsonObject): SortRun {
	const text = anchorValue(record, anchor);
	const value = text === undefined ? last : rank(text);
	const step = value === undefined || last === undefined ? 0 : difference(value, last);
	return { anchor, last: value, ways: step === 0 ? ways : new Set([...ways, step > 0 ? 'up' : 'down']) };
}

const isOutOfOrder = ({ ways }: SortRun): boolean => ways.size > 1;

const isInOrder = ({ ways }: SortRun): boolean => ways.size === 1;

/** The document's second rule: requests a page behind the last row, by all documented anchors of the endpoint. */
export class SecondOpinion {
	private readonly anchors: readonly Anchor[];

	private readonly direction: Direction;

	/** The row behind which the list would continue. */
	private edge: JsonObject | undefined;

	/** The parameter names in the service's cursors. */
	private shown: ReadonlySet<string> | undefined;

	private runs: SortRun[];

	constructor(anchors: readonly Anchor[], direction: Direction) {
		this.anchors = anchors;
		this.direction = direction;
		this.runs = anchors.map((anchor) => ({ anchor, ways: new Set() }));
	}

	/** Whether the endpoint has the parameters that this needs. */
	get isPossible(): boolean {
		return this.anchors.length > 0;
	}

	add(records: JsonObject[], cursor: Cursor | undefined): void {
		const inWalk = this.direction === 'prev' ? [...records].reverse() : records;
		this.runs = this.runs.map((run) => inWalk.reduce(extended, run));
		this.edge = inWalk.at(-1) ?? this.edge;
		this.shown = cursor?.names ?? this.shown;
	}

	/**
	 * The cursors behind the last row, the likelier first; none if the row lacks a value. The anchor of a sort order that
	 * the rows don't follow would request another list if they follow another anchor's order: then it is left out at first,
	 * unless the service's own cursors have it.
	 */
	get cursors(): Cursor[] {
		const all = this.isPossible ? this.cursorBy(() => true) : undefined;
		if (all === undefined) return [];
		const isOther = (run: SortRun): boolean => isOutOfOrder(run) && this.shown?.has(run.anchor.parameter) !== true;
		const others = this.runs.some(isInOrder) ? this.runs.filter(isOther).map(({ anchor }) => anchor) : [];
		const likelier = this.cursorBy((anchor) => anchor.needed === true || !others.includes(anchor));
		return likelier === undefined || likelier.query === all.query ? [all] : [likelier, all];
	}

	private cursorBy(isWanted: (anchor: Anchor) => boolean): Cursor | undefined {
		const filled: Record<string, string> = { direction: this.direction };
		for (const anchor of this.anchors) {
			const value = this.edge && anchorValue(this.edge, anchor);
			if (value === undefined && anchor.needed) return undefined;
			if (value !== undefined && isWanted(anchor)) filled[anchor.parameter] = value;
		}
		return new Cursor(filled);
	}

	/** What the response means: `rows` without the one it begins after, and the new ones of them. */
	judge(rows: number, fresh: JsonObject[]): ReturnType<typeof opinion> {
		return opinion({ rows, fresh: fresh.length }, this.isKeptBy(fresh));
	}

	/** Whether the rows continue in an order that those before follow; unknown for names. */
	private isKeptBy(records: JsonObject[]): boolean {
		const inWalk = this.direction === 'prev' ? [...records].reverse() : records;
		const sorting = this.runs.filter((run) => isInOrder(run) && typeof run.last === 'number');
		return sorting.length === 0 || sorting.some((run) => !isOutOfOrder(inWalk.reduce(extended, run)));
	}
}
