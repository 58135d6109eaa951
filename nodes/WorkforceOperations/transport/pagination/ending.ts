import { firstFew } from '../../contract';

/** A page of a round size may have been cut off, although more rows were requested. */
const ROUND = new Set([10, 20, 25, 50, 100, 200, 250, 500, 1000]);

/**
 * Whether a page may have been cut off: it has as many rows as were requested, as the endpoint's default, or as an
 * earlier page. A round number counts, too, because the largest page size is unknown.
 */
export const isFull = (
	rows: number,
	asked: number | undefined,
	standard: number | undefined,
	earlier: ReadonlySet<number>,
): boolean => rows > 0 && (rows >= (asked ?? Infinity) || rows === standard || earlier.has(rows) || ROUND.has(rows));

/** A page's next position: one that wasn't requested yet, one that was, none, or no statement. */
export type Named = 'new' | 'asked' | 'none' | 'unsaid';

export interface PageFacts {
	rows: number;
	/** Rows that appeared on no earlier page. */
	fresh: number;
	full: boolean;
	named: Named;
}

// Guess: pages.end
/** How a list continues after a page. After `repeated` the rest can't be reached, which is reported. */
export function ending({ rows, fresh, full, named }: PageFacts): 'on' | 'end' | 'undecided' | 'repeated' {
	if (named === 'none') return 'end';
	if (named === 'new') {
		if (rows === 0) return 'undecided';
		return fresh > 0 ? 'on' : 'repeated';
	}
	if (!full) return 'end';
	return named === 'asked' ? 'repeated' : 'undecided';
}

/**
 * Why a list or its file may be incomplete, the gravest first: ids that repeat within a page, an unclear end, records
 * without an approval date, a larger count of the service, lines without an amount, and a limit.
 */
const REASONS = ['moved', 'undecided', 'undated', 'total', 'lines', 'limit'] as const;

export type Reason = (typeof REASONS)[number];

export const gravest = (reasons: ReadonlyArray<Reason | undefined>): Reason | undefined =>
	REASONS.find((reason) => reasons.includes(reason));

/** Why a list that was read to the end may be incomplete or have duplicates, with the known numbers. */
export interface Incomplete {
	reason: Extract<Reason, 'moved' | 'undecided' | 'undated' | 'total'>;
	read: number;
	/** The service's own count, if it refers to this walk. */
	total?: number;
	/** With `moved`: an id that one page had twice; absent if rows of two readings have no ids. */
	id?: string;
	/** With `undated`: records left out because their approval date is unknown. */
	ids?: readonly string[];
	/** With `undecided`: the answer had no field for a next page. */
	unsaid?: true;
}

/** If both have the same reason, the later one counts, because it includes more pages. */
export const graver = (one: Incomplete | undefined, other: Incomplete | undefined): Incomplete | undefined =>
	other === undefined || (one && one.reason !== other.reason && gravest([one.reason, other.reason]) === one.reason)
		? one
		: other;

const COMPARE = 'compare this list with the one in the service.';

const LIST_END =
	'If there are no more records, enter "listEnd": "unsaid" in the credential’s Service Details. If there are more, enter "listEnd": "lastRow".';

function doubtOf({ reason, id, unsaid }: Incomplete): string {
	if (reason === 'total') return `It isn’t clear what the service counts: ${COMPARE}`;
	if (reason === 'moved')
		return id === undefined
			? `It isn’t clear which records are in both halves: ${COMPARE}`
			: `It isn’t clear which records moved during the read: ${COMPARE}`;
	return `The service doesn’t say whether there are more records: ${COMPARE}${unsaid ? ` ${LIST_END}` : ''}`;
}

/** For people: what happened, and what it may mean. */
export function incompleteParts(incomplete: Incomplete): [what: string, doubt: string] {
	const { reason, read, total, id, ids = [] } = incomplete;
	if (reason === 'undated') {
		const what =
			ids.length === 1
				? 'One approved timesheet has no approval date, so it'
				: `${ids.length} approved timesheets have no approval date, so they`;
		return [`${what} can’t be assigned to a pay run`, `Pay manually or re-approve ID ${firstFew(ids)}.`];
	}
	const came = `${read} record${read === 1 ? ' was' : 's were'} returned`;
	const doubt = doubtOf(incomplete);
	if (reason === 'moved') {
		const why =
			id === undefined ? 'both halves have records without an ID' : `one page shows the ID ${id} more than once`;
		return [`The list may contain duplicates: ${came}, and ${why}`, doubt];
	}
	const counted = total === undefined ? '' : `, and the service counts ${total}`;
	return [`The list may be incomplete: ${came}${counted}`, doubt];
}

export const incompleteWords = (incomplete: Incomplete): string => incompleteParts(incomplete).join('. ');
