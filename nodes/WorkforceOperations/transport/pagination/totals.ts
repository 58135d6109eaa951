import type { Call } from '../request';
import type { Incomplete, PageWalk } from './strategy';
import { ownCursor, type CursorPosition } from './ownCursor';

// Guess: pages.total

/** The user-facing explanation, on one line. */
export function incompleteWords({ reason, read, total }: Incomplete): string {
	const came = `${read} record${read === 1 ? '' : 's'} came`;
	const counted = total === undefined ? '' : `, and the service counts ${total}`;
	return reason === 'total'
		? `The list may be incomplete: ${came}${counted}. What its number is about isn’t known: compare with the service itself.`
		: `The list may be incomplete: ${came}${counted}. Whether there are more can’t be told from its answers: compare with the service itself.`;
}

/** Compares the number of records with the service's count, for a walk forwards from the start. */
export class TotalCheck {
	private came = 0;

	/** The smallest total of all pages, because a list may shrink during the walk. */
	private total: number | undefined;

	private readonly isWhole: boolean;

	constructor(call: Call, { direction, startCursor }: PageWalk, place: CursorPosition) {
		this.isWhole = direction !== 'prev' && startCursor === undefined && place(ownCursor(call)) === undefined;
	}

	add(records: number, total: number | undefined): void {
		this.came += records;
		if (this.isWhole && total !== undefined) this.total = Math.min(this.total ?? total, total);
	}

	get isMissing(): boolean {
		return (this.total ?? 0) > this.came;
	}

	/** Why the list may be incomplete, at its end. */
	incomplete(isUndecided: boolean): Incomplete | undefined {
		if (!isUndecided && !this.isMissing) return undefined;
		const { came: read, total } = this;
		return { reason: isUndecided ? 'undecided' : 'total', read, ...(total === undefined ? {} : { total }) };
	}
}
