// Guess: pages.end

/*
 * How a list ends.
 *
 * How the service says “no more” is undocumented, so everything that can mean it is taken for it:
 *
 * - no cursor, or one whose anchors are blank, zero or unset (`anchorOf` in the contract);
 * - an empty page whose cursor marks no unread position, such as the page's own;
 * - a short page whose cursor leads nowhere new: to itself, or to rows that have all been read.
 *
 * A page is short unless it is full: as many rows as were requested, as the endpoint's default, as on an earlier page of
 * this walk, or as a common silent limit.
 *
 * After a full page, three things leave open whether the list has ended: a response without any field for a cursor, a
 * repeated cursor, and rows that had all been read. After any page, a fourth one is a total above the number of rows. Then
 * the document's second rule is used for a second opinion: a request behind the last row, by its anchors.
 *
 * - Nothing, or that row alone: the list is complete.
 * - New rows, in the same order: the walk continues that way.
 * - The first page again, a refusal, rows out of order: undecided. What was read is returned with a warning; only if a
 *   full page had brought nothing new before, the service is stuck, which is an error.
 */

/** Common silent limits: a page with this many rows may be full although more were asked for. */
const CAPS = new Set([10, 20, 25, 50, 100, 200, 250, 500, 1000]);

/** Whether a page may have been cut off. `lengths` are those of the pages before it. */
export function isFull(
	rows: number,
	asked: number | undefined,
	standard: number | undefined,
	lengths: ReadonlySet<number>,
): boolean {
	if (rows === 0) return false;
	const isLongest = lengths.size > 0 && rows >= Math.max(...lengths);
	return rows >= (asked ?? Infinity) || rows === standard || CAPS.has(rows) || lengths.has(rows) || isLongest;
}

/** The position that a page's cursor marks: unread, read, explicitly none, or not stated at all. */
export type Named = 'new' | 'read' | 'none' | 'unsaid';

/** Why it is uncertain whether a list has ended. */
export type Doubt = 'repeated' | 'missing' | 'returned' | 'unsaid';

export interface PageFacts {
	/** Rows of the page without the one it was requested to begin after, and how many of them are new. */
	rows: number;
	fresh: number;
	isFull: boolean;
	named: Named;
	/** The page before it was full. */
	behindFull: boolean;
	/** A total exceeds the number of rows. */
	isMissing: boolean;
	/** It is known of this service that a response without a field for a cursor is the end. */
	endsUnsaid: boolean;
}

/** What to do after a page. */
export function ending({
	rows,
	fresh,
	isFull,
	named,
	behindFull,
	isMissing,
	endsUnsaid,
}: PageFacts): 'on' | 'end' | Doubt {
	const leadsNowhere = rows > 0 && fresh === 0;
	if (leadsNowhere && behindFull && named !== 'none') return 'repeated';
	if (named === 'new' && !leadsNowhere) return 'on';
	if (isMissing) return 'missing';
	if (!isFull || leadsNowhere) return 'end';
	if (named === 'read') return 'returned';
	return named === 'unsaid' && !endsUnsaid ? 'unsaid' : 'end';
}

/** What the page behind the last row means, as the second opinion. */
export function opinion(
	{ rows, fresh }: Pick<PageFacts, 'rows' | 'fresh'>,
	isInOrder: boolean,
): 'end' | 'on' | 'undecided' {
	if (rows === 0) return 'end';
	return fresh === rows && isInOrder ? 'on' : 'undecided';
}
