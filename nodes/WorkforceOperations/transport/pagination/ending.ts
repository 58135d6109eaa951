/*
 * How a list ends.
 *
 * It is not documented how the service writes “no more”, so that everything that can mean it is taken for it:
 *
 * - no cursor, or one whose anchors are blank, zero or never set (`placeOf` in the contract);
 * - an empty page that names no place which hasn’t been read, such as the one that it was asked for by;
 * - a short page whose cursor leads nowhere new: it names itself, or what comes behind it has all been there before.
 *
 * A page is short unless it is full: as many rows as were asked for, as the endpoint gives by itself, as an earlier page
 * of this walk brought, or as a common silent limit has it.
 *
 * After a full page three things leave open whether the list has ended: an answer without any place for a cursor, a
 * cursor that came back, and rows that had all been there before. After any page, a fourth one is a total larger than what
 * came. Then the document’s second rule is asked for a second opinion: one request behind the last row, by its anchors.
 *
 * - Nothing, or that row alone: the list is complete.
 * - New rows, in the order of those before: it goes on that way.
 * - The first page again, a refusal, rows out of order: undecided. What was read is handed up, with a warning; only where a
 *   full page had brought nothing new before that, the service is stuck, which is an error.
 */

/** Common silent limits: a page with this many rows may be full although more were asked for. */
const CAPS = new Set([10, 20, 25, 50, 100, 200, 250, 500, 1000]);

/** Whether a page may have been cut off behind its last row. `lengths` are those of the pages before it. */
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

/** What a page says of the next one: a place that hasn’t been read, one that has been, that there is none, or nothing at all. */
export type Named = 'new' | 'read' | 'none' | 'unsaid';

/** Why it can’t be known whether a list has ended. */
export type Doubt = 'repeated' | 'missing' | 'returned' | 'unsaid';

export interface PageFacts {
	/** Rows of the page beside the one that it was asked to begin behind, and how many of them are new. */
	rows: number;
	fresh: number;
	isFull: boolean;
	named: Named;
	/** The page before it was full. */
	behindFull: boolean;
	/** A total says that there are more than came. */
	isMissing: boolean;
	/** Of this service it is known that an answer without a place for a cursor is the end. */
	endsUnsaid: boolean;
}

/** What follows a page. */
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

/** What the page behind the last row tells, as the second opinion. */
export function opinion(
	{ rows, fresh }: Pick<PageFacts, 'rows' | 'fresh'>,
	isInOrder: boolean,
): 'end' | 'on' | 'undecided' {
	if (rows === 0) return 'end';
	return fresh === rows && isInOrder ? 'on' : 'undecided';
}
