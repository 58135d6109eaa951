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
