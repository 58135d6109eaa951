/** Round numbers: a page of so many rows may have been cut off, although more were asked for. */
const ROUND = new Set([10, 20, 25, 50, 100, 200, 250, 500, 1000]);

/**
 * Whether a page may have been cut off: as many rows as were asked for, as the endpoint gives by itself, as an earlier
 * page had, or a round number, because nobody knows the largest page.
 */
export const isFull = (
	rows: number,
	asked: number | undefined,
	standard: number | undefined,
	earlier: ReadonlySet<number>,
): boolean => rows > 0 && (rows >= (asked ?? Infinity) || rows === standard || earlier.has(rows) || ROUND.has(rows));

/** What a page says of a next one: a position that wasn't asked yet, one that was, none, or nothing at all. */
export type Named = 'new' | 'asked' | 'none' | 'unsaid';

export interface PageFacts {
	rows: number;
	/** Rows that stood on no page before. */
	fresh: number;
	full: boolean;
	named: Named;
}

// Guess: pages.end
/** How a list goes on after a page. `repeated` ends in words, because the rest of the list can't be reached. */
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
 * Why a list or its file may not be what it should, the gravest first: ids that can't be told apart, an unclear end, records
 * that can't be placed, a larger count of the service, lines that lack an amount, and a part that was asked for.
 */
const REASONS = ['moved', 'undecided', 'undated', 'total', 'lines', 'limit'] as const;

export type Reason = (typeof REASONS)[number];

export const gravest = (reasons: ReadonlyArray<Reason | undefined>): Reason | undefined =>
	REASONS.find((reason) => reasons.includes(reason));

/** Why a list that was read to its end may be incomplete or hold records twice, with the known numbers. */
export interface Incomplete {
	reason: Extract<Reason, 'moved' | 'undecided' | 'undated' | 'total'>;
	read: number;
	/** The service's own count, if it is about this walk. */
	total?: number;
	/** With `moved`: an id that a page has shown twice; without one, rows of two readings have none. */
	id?: string;
	/** With `undated`: the records that were left out because nobody knows when they were approved. */
	ids?: readonly string[];
	/** With `undecided`: the answer had no field for a next page. */
	unsaid?: true;
}

/** The graver of two; of equal ones the later, which has the numbers of more pages. */
export const graver = (one: Incomplete | undefined, other: Incomplete | undefined): Incomplete | undefined =>
	other === undefined || (one && one.reason !== other.reason && gravest([one.reason, other.reason]) === one.reason)
		? one
		: other;

const COMPARE = 'compare with the service itself.';

const LIST_END =
	'If none follow, enter "listEnd": "unsaid" in Service Details of the credential; if some do, "listEnd": "lastRow".';

function doubtOf({ reason, id, unsaid }: Incomplete): string {
	if (reason === 'total') return `It isn’t clear what the number counts: ${COMPARE}`;
	if (reason === 'moved')
		return id === undefined
			? `It isn’t clear which of them are in both: ${COMPARE}`
			: `It isn’t clear which of them moved during the read: ${COMPARE}`;
	return `The service doesn’t say whether there are more: ${COMPARE}${unsaid ? ` ${LIST_END}` : ''}`;
}

const MOST_IDS = 20;

const firstOf = (ids: readonly string[]): string =>
	ids.slice(0, MOST_IDS).join(', ') + (ids.length > MOST_IDS ? ` and ${ids.length - MOST_IDS} more` : '');

/** The user-facing explanation: what is so, and what to make of it. */
export function incompleteParts(incomplete: Incomplete): [what: string, doubt: string] {
	const { reason, read, total, id, ids = [] } = incomplete;
	if (reason === 'undated') {
		const what = ids.length === 1 ? 'One approved timesheet doesn’t' : `${ids.length} approved timesheets don’t`;
		return [
			`${what} say when, so they can’t be placed in a pay run`,
			`Pay by hand, or approve again: ID ${firstOf(ids)}.`,
		];
	}
	const came = `${read} record${read === 1 ? '' : 's'} came`;
	const doubt = doubtOf(incomplete);
	if (reason === 'moved') {
		const why = id === undefined ? 'both halves have some without an ID' : `one page shows the ID ${id} more than once`;
		return [`The list may contain records twice: ${came}, and ${why}`, doubt];
	}
	const counted = total === undefined ? '' : `, and the service counts ${total}`;
	return [`The list may be incomplete: ${came}${counted}`, doubt];
}

/** The same on one line. */
export const incompleteWords = (incomplete: Incomplete): string => incompleteParts(incomplete).join('. ');
