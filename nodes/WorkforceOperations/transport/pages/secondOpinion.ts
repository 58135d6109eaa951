import { type Anchor, Cursor, type Direction, isBlank, type JsonObject } from '../../contract';
import { opinion } from './ending';

/** What of a row fills an anchor. */
function valueOf(record: JsonObject, { fields }: Anchor): string | undefined {
	const texts = fields.map((field) =>
		[field]
			.flat()
			.map((name) => record[name])
			.filter((value) => typeof value === 'number' || (typeof value === 'string' && !isBlank(value)))
			.join(' '),
	);
	return texts.find((text) => text !== '');
}

/** A number or a date as a number; names are left out, because nobody knows by which rules the service sorts them. */
function rank(text = ''): number {
	if (/^-?\d+$/.test(text)) return Number(text);
	return /^\d{4}-\d\d-\d\d/.test(text) ? Date.parse(text) : NaN;
}

/** The values of an anchor, row after row. */
interface Run {
	anchor: Anchor;
	last?: number;
	/** Which way they went: both ways where they show no order. */
	ways: ReadonlySet<'up' | 'down'>;
}

function extended({ anchor, last, ways }: Run, record: JsonObject): Run {
	const value = rank(valueOf(record, anchor));
	if (Number.isNaN(value)) return { anchor, ways: new Set(['up', 'down']) };
	if (last === undefined || value === last) return { anchor, last: value, ways };
	return { anchor, last: value, ways: new Set([...ways, value > last ? 'up' : 'down']) };
}

const shows = ({ ways }: Run): boolean => ways.size === 1;

/** The document’s second rule: a page is asked for behind the last row, by all anchors that the endpoint documents. */
export class SecondOpinion {
	private readonly anchors: readonly Anchor[];

	private readonly direction: Direction;

	/** The row behind which the list would go on. */
	private edge: JsonObject | undefined;

	/** The names in a cursor of the service. */
	private shown: ReadonlySet<string> | undefined;

	private runs: Run[];

	constructor(anchors: readonly Anchor[], direction: Direction) {
		this.anchors = anchors;
		this.direction = direction;
		this.runs = anchors.map((anchor) => ({ anchor, ways: new Set() }));
	}

	/** Whether the endpoint has parameters for the question at all. */
	get isPossible(): boolean {
		return this.anchors.length > 0;
	}

	/** A page that was read, and the cursor that it names. */
	add(records: JsonObject[], cursor: Cursor | undefined): void {
		const inWalk = this.direction === 'prev' ? [...records].reverse() : records;
		this.runs = this.runs.map((run) => inWalk.reduce(extended, run));
		this.edge = inWalk.at(-1) ?? this.edge;
		this.shown = cursor?.names ?? this.shown;
	}

	/**
	 * The cursors behind the last row, the likelier first; none where it lacks what is needed. An anchor of a sort may ask
	 * for another order than the list has: where the service has shown how its own cursors look, those are left out that
	 * it leaves out, unless that very place has been asked for.
	 */
	get cursors(): Cursor[] {
		const all = this.isPossible ? this.cursorBy(() => true) : undefined;
		if (all === undefined) return [];
		const { shown } = this;
		const alike = shown && this.cursorBy(({ needed, parameter }) => needed === true || shown.has(parameter));
		return alike === undefined ? [all] : [alike, all];
	}

	private cursorBy(isWanted: (anchor: Anchor) => boolean): Cursor | undefined {
		const filled: Record<string, string> = { direction: this.direction };
		for (const anchor of this.anchors) {
			const value = this.edge && valueOf(this.edge, anchor);
			if (value === undefined && anchor.needed) return undefined;
			if (value !== undefined && isWanted(anchor)) filled[anchor.parameter] = value;
		}
		return new Cursor(filled);
	}

	/** What the answer tells: `rows` beside the one that was asked about, and those of them that are new. */
	judge(rows: number, fresh: JsonObject[]): ReturnType<typeof opinion> {
		return opinion({ rows, fresh: fresh.length }, this.isInOrder(fresh));
	}

	/** Whether rows go on in an order in which those before them stand; true where these show none. */
	private isInOrder(records: JsonObject[]): boolean {
		const inWalk = this.direction === 'prev' ? [...records].reverse() : records;
		const sorting = this.runs.filter(shows);
		return sorting.length === 0 || sorting.some((run) => shows(inWalk.reduce(extended, run)));
	}
}
