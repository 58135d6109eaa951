import { createHash } from 'crypto';
import type { JsonObject } from '../../contract';
import { hasId, type SeenRows } from './seenRows';

// Guess: pages.end

/** This many pages without a record in succession are a loop, and not gaps in a list. */
const MOST_EMPTY = 50;

/** Pages of a single row, or of indistinguishable rows, may be equal by chance, but not this often. */
const MOST_ALIKE = 3;

/** Detects a walk that brings nothing new any more, whatever its cursors say. */
export class LoopGuard {
	private readonly seen = new Map<string, number>();

	private empty = 0;

	private readonly rows: SeenRows;

	constructor(rows: SeenRows) {
		this.rows = rows;
	}

	/** Why the walk is stuck after a page with these records; undefined if it isn't. */
	follow(records: JsonObject[]): { message: string; description: string } | undefined {
		if (records.length === 0) {
			if (++this.empty < MOST_EMPTY) return undefined;
			return {
				message: 'The service sends one empty page after another',
				description: `${MOST_EMPTY} pages without a new record came, each of them with a cursor for the next, so the list can’t be read to its end.`,
			};
		}
		this.empty = 0;
		const key = createHash('sha1').update(this.rows.keyOf(records)).digest('base64');
		const times = (this.seen.get(key) ?? 0) + 1;
		this.seen.set(key, times);
		if (times <= (records.length > 1 && records.every(hasId) ? 1 : MOST_ALIKE)) return undefined;
		return {
			message: 'The service sends the same page again and again',
			description:
				'A page brought the same records as an earlier one, under another cursor, so the list can’t be read to its end.',
		};
	}
}
