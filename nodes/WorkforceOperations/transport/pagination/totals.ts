import type { Call } from '../request';
import type { Incomplete, PageWalk } from './strategy';
import { ownCursor, type CursorPosition } from './ownCursor';

/** What people read of it, as one line. */
export function incompleteWords({ reason, read, total }: Incomplete): string {
	const came = `${read} record${read === 1 ? '' : 's'} came`;
	const counted = total === undefined ? '' : `, and the service counts ${total}`;
	return reason === 'total'
		? `The list may be incomplete: ${came}${counted}. What its number is about isn’t known: compare with the service itself.`
		: `The list may be incomplete: ${came}${counted}. Whether there are more can’t be told from its answers: compare with the service itself.`;
}

/** Holds what came of a list against what the service counts of it: of a walk that leads forwards from the start. */
export class TotalCheck {
	private came = 0;

	/** The smallest total of all pages: a list may become shorter on the way. */
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

	/** What is to be said at the end of the list. */
	incomplete(isUndecided: boolean): Incomplete | undefined {
		if (!isUndecided && !this.isMissing) return undefined;
		const { came: read, total } = this;
		return { reason: isUndecided ? 'undecided' : 'total', read, ...(total === undefined ? {} : { total }) };
	}
}
