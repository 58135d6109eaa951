import type { Page } from '../../contract';
import type { Call } from '../request';
import { isPartOf } from './ownCursor';
import type { SeenRows } from './seenRows';
import type { Incomplete, PageWalk } from './strategy';

const COMPARE = 'compare with the service itself.';

const DOUBTS: Record<Exclude<Incomplete['reason'], 'moved'>, string> = {
	undecided: `Whether there are more can’t be told from its answers: ${COMPARE}`,
	total: `What its number is about isn’t known: ${COMPARE}`,
};

// Guess: pages.total

/** The user-facing explanation: what is so, and what to make of it. */
export function incompleteParts({ reason, read, total, id = '' }: Incomplete): [what: string, doubt: string] {
	const came = `${read} record${read === 1 ? '' : 's'} came`;
	if (reason === 'moved') {
		const shown = `The list may hold records twice: ${came}, and one page shows the ID ${id} more than once`;
		return [shown, `Which of them moved while the list was read can’t be told: ${COMPARE}`];
	}
	const counted = total === undefined ? '' : `, and the service counts ${total}`;
	return [`The list may be incomplete: ${came}${counted}`, DOUBTS[reason]];
}

/** The same on one line. */
export const incompleteWords = (incomplete: Incomplete): string => incompleteParts(incomplete).join('. ');

/** Compares the number of records with the service's count, for a walk forwards from the start. */
export class TotalCheck {
	private came = 0;

	/** The smallest total of all pages, because a list may shrink during the walk. */
	private total: number | undefined;

	private readonly isWhole: boolean;

	/** `heeds`: false where the user knows that the service counts something else. */
	constructor(call: Call, walk: PageWalk, heeds = true) {
		this.isWhole = heeds && !isPartOf(call, walk);
	}

	/** Adds a page, of which so many records are given. A count above the rows of its own page is one of the whole list. */
	add(given: number, { total, count = 0, records }: Page): void {
		this.came += given;
		const all = total ?? (count > records.length ? count : undefined);
		if (this.isWhole && all !== undefined) this.total = Math.min(this.total ?? all, all);
	}

	get isMissing(): boolean {
		return (this.total ?? 0) > this.came;
	}

	/** Why the list may be incomplete: `shared` is an id that a page has shown twice, `isCut` a list that ends at its limit. */
	incomplete({
		shared,
		isUndecided,
		isCut,
	}: {
		shared?: string;
		isUndecided: boolean;
		isCut: boolean;
	}): Incomplete | undefined {
		const { came: read, total } = this;
		const ending = isUndecided ? 'undecided' : this.isMissing ? 'total' : undefined;
		const reason = shared !== undefined ? 'moved' : isCut ? undefined : ending;
		if (reason === undefined) return undefined;
		return { reason, read, ...(total === undefined ? {} : { total }), ...(shared === undefined ? {} : { id: shared }) };
	}
}

export interface ListWalk {
	call: Call;
	walk: PageWalk;
	sizeParameter: string | undefined;
	rows: SeenRows;
	tally: TotalCheck;
}
